// SPDX-License-Identifier: Apache-2.0
// Ciriani, De Capitani di Vimercati, Foresti, Samarati: k-Anonymity (2007): section 4.1 with Figs 7
// and 11, Fig. 9, section 4.3 with Fig. 14.
#include "kanon/methods/full_domain/distance_vectors.hpp"
#include "kanon/methods/full_domain/incognito.hpp"
#include "kanon/methods/full_domain/mingen.hpp"
#include "kanon/methods/full_domain/samarati.hpp"

#include "support/outcomes.hpp"
#include "support/survey.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace kanon::test {
namespace {

using Nodes = std::vector<Node>;

Node node_of(const Outcome& outcome) {
    return *std::get<GlobalRecoding>(*outcome.recoding).node;
}

/// Quasi-identifier cells of the released rows, rows by `;`.
std::string print_rows(Problem problem, const Outcome& outcome) {
    problem.suppressed = SuppressedRows::drop;
    const Release release = release_of(problem, outcome);
    std::string out;
    for (std::size_t row = 0; row < release.table.row_count(); ++row) {
        for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
            out += (j > 0 ? " " : "") + std::string(release.table.column(j).text(row));
        }
        out += ";\n";
    }
    return out;
}

TEST(SurveySection41, BothTestsFindBothGeneralizationsWithMaxSup2) {
    for (const std::string test : {"generalized-table", "distance-vectors"}) {
        SCOPED_TRACE(test);
        Problem problem = survey_problem(2);
        problem.objective = Objective::height;
        const Outcome outcome =
            full_domain::make_samarati({{"node-test", test}})->run(problem, RunContext{});
        EXPECT_EQ(outcome.ending, Ending::optimal);
        EXPECT_EQ(outcome.minimal_nodes, (Nodes{{0, 1}, {1, 0}}));
        // Height 1, where [0,1] is the first and passes; then height 0; then both of height 1.
        EXPECT_EQ(stat(outcome, "heights_halved"), 2);
        EXPECT_EQ(stat(outcome, "nodes_checked"), 4);
    }
}

TEST(SurveySection41, MinGenAndIncognitoFindTheSame) {
    const Problem problem = survey_problem(2);
    EXPECT_EQ(full_domain::make_mingen({})->run(problem, RunContext{}).minimal_nodes,
              (Nodes{{0, 1}, {1, 0}}));
    EXPECT_EQ(full_domain::make_incognito({})->run(problem, RunContext{}).minimal_nodes,
              (Nodes{{0, 1}, {1, 0}}));
}

TEST(SurveySection41, PreferenceCriteriaPickAmongThem) {
    Problem problem = survey_problem(2);
    const auto node_for = [&](Objective objective) {
        problem.objective = objective;
        return node_of(full_domain::make_samarati({})->run(problem, RunContext{}));
    };
    EXPECT_EQ(node_for(Objective::relative_height), (Node{0, 1}));   // 1/2 against 1
    EXPECT_EQ(node_for(Objective::distinct_rows), (Node{0, 1}));     // 3 tuples against 2
    EXPECT_EQ(height_of(node_for(Objective::suppressed_rows)), 1U);  // 2 rows in both
}

TEST(SurveyFigure11, EveryEntryOfTheMatrix) {
    const Problem problem = survey_problem(2);
    const full_domain::DistanceVectors vectors(problem);
    // Row types by the first row (t1 is 0) that has them.
    const std::vector<std::size_t> rows_of_column{0, 1, 2, 5, 6, 7, 8};
    const std::vector<std::size_t> rows_of_outlier{0, 1, 5, 6, 7, 8};
    const std::vector<Nodes> figure{{{0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 1}},
                                    {{0, 1}, {0, 0}, {0, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 0}},
                                    {{1, 2}, {1, 2}, {1, 1}, {0, 0}, {0, 1}, {1, 1}, {1, 2}},
                                    {{1, 2}, {1, 2}, {1, 0}, {0, 1}, {0, 0}, {1, 0}, {1, 2}},
                                    {{1, 2}, {1, 2}, {1, 0}, {1, 1}, {1, 0}, {0, 0}, {0, 2}},
                                    {{1, 1}, {1, 0}, {1, 2}, {1, 2}, {1, 2}, {0, 2}, {0, 0}}};
    const auto& type_of_row = problem.type_of_row;
    ASSERT_EQ(vectors.outliers().size(), rows_of_outlier.size());
    ASSERT_EQ(problem.row_types().size(), rows_of_column.size());
    for (std::size_t x = 0; x < rows_of_outlier.size(); ++x) {
        const auto outlier = std::find(
            vectors.outliers().begin(), vectors.outliers().end(), type_of_row[rows_of_outlier[x]]);
        ASSERT_NE(outlier, vectors.outliers().end()) << "t" << rows_of_outlier[x] + 1;
        const auto place = static_cast<std::size_t>(outlier - vectors.outliers().begin());
        for (std::size_t y = 0; y < rows_of_column.size(); ++y) {
            const auto entry = vectors.at(place, type_of_row[rows_of_column[y]]);
            EXPECT_EQ(Node(entry.begin(), entry.end()), figure[x][y])
                << "t" << rows_of_outlier[x] + 1 << " t" << rows_of_column[y] + 1;
        }
    }
    EXPECT_EQ(vectors.suppressed_rows(Node{1, 0}), 2U);
    EXPECT_EQ(vectors.suppressed_rows(Node{0, 0}), 6U);
}

