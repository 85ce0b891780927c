// SPDX-License-Identifier: Apache-2.0
// Every method of the catalogue on published data, each release audited.
#include "kanon/audit/audit.hpp"
#include "kanon/methods/method.hpp"
#include "kanon/problem/problem.hpp"

#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

SharedData nursery() {
    return {.name = "nursery",
            .file = "uci-nursery/nursery.data.xz",
            .read = {.delimiter = ',', .header = false},
            .policy = R"(attributes:
  column1: {role: quasi-identifying}
  column2: {role: quasi-identifying}
  column3: {role: quasi-identifying}
  column4: {role: quasi-identifying}
  column5: {role: quasi-identifying}
  column6: {role: quasi-identifying}
  column7: {role: quasi-identifying}
  column8: {role: quasi-identifying, hierarchy: {tree: {"*": [{fit: [recommended, priority]}, not_recom]}}}
  column9: {role: sensitive}
privacy: {l-diversity: {attribute: column9, l: 2}}
)"};
}

SharedData contraceptives() {
    return {.name = "cmc",
            .file = "uci-cmc/cmc.data",
            .read = {.delimiter = ',', .header = false},
            .policy = R"(attributes:
  column1: {role: quasi-identifying, hierarchy: {intervals: [5, 10, 20]}}
  column2: {role: quasi-identifying, hierarchy: {tree: {low: ["1", "2"], high: ["3", "4"]}}}
  column3: {role: quasi-identifying, hierarchy: flat}
  column4: {role: quasi-identifying, hierarchy: {intervals: [2, 4, 8]}}
  column5: {role: quasi-identifying}
  column6: {role: quasi-identifying}
  column7: {role: quasi-identifying}
  column10: {role: sensitive}
privacy: {l-diversity: {attribute: column10, kind: entropy, l: 1.5}}
)"};
}

SharedData adult() {
    return {.name = "adult",
            .file = "uci-adult/adult.data.xz",
            .read = {.delimiter = ',', .header = false, .missing_marks = {" ?"}},
            .policy = R"(attributes:
  column1: {role: quasi-identifying, hierarchy: {intervals: [5, 10, 20], above: 80}}
  column2: {role: quasi-identifying}
  column4: {role: quasi-identifying}
  column6: {role: quasi-identifying}
  column7: {role: quasi-identifying}
  column9: {role: quasi-identifying}
  column10: {role: quasi-identifying}
  column14: {role: quasi-identifying}
  column15: {role: sensitive}
suppression: {rows: drop}
)"};
}

SharedData census_income() {
    return {.name = "census_income",
            .file = "uci-census-income/census-income.data.xz",
            .read = {.delimiter = ',', .header = false, .missing_marks = {" ?"}},
            .policy = R"(attributes:
  column1: {role: quasi-identifying, hierarchy: {intervals: [5, 10, 20]}}
  column2: {role: quasi-identifying}
  column5: {role: quasi-identifying}
  column8: {role: quasi-identifying}
  column11: {role: quasi-identifying}
  column12: {role: quasi-identifying}
  column13: {role: quasi-identifying}
  column35: {role: quasi-identifying}
  column42: {role: sensitive}
)"};
}

struct Trial {
    SharedData data;
    const MethodInfo* method = nullptr;
    std::vector<std::uint64_t> ks;
};

void PrintTo(const Trial& trial, std::ostream* out) {
    *out << trial.method->name << " on " << trial.data.name;
}

std::vector<Trial> runs(const std::vector<SharedData>& sets, const std::vector<std::uint64_t>& ks) {
    std::vector<Trial> out;
    for (const SharedData& data : sets) {
        for (const MethodInfo& method : methods()) {
            out.push_back({data, &method, ks});
        }
    }
    return out;
}

std::string name_of(const testing::TestParamInfo<Trial>& tested) {
    std::string name = tested.param.data.name + "_" + std::string(tested.param.method->name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

/// The value of an objective in the auditor's measures.
double measured(Objective objective, const Measures& measures) {
    switch (objective) {
        case Objective::gcp:
            return measures.gcp;
        case Objective::dm:
            return measures.dm;
        case Objective::c_avg:
            return measures.c_avg;
        case Objective::suppressed_rows:
            return static_cast<double>(measures.suppressed_rows);
        case Objective::distinct_rows:
            return -static_cast<double>(measures.classes);
        case Objective::prec:
        case Objective::height:
        case Objective::relative_height:
            break;
    }
    return std::nan("");
}

/// Class sizes counted on the released texts alone.
std::uint64_t smallest_class(const Problem& problem, const Release& release) {
    std::map<std::vector<std::string_view>, std::uint64_t> sizes;
    for (std::size_t row = 0; row < release.table.row_count(); ++row) {
        std::vector<std::string_view> key;
        for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
            key.push_back(
                release.table.column(release.table.find(attribute.name).value()).text(row));
        }
        if (std::any_of(key.begin(), key.end(), [](const auto cell) { return cell != "*"; })) {
            ++sizes[key];
        }
    }
    const auto least =
        std::min_element(sizes.begin(), sizes.end(), [](const auto& a, const auto& b) {
            return a.second < b.second;
        });
    return least == sizes.end() ? 0 : least->second;
}

/// Solve, release, audit; the loss.
double expect_good_release(const Problem& problem, const MethodInfo& method) {
    RunContext context;
    context.threads = 2;
    const Outcome outcome = make_method(method, problem, {})->run(problem, context);
    if (!outcome.recoding) {
        ADD_FAILURE() << outcome.reason;
        return 0;
    }
    const Release release = apply(problem.table,
                                  problem.row_types,
                                  problem.recoded_attributes(),
                                  problem.withheld,
                                  *outcome.recoding,
                                  problem.suppressed,
                                  2);
    const AuditReport report = audit(problem, release, AuditOptions{}, context);
    EXPECT_TRUE(report.passed) << (report.faults.empty() ? "" : report.faults[0].message);
    EXPECT_GE(smallest_class(problem, release), problem.k);
    EXPECT_NEAR(outcome.loss,
                measured(problem.objective, report.measures),
                1e-9 * (1 + std::abs(outcome.loss)));
    EXPECT_LE(outcome.lower_bound.value_or(outcome.loss), outcome.loss);
    return outcome.loss;
}

class RealData : public testing::TestWithParam<Trial> {};

TEST_P(RealData, EveryReleasePassesTheAudit) {
    const Trial& trial = GetParam();
    if (const std::string why = why_not_readable(trial.data); !why.empty()) {
        GTEST_SKIP() << why;
    }
    const Table table = table_of(trial.data);
    double last = 0;
    for (const std::uint64_t k : trial.ks) {
        SCOPED_TRACE("k = " + std::to_string(k));
        Policy policy = policy_of(trial.data, table);
        policy.privacy.push_back({.model = "k-anonymity", .parameter = static_cast<double>(k)});
        policy.suppression = SuppressionLimit::parse("5%");
        for (const Objective objective : {Objective::gcp, Objective::dm}) {
            policy.objective = info(objective).name;
            const double loss =
                expect_good_release(bind(table, policy, RunContext{}), *trial.method);
            if (objective == Objective::gcp && trial.method->guarantee == "exact") {
                EXPECT_GE(loss, last);
                last = loss;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Fast,
                         RealData,
                         testing::ValuesIn(runs({arx_adult(), nursery(), contraceptives(), adult()},
                                                {2, 5, 10, 50, 100})),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Slow, RealData, testing::ValuesIn(runs({census_income()}, {10})), name_of);

}  // namespace
}  // namespace kanon::test
