// SPDX-License-Identifier: Apache-2.0
// Ciriani, De Capitani di Vimercati, Foresti, Samarati: k-Anonymity (2007), Fig. 9(c) and (h):
// cells suppressed in the table as it is (_CS), and in the table of months and shorter ZIPs
// (AG_CS). Both published tables are 2-anonymous; neither has the least number of stars.
#include "kanon/api/kanon.hpp"
#include "kanon/policy/policy_file.hpp"

#include "support/outcomes.hpp"
#include "support/survey.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace kanon::test {
namespace {

constexpr const char* kPolicy = R"(attributes:
  Race: {role: quasi-identifying, hierarchy: flat}
  DOB: {role: quasi-identifying, hierarchy: flat}
  Sex: {role: quasi-identifying, hierarchy: flat}
  ZIP: {role: quasi-identifying, hierarchy: flat}
objective: stars
privacy: {k-anonymity: 2}
)";

constexpr std::string_view kGeneralized =
    "Race,DOB,Sex,ZIP\n"
    "asian,64/04,F,9414x\nasian,64/09,F,9414x\nasian,64/04,F,9413x\n"
    "asian,63/03,M,9413x\nasian,63/03,M,9413x\nblack,64/09,F,9413x\n"
    "black,64/09,F,9413x\nwhite,64/09,F,9413x\nwhite,64/09,F,9414x\n";

constexpr std::string_view kFigure9c =
    "Race,DOB,Sex,ZIP\n"
    "asian,*,F,*\nasian,*,F,*\nasian,*,F,*\n"
    "asian,63/03,M,9413x\nasian,63/03,M,9413x\nblack,64/09,F,9413x\n"
    "black,64/09,F,9413x\nwhite,64/09,F,*\nwhite,64/09,F,*\n";

constexpr std::string_view kFigure9h =
    "Race,DOB,Sex,ZIP\n"
    "asian,*,F,*\nasian,*,F,*\nasian,*,F,*\n"
    "asian,*,M,94139\nasian,*,M,94139\n*,64/09/27,F,*\n"
    "*,64/09/27,F,94139\n*,64/09/27,F,94139\n*,64/09/27,F,*\n";

struct Figure {
    const char* name;
    std::string_view original;
    std::string_view published;
    double stars;
    double least;
};

void PrintTo(const Figure& figure, std::ostream* out) {
    *out << figure.name;
}

struct SurveyCells : testing::TestWithParam<Figure> {
    TemporaryFolder folder;
};

TEST_P(SurveyCells, ThePublishedTableIsValid) {
    VerifyJob job;
    job.original = folder.write("original.csv", GetParam().original);
    job.release = folder.write("release.csv", GetParam().published);
    job.policy = parse_policy(kPolicy, "policy.yaml");
    const AuditReport report = verify(job);
    EXPECT_TRUE(report.passed) << (report.faults.empty() ? "" : report.faults[0].message);
    EXPECT_EQ(report.measures.weighted_stars, GetParam().stars);
    EXPECT_EQ(std::count(GetParam().published.begin(), GetParam().published.end(), '*'),
              GetParam().stars);
}

TEST_P(SurveyCells, ExactMethodsFindTheLeastStars) {
    KANON_SKIP_WITHOUT_MIP_SOLVER();
    for (const char* method : {"pattern-exact", "pattern-ilp", "two-anonymity"}) {
        SCOPED_TRACE(method);
        AnonymizeJob job;
        job.input = folder.write("original.csv", GetParam().original);
        job.policy = parse_policy(kPolicy, "policy.yaml");
        job.policy.method = method;
        const auto result = run_job(job);
        EXPECT_EQ(result->outcome.ending, Ending::optimal);
        EXPECT_EQ(result->outcome.loss, GetParam().least);
        EXPECT_TRUE(result->audit.passed);
    }
}

INSTANTIATE_TEST_SUITE_P(Figure,
                         SurveyCells,
                         testing::Values(Figure{"9c", kGeneralized, kFigure9c, 8, 7},
                                         Figure{"9h", kFigure9Private, kFigure9h, 14, 12}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace kanon::test
