// SPDX-License-Identifier: Apache-2.0
#include "kanon/assess/strata_risk.hpp"

#include "kanon/base/text/suggest.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/risk/individual_risk.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace kanon::detail {
namespace {

using risk::RiskClasses;
using risk::StratumRisk;

std::vector<std::size_t> columns_of_strata(const Table& table,
                                           const std::vector<std::string>& names) {
    std::vector<std::size_t> out;
    for (const std::string& name : names) {
        const std::optional<std::size_t> place = table.find(name);
        if (!place) {
            throw Error(ErrorCode::bad_input,
                        "the table has no such column of strata" + suggestion(name, table.names()),
                        {.attribute = name});
        }
        if (std::ranges::find(out, *place) == out.end()) {
            out.push_back(*place);
        }
    }
    return out;
}

/// Take over some entries of other classes.
void add_class(RiskClasses& to, const RiskClasses& from, std::size_t index) {
    to.rows.push_back(from.rows[index]);
    if (!from.subjects.empty()) {
        to.subjects.push_back(from.subjects[index]);
    }
    if (!from.people.empty()) {
        to.people.push_back(from.people[index]);
    }
}

/// Classes of the rows of each stratum, in the order of its codes, and a row type of it.
struct StratumClasses {
    RiskClasses classes;
    std::size_t type = 0;

    [[nodiscard]] std::uint64_t subjects() const {
        return risk::subjects_in(risk::count_sizes(classes));
    }
};

/// Row types are sorted by the columns of strata first.
std::vector<StratumClasses> classes_of_strata(const KnownRows& rows,
                                              std::size_t strata_columns,
                                              const std::vector<bool>& left_out) {
    std::vector<StratumClasses> out;
    const auto differs = [&](std::size_t type) {
        for (std::size_t j = 0; j < strata_columns; ++j) {
            if (rows.types.columns[j][type] != rows.types.columns[j][type - 1]) {
                return true;
            }
        }
        return false;
    };
    for (std::size_t type = 0; type < rows.types.size(); ++type) {
        if (type == 0 || differs(type)) {
            out.push_back({.classes = {}, .type = type});
        }
        if (!left_out[type]) {
            add_class(out.back().classes, rows.counted.classes, type);
        }
    }
    return out;
}

StratumRisk figures_of(const RiskClasses& classes, double threshold) {
    StratumRisk out{.found = risk::reidentification(classes, threshold)};
    if (!classes.people.empty()) {
        out.individual = risk::attacker_risk(classes, risk::individual_risks(classes), threshold);
    }
    return out;
}

std::vector<std::string> values_of(const Table& table,
                                   const std::vector<std::size_t>& strata,
                                   const RowTypes& types,
                                   std::size_t type) {
    std::vector<std::string> out;
    for (std::size_t j = 0; j < strata.size(); ++j) {
        out.emplace_back(table.column(strata[j]).dictionary->text(types.columns[j][type]));
    }
    return out;
}

/// The figures of all strata together, of each that is large enough, and of the small ones.
void take_strata(const Table& table,
                 const std::vector<std::size_t>& strata,
                 const std::vector<StratumClasses>& found,
                 double threshold,
                 RowsOfStrata& out) {
    constexpr double kSame = 1e-9;
    const auto least = static_cast<std::uint64_t>(std::ceil((1 - kSame) / threshold));
    RiskClasses all;
    RiskClasses small;
    std::uint64_t small_strata = 0;
    for (const StratumClasses& one : found) {
        const bool is_small = one.subjects() < least;
        for (std::size_t index = 0; index < one.classes.size(); ++index) {
            add_class(all, one.classes, index);
            if (is_small) {
                add_class(small, one.classes, index);
            }
        }
        small_strata += is_small ? 1U : 0U;
        if (!is_small) {
            out.risk.each.push_back(figures_of(one.classes, threshold));
            out.risk.each.back().values = values_of(table, strata, out.rows.types, one.type);
        }
    }
    if (small_strata > 0) {
        out.risk.each.push_back(figures_of(small, threshold));
        out.risk.each.back().strata = small_strata;
    }
    out.risk.all = figures_of(all, threshold);
    out.risk.all.strata = found.size();
    for (const std::size_t column : strata) {
        out.risk.columns.push_back(table.column(column).name);
    }
}

}  // namespace

bool is_starred(const Problem& problem,
                std::span<const std::size_t> columns,
                const RowTypes& types,
                std::size_t type) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
        const Dictionary& dictionary = *problem.table.column(columns[j]).dictionary;
        if (std::ranges::find(problem.columns, columns[j]) != problem.columns.end() &&
            dictionary.text(types.columns[j][type]) != kStar) {
            return false;
        }
    }
    return true;
}

RowsOfStrata strata_risk(const Problem& problem,
                         const RiskOptions& options,
                         const People& people,
                         bool starred_count,
                         unsigned threads) {
    const Table& table = reading_of_source(problem);
    const std::vector<std::size_t> strata = columns_of_strata(table, options.strata);
    std::vector<std::size_t> columns = strata;
    for (const std::size_t column : problem.columns) {
        if (std::ranges::find(strata, column) == strata.end()) {
            columns.push_back(column);
        }
    }
    RowsOfStrata out{.rows = known_rows(problem, columns, threads), .risk = {}};
    people.count_sampled(out.rows);
    std::vector<bool> left_out(out.rows.types.size());
    for (std::size_t type = 0; !starred_count && type < left_out.size(); ++type) {
        left_out[type] = is_starred(problem, columns, out.rows.types, type);
    }
    const std::vector<StratumClasses> found = classes_of_strata(out.rows, strata.size(), left_out);
    take_strata(table, strata, found, options.threshold, out);
    return out;
}

}  // namespace kanon::detail
