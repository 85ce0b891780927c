// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/source/input.hpp"  // IWYU pragma: export
