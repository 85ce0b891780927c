// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/policy/policy.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::linked {

/// One table of a schema, as the policy has it.
struct TablePolicy {
    std::string name;
    /// Path or address, as read_input() takes it; a path is relative to the policy's folder. "":
    /// the table is made from the keys that its only child has, as households are.
    std::string input;
    std::string key;                ///< column that numbers its rows; "": no table is below it
    std::string person{};           ///< of households: column that says who a row is of; or ""
    bool withholds_person = false;  ///< that column is not released
    std::string foreign;  ///< column with the key of the parent's row (`by`); "": of the root
    std::optional<std::size_t> parent{};  ///< place among the tables; none: of the root
    ReadWords read{};                     ///< how its file is read
    Policy policy{};         ///< roles, hierarchies and coding of its columns; models of it
    std::uint64_t line = 0;  ///< where the policy has it
    std::uint64_t column = 0;

    [[nodiscard]] bool is_made() const { return input.empty(); }
};

/// A tree of tables below one subject, and what is promised of the subjects.
struct SchemaPolicy {
    std::vector<TablePolicy> tables;  ///< the root first, each parent before its children
    std::uint64_t k = 0;              ///< subjects; 0: nobody says, see kDefaultSubjects
    /// Rows of each table that may be left out: a share, or a count. None: kDefaultLimit.
    std::optional<SuppressionLimit> limit{};
    std::string method{};  ///< "": the first of methods()
    std::string file{};    ///< where it was read from, or ""
    std::string sha256{};  ///< of that file's bytes, or ""
    bool is_household = false;

    [[nodiscard]] const TablePolicy& root() const { return tables.front(); }

    /// Place of the table of that name. \throws Error{bad_policy} with the nearest name
    [[nodiscard]] std::size_t find(std::string_view name) const;
};

inline constexpr std::uint64_t kDefaultSubjects = 5;
inline constexpr std::uint64_t kDefaultLimitPercent = 10;

/// True if a policy file has the key `schema`, or `household` at its top; a file that cannot be
/// read or parsed has not: whoever reads it says so.
[[nodiscard]] bool has_schema(const std::string& path);

/// True if it has `household`.
[[nodiscard]] bool is_household(const std::string& path);

/// Read a policy with a `schema` (docs/linked.md), or with a `household` whose persons are those of
/// `input`. \throws Error{bad_policy} with file:line:column: unknown keys, no root or several, a
/// table below itself, a parent without a key, a model that subjects cannot be counted by
[[nodiscard]] SchemaPolicy read_schema_policy(const std::string& path,
                                              const std::string& input,
                                              const RunContext& context);

/// The same from a text in memory; `file` stands in messages, and paths are relative to its folder.
[[nodiscard]] SchemaPolicy parse_schema_policy(std::string_view text,
                                               const std::string& file,
                                               const std::string& input,
                                               const RunContext& context = {});

/// The schema of a table of persons in households: the parent is made from the column `household`.
/// `persons` is the policy of the table as a whole, whose k and limit are those of households.
/// \throws Error{bad_policy}
[[nodiscard]] SchemaPolicy household_schema(Policy persons,
                                            const std::string& household,
                                            const std::string& input);

}  // namespace kanon::linked
