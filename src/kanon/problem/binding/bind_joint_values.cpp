// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/problem/binding/binding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

/// The value of each row, numbered as they first occur; kNoRow: missing.
struct JointValues {
    std::vector<std::uint32_t> of_row;
    std::uint32_t values = 0;
};

/// Join the values so far with those of one more column.
void join_values(const Problem& problem,
                 std::size_t column,
                 bool missing_is_value,
                 JointValues& joint) {
    const Column& values = problem.table.column(column);
    const auto value_of = values_of_codes(problem, column);
    std::map<std::pair<std::uint32_t, Code>, std::uint32_t> number;
    for (std::size_t row = 0; row < joint.of_row.size(); ++row) {
        const Code code = values.codes[row];
        std::uint32_t& value = joint.of_row[row];
        const bool is_missing = values.dictionary->is_missing(code) && !missing_is_value;
        if (value == kNoRow || is_missing) {
            value = kNoRow;
            continue;
        }
        const std::pair key(value, value_of ? (*value_of)[code] : code);
        value = number.try_emplace(key, static_cast<std::uint32_t>(number.size())).first->second;
    }
    joint.values = static_cast<std::uint32_t>(number.size());
}

/// Joint values as a column. They are spelled by numbers: nothing of the values they join.
std::shared_ptr<const Column> column_of(const JointValues& joint, const std::string& name) {
    DictionaryBuilder builder;
    std::vector<Code> provisional(joint.values);
    for (std::uint32_t value = 0; value < joint.values; ++value) {
        provisional[value] = builder.add(std::to_string(value));
    }
    const bool has_missing = std::ranges::find(joint.of_row, kNoRow) != joint.of_row.end();
    const Code missing = has_missing ? builder.add_missing() : 0;
    DictionaryBuilder::Result built = builder.finish(ValueType::text);
    Column out{.name = name,
               .dictionary = std::make_shared<const Dictionary>(std::move(built.dictionary)),
               .codes = {},
               .storage_type = "VARCHAR"};
    out.codes = CodeVector(joint.of_row.size(), out.dictionary->size());
    for (std::size_t row = 0; row < joint.of_row.size(); ++row) {
        const std::uint32_t value = joint.of_row[row];
        const Code code = value == kNoRow ? missing : provisional[value];
        out.codes.set(row, built.code_of_provisional[code]);
    }
    return std::make_shared<const Column>(std::move(out));
}

/// The columns that a requirement joins, ascending.
std::vector<std::size_t> joined_columns(const Problem& problem,
                                        const PrivacyRequirement& requirement) {
    std::vector<std::size_t> out{column_named(problem, requirement.attribute, requirement.model)};
    for (const std::string& name : requirement.with) {
        out.push_back(column_named(problem, name, requirement.model));
    }
    std::sort(out.begin(), out.end());
    if (std::adjacent_find(out.begin(), out.end()) != out.end()) {
        throw Error(ErrorCode::bad_policy,
                    requirement.model + " joins an attribute with itself; name it once",
                    problem.policy.where(requirement.attribute));
    }
    return out;
}

}  // namespace

std::size_t track_joint_values(Problem& problem, const PrivacyRequirement& requirement) {
    if (!takes_joint_values(requirement)) {
        throw Error(ErrorCode::bad_policy,
                    fmt::format("{} looks at more than which values are alike, so it has no joint "
                                "values; leave `with` out, or ask for another kind",
                                requirement.model),
                    problem.policy.where(requirement.attribute));
    }
    const JointColumn wanted{
        .columns = joined_columns(problem, requirement),
        .missing_is_value = find_privacy_model(requirement.model).needs.missing_is_value};
    const std::size_t first = problem.table.column_count();
    const auto known = std::ranges::find(problem.joint_of, wanted);
    if (known != problem.joint_of.end()) {
        const std::size_t column =
            first + static_cast<std::size_t>(known - problem.joint_of.begin());
        return static_cast<std::size_t>(std::ranges::find(problem.tracked_columns, column) -
                                        problem.tracked_columns.begin());
    }
    JointValues joint{.of_row = std::vector<std::uint32_t>(problem.table.row_count())};
    std::string name;
    for (const std::size_t column : wanted.columns) {
        join_values(problem, column, wanted.missing_is_value, joint);
        name += (name.empty() ? "" : " + ") + problem.table.column(column).name;
    }
    std::vector<std::shared_ptr<const Column>> all;
    for (std::size_t column = 0; column < problem.judged().column_count(); ++column) {
        all.push_back(problem.judged().shared_column(column));
    }
    // A name of its own, whatever the columns are called.
    all.push_back(column_of(joint, std::string("\0", 1) + std::to_string(all.size())));
    problem.tracked.push_back({.name = name, .dictionary = all.back()->dictionary});
    problem.tracked_columns.push_back(all.size() - 1);
    problem.with_joint = Table(std::move(all), problem.table.row_count());
    problem.joint_of.push_back(wanted);
    return problem.tracked.size() - 1;
}

}  // namespace kanon::detail
