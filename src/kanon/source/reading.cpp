// SPDX-License-Identifier: Apache-2.0
#include "kanon/source/reading.hpp"

#include "kanon/audit/cells/released_table.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/privacy/models/m_invariance.hpp"
#include "kanon/profile/persons.hpp"
#include "kanon/source/input.hpp"
#include "kanon/source/item_rows.hpp"
#include "kanon/source/keyed_columns.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace kanon::detail {
namespace {

constexpr std::uint64_t kRowsLookedAt = 65536;  ///< of columns that are not loaded

/// Columns the policy withholds anyway. The person column is needed to count persons, and so is one
/// that may become it: without a policy file, persons are counted by what looks like their number.
bool never_needed(const AttributePolicy& attribute, const Policy& policy) {
    const bool may_count =
        policy.file.empty() && policy.person.empty() && profile::may_number_persons(attribute.name);
    const bool is_key = std::ranges::any_of(policy.attributes, [&](const AttributePolicy& one) {
        return one.items_by == attribute.name;
    });
    return attribute.role == Role::identifying && attribute.name != policy.person && !may_count &&
           !is_key && !policy.shifts_by(attribute.name);
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
    options.keep_blank_rows = options.keep_blank_rows || policy.keep_blank_rows;
    for (const AttributePolicy& attribute : policy.attributes) {
        if (never_needed(attribute, policy)) {
            options.skip.push_back(attribute.name);
        }
        if (attribute.type && attribute.items_file.empty()) {
            options.types.emplace(attribute.name, *attribute.type);
        }
        if (attribute.missing_is_value == false) {
            options.drop_rows_missing.push_back(attribute.name);
        }
    }
    return options;
}

/// Read some columns, without those that cannot be: each fault that names one is one less.
Table read_what_can_be(const std::string& path,
                       std::vector<std::string> columns,
                       ReadOptions options,
                       const RunContext& context) {
    while (!columns.empty()) {
        try {
            return read_input(path, options, context).table;
        } catch (const Error& error) {
            if (error.code() == ErrorCode::cancelled) {
                throw;
            }
            if (std::erase(columns, error.where().attribute) == 0) {
                return {};
            }
            options.skip.push_back(error.where().attribute);
        }
    }
    return {};
}

/// The first rows of the columns that were not loaded, of what can be read twice at little cost: a
/// table of a database or in memory, or a plain file, but not JSON, which is read whole. They serve
/// a warning alone, so what keeps them from being read is no fault.
Table first_rows_of_skipped(const std::string& path,
                            const ReadTable& read,
                            ReadOptions options,
                            RunContext context) {
    std::error_code none;
    const bool is_plain =
        read.format != Format::json && std::filesystem::is_regular_file(path, none);
    const bool is_read_twice = is_plain || options.open_stream || is_address(path);
    if (read.skipped.empty() || !is_read_twice) {
        return {};
    }
    options.skip.clear();
    for (const std::string_view name : read.table.names()) {
        options.skip.emplace_back(name);
    }
    options.types.clear();
    options.drop_rows_missing.clear();
    options.hash_files = false;
    options.row_limit = kRowsLookedAt;
    context.progress = nullptr;
    return read_what_can_be(path, read.skipped, std::move(options), context);
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

/// The policy but for what it says of these columns.
Policy without(Policy policy, const std::vector<std::string>& columns) {
    std::erase_if(policy.attributes, [&](const AttributePolicy& attribute) {
        return std::find(columns.begin(), columns.end(), attribute.name) != columns.end();
    });
    return policy;
}

/// What was read of the inputs, and of the policy's files.
std::variant<PolicySource, engine::TooManyDistinct> read_by_policy(
    std::span<const std::string> inputs,
    const Policy& policy,
    const ReadOptions& options,
    const ReadingFor& reading_for,
    const RunContext& context) {
    Stopwatch watch;
    policy.check_class();
    const ReadOptions by_policy = options_for(policy, options);
    auto inputs_read = read_inputs(inputs, by_policy, context, reading_for.rows);
    if (auto* const too_many = std::get_if<engine::TooManyDistinct>(&inputs_read)) {
        return std::move(*too_many);
    }
    auto found = std::get<ReadInputs>(std::move(inputs_read));
    ReadTable read = std::move(found.read);
    PolicySource source;
    source.reading.counts = std::move(found.counts);
    source.reading.first_rows = std::move(found.first_rows);
    source.reading.blank = std::move(found.blank);
    const std::string& path = inputs.front();
    source.has_order = !is_address(path);
    const bool may_tell = source.has_order && reading_for.order != RowOrder::hidden;
    if (may_tell || policy.person.empty()) {
        source.unread_rows = first_rows_of_skipped(path, read, by_policy, context);
    }
    source.read_seconds = watch.lap();
    source.form = form_of(read);
    source.reading.table = with_item_rows(std::move(read.table), policy, context);
    source.reading.missing_marks = std::move(read.missing_marks);
    source.reading.needed = by_policy.drop_rows_missing;
    source.skipped = std::move(read.skipped);
    source.said = std::move(read.said);
    source.dropped_rows = read.dropped_rows;
    source.sha256 = std::move(read.sha256);
    source.files = read_policy_files(without(policy, source.skipped), context, reading_for.keys);
    return source;
}

BoundTable bound_by(PolicySource source,
                    const Policy& policy,
                    const BindOptions& circumstances,
                    const RunContext& context) {
    Problem problem = bind_source(source, policy, circumstances, context);
    note_decimal_commas(source.reading.table, problem.table, source.form);
    return {.problem = std::move(problem),
            .reading_of_source = source.has_order ? SourceReading() : std::move(source.reading),
            .form = std::move(source.form),
            .sha256 = std::move(source.sha256),
            .read_seconds = source.read_seconds};
}

}  // namespace

std::vector<std::string> released_names(const Problem& problem) {
    std::vector<std::string> out;
    for (std::size_t column = 0; column < problem.table.column_count(); ++column) {
        if (std::ranges::find(problem.withheld, column) == problem.withheld.end()) {
            out.push_back(problem.table.column(column).name);
        }
    }
    return out;
}

BindOptions bind_options_of(const Policy& policy) {
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

PolicySource read_source(std::span<const std::string> inputs,
                         const Policy& policy,
                         const ReadOptions& options,
                         const ReadingFor& reading_for,
                         const RunContext& context) {
    return engine::require_room(read_by_policy(inputs, policy, options, reading_for, context));
}

Problem bind_source(const PolicySource& source,
                    const Policy& policy,
                    BindOptions circumstances,
                    const RunContext& context) {
    circumstances.unread_rows = source.unread_rows;
    circumstances.unread = source.skipped;
    circumstances.dropped_rows = source.dropped_rows;
    circumstances.has_order = source.has_order;
    if (!source.has_order) {
        circumstances.row_order = RowOrder::hidden;
    }
    if (!source.reading.counts.empty()) {
        circumstances.counts = source.reading.counts;
    }
    if (policy.person.empty()) {
        circumstances.repeated_unread = repeated_among(source.unread_rows);
    }
    Problem problem = kanon::bind(source.reading.table,
                                  without(policy, source.skipped),
                                  source.files,
                                  circumstances,
                                  context);
    problem.assumptions.insert(problem.assumptions.begin(), source.said.begin(), source.said.end());
    return problem;
}

BoundTable read_and_bind(std::span<const std::string> inputs,
                         const Policy& policy,
                         const ReadOptions& options,
                         const BindOptions& circumstances,
                         const RunContext& context,
                         EngineRows rows) {
    return bound_by(
        read_source(
            inputs, policy, options, {.order = circumstances.row_order, .rows = rows}, context),
        policy,
        circumstances,
        context);
}

std::optional<BoundTable> read_and_bind_with_room(std::span<const std::string> inputs,
                                                  const Policy& policy,
                                                  const ReadOptions& options,
                                                  const BindOptions& circumstances,
                                                  const RunContext& context,
                                                  EngineRows rows) {
    auto found = read_by_policy(
        inputs, policy, options, {.order = circumstances.row_order, .rows = rows}, context);
    if (std::holds_alternative<engine::TooManyDistinct>(found)) {
        return std::nullopt;
    }
    return bound_by(std::get<PolicySource>(std::move(found)), policy, circumstances, context);
}

namespace {

BindOptions options_of(const ReleaseSource& source) {
    BindOptions unsaid;
    unsaid.row_order = RowOrder::hidden;  // nothing is released here
    const BindOptions said = bind_options_of(*source.policy);
    unsaid.method = said.method;
    unsaid.aggregates = said.aggregates;
    unsaid.freeform = said.freeform;
    unsaid.only_measured = source.only_measured || source.ledger != nullptr;
    unsaid.keys_elsewhere = true;
    unsaid.codings = source.codings;
    unsaid.counts.assign(source.counts.begin(), source.counts.end());
    return unsaid;
}

}  // namespace

ReadTable read_released_table(const ReleaseSource& source,
                              const Problem& problem,
                              const SourceForm& form,
                              const RunContext& context) {
    ReadOptions read = *source.read_release;
    read.missing_marks.clear();
    read.types.clear();
    read.keep_blank_rows = true;  // each stands for a row of the original
    read.known_names = released_names(problem);
    read.header_in_doubt = true;  // as every release is written
    read.find_values = false;     // they are compared as they stand
    read.other_encoding = form.encoding;
    ReadTable release = read_input(source.release, read, context);
    if (is_address(source.release)) {
        release.table = with_types_of_database(release.table);
    }
    return release;
}

ReadRelease read_with_release(const ReleaseSource& source, const RunContext& context) {
    if (find_invariance(source.policy->privacy) != nullptr) {
        throw Error(ErrorCode::usage,
                    "which rows of an m-invariant release are of nobody its ledger knows, and that "
                    "`kanon verify --ledger` alone looks at");
    }
    ReadRelease out;
    out.in_order = !is_address(source.original) && !is_address(source.release);
    BindOptions options = options_of(source);
    const auto original = std::make_shared<PolicySource>(read_source(
        std::span(&source.original, 1),
        *source.policy,
        *source.read,
        {.order = options.row_order, .keys = {.of_policy = false, .files = source.keys}},
        context));
    out.original_sha256 = original->sha256;
    out.problem = bind_source(*original, *source.policy, options, context);
    note_decimal_commas(original->reading.table, out.problem.table, original->form);
    ReadTable release = read_released_table(source, out.problem, original->form, context);
    out.release_sha256 = std::move(release.sha256);
    out.release = release_from_table(out_of_own_form(release.table, original->form), out.problem);
    if (source.ledger != nullptr) {
        options.ledger = source.ledger;
        options.ledger_releases = source.releases_before(out);
        options.only_measured = source.only_measured;
        out.problem = bind_source(*original, *source.policy, options, context);
    }
    options.keyed_columns = keyed_columns_of(out.problem, out.release.table);
    out.keys_elsewhere = lacks_keys(out.problem);
    if (!options.keyed_columns.empty()) {
        out.problem = bind_source(*original, *source.policy, options, context);
    }
    out.with_protection =
        [original, table = std::move(release.table), options, policy = *source.policy, &context] {
            BindOptions protects = options;
            protects.protects_amounts = true;
            ReadRelease again;
            again.problem = bind_source(*original, policy, protects, context);
            SourceForm form = original->form;
            form.decimal_commas.clear();
            note_decimal_commas(original->reading.table, again.problem.table, form);
            again.release = release_from_table(out_of_own_form(table, form), again.problem);
            return again;
        };
    return out;
}

Table with_types_of_database(const Table& table) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        Column column = table.column(j);
        column.storage_type = "OF A DATABASE";
        columns.push_back(std::make_shared<const Column>(std::move(column)));
    }
    return {std::move(columns), table.row_count()};
}

}  // namespace kanon::detail
