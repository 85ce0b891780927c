// SPDX-License-Identifier: Apache-2.0
// Ciriani, De Capitani di Vimercati, Foresti, Samarati: k-Anonymity (2007), Fig. 9(c) and (e): the
// published tables of AG_CS and CG_ under the hierarchies of the figure, and what kanon loses.
#include "kanon/api/kanon.hpp"

#include "support/outcomes.hpp"
#include "support/survey.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kanon::test {
namespace {

constexpr std::string_view kTableOfFigure9c =
    "Race,DOB,Sex,ZIP\n"
    "asian,*,F,*\nasian,*,F,*\nasian,*,F,*\n"
    "asian,63/03,M,9413*\nasian,63/03,M,9413*\nblack,64/09,F,9413*\n"
    "black,64/09,F,9413*\nwhite,64/09,F,*\nwhite,64/09,F,*\n";

constexpr std::string_view kFigure9e =
    "Race,DOB,Sex,ZIP\n"
    "asian,64,F,941**\nasian,64,F,941**\nasian,64,F,941**\n"
    "asian,63/03,M,94139\nasian,63/03,M,94139\nblack,64/09/27,F,9413*\n"
    "black,64/09/27,F,9413*\nwhite,64/09/27,F,941**\nwhite,64/09/27,F,941**\n";

class SurveyTables : public testing::TestWithParam<const char*> {
protected:
    [[nodiscard]] static Policy policy_of(const std::string& more) {
        return parse_policy(
            std::string(kFigure9Hierarchies) + more + "objective: " + GetParam() + "\n",
            "policy.yaml");
    }

    /// What a published table loses, by the auditor.
    [[nodiscard]] double loss_of(std::string_view published) const {
        VerifyJob job;
        job.original = folder.write("original.csv", kFigure9Private);
        job.release = folder.write("release.csv", published);
        job.policy = policy_of("");
        const AuditReport report = verify(job);
        EXPECT_TRUE(report.passed) << (report.faults.empty() ? "" : report.faults[0].message);
        EXPECT_EQ(report.measures.suppressed_rows, 0U);
        return std::string_view(GetParam()) == "lm" ? report.measures.lm : report.measures.gcp;
    }

    [[nodiscard]] Outcome anonymized(const std::string& more, bool prove = false) const {
        AnonymizeJob job;
        job.input = folder.write("original.csv", kFigure9Private);
        job.policy = policy_of(more);
        job.options.prove = prove;
        const auto result = run_job(job);
        EXPECT_TRUE(result->audit.passed);
        return result->outcome;
    }

    TemporaryFolder folder;
};

/// AG_CS: of all levels and all single cells, the published ones lose least.
TEST_P(SurveyTables, TheProvenReleaseOfSingleCellsLosesAsMuchAsThePublishedTable) {
    KANON_SKIP_WITHOUT_MIP_SOLVER();
    const double published = loss_of(kTableOfFigure9c);
    const Outcome outcome = anonymized("suppression: {max: 0, cells: 5}\nmethod: optimal\n", true);
    EXPECT_EQ(outcome.ending, Ending::optimal);
    EXPECT_EQ(outcome.lower_bound, outcome.loss);
    EXPECT_NEAR(outcome.loss, published, 1e-9);
    EXPECT_NEAR(published, 0.2926, 5e-5);
}

/// CG_: local recoding in classes.
TEST_P(SurveyTables, ClassesLoseNoMoreThanThePublishedTable) {
    const double published = loss_of(kFigure9e);
    EXPECT_NEAR(published, 0.2185, 5e-5);
    for (const std::string method : {"refine", "best-split", "aggarwal-generalizing"}) {
        const Outcome outcome = anonymized("suppression: {max: 0}\nmethod: " + method + "\n");
        EXPECT_LE(outcome.loss, published + 1e-9) << method;
    }
}

INSTANTIATE_TEST_SUITE_P(Objective,
                         SurveyTables,
                         testing::Values("gcp", "lm"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace kanon::test
