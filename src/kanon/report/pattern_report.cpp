// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/pattern_report.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/report/json/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cstdint>
#include <vector>

namespace kanon {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRowsInText = 10;
constexpr std::size_t kRowsInJson = 1000;

std::vector<std::string> starred_names(const Problem& problem, Pattern stars) {
    std::vector<std::string> out;
    for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
        if ((stars >> j & 1U) != 0) {
            out.push_back(problem.quasi_identifiers[j].name);
        }
    }
    return out;
}

template <class Stars>
std::string pattern_line(const Stars& stars,
                         const std::string& cost,
                         const std::string& rows,
                         const std::string& cells,
                         const std::string& names) {
    return fmt::format("{:>5}  {:>8}  {:>10}  {:>10}  {}\n", stars, cost, rows, cells, names);
}

std::string all_star_text(const Problem& problem) {
    switch (problem.patterns.all_star) {
        case AllStar::never:
            return "no whole row may be suppressed";
        case AllStar::outliers:
            return fmt::format("{} may be suppressed whole",
                               count_text(problem.suppression_limit, "row"));
        case AllStar::as_class:
            return fmt::format(
                "{} may be suppressed whole, and any number from {}, which are a class then",
                count_text(problem.suppression_limit, "row"),
                count_text(problem.star_class_rows()));
    }
    return "";
}

std::string unserved_line(const Problem& problem, const PatternSurvey& survey) {
    if (survey.unserved_rows == 0) {
        return "every row shares one of them with enough others\n";
    }
    const std::vector<std::uint64_t> rows = problem.first_rows(survey.unserved_types, kRowsInText);
    std::string line = fmt::format("no pattern serves {}: row {}",
                                   count_text(survey.unserved_rows, "row"),
                                   fmt::join(rows, ", "));
    if (survey.unserved_rows > rows.size()) {
        line += fmt::format(" ... and {} more", count_text(survey.unserved_rows - rows.size()));
    }
    return line + "\n";
}

}  // namespace

std::string survey_text(const Problem& problem, const PatternSurvey& survey) {
    std::string out = fmt::format(
        "{} of {} quasi-identifiers, {}, k = {}; {}\n"
        "COST: of one row, by {}; ROWS: those that share their values with enough others, in "
        "CELLS\n\n{}",
        count_text(survey.patterns, "pattern"),
        problem.quasi_identifiers.size(),
        count_text(problem.row_types().row_count(), "row"),
        problem.k,
        all_star_text(problem),
        info(problem.objective).name,
        pattern_line("STARS", "COST", "ROWS", "CELLS", "STARRED"));
    for (const PatternFacts& pattern : survey.facts) {
        const std::vector<std::string> names = starred_names(problem, pattern.stars);
        out += pattern_line(std::popcount(pattern.stars),
                            fmt::format("{:g}", pattern.cost),
                            count_text(pattern.served_rows),
                            count_text(pattern.cells),
                            names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", ")));
    }
    if (survey.patterns > survey.facts.size()) {
        out += fmt::format("... and {} more that cost no less; show them with --limit\n",
                           count_text(survey.patterns - survey.facts.size()));
    }
    return out + "\n" + unserved_line(problem, survey);
}

std::string survey_json(const Problem& problem, const PatternSurvey& survey) {
    Json patterns = Json::array();
    for (const PatternFacts& pattern : survey.facts) {
        patterns.push_back({{"starred", starred_names(problem, pattern.stars)},
                            {"stars", std::popcount(pattern.stars)},
                            {"cost", pattern.cost},
                            {"served_rows", pattern.served_rows},
                            {"cells", pattern.cells}});
    }
    const Json out{{"rows", problem.row_types().row_count()},
                   {"k", problem.k},
                   {"objective", info(problem.objective).name},
                   {"all_star", to_string(problem.patterns.all_star)},
                   {"suppression_limit", problem.suppression_limit},
                   {"pattern_count", survey.patterns},
                   {"patterns", patterns},
                   {"unserved_rows", survey.unserved_rows},
                   {"first_unserved", problem.first_rows(survey.unserved_types, kRowsInJson)},
                   {"lower_bound", survey.lower_bound}};
    return json_document(out);
}

}  // namespace kanon
