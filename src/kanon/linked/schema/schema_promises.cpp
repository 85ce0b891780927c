// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/linked/schema/schema_parts.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace kanon::linked::schemas {
namespace {

/// Models of one column's values, each of which holds for rows that nobody can tell apart if it
/// holds for parts of them: the auditor sees more rows as alike than a method makes so.
constexpr std::array<std::string_view, 7> kModelsOfTables{"alpha-k",
                                                          "beta-likeness",
                                                          "delta-disclosure",
                                                          "k-e",
                                                          "l-diversity",
                                                          "p-sensitive",
                                                          "t-closeness"};

/// Kinds of these that may hold for parts and fail for all of them.
bool may_fail_for_unions(const PrivacyRequirement& asked) {
    return (asked.model == "l-diversity" && asked.kind == "entropy-grassberger") ||
           (asked.model == "delta-disclosure" && asked.kind != "all");
}

void check_models(const SchemaPolicy& schema) {
    for (const TablePolicy& table : schema.tables) {
        for (const PrivacyRequirement& asked : table.policy.privacy) {
            if (asked.model == "k-anonymity") {
                refuse_policy(schema,
                              table,
                              "k-anonymity is promised of subjects, whom all tables are of; write "
                              "it under `privacy` at the top");
            }
            if (!asked.with.empty()) {
                refuse_policy(schema, table, "joint values (`with`) are for single tables");
            }
            check_promise(schema, asked);
        }
    }
}

void check_attributes(const SchemaPolicy& schema) {
    for (const TablePolicy& table : schema.tables) {
        for (const AttributePolicy& attribute : table.policy.attributes) {
            if (attribute.aggregate) {
                refuse_policy(schema,
                              table,
                              "'" + attribute.name +
                                  "': means, medians and modes of classes are for single tables; "
                                  "write recode: range, set or hierarchy");
            }
            if (attribute.is_list) {
                refuse_policy(schema,
                              table,
                              "'" + attribute.name +
                                  "': lists are for single tables; make it a table of its own, "
                                  "with a row for each item");
            }
            if (attribute.levels) {
                refuse_policy(
                    schema,
                    table,
                    "'" + attribute.name + "': `levels` are for single tables; leave it out");
            }
        }
    }
}

/// All dates of a person have one shift, so those of one key are shifted within one range.
void check_shifts(const SchemaPolicy& schema) {
    std::map<std::pair<std::string, std::string>, ShiftRange> ranges;
    for (const TablePolicy& table : schema.tables) {
        for (const AttributePolicy& attribute : table.policy.attributes) {
            if (!attribute.shift) {
                continue;
            }
            const ShiftPolicy& shift = *attribute.shift;
            const auto [known, is_new] = ranges.try_emplace({shift.by, shift.key}, shift.range);
            if (!is_new && known->second != shift.range) {
                refuse_policy(schema,
                              table,
                              "'" + attribute.name +
                                  "' is shifted within another range than dates of another table, "
                                  "so that intervals of a person would not be kept; give both the "
                                  "same");
            }
        }
    }
}

}  // namespace

void check_promise(const SchemaPolicy& schema, const PrivacyRequirement& asked) {
    const auto refuse = [&](const std::string& message) {
        throw Error(ErrorCode::bad_policy, message, {.file = schema.file});
    };
    if (asked.against != Adversary{}) {
        refuse(
            "`against` is for single tables: of linked ones all quasi-identifiers are taken to be "
            "known; leave it out");
    }
    if (asked.model == "k-anonymity") {
        return;
    }
    if (std::ranges::find(kModelsOfTables, asked.model) == kModelsOfTables.end()) {
        refuse(asked.model +
               " is for single tables; linked ones take k-anonymity, and models of the values of "
               "a column: l-diversity, p-sensitive, t-closeness, alpha-k, beta-likeness, "
               "delta-disclosure, k-e");
    }
    if (may_fail_for_unions(asked)) {
        refuse(asked.model == "l-diversity"
                   ? "l-diversity of kind entropy-grassberger is for single tables: two classes "
                     "may keep it and their union break it; ask for kind entropy"
                   : "delta-disclosure of values present is for single tables: two classes may "
                     "keep it and their union break it; ask for kind all");
    }
}

void check_promises(const SchemaPolicy& schema) {
    check_models(schema);
    check_attributes(schema);
    check_shifts(schema);
}

}  // namespace kanon::linked::schemas
