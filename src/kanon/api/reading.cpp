// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/reading_internal.hpp"
#include "kanon/base/count_text.hpp"
#include "kanon/base/stopwatch.hpp"

#include <algorithm>
#include <utility>

namespace kanon::detail {
namespace {

/// Columns the policy withholds anyway; the person column is needed to count persons.
bool never_needed(const AttributePolicy& attribute, const Policy& policy) {
    return attribute.role == Role::identifying && attribute.name != policy.person;
}

ReadOptions options_for(const Policy& policy, ReadOptions options) {
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

BoundTable read_and_bind(const std::string& path,
                         const Policy& policy,
                         const ReadOptions& options,
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
    bound.problem = bind(std::move(read.table), rest, context);
    bound.problem.unread = std::move(read.skipped);
    if (read.dropped_rows > 0) {
        bound.problem.assumptions.push_back(
            "left out, as the policy asks: " + count_text(read.dropped_rows, "row") +
            " with missing values");
    }
    return bound;
}

}  // namespace kanon::detail