TEST(SurveyFigure9, SamaratiWithMaxSup1ReleasesTheTableOfFigure9b) {
    const Problem problem = figure_9_problem(1);
    const Outcome outcome = full_domain::make_samarati({})->run(problem, RunContext{});
    EXPECT_EQ(print_rows(problem, outcome),
              "asian 64/04 F 941**;\nasian 64/04 F 941**;\n"
              "asian 63/03 M 941**;\nasian 63/03 M 941**;\n"
              "black 64/09 F 941**;\nblack 64/09 F 941**;\n"
              "white 64/09 F 941**;\nwhite 64/09 F 941**;\n");
}

TEST(SurveyFigure9, WithoutSuppressionMinimumRelativeDistanceReleasesTheTableOfFigure9d) {
    Problem problem = figure_9_problem(0);
    problem.objective = Objective::relative_height;
    const std::string figure =
        "asian 64 F 941**;\nasian 64 F 941**;\nasian 64 F 941**;\n"
        "asian 63 M 941**;\nasian 63 M 941**;\n"
        "black 64 F 941**;\nblack 64 F 941**;\nwhite 64 F 941**;\nwhite 64 F 941**;\n";
    for (auto* make :
         {&full_domain::make_samarati, &full_domain::make_mingen, &full_domain::make_incognito}) {
        EXPECT_EQ(print_rows(problem, (*make)({})->run(problem, RunContext{})), figure);
    }
}

TEST(SurveyFigure9, SuppressionOfRowsAloneIsInfeasible) {
    Problem problem = figure_9_problem(9);
    for (QuasiIdentifier& qi : problem.quasi_identifiers) {
        qi.greatest_level = 0;
    }
    for (auto* make :
         {&full_domain::make_samarati, &full_domain::make_mingen, &full_domain::make_incognito}) {
        const Outcome outcome = (*make)({})->run(problem, RunContext{});
        EXPECT_EQ(outcome.ending, Ending::infeasible);
        EXPECT_FALSE(outcome.recoding);
    }
}

TEST(SurveyFigure9, SuppressionOfColumnsAloneReleasesTheTableOfFigure9g) {
    const Problem problem = figure_9_problem(0, true);
    const Outcome outcome = full_domain::make_samarati({})->run(problem, RunContext{});
    EXPECT_EQ(node_of(outcome), (Node{0, 1, 0, 1}));
    EXPECT_EQ(print_rows(problem, outcome),
              "asian * F *;\nasian * F *;\nasian * F *;\nasian * M *;\nasian * M *;\n"
              "black * F *;\nblack * F *;\nwhite * F *;\nwhite * F *;\n");
}

const full_domain::IncognitoPhase& phase_of(const std::vector<full_domain::IncognitoPhase>& phases,
                                            const std::vector<std::size_t>& attributes) {
    for (const full_domain::IncognitoPhase& phase : phases) {
        if (phase.attributes == attributes) {
            return phase;
        }
    }
    throw std::logic_error("no such phase");
}

/// Race has levels up to 1, Sex to 1, Marital to 2; an attribute outside a phase is at its top.
TEST(SurveyFigure14, IterationsOfIncognitoAreThoseOfSection43) {
    const Problem problem = marital_problem();
    const std::vector<full_domain::IncognitoPhase> phases =
        full_domain::incognito_phases(problem, RunContext{});
    ASSERT_EQ(phases.size(), 7U);
    // Iteration 1: only M0 fails.
    EXPECT_EQ(phase_of(phases, {0}).survivors, (Nodes{{0, 1, 2}, {1, 1, 2}}));
    EXPECT_EQ(phase_of(phases, {1}).survivors, (Nodes{{1, 0, 2}, {1, 1, 2}}));
    EXPECT_EQ(phase_of(phases, {2}).survivors, (Nodes{{1, 1, 1}, {1, 1, 2}}));
    EXPECT_EQ(phase_of(phases, {2}).checked, (Nodes{{1, 1, 0}, {1, 1, 1}}));
    // Iteration 2: <R0,S0> and <S0,M1> hold at once; <R0,M1> fails, <R0,M2> and <R1,M1> hold.
    EXPECT_EQ(phase_of(phases, {0, 1}).checked, (Nodes{{0, 0, 2}}));
    EXPECT_EQ(phase_of(phases, {1, 2}).checked, (Nodes{{1, 0, 1}}));
    EXPECT_EQ(phase_of(phases, {0, 2}).checked, (Nodes{{0, 1, 1}, {0, 1, 2}, {1, 1, 1}}));
    EXPECT_EQ(phase_of(phases, {0, 2}).candidates,
              (Nodes{{0, 1, 1}, {0, 1, 2}, {1, 1, 1}, {1, 1, 2}}));
    EXPECT_EQ(phase_of(phases, {0, 2}).survivors, (Nodes{{0, 1, 2}, {1, 1, 1}, {1, 1, 2}}));
    // Iteration 3: <R0,S0,M2> and <R1,S0,M1> hold; the rest of the six candidates lies above.
    const full_domain::IncognitoPhase& last = phase_of(phases, {0, 1, 2});
    EXPECT_EQ(last.checked, (Nodes{{0, 0, 2}, {1, 0, 1}}));
    EXPECT_EQ(last.candidates,
              (Nodes{{0, 0, 2}, {1, 0, 1}, {0, 1, 2}, {1, 0, 2}, {1, 1, 1}, {1, 1, 2}}));
    EXPECT_EQ(full_domain::make_incognito({})->run(problem, RunContext{}).minimal_nodes,
              (Nodes{{0, 0, 2}, {1, 0, 1}}));
}

}  // namespace
}  // namespace kanon::test
