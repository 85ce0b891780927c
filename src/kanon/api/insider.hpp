// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What one who knows his own row learns from a freeform release.
#include "kanon/base/secret_random.hpp"
#include "kanon/release/insider.hpp"
