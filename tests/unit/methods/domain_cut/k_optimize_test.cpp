// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/domain_cut/bounds/pivot_path.hpp"
#include "kanon/methods/domain_cut/bounds/tally_loss.hpp"
#include "kanon/methods/domain_cut/domains/value_tree.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_evaluator.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_cases.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::test {
namespace {

using Cuts = std::vector<domain_cut::DomainCut>;

/// Every cut of an ordered domain between its coarsest and its finest.
Cuts all_cuts(const domain_cut::OrderedDomain& domain) {
    Cuts cuts{{}};
    for (const domain_cut::Rank rank : domain.finest()) {
        const auto& must = domain.coarsest();
        const bool may_not = std::find(must.begin(), must.end(), rank) == must.end();
        const std::size_t before = cuts.size();
        for (std::size_t i = 0; i < before; ++i) {
            domain_cut::DomainCut with = cuts[i];
            with.push_back(rank);
            if (may_not) {
                cuts.push_back(std::move(with));
            } else {
                cuts[i] = std::move(with);
            }
        }
    }
    return cuts;
}

/// Every way to cut the values under a node of the tree.
Cuts cuts_under(const domain_cut::ValueTree& tree, std::size_t at) {
    const domain_cut::ValueTree::Node& node = tree.nodes()[at];
    Cuts cuts{{node.run.first}};
    if (node.child_count == 0) {
        return cuts;
    }
    Cuts open{{}};
    for (std::uint32_t child = 0; child < node.child_count; ++child) {
        Cuts longer;
        for (const domain_cut::DomainCut& tail : cuts_under(tree, node.first_child + child)) {
            for (domain_cut::DomainCut head : open) {
                head.insert(head.end(), tail.begin(), tail.end());
                longer.push_back(std::move(head));
            }
        }
        open = std::move(longer);
    }
    cuts.insert(cuts.end(), open.begin(), open.end());
    return cuts;
}

Cuts all_hierarchy_cuts(const domain_cut::OrderedDomain& domain) {
    const domain_cut::ValueTree tree(domain);
    Cuts all{{}};
    for (std::size_t root = 0; root < tree.root_count(); ++root) {
        Cuts longer;
        for (const domain_cut::DomainCut& tail : cuts_under(tree, root)) {
            for (domain_cut::DomainCut head : all) {
                head.insert(head.end(), tail.begin(), tail.end());
                longer.push_back(std::move(head));
            }
        }
        all = std::move(longer);
    }
    return all;
}

std::vector<domain_cut::OrderedDomain> domains_of(const Problem& problem, std::string_view option) {
    return domain_cut::ordered_domains(
        problem,
        option == "hierarchy" ? domain_cut::DomainOrder::leaves : domain_cut::DomainOrder::natural);
}

/// The least loss of all recodings by cuts that the option `domains` allows, by trying them; none
/// if none is a release.
std::optional<double> best_cuts_by_force(const Problem& problem, std::string_view option) {
    const std::vector<domain_cut::OrderedDomain> domains = domains_of(problem, option);
    std::vector<Cuts> choices;
    choices.reserve(domains.size());
    for (std::size_t j = 0; j < domains.size(); ++j) {
        const bool labels = option == "hierarchy" ||
                            (option == "policy" && problem.quasi_identifiers[j].labels_asked);
        choices.push_back(labels ? all_hierarchy_cuts(domains[j]) : all_cuts(domains[j]));
    }
    domain_cut::CutEvaluator evaluator(problem, domains);
    std::optional<double> best;
    std::vector<std::size_t> at(choices.size());
    for (bool more = true; more;) {
        Cuts cuts;
        for (std::size_t j = 0; j < at.size(); ++j) {
            cuts.push_back(choices[j][at[j]]);
        }
        const domain_cut::CutFacts facts = evaluator.evaluate(cuts);
        if (evaluator.is_release(facts)) {
            const double value = evaluator.value(facts);
            best = std::min(best.value_or(value), value);
        }
        more = false;
        for (std::size_t j = 0; j < at.size() && !more; ++j) {
            at[j] = (at[j] + 1) % choices[j].size();
            more = at[j] != 0;
        }
    }
    return best;
}

std::optional<Problem> small_case(std::uint64_t seed, std::size_t values, Objective objective) {
    constexpr std::array kModels{CaseModels::k,
                                 CaseModels::distinct,
                                 CaseModels::entropy,
                                 CaseModels::both,
                                 CaseModels::person};
    std::optional<Problem> problem =
        random_case({.rows = 6 + seed % 17,
                     .attributes = 1 + seed % 3,
                     .values = values,
                     .models = seed % 2 == 0 ? CaseModels::k : kModels[seed / 2 % kModels.size()]},
                    seed)
            .bound();
    if (problem) {
        problem->objective = objective;
        if (seed % 3 == 0) {
            problem->suppression_limit = problem->row_types().row_count();
        }
    }
    return problem;
}

std::size_t cut_count(const Problem& problem, std::string_view option) {
    std::size_t bits = 0;
    for (const domain_cut::OrderedDomain& domain : domains_of(problem, option)) {
        bits += domain.finest().size() - domain.coarsest().size();
    }
    return bits;
}

struct Form {
    const char* domains;
    const char* pivot;
    Objective objective = Objective::dm;
};

class KOptimizeForms : public testing::TestWithParam<Form> {
protected:
    [[nodiscard]] static OptionMap options() {
        return {{"domains", GetParam().domains}, {"pivot", GetParam().pivot}};
    }

