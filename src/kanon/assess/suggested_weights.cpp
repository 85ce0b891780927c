// SPDX-License-Identifier: Apache-2.0
#include "kanon/assess/suggested_weights.hpp"

#include "kanon/profile/column_profile.hpp"

#include <algorithm>

namespace kanon::detail {
namespace {

/// People of whom each row is one: weights below 1 on the whole are relative, and say nothing of
/// how many people there are.
bool counts_people(const Column& column) {
    const Dictionary& dictionary = *column.dictionary;
    if (dictionary.type() != ValueType::integer && dictionary.type() != ValueType::decimal) {
        return false;
    }
    double sum = 0;
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const Code code = column.codes[row];
        if (dictionary.is_missing(code) || !(dictionary.number(code) > 0)) {
            return false;
        }
        sum += dictionary.number(code);
    }
    constexpr double kFewest = 2;  // people for each row, on average
    return sum >= kFewest * static_cast<double>(column.codes.size());
}

bool looks_like_weights(const Column& column) {
    return profile::profile_of(column).meaning == profile::Meaning::survey_weight &&
           counts_people(column);
}

}  // namespace

std::string suggested_weights(const Problem& problem, const RiskOptions& options) {
    const bool is_said = !options.weights.empty() || options.fraction || problem.population ||
                         !problem.policy.person.empty();
    std::string found;
    for (const std::size_t place : problem.withheld) {
        const Column& column = problem.table.column(place);
        const bool is_suggested =
            std::ranges::find(problem.suggested, column.name) != problem.suggested.end();
        if (is_said || !problem.counts.empty() || !is_suggested || !looks_like_weights(column)) {
            continue;
        }
        if (!found.empty()) {
            return "";  // weights of replicates, say: nobody knows which are those of the rows
        }
        found = column.name;
    }
    return found;
}

}  // namespace kanon::detail
