// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Tables out of, and into, the Arrow C data interface: data frames of other programs and languages
/// in one process.
#include "kanon/io/arrow/arrow_tables.hpp"