    [[nodiscard]] static std::string_view domains() { return GetParam().domains; }
};

TEST_P(KOptimizeForms, FindsWhatBruteForceFinds) {
    int released = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        const std::optional<Problem> problem = small_case(seed, 5, GetParam().objective);
        if (!problem || cut_count(*problem, domains()) > 10) {
            continue;
        }
        const Outcome outcome = run_method("k-optimize", *problem, options());
        const std::optional<double> best = best_cuts_by_force(*problem, domains());
        ASSERT_EQ(outcome.ending, best ? Ending::optimal : Ending::infeasible);
        ASSERT_EQ(outcome.recoding.has_value(), best.has_value());
        if (best) {
            ++released;
            ASSERT_EQ(outcome.loss, *best);
            ASSERT_EQ(outcome.lower_bound, *best);
        } else {
            ASSERT_NE(outcome.reason, "");
        }
    }
    EXPECT_GT(released, 100);
}

TEST_P(KOptimizeForms, ItsBoundIsNeverAboveTheOptimumWhereverItStops) {
    int stopped = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const std::optional<Problem> problem = small_case(seed, 9, GetParam().objective);
        if (!problem) {
            continue;
        }
        const Outcome whole = run_method("k-optimize", *problem, options());
        const double optimum =
            whole.recoding ? whole.loss : std::numeric_limits<double>::infinity();
        for (const std::uint64_t limit : {0U, 1U, 2U, 3U, 5U, 8U, 13U, 21U}) {
            RunContext context;
            context.node_limit = limit;
            const Outcome outcome = run_method("k-optimize", *problem, options(), context);
            if (outcome.ending != Ending::timed_out) {
                ASSERT_EQ(outcome.ending, whole.ending);
                break;
            }
            ++stopped;
            ASSERT_TRUE(outcome.lower_bound);
            ASSERT_LE(*outcome.lower_bound, optimum);
            if (outcome.recoding) {
                ASSERT_GE(outcome.loss, optimum);
            }
        }
    }
    EXPECT_GT(stopped, 60);
}

std::string form_name(const testing::TestParamInfo<Form>& tested) {
    const Form& form = tested.param;
    return std::string(form.domains) + "_" + form.pivot + "_" +
           std::string(info(form.objective).name);
}

INSTANTIATE_TEST_SUITE_P(KOptimize,
                         KOptimizeForms,
                         testing::Values(Form{"policy", "widest"},
                                         Form{"policy", "none"},
                                         Form{"ordered", "widest"},
                                         Form{"ordered", "none"},
                                         Form{"hierarchy", "widest"},
                                         Form{"hierarchy", "none"},
                                         Form{"policy", "widest", Objective::cm},
                                         Form{"ordered", "widest", Objective::cm},
                                         Form{"ordered", "none", Objective::cm},
                                         Form{"hierarchy", "widest", Objective::cm}),
                         form_name);

TEST(KOptimize, GivesTheSameForAnyNumberOfThreads) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Problem problem = random_problem({.rows = 60, .attributes = 3, .values = 9}, seed);
        problem.objective = Objective::dm;
        problem.suppression_limit = seed % 2 == 0 ? 60 : 5;
        RunContext context;
        context.node_limit = 5 + 10 * seed;
        const Outcome one = run_method("k-optimize", problem, {}, context);
        context.threads = 4;
        const Outcome four = run_method("k-optimize", problem, {}, context);
        EXPECT_EQ(one.ending, four.ending);
        EXPECT_EQ(one.loss, four.loss);
        EXPECT_EQ(one.lower_bound, four.lower_bound);
        EXPECT_EQ(one.stats, four.stats);
    }
}

