// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Texts in lines of a terminal's width.
#include "kanon/base/text/wrap.hpp"  // IWYU pragma: export
