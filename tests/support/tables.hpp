// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::test {

/// A literal table: names separated by blanks, rows by `;`, cells by blanks; `?` is missing.
/// Example: table_of("age zip", "30 13053; 31 13068").
[[nodiscard]] Table table_of(std::string_view names, std::string_view rows);

/// A column of any texts; "?" is missing. Without `declared` its type is inferred.
[[nodiscard]] std::shared_ptr<const Column> column_of(
    const std::string& name,
    const std::vector<std::string>& cells,
    std::optional<ValueType> declared = std::nullopt);

/// The folder of shared data sets, or "" if it is not there (skip the test with a clear line).
[[nodiscard]] std::string shared_dir();

}  // namespace kanon::test
