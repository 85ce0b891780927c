// SPDX-License-Identifier: Apache-2.0
// Every method of the catalogue on published data, each release audited.
#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/problem/problem.hpp"

#include "support/effort.hpp"
#include "support/outcomes.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
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
  column9: {role: sensitive, class: true}
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
  column8: {role: quasi-identifying}
  column9: {role: quasi-identifying}
  column10: {role: sensitive, class: true}
privacy: {l-diversity: {attribute: column10, kind: entropy, l: 1.5}}
)"};
}

SharedData adult() {
    return {.name = "adult",
            .file = "uci-adult/adult.data.xz",
            .read = {.delimiter = ',',
                     .header = false,
                     .missing_marks = {" ?"},
                     .drop_rows_missing = {"column2", "column7", "column14"}},
            .policy = R"(attributes:
  column1: {role: quasi-identifying, hierarchy: {intervals: [5, 10, 20], above: 80}}
  column2: {role: quasi-identifying}
  column4: {role: quasi-identifying}
  column6: {role: quasi-identifying}
  column7: {role: quasi-identifying}
  column9: {role: quasi-identifying}
  column10: {role: quasi-identifying}
  column14: {role: quasi-identifying}
  column15: {role: sensitive, class: true}
suppression: {rows: drop}
)"};
}

SharedData census_income() {
    return {.name = "census_income",
            .file = "uci-census-income/census-income.data.xz",
            .read = {.delimiter = ',',
                     .header = false,
                     .missing_marks = {" ?"},
                     .drop_rows_missing = {"column35"}},
            .policy = R"(attributes:
  column1: {role: quasi-identifying, hierarchy: {intervals: [5, 10, 20]}}
  column2: {role: quasi-identifying}
  column5: {role: quasi-identifying}
  column8: {role: quasi-identifying}
  column10: {role: quasi-identifying}
  column11: {role: quasi-identifying}
  column13: {role: quasi-identifying}
  column35: {role: quasi-identifying}
  column42: {role: insensitive, class: true}
)"};
}

/// ARX's Adult with the income as class attribute.
SharedData arx_adult_with_class() {
    SharedData data = arx_adult();
    data.policy.erase(data.policy.find("  salary-class"));
    data.policy += "  salary-class: {role: insensitive, class: true}\n";
    return data;
}

struct Trial {
    SharedData data;
    const MethodInfo* method = nullptr;
};

void PrintTo(const Trial& trial, std::ostream* out) {
    *out << trial.method->name << " on " << trial.data.name;
}

/// Methods that look at every pair of rows, without a release until the last, are tried where that
/// takes seconds.
bool takes_minutes(const MethodInfo& method, const SharedData& data) {
    const bool by_pairs = method.name == "freeform-greedy" || method.name == "freeform-sortgreedy";
    return (by_pairs && (data.name == "census_income" || data.name == "arx_adult")) ||
           (method.name == "freeform-sortgreedy" && data.name == "nursery");
}

std::vector<Trial> trials(const std::vector<SharedData>& sets) {
    std::vector<Trial> out;
    for (const SharedData& data : sets) {
        for (const MethodInfo& method : methods()) {
            if (!takes_minutes(method, data) &&
                method.recoding != RecodingKind::aggregates) {  // these policies ask for labels
                out.push_back({data, &method});
            }
        }
    }
    return out;
}

