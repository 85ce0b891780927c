// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/linked/schema/linked_tables.hpp"
#include "kanon/linked/schema/schema_policy.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kanon::linked::test {

/// A schema with its tables, of a seed.
struct MadeSchema {
    std::string policy;  ///< YAML
    std::vector<Table> tables;

    [[nodiscard]] SchemaPolicy schema() const;
    [[nodiscard]] LinkedTables read() const;
};

struct SchemaShape {
    std::size_t most_tables = 4;
    std::size_t fewest_subjects = 8;
    std::size_t most_subjects = 40;
    std::size_t most_children = 3;  ///< of a row, in each table
    std::string model{};            ///< YAML: of `secret` in t1, below the subjects; "": none
};

/// Two to most_tables tables in a tree; quasi-identifiers are numbers, texts and texts with a
/// missing one, of few values; each table has one more column, which nobody knows.
[[nodiscard]] MadeSchema random_schema(const SchemaShape& shape, std::uint64_t seed);

/// persons (pid; age, sex) and stays (stay, pid; ward; diagnosis) as literals, `30 m; 31 f` and
/// `1 A flu; 1 B cold`: whose, where, what.
[[nodiscard]] MadeSchema small_hospital(const std::string& persons,
                                        const std::string& stays,
                                        const std::string& promises = "privacy: {k-anonymity: 2}");

/// A released table of which some cells are others; `change` gets column, row, text.
[[nodiscard]] Table with_cell(const Table& table,
                              const std::string& column,
                              std::size_t row,
                              const std::string& text);

/// A table without a row.
[[nodiscard]] Table without_row(const Table& table, std::size_t row);

/// All cells of a column.
[[nodiscard]] std::vector<std::string> cells_of(const Table& table, const std::string& column);

}  // namespace kanon::linked::test
