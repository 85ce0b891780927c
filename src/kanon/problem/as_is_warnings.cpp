// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/as_is_warnings.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/problem/binding/binding.hpp"
#include "kanon/problem/binding/protection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::detail {
namespace {

/// `, 30,162 of them by 'charges'`: the column that by itself leaves most rows rare.
std::string worst_alone(const Table& table,
                        const profile::AsIsColumns& as_is,
                        const profile::AsIsFindings& found) {
    const auto most = std::ranges::max_element(found.rare_alone);
    const std::size_t worst =
        as_is.columns[static_cast<std::size_t>(most - found.rare_alone.begin())];
    return *most == 0
               ? std::string()
               : fmt::format(", {} of them by '{}'", count_text(*most), table.column(worst).name);
}

/// Rows of the data.
std::uint64_t rows_of(const Table& table, const profile::AsIsColumns& as_is) {
    return as_is.counts.empty()
               ? table.row_count()
               : std::accumulate(as_is.counts.begin(), as_is.counts.end(), std::uint64_t{0});
}

std::string rows_text(const Table& table, const profile::AsIsColumns& as_is) {
    return count_text(rows_of(table, as_is));
}

bool is_amount(const Dictionary& values) {
    return values.is_numeric() && !is_of_calendar(values.type());
}

/// Amounts that nearly nobody shares.
void warn_of_exact_amounts(const Table& table,
                           const profile::AsIsColumns& as_is,
                           const profile::AsIsFindings& found,
                           std::vector<Warning>& out) {
    constexpr double kNearlyUnique = 0.5;
    const auto rows = static_cast<double>(rows_of(table, as_is));
    Warning warning{.code = "exact-amounts", .is_unfit = true};
    for (std::size_t i = 0; i < as_is.columns.size(); ++i) {
        const Column& column = table.column(as_is.columns[i]);
        const std::uint64_t rare = found.rare_alone[i];
        if (is_amount(*column.dictionary) && static_cast<double>(rare) > kNearlyUnique * rows) {
            warning.text += fmt::format(
                "{}'{}' in {}", warning.text.empty() ? "" : ", ", column.name, count_text(rare));
            warning.columns.push_back(column.name);
        }
    }
    if (!warning.columns.empty()) {
        warning.text = fmt::format(
            "amounts that fewer than {} {} share are released exactly: {} of "
            "{} rows",
            as_is.k,
            as_is.person ? "persons" : "rows",
            warning.text,
            rows_text(table, as_is));
        out.push_back(std::move(warning));
    }
}

void warn_of_rare_rows(const Table& table,
                       const profile::AsIsColumns& as_is,
                       const profile::AsIsFindings& found,
                       std::vector<Warning>& out) {
    const profile::RareRows& rare = found.rare;
    if (rare.rows == 0) {
        return;
    }
    Warning& warning = out.emplace_back();
    warning.code = "singles-out";
    warning.is_unfit = is_too_many(rare.rows, rows_of(table, as_is));
    for (const std::size_t column : as_is.columns) {
        warning.columns.push_back(table.column(column).name);
    }
    const bool several = as_is.columns.size() > 1;
    warning.text =
        fmt::format("{}{} of {} rows can be singled out by {}: fewer than {} {} share their {}{}",
                    rare.is_exact ? "" : "about ",
                    count_text(rare.rows),
                    rows_text(table, as_is),
                    several ? "unprotected columns"
                            : "'" + warning.columns.front() + "', which is released unchanged",
                    as_is.k,
                    as_is.person ? "persons" : "rows",
                    several ? "values" : "value",
                    several ? worst_alone(table, as_is, found) : "");
}

void warn_of_dependences(const Table& table,
                         const profile::AsIsColumns& as_is,
                         const std::vector<profile::Dependence>& found,
                         std::vector<Warning>& out) {
    if (found.empty()) {
        return;
    }
    Warning& warning = out.emplace_back();
    warning.code = "follows-from";
    for (const profile::Dependence& one : found) {
        const std::string& name = table.column(one.column).name;
        warning.columns.push_back(name);
        warning.text += fmt::format("{}'{}' determines '{}' in {}",
                                    warning.text.empty() ? "" : ", ",
                                    table.column(one.from).name,
                                    name,
                                    count_text(one.disclosed_rows));
    }
    warning.text += fmt::format(
        " of {} rows, and {} released unchanged",
        rows_text(table, as_is),
        found.size() == 1 ? "'" + warning.columns.front() + "' is" : "these columns are");
}

}  // namespace

std::vector<Warning> warnings_of_columns_as_they_are(const Table& table,
                                                     const profile::AsIsColumns& as_is,
                                                     const profile::AsIsFindings& found) {
    std::vector<Warning> out;
    if (!as_is.columns.empty()) {
        warn_of_rare_rows(table, as_is, found, out);
        if (found.rare.rows > 0) {
            warn_of_exact_amounts(table, as_is, found, out);
        }
        warn_of_dependences(table, as_is, found.dependences, out);
    }
    return out;
}

profile::AsIsColumns as_is_columns(const Problem& problem) {
    profile::AsIsColumns out{.columns = problem.sensitive,
                             .person = problem.table.find(problem.policy.person),
                             .k = problem.k,
                             .counts = problem.counts};
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        const Role role = *problem.policy.find(problem.table.column(j).name)->role;
        if (role == Role::insensitive) {
            out.columns.push_back(j);
        } else if (role == Role::quasi_identifying) {
            out.known.push_back(j);
        }
    }
    std::ranges::sort(out.columns);
    return out;
}

std::vector<Warning> warnings_of_columns_as_they_are(const Problem& problem,
                                                     const profile::AsIsFindings& found) {
    std::vector<Warning> out =
        warnings_of_columns_as_they_are(problem.table, as_is_columns(problem), found);
    for (Warning& one : out) {
        // Who gave each of the columns its role has decided.
        const bool is_unfit =
            one.is_unfit && std::ranges::any_of(one.columns, [&](const auto& name) {
                return std::ranges::find(problem.suggested, name) != problem.suggested.end();
            });
        one = warning_of(problem.policy, one.code, std::move(one.text), std::move(one.columns));
        one.is_unfit = is_unfit;
    }
    return out;
}

Warning warning_of_unknown_columns(std::vector<std::string> names) {
    Warning out;
    out.code = "unknown-roles";
    out.text = fmt::format(
        "the meaning of {} is not known, so treated as quasi-identifying, or dropped if nearly "
        "unique",
        count_text(names.size(), "column"));
    out.columns = std::move(names);
    return out;
}

}  // namespace kanon::detail
