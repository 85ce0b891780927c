// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace kanon::profile {

/// A column that tells persons apart, some of whom have several rows.
struct PersonColumn {
    std::size_t column = 0;
    std::uint64_t persons = 0;  ///< distinct values
    std::uint64_t rows = 0;     ///< with a value
    std::string why;            ///< `named like a person's record number`
};

/// The column whose numbers tell persons apart and repeat: by name a record number, or by the form
/// of its values and an even number of rows each. Numbers of persons come before those of unknown
/// records and those before numbers of events; of several the one with most values. None if rows
/// are persons already: where a number of persons has no value twice. Weights, amounts, codes and
/// numbers of households are none. Rows count as in rows_of_codes(). Cost O(m), and O(n) for each
/// column that has the form alone, or missing values.
[[nodiscard]] std::optional<PersonColumn> find_person_column(
    const Table& table, std::span<const std::uint64_t> counts = {});

/// Whether a name alone says that its column numbers persons or records, so that a column which is
/// not read may be one.
[[nodiscard]] bool may_number_persons(std::string_view name);

}  // namespace kanon::profile
