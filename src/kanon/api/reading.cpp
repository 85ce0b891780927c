// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/reading_internal.hpp"
#include "kanon/base/count_text.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/profile/persons.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

constexpr std::uint64_t kRowsLookedAt = 1ULL << 16U;

/// Columns the policy withholds anyway. The person column is needed to count persons, and so is one
/// that may become it: without a policy file, persons are counted by what looks like their number.
bool never_needed(const AttributePolicy& attribute, const Policy& policy) {
    const bool may_count =
        policy.file.empty() && policy.person.empty() && profile::may_number_persons(attribute.name);
    return attribute.role == Role::identifying && attribute.name != policy.person && !may_count;
}

/// The columns that the policy goes by: where they stand in a first line, it is a header.
std::vector<std::string> names_in(const Policy& policy) {
    std::vector<std::string> out;
    for (const AttributePolicy& attribute : policy.attributes) {
        out.push_back(attribute.name);
    }
    if (!policy.person.empty()) {
        out.push_back(policy.person);
    }
    return out;
}

ReadOptions options_for(const Policy& policy, ReadOptions options) {
    if (options.known_names.empty()) {
        options.known_names = names_in(policy);
    }
    options.missing_marks.insert(
        options.missing_marks.end(), policy.missing_marks.begin(), policy.missing_marks.end());
    for (const AttributePolicy& attribute : policy.attributes) {
        if (never_needed(attribute, policy)) {
            options.skip.push_back(attribute.name);
        }
        if (attribute.type) {
            options.types.emplace(attribute.name, *attribute.type);
        }
        if (attribute.missing_is_value == false) {
            options.drop_rows_missing.push_back(attribute.name);
        }
    }
    return options;
}

/// A column that was not read, is named like a number of persons and has a value twice in the first
/// rows of the file. A pipe cannot be looked at again.
std::optional<RepeatedNumber> repeated_among(const std::vector<std::string>& skipped,
                                             const std::string& path,
                                             const ReadOptions& options,
                                             const RunContext& context) {
    std::vector<std::string> named;
    std::copy_if(skipped.begin(), skipped.end(), std::back_inserter(named), [](const auto& name) {
        return profile::may_number_persons(name);
    });
    if (named.empty() || path == "-") {
        return std::nullopt;
    }
    ReadOptions look;
    look.format = options.format;
    look.delimiter = options.delimiter;
    look.quote = options.quote;
    look.header = options.header;
    look.missing_marks = options.missing_marks;
    look.row_limit = kRowsLookedAt;
    for (const std::string& name : column_names(path, look)) {
        if (std::find(named.begin(), named.end(), name) == named.end()) {
            look.skip.push_back(name);
        }
    }
    const Table table = read_table(path, look, context).table;
    const auto found = profile::find_person_column(table);
    if (!found) {
        return std::nullopt;
    }
    return RepeatedNumber{.column = table.column(found->column).name,
                          .why = found->why + "; " + count_text(found->persons) +
                                 " values in the first " + count_text(found->rows, "row")};
}

}  // namespace

Circumstances circumstances_of(const Policy& policy) {
    if (policy.method == "auto") {
        return {};
    }
    const MethodInfo& method = find_method(policy.method);
    return {.objectives = method.objectives, .method = method.name};
}

BoundTable read_and_bind(const std::string& path,
                         const Policy& policy,
                         const ReadOptions& options,
                         Circumstances circumstances,
                         const RunContext& context) {
    Stopwatch watch;
    policy.check_class();
    ReadTable read = read_table(path, options_for(policy, options), context);
    BoundTable bound;
    bound.read_seconds = watch.lap();
    Policy rest = policy;
    std::erase_if(rest.attributes, [&](const AttributePolicy& attribute) {
        return std::find(read.skipped.begin(), read.skipped.end(), attribute.name) !=
               read.skipped.end();
    });
    if (policy.person.empty()) {
        circumstances.repeated_unread =
            repeated_among(read.skipped, path, options_for(policy, options), context);
    }
    circumstances.unread = std::move(read.skipped);
    circumstances.dropped_rows = read.dropped_rows;
    bound.problem = kanon::bind(
        std::move(read.table), rest, read_hierarchy_files(rest), circumstances, context);
    for (const std::string& name : read.folder_columns) {
        bound.problem.assumptions.push_back("column '" + name + "' is from the names of folders");
    }
    return bound;
}

}  // namespace kanon::detail