/// Nursery in small: no column is starred where values side by side may be merged.
TEST(KOptimize, MergesValuesOfAnAttributeWithoutAHierarchy) {
    Problem problem = bound(
        table_of("form housing", "a x; b x; c x; d x; a y; b y; c y; d y; a z; b z; c z; d z"),
        "attributes: {form: {role: quasi-identifying}, "
        "housing: {role: quasi-identifying}}\n"
        "privacy: {k-anonymity: 2}\nobjective: dm\n");
    problem.suppression_limit = 0;
    const Outcome outcome = run_method("k-optimize", problem);
    EXPECT_EQ(outcome.ending, Ending::optimal);
    EXPECT_EQ(outcome.loss, 6 * 2 * 2);
    const AuditReport report = audited(problem, outcome);
    EXPECT_NEAR(report.measures.gcp, 1.0 / 3 / 2, 1e-12);
    const Table& released = release_of(problem, outcome).table;
    EXPECT_EQ(released.column(0).text(0), "{a, b}");
    EXPECT_EQ(released.column(0).text(3), "{c, d}");
    EXPECT_EQ(released.column(1).text(7), "y");
}

TEST(PivotPath, TakesTheShortestPathWithinTheLimit) {
    const std::vector<domain_cut::PivotRun> runs{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}};
    const std::vector<std::uint64_t> losses{2, 9, 2, 7, 2};
    const std::vector<std::uint64_t> suppressed{1, 0, 1, 1, 1};
    domain_cut::PivotPath path(3);
    EXPECT_EQ(path.shortest_both_ways(runs, losses), 6U);
    EXPECT_EQ(path.through({1, 3}, 7), 9U);
    EXPECT_EQ(path.within(runs, losses, suppressed, domain_cut::kNoLoss, 3)->loss, 6U);
    const auto two = path.within(runs, losses, suppressed, domain_cut::kNoLoss, 2);
    EXPECT_EQ(two->loss, 9U);
    EXPECT_EQ(two->runs, (std::vector<domain_cut::PivotRun>{{0, 1}, {1, 3}}));
    EXPECT_EQ(path.within(runs, losses, suppressed, domain_cut::kNoLoss, 1)->loss, 11U);
    EXPECT_FALSE(path.within(runs, losses, suppressed, domain_cut::kNoLoss, 0));
    EXPECT_FALSE(path.within(runs, losses, suppressed, 11, 1));
}

TEST(TallyLoss, AllRowsAreNotBetterAsOneClassWhichMayBeStarsThroughout) {
    Problem problem = random_problem({.rows = 40, .attributes = 2, .values = 3}, 1);
    problem.objective = Objective::cm;
    ASSERT_TRUE(problem.class_place);
    const domain_cut::TallyLoss loss(problem);
    EXPECT_FALSE(loss.better_merged(15, 25));
    EXPECT_TRUE(loss.better_merged(15, 24));
    EXPECT_TRUE(loss.better_merged(0, 40));
}

TEST(TallyLoss, EvenDivisionIsTheLeastAClassCanLose) {
    Problem problem = random_problem({.rows = 40, .attributes = 2, .values = 3}, 1);
    problem.objective = Objective::dm;
    const domain_cut::TallyLoss loss(problem);
    const std::uint64_t k = loss.least_rows();
    std::vector<std::uint64_t> least{0};
    for (std::uint64_t rows = 1; rows <= 40; ++rows) {
        std::uint64_t best = rows * loss.suppressed_row();
        for (std::uint64_t first = 1; first <= rows; ++first) {
            const std::uint64_t alone = first < k ? first * loss.suppressed_row() : first * first;
            best = std::min(best, alone + least[rows - first]);
        }
        least.push_back(best);
        domain_cut::ClassTally tally = loss.empty_tally();
        tally.add_rows(rows);
        if (rows >= k) {
            EXPECT_LE(loss.divided(tally), best) << rows;
            EXPECT_LE(loss.divided(tally), loss.released(tally)) << rows;
            EXPECT_GE(loss.divided(tally), k * rows) << rows;
        }
    }
}

}  // namespace
}  // namespace kanon::test
