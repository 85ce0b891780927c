// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/linked/schema/schema_policy.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/source/source_form.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Linked tables as they are: read, bound, and joined by their keys.
namespace kanon::linked {

/// One table of the tree, its policy bound to it.
struct LinkedTable {
    std::string name;
    Problem problem;  ///< roles, hierarchies, coded columns; its models are those of this table
    detail::SourceForm form{};                ///< how its file is written
    std::optional<std::size_t> key{};         ///< column
    std::optional<std::size_t> foreign{};     ///< column; none: of the root
    std::optional<std::size_t> parent{};      ///< place among the tables; none: of the root
    std::vector<std::size_t> children{};      ///< places
    std::vector<std::uint32_t> parent_row{};  ///< per row: its row in the parent; empty: root
    /// Rows with the same parent one after another, by parent: the children of row p of the parent
    /// are by_parent[first_child[p]] .. by_parent[first_child[p + 1] - 1]. Empty: root.
    std::vector<std::uint32_t> by_parent{};
    std::vector<std::uint32_t> first_child{};
    bool is_made = false;  ///< from keys below it: its rows are in no file
    /// The key, and the column that refers to the parent's, are released as pseudonyms under a
    /// secret key; else as numbers drawn anew.
    bool has_keyed_key = false;
    bool has_keyed_foreign = false;

    [[nodiscard]] std::size_t rows() const { return problem.table.row_count(); }

    [[nodiscard]] const Table& table() const { return problem.table; }

    /// The rows below a row of the parent. \pre not of the root
    [[nodiscard]] std::span<const std::uint32_t> children_of(std::uint32_t parent_row_at) const {
        return std::span(by_parent).subspan(
            first_child[parent_row_at],
            first_child[parent_row_at + std::size_t{1}] - first_child[parent_row_at]);
    }

    /// A column as it was read, whatever it is coded by.
    [[nodiscard]] const Column& read_column(std::size_t place) const {
        const Table& read = problem.uncoded.column_count() > 0 ? problem.uncoded : problem.table;
        return read.column(place);
    }

    /// Columns that are released as they stand here: neither quasi-identifying, nor withheld, nor
    /// keys, but for those that are pseudonyms.
    [[nodiscard]] std::vector<std::size_t> kept_columns() const;
};

/// The tree of tables, the root first, each parent before its children.
struct LinkedTables {
    std::vector<LinkedTable> tables;
    std::uint64_t k = kDefaultSubjects;
    SuppressionLimit limit{};
    std::vector<std::string> assumptions{};

    [[nodiscard]] const LinkedTable& root() const { return tables.front(); }

    [[nodiscard]] std::size_t subjects() const { return root().rows(); }
};

/// Tables that somebody has in memory, in the order of the schema; empty: each is read from its
/// input.
using TablesInMemory = std::vector<Table>;

/// Read the tables of a schema, bind their policies, join them by their keys.
/// Cost as read_input() and bind(), and O(rows) for the keys.
/// \throws Error{bad_input}: a key that is missing, in several rows, or of another type than the
/// column that refers to it; rows whose key the parent has not. Else as read_input(), bind()
[[nodiscard]] LinkedTables read_linked(const SchemaPolicy& schema,
                                       const ReadOptions& options,
                                       const RunContext& context,
                                       const TablesInMemory& in_memory = {});

/// What a release of a table is read by: its keys are columns like others.
/// \throws Error{bad_input}
[[nodiscard]] Table read_released(const LinkedTable& original,
                                  const std::string& path,
                                  const ReadOptions& options,
                                  const RunContext& context);

/// The rows of a parent by the key column of its child: per row of the child, the parent's row.
/// `names` say in messages whose they are: child, parent. \throws Error{bad_input}
[[nodiscard]] std::vector<std::uint32_t> join_keys(
    const Column& foreign, const Column& key, const std::pair<std::string, std::string>& names);

/// True if no two rows have one value, and none lacks it.
[[nodiscard]] bool is_key(const Column& column);

}  // namespace kanon::linked
