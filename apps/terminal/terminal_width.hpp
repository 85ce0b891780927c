// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace kanon::cli {

/// Columns of the terminal that standard output is, or of COLUMNS where that is a number; 0: it is
/// no terminal, so lines are not wrapped.
[[nodiscard]] std::size_t terminal_width();

}  // namespace kanon::cli
