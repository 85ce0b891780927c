// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy.hpp"
#include "kanon/policy/warnings.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon {

/// What a look at one column suggests.
struct ColumnSuggestion {
    std::string name;
    ValueType type = ValueType::text;
    std::uint64_t distinct = 0;  ///< missing not counted
    std::uint64_t missing_rows = 0;
    double unique_share = 0;  ///< rows whose value occurs once / rows
    Role role = Role::insensitive;
    bool unknown = false;     ///< neither name nor values say: quasi-identifying or dropped
    std::string reason;       ///< what suggests the role: the name, the values or neither
    std::string why;          ///< one line: the reason, type, distinct values, unique rows
    HierarchySpec hierarchy;  ///< for quasi-identifiers
};

/// The column by which persons are counted, for some have several rows.
struct PersonSuggestion {
    std::string column;
    std::uint64_t persons = 0;
    std::uint64_t rows = 0;  ///< that have a number
    std::string why;
};

/// Columns, not withheld, whose values together single rows out.
struct SinglingSet {
    std::vector<std::string> columns;
    std::uint64_t unique_rows = 0;  ///< rows whose combination no other row has
    double unique_share = 0;        ///< of all rows
    double separation = 0;          ///< pairs of rows that differ in them / pairs
};

/// A few columns that single out whom more columns do together.
struct LeastSet {
    double share = 1;  ///< of the rows that all columns single out
    std::vector<std::string> columns;
    std::uint64_t unique_rows = 0;  ///< rows whose combination in these no other row has
    std::size_t at_least = 0;  ///< fewer columns than this do not; as many as there are: proven

    /// How many columns do, as far as is known: `3`, `3 to 5`, `at most 5`.
    [[nodiscard]] std::string size_text() const;
};

/// The fewest columns that identify.
struct LeastSets {
    std::uint64_t unique_rows = 0;  ///< that all columns single out together
    std::vector<LeastSet> sets;     ///< for 95 % of these, then for all; empty if there are none
};

/// What a look at a table suggests.
struct Inspection {
    std::uint64_t rows = 0;
    std::vector<ColumnSuggestion> columns;
    std::optional<PersonSuggestion> person;
    std::vector<SinglingSet> singling_sets;  ///< the best of one, two and three columns
    LeastSets least_sets;                    ///< of the columns that are not withheld
    std::vector<Warning> warnings;           ///< that a run by the suggested policy would give
};

/// Suggest roles and hierarchies from names (several languages), values, their number and how far a
/// column singles rows out; docs/inspect.md says how. Columns that look like direct identifiers
/// (names, e-mail, phone, social security and record numbers, or nearly unique text) are
/// identifying. A column of unknown meaning is quasi-identifying, or identifying where it singles
/// many rows out. Row i stands for counts[i] rows; for one where `counts` is empty. Cost O(n m).
[[nodiscard]] std::vector<ColumnSuggestion> suggest_columns(
    const Table& table, std::span<const std::uint64_t> counts = {});

/// The same, and what columns do together: who tells persons apart, and which few columns single
/// most rows out, or all that columns can (see find_separating_sets(), find_identifying_set() for
/// how far that is exact). Same result for any
/// number of threads.
[[nodiscard]] Inspection inspect(const Table& table, unsigned threads = 1);

/// The fewest of some columns that single out the rows which all of them do, exact as far as
/// find_identifying_set() says; for 95 % of them those of find_refining_set(). Time is bounded: see
/// both. The same in every run.
[[nodiscard]] LeastSets find_least_sets(const Table& table,
                                        const std::vector<std::size_t>& columns);

/// A policy to start from.
[[nodiscard]] Policy suggested_policy(const Inspection& inspection);

}  // namespace kanon
