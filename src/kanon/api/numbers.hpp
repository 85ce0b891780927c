// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Numbers as policies and flags write them: decimal, or fractions such as 1/11.
#include "kanon/base/fraction.hpp"
