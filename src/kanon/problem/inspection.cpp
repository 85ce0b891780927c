// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/inspection.hpp"

#include "kanon/problem/as_is_warnings.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/column_facts.hpp"
#include "kanon/profile/column_profile.hpp"
#include "kanon/profile/persons.hpp"
#include "kanon/profile/sets/separation.hpp"
#include "kanon/table/values/standard_column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace kanon {
namespace {

constexpr double kSuggestedK = 5;

std::string facts_text(ValueType type, const profile::Distinctness& spread) {
    const double percent = spread.unique_share * 100;
    const std::string alone = percent == 0    ? std::string("none")
                              : percent < 0.1 ? std::string("under 0.1%")
                                              : fmt::format("{:.1f}%", percent);
    return fmt::format("{}, {} distinct value{}, {} of the rows unique",
                       to_string(type),
                       spread.distinct,
                       spread.distinct == 1 ? "" : "s",
                       alone);
}

/// Numbers and dates count as values, however they are spelled.
ColumnSuggestion suggest(const std::shared_ptr<const Column>& read,
                         std::span<const std::uint64_t> counts) {
    const std::shared_ptr<const Column> joined =
        with_one_spelling(read, ChosenSpelling::of_first_row);
    const Column& column = *joined;
    const profile::ColumnProfile seen = profile::profile_of(column, counts);
    ColumnSuggestion out;
    out.name = column.name;
    out.type = column.dictionary->type();
    out.distinct = seen.spread.distinct;
    out.missing_rows = seen.spread.missing_rows;
    out.unique_share = seen.spread.unique_share;
    out.role = seen.role;
    out.unknown = seen.unknown;
    out.reason = seen.reason;
    out.why = seen.reason + "; " + facts_text(out.type, seen.spread);
    if (out.role == Role::quasi_identifying && column.dictionary->size() > 0) {
        out.hierarchy = detail::automatic_spec(column);
    }
    return out;
}

void suggest_person(const Table& table, Inspection& out) {
    const auto found = profile::find_person_column(table);
    if (!found) {
        return;
    }
    ColumnSuggestion& column = out.columns[found->column];
    column.role = Role::identifying;
    column.unknown = false;
    column.hierarchy = {};
    out.person = PersonSuggestion{
        .column = column.name, .persons = found->persons, .rows = found->rows, .why = found->why};
}

/// The columns of these roles that have more than one value.
std::vector<std::size_t> columns_of(const Inspection& inspection,
                                    std::initializer_list<Role> roles) {
    std::vector<std::size_t> out;
    for (std::size_t j = 0; j < inspection.columns.size(); ++j) {
        const ColumnSuggestion& column = inspection.columns[j];
        if (std::find(roles.begin(), roles.end(), column.role) != roles.end()) {
            out.push_back(j);
        }
    }
    return out;
}

void find_singling_sets(const Table& table, unsigned threads, Inspection& out) {
    profile::SeparationSearch search;
    search.columns = columns_of(out, {Role::quasi_identifying, Role::sensitive, Role::insensitive});
    search.threads = threads;
    for (const profile::SeparatingSet& found : profile::find_separating_sets(table, search)) {
        SinglingSet& set = out.singling_sets.emplace_back();
        set.columns = detail::names_of(table, found.columns);
        set.unique_rows = found.unique_rows;
        set.unique_share =
            static_cast<double>(found.unique_rows) / static_cast<double>(table.row_count());
        set.separation = found.separation;
    }
}

void find_warnings(const Table& table, unsigned threads, Inspection& out) {
    const std::optional<std::size_t> person =
        out.person ? table.find(out.person->column) : std::nullopt;
    const profile::AsIsColumns as_is{
        .columns = columns_of(out, {Role::sensitive, Role::insensitive}),
        .known = columns_of(out, {Role::quasi_identifying}),
        .person = person,
        .k = static_cast<std::uint64_t>(kSuggestedK)};
    const profile::AsIsFindings found = profile::look_at_columns_as_they_are(table, as_is, threads);
    for (Warning& warning : detail::warnings_of_columns_as_they_are(table, as_is, found)) {
        out.warnings.push_back(std::move(warning));
    }
    std::vector<std::string> unknown;
    for (const ColumnSuggestion& column : out.columns) {
        if (column.unknown) {
            unknown.push_back(column.name);
        }
    }
    if (!unknown.empty()) {
        out.warnings.push_back(detail::warning_of_unknown_columns(std::move(unknown)));
    }
}

/// The table as it would be bound: in quasi-identifiers, equal numbers and dates are one value.
Table with_equal_values(const Table& table, const std::vector<ColumnSuggestion>& suggestions) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const std::shared_ptr<const Column>& read = table.shared_column(j);
        columns.push_back(suggestions[j].role == Role::quasi_identifying
                              ? with_one_spelling(read, ChosenSpelling::of_first_row)
                              : read);
    }
    return {std::move(columns), table.row_count()};
}

}  // namespace

std::vector<ColumnSuggestion> suggest_columns(const Table& table,
                                              std::span<const std::uint64_t> counts) {
    std::vector<ColumnSuggestion> out;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        out.push_back(suggest(table.shared_column(j), counts));
    }
    return out;
}

Inspection inspect(const Table& read, unsigned threads) {
    Inspection out;
    out.rows = read.row_count();
    out.columns = suggest_columns(read);
    const Table table = with_equal_values(read, out.columns);
    suggest_person(table, out);
    find_singling_sets(table, threads, out);
    out.least_sets = find_least_sets(
        table, columns_of(out, {Role::quasi_identifying, Role::sensitive, Role::insensitive}));
    find_warnings(table, threads, out);
    return out;
}

Policy suggested_policy(const Inspection& inspection) {
    Policy policy;
    for (const ColumnSuggestion& suggestion : inspection.columns) {
        AttributePolicy& attribute = policy.attributes.emplace_back();
        attribute.name = suggestion.name;
        attribute.role = suggestion.role;
        if (suggestion.type != ValueType::text) {
            attribute.type = suggestion.type;
        }
        attribute.hierarchy = suggestion.hierarchy;
    }
    policy.privacy.push_back(
        {.model = "k-anonymity", .parameters = {{"k", kSuggestedK}}, .attribute = "", .kind = ""});
    if (inspection.person) {
        policy.person = inspection.person->column;
    }
    return policy;
}

}  // namespace kanon
