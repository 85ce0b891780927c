// SPDX-License-Identifier: Apache-2.0
// Every method of microaggregation on the tables that other methods are tried on, with what their
// values allow of means, medians and modes: judged by the auditor, and by counting rows.
#include "kanon/base/error.hpp"

#include "judged.hpp"
#include "support/outcomes.hpp"
#include "trials.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

using Kind = Aggregate::Kind;

bool all_of_column(const std::vector<std::string>& cells, const char* characters) {
    return std::ranges::all_of(cells, [characters](const std::string& cell) {
        return !cell.empty() && cell.find_first_not_of(characters) == std::string::npos;
    });
}

bool are_dates(const std::vector<std::string>& cells) {
    return all_of_column(cells, "0123456789-") &&
           std::ranges::all_of(cells, [](const std::string& cell) { return cell.size() == 10; });
}

/// What the values of a column allow, drawn by the seed.
Kind aggregate_of(const std::vector<std::string>& cells, std::uint64_t seed) {
    constexpr std::array kOfNumbers{Kind::mean, Kind::median, Kind::mode};
    constexpr std::array kOfDates{Kind::median, Kind::mode};
    if (are_dates(cells)) {
        return kOfDates[seed % kOfDates.size()];
    }
    return all_of_column(cells, "0123456789.-") ? kOfNumbers[seed % kOfNumbers.size()] : Kind::mode;
}

/// The case with every quasi-identifier released by aggregates. A method that takes one mean alone
/// counts no class attribute.
RandomCase with_aggregates(RandomCase made, const Trial& trial) {
    for (std::size_t column = 0; column < made.names.size(); ++column) {
        AttributePolicy& attribute = made.policy.attribute(made.names[column]);
        attribute.is_class = attribute.is_class && !trial.method->needs_single;
        if (attribute.role == Role::quasi_identifying) {
            attribute.hierarchy = {};
            attribute.recode.reset();
            attribute.aggregate = aggregate_of(
                made.cells[column], trial.method->needs_single ? 0 : trial.seed + column);
        }
    }
    return made;
}

/// None where the method does not take the problem, or the table cannot keep the promises.
std::optional<Problem> bound_for(const Trial& trial) {
    const RandomCase made = with_aggregates(trial.drawn(), trial);
    std::optional<Problem> problem = made.bound();
    const bool single = problem && problem->quasi_identifiers.size() == 1 &&
                        problem->quasi_identifiers[0].aggregate->kind == Kind::mean;
    return trial.method->needs_single && !single ? std::nullopt : std::move(problem);
}

/// Rows that show the same are k at least.
void expect_k_alike(const Problem& problem, const Release& release) {
    std::map<TextRow, std::uint64_t> counted;
    for (const TextRow& row : texts(release)) {
        TextRow shown;
        for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
            shown.push_back(row[j]);
        }
        ++counted[shown];
    }
    for (const auto& [shown, rows] : counted) {
        EXPECT_GE(rows, problem.k) << shown.front();
    }
}

class AggregatesConformance : public MethodTest {};

TEST_P(AggregatesConformance, EveryReleaseIsJudgedGoodOnAnyNumberOfThreads) {
    const std::vector<Trial> tried = drawn_trials({.each = 1500, .few = 150});
    std::uint64_t released = 0;
    for (const Trial& trial : tried) {
        SCOPED_TRACE(trial);
        std::optional<Problem> problem = bound_for(trial);
        if (!problem) {
            continue;
        }
        const Outcome outcome = trial.solve(*problem);
        if (!outcome.recoding) {
            EXPECT_EQ(outcome.ending, Ending::infeasible);
            EXPECT_FALSE(outcome.reason.empty());
            continue;
        }
        ++released;
        audited(*problem, outcome);
        const Release release = release_of(*problem, outcome);
        expect_k_alike(*problem, release);
        EXPECT_LE(outcome.lower_bound.value_or(0), outcome.loss);
        RunContext four;
        four.threads = 4;
        EXPECT_EQ(texts(release), texts(release_of(*problem, trial.solve(*problem, four))));
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(released, tried.size() / (method().needs_single ? 20 : 3));
}

std::vector<const MethodInfo*> aggregate_methods() {
    std::vector<const MethodInfo*> out;
    for (const MethodInfo& method : methods()) {
        if (method.recoding == RecodingKind::aggregates) {
            out.push_back(&method);
        }
    }
    return out;
}

INSTANTIATE_TEST_SUITE_P(Catalogue,
                         AggregatesConformance,
                         testing::ValuesIn(aggregate_methods()),
                         name_of);

}  // namespace
}  // namespace kanon::test
