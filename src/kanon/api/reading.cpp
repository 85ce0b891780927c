// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/reading_internal.hpp"
#include "kanon/audit/released_table.hpp"
#include "kanon/base/count_text.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/profile/persons.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

constexpr std::uint64_t kRowsLookedAt = 65536;  ///< of columns that are not loaded

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

/// The first rows of the columns that were not loaded, of what can be read twice at little cost: a
/// plain file, but not JSON, which is read whole. They serve a warning alone, so what keeps them
/// from being read is no fault.
Table first_rows_of_skipped(const std::string& path,
                            const ReadTable& read,
                            ReadOptions options,
                            RunContext context) {
    std::error_code none;
    if (read.skipped.empty() || read.format == Format::json ||
        !std::filesystem::is_regular_file(path, none)) {
        return {};
    }
    options.skip.clear();
    for (const std::string_view name : read.table.names()) {
        options.skip.emplace_back(name);
    }
    options.types.clear();
    options.drop_rows_missing.clear();
    options.row_limit = kRowsLookedAt;
    context.progress = nullptr;
    try {
        return read_table(path, options, context).table;
    } catch (const Error& error) {
        if (error.code() == ErrorCode::cancelled) {
            throw;
        }
        return {};
    }
}

/// A column that was not loaded, looks like a number of persons and has a value twice among its
/// first rows.
std::optional<RepeatedNumber> repeated_among(const Table& unread_rows) {
    const auto found = profile::find_person_column(unread_rows);
    if (!found) {
        return std::nullopt;
    }
    return RepeatedNumber{.column = unread_rows.column(found->column).name,
                          .why = found->why + "; " + count_text(found->persons) +
                                 " values in the first " + count_text(found->rows, "row")};
}

/// The columns that a release of the problem has.
std::vector<std::string> released_names(const Problem& problem) {
    std::vector<std::string> out;
    for (std::size_t column = 0; column < problem.table.column_count(); ++column) {
        if (std::ranges::find(problem.withheld, column) == problem.withheld.end()) {
            out.push_back(problem.table.column(column).name);
        }
    }
    return out;
}

}  // namespace

Circumstances circumstances_of(const Policy& policy) {
    if (policy.method == "auto") {
        return {};
    }
    const MethodInfo& method = find_method(policy.method);
    return {.objectives = method.objectives,
            .method = method.name,
            .tracks_sensitive = method.tracks_sensitive,
            .aggregates = method.recoding == RecodingKind::aggregates,
            .freeform = method.recoding == RecodingKind::assignment};
}

BoundTable read_and_bind(const std::string& path,
                         const Policy& policy,
                         const ReadOptions& options,
                         Circumstances circumstances,
                         const RunContext& context) {
    Stopwatch watch;
    policy.check_class();
    const ReadOptions by_policy = options_for(policy, options);
    ReadTable read = read_table(path, by_policy, context);
    if (circumstances.row_order != RowOrder::hidden || policy.person.empty()) {
        circumstances.unread_rows = first_rows_of_skipped(path, read, by_policy, context);
    }
    BoundTable bound;
    bound.read_seconds = watch.lap();
    Policy rest = policy;
    std::erase_if(rest.attributes, [&](const AttributePolicy& attribute) {
        return std::find(read.skipped.begin(), read.skipped.end(), attribute.name) !=
               read.skipped.end();
    });
    if (policy.person.empty()) {
        circumstances.repeated_unread = repeated_among(circumstances.unread_rows);
    }
    circumstances.unread = std::move(read.skipped);
    circumstances.dropped_rows = read.dropped_rows;
    bound.problem = kanon::bind(
        std::move(read.table), rest, read_policy_files(rest, context), circumstances, context);
    std::vector<std::string>& assumptions = bound.problem.assumptions;
    assumptions.insert(assumptions.begin(), read.said.begin(), read.said.end());
    return bound;
}

ReadRelease read_with_release(const ReleaseSource& source, const RunContext& context) {
    Circumstances unsaid;
    unsaid.row_order = RowOrder::hidden;  // nothing is released here
    const Circumstances said = circumstances_of(*source.policy);
    unsaid.method = said.method;
    unsaid.aggregates = said.aggregates;
    unsaid.freeform = said.freeform;
    ReadRelease out;
    out.problem =
        read_and_bind(source.original, *source.policy, *source.read, unsaid, context).problem;
    ReadOptions read = *source.read_release;
    read.missing_marks.clear();
    read.types.clear();
    read.known_names = released_names(out.problem);
    read.header_in_doubt = true;  // as every release is written
    read.find_values = false;     // they are compared as they stand
    out.release = release_from_table(read_table(source.release, read, context).table, out.problem);
    return out;
}

}  // namespace kanon::detail
