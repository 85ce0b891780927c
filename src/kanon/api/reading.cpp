// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/reading_internal.hpp"
#include "kanon/base/stopwatch.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

/// Columns the policy withholds anyway; the person column is needed to count persons.
bool never_needed(const AttributePolicy& attribute, const Policy& policy) {
    return attribute.role == Role::identifying && attribute.name != policy.person;
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
