// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Documents of JSON, all in one form.
#include "kanon/report/json/json_text.hpp"  // IWYU pragma: export