std::string name_of(const testing::TestParamInfo<Trial>& tested) {
    std::string name = tested.param.data.name + "_" + std::string(tested.param.method->name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

/// Class sizes counted on the released texts alone; a table of stars throughout is one class.
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
    return least == sizes.end() ? release.table.row_count() : least->second;
}

/// Steps that a search may take: heuristics and searches of huge spaces end early, the lattices
/// here are searched whole.
constexpr std::uint64_t kMostNodes = 20000;
/// Where a step looks at a whole set of recodings, or solves a part of the table.
constexpr std::uint64_t kMostSets = 50;
/// For methods that are made for smaller tables: they must keep the promises when stopped as well.
constexpr std::chrono::seconds kPatience{2};
/// Where that was not enough for any release, as on a busy machine.
constexpr std::chrono::seconds kLongPatience{60};

/// The policy with k and as many of its other models as the method can keep.
Policy policy_for(const Trial& trial, std::uint64_t k) {
    Policy policy = policy_of(trial.data);
    const auto& kept = trial.method->models;
    std::erase_if(policy.privacy, [&](const PrivacyRequirement& requirement) {
        return trial.method->recoding == RecodingKind::assignment ||
               (!kept.empty() &&
                std::find(kept.begin(), kept.end(), requirement.model) == kept.end());
    });
    if (trial.method->recoding == RecodingKind::assignment) {
        policy.recoding_model = RecodingModel::freeform;
    }
    policy.privacy.push_back(
        {.model = "k-anonymity", .parameters = {{"k", static_cast<double>(k)}}});
    policy.suppression = SuppressionLimit::parse("5%");
    return policy;
}

/// What a release is to be made for.
struct Demand {
    std::uint64_t k = 0;
    Objective objective = Objective::gcp;
};

/// The method's natural objective for every k, ascending; for one k those of class sizes and of
/// class labels as well.
std::vector<Demand> all_demands(const MethodInfo& method) {
    constexpr std::uint64_t kThorough = 10;
    const Objective natural = method.objectives.front();
    std::vector<Demand> out;
    for (const std::uint64_t k : {2U, 5U, 10U, 50U, 100U}) {
        out.push_back({k, natural});
        for (const Objective objective : method.objectives) {
            const bool other = objective == Objective::dm || objective == Objective::cm;
            if (k == kThorough && other && objective != natural) {
                out.push_back({k, objective});
            }
        }
    }
    return out;
}

/// Those that this run tries: two on the small table, one on each large one, where a demand takes
/// seconds.
std::vector<Demand> drawn_demands(const Trial& trial) {
    const std::vector<Demand> all = all_demands(*trial.method);
    const std::uint64_t few = trial.data.name == contraceptives().name ? 2 : 1;
    std::vector<Demand> out;
    for (const std::uint64_t number :
         drawn_cases(std::string(trial.method->name) + " on " + trial.data.name, all.size(), few)) {
        out.push_back(all[number - 1]);
    }
    return out;
}

constexpr unsigned kThreads = 2;

/// Release and audit what a search found.
void expect_good_release(const Problem& problem, const Outcome& outcome) {
    const Release release = release_of(problem, outcome, kThreads);
    const AuditReport report = audited(problem, release, kThreads);
    expect_measured_loss(problem, outcome, report.measures);
    if (!problem.promises_candidates()) {
        EXPECT_GE(smallest_class(problem, release), problem.k);
    }
    EXPECT_LE(outcome.lower_bound.value_or(outcome.loss), outcome.loss);
}

/// Rows that a method would discard are placed: more are than may be suppressed here. Freeform
/// generalization is tried with few steps, which is enough to be proven right.
OptionMap trial_options(const MethodInfo& method) {
    if (method.name == "freeform-partitioned") {
        return {{"effort", "low"}};
    }
    return method.name == "anti-unification" ? OptionMap{{"discarded", "place"}} : OptionMap{};
}

/// What a method makes of a problem in the time that it is given, if any is.
Outcome solve_within(const Problem& problem,
                     const MethodInfo& method,
                     std::chrono::seconds patience) {
    RunContext context;
    context.threads = kThreads;
    const bool by_regions = method.name == "freeform-partitioned";  // minutes, each in seconds
    if (by_regions || method.scale != MethodScale::large) {
        context.deadline = std::chrono::steady_clock::now() + patience;
    }
    const bool sets = method.name == "k-optimize" || method.name == "polish";
    context.node_limit = sets ? kMostSets : kMostNodes;
    return run_method(method.name, problem, trial_options(method), context);
}

/// None if the method refuses the problem, which must say why.
std::optional<Outcome> solve(const Problem& problem, const MethodInfo& method) {
    try {
        Outcome outcome = solve_within(problem, method, kPatience);
        return outcome.recoding || outcome.ending != Ending::timed_out
                   ? std::move(outcome)
                   : solve_within(problem, method, kLongPatience);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy) << error.what();
        EXPECT_NE(std::string(error.what()).find(method.name), std::string::npos) << error.what();
        return std::nullopt;
    }
}

class RealData : public testing::TestWithParam<Trial> {};

TEST_P(RealData, EveryReleasePassesTheAudit) {
    const Trial& trial = GetParam();
    if (const std::string why = why_not_readable(trial.data); !why.empty()) {
        GTEST_SKIP() << why;
    }
    const Table table = table_of(trial.data);
    double last_optimum = 0;
    for (const auto& [k, objective] : drawn_demands(trial)) {
        SCOPED_TRACE("k = " + std::to_string(k) + ", " + std::string(info(objective).name));
        Policy policy = policy_for(trial, k);
        policy.objective = info(objective).name;
        const Problem problem = bind(table, policy, RunContext{});
        const std::optional<Outcome> outcome = solve(problem, *trial.method);
        if (!outcome) {
            continue;
        }
        ASSERT_TRUE(outcome->recoding) << outcome->reason;
        expect_good_release(problem, *outcome);
        if (objective == Objective::gcp && outcome->ending == Ending::optimal) {
            EXPECT_GE(outcome->loss, last_optimum);
            last_optimum = outcome->loss;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Fast, RealData, testing::ValuesIn(trials({contraceptives()})), name_of);
INSTANTIATE_TEST_SUITE_P(
    Slow,
    RealData,
    testing::ValuesIn(trials({nursery(), adult(), arx_adult_with_class(), census_income()})),
    name_of);

}  // namespace
}  // namespace kanon::test
