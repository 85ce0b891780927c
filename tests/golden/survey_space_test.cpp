// SPDX-License-Identifier: Apache-2.0
// Ciriani, De Capitani di Vimercati, Foresti, Samarati: k-Anonymity (2007): the lattice of Fig. 6
// with what Figs 5 and 7 say of its nodes, as `kanon explore` writes it.
#include "kanon/methods/full_domain/samarati.hpp"
#include "kanon/report/exploration.hpp"

#include "support/golden.hpp"
#include "support/survey.hpp"
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kanon::test {
namespace {

class SurveyFigure6 : public testing::Test {
public:
    SurveyFigure6()
        : problem_(survey_problem(2)),
          outcome_(full_domain::make_samarati({})->run(problem_, RunContext{})),
          space_(decide_nodes(problem_, problem_.lattice().top(), 100, RunContext{})) {
        record_.problem = &problem_;
        record_.space = &space_;
        record_.outcome = &outcome_;
        record_.chosen = space_.find(*std::get<GlobalRecoding>(*outcome_.recoding).node);
        record_.method = "samarati";
        record_.version = "0.1.0";
    }

protected:
    Problem problem_;
    Outcome outcome_;
    SolutionSpace space_;
    ExplorationRecord record_;
};

TEST_F(SurveyFigure6, NodesAreThoseOfFigures5And7) {
    ASSERT_EQ(space_.nodes.size(), 6U);
    // Rows in italics in Fig. 5(a) to (f): [0,0], [0,1], [0,2], [1,0], [1,1], [1,2].
    const std::vector<std::uint64_t> italics{6, 2, 0, 2, 0, 0};
    for (std::size_t i = 0; i < space_.nodes.size(); ++i) {
        EXPECT_EQ(space_.nodes[i].loss.suppressed_rows, italics[i]);
        EXPECT_EQ(space_.nodes[i].feasible, i > 0);
        EXPECT_EQ(space_.nodes[i].minimal, i == 1 || i == 3) << "Fig. 7";
    }
}

TEST_F(SurveyFigure6, JsonAsReviewed) {
    std::string json;
    write_space_json(record_, [&json](std::string_view part) { json += part; });
    expect_golden("survey_space.json", json);
}

TEST_F(SurveyFigure6, LatticeAsReviewed) {
    expect_golden("survey_lattice.svg", space_svg(record_));
}

}  // namespace
}  // namespace kanon::test
