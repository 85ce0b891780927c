// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/table.hpp"

#include <string>
#include <string_view>

namespace kanon::test {

/// A literal table: names separated by blanks, rows by `;`, cells by blanks; `?` is missing.
/// Example: table_of("age zip", "30 13053; 31 13068").
[[nodiscard]] Table table_of(std::string_view names, std::string_view rows);

/// The folder of shared data sets, or "" if it is not there (skip the test with a clear line).
[[nodiscard]] std::string shared_dir();

}  // namespace kanon::test
