// SPDX-License-Identifier: Apache-2.0
// The losses of MDAV on the three reference files of the CASC project, as published.
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/outcomes.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kanon::test {
namespace {

const std::vector<std::string> kCensus{"AFNLWGT",
                                       "AGI",
                                       "EMCONTRB",
                                       "FEDTAX",
                                       "PTOTVAL",
                                       "STATETAX",
                                       "TAXINC",
                                       "POTHVAL",
                                       "INTVAL",
                                       "PEARNVAL",
                                       "FICA",
                                       "WSALVAL",
                                       "ERNVAL"};
const std::vector<std::string> kTarragona{"FIXED.ASSETS",
                                          "CURRENT.ASSETS",
                                          "TREASURY",
                                          "UNCOMMITTED.FUNDS",
                                          "PAID.UP.CAPITAL",
                                          "SHORT.TERM.DEBT",
                                          "SALES",
                                          "LABOR.COSTS",
                                          "DEPRECIATION",
                                          "OPERATING.PROFIT",
                                          "FINANCIAL.OUTCOME",
                                          "GROSS.PROFIT",
                                          "NET.PROFIT"};
const std::vector<std::string> kEia{"UTILITYID",
                                    "RESREVENUE",
                                    "RESSALES",
                                    "COMREVENUE",
                                    "COMSALES",
                                    "INDREVENUE",
                                    "INDSALES",
                                    "OTHREVENUE",
                                    "OTHRSALES",
                                    "TOTREVENUE",
                                    "TOTSALES"};

SharedData reference(const std::string& name,
                     const std::vector<std::string>& columns,
                     const std::string& k) {
    std::string policy = "attributes:\n";
    for (const std::string& column : columns) {
        policy += "  " + column;
        policy += ": {role: quasi-identifying, recode: mean}\n";
    }
    policy += "privacy: {k-anonymity: " + k + "}\nobjective: sse\n";
    return {.name = name, .file = "casc/" + name + ".csv", .read = {}, .policy = policy};
}

/// Loss in percent.
double percent(const SharedData& data, std::string_view method) {
    const Problem problem = kanon::bind(table_of(data), policy_of(data), {});
    const Outcome outcome =
        run_method(method, problem, method == "mdav" ? OptionMap{} : OptionMap{{"effort", "low"}});
    audited(problem, outcome);
    EXPECT_LE(outcome.lower_bound.value(), outcome.loss);
    return 100 * outcome.loss;
}

TEST(Published, MdavHasTheFiguresOfTheReferenceFiles) {
    const auto expect = [](const std::string& name,
                           const std::vector<std::string>& columns,
                           const std::vector<double>& figures) {
        const std::vector<std::string> k{"3", "5", "10"};
        for (std::size_t i = 0; i < k.size(); ++i) {
            const double found = percent(reference(name, columns, k[i]), "mdav");
            EXPECT_NEAR(found, figures[i], 5e-7) << name << ", k = " << k[i];
        }
    };
    const std::string why = why_not_readable(reference("census", kCensus, "3"));
    if (!why.empty()) {
        GTEST_SKIP() << why;
    }
    expect("census", kCensus, {5.692186, 9.088435, 14.155930});
    expect("tarragona", kTarragona, {16.932588, 22.461860, 33.192885});
    expect("eia", kEia, {0.482939, 1.666675, 3.839670});
}

TEST(Published, RefineLosesMuchLess) {
    const SharedData data = reference("census", kCensus, "3");
    const std::string why = why_not_readable(data);
    if (!why.empty()) {
        GTEST_SKIP() << why;
    }
    EXPECT_LT(percent(data, "refine-sse"), 5.0);
}

}  // namespace
}  // namespace kanon::test
