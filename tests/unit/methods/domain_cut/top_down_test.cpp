// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/top_down.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/domain_cut/evaluate/class_information.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_groups.hpp"

#include "support/census_sample.hpp"
#include "support/naive_cuts.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

/// The paper's search, each step reckoned from the rows.
class NaiveTopDown {
public:
    explicit NaiveTopDown(const Problem& problem)
        : problem_(problem),
          domains_(domain_cut::ordered_domains(problem, domain_cut::DomainOrder::natural)) {
        for (std::size_t j = 0; j < domains_.size(); ++j) {
            information_.emplace_back(problem, j, domains_[j]);
            cuts_.push_back(domains_[j].coarsest());
        }
    }

    std::optional<std::vector<domain_cut::DomainCut>> run() {
        while (step()) {
        }
        return judge_cuts(problem_, domains_, cuts_).released ? std::optional(cuts_) : std::nullopt;
    }

private:
    using Parts = std::vector<domain_cut::RankRun>;

    /// What a part may be specialized to, in the order of choice.
    std::vector<Parts> options(std::size_t j, domain_cut::RankRun run) const {
        if (!domains_[j].by_number()) {
            const Parts parts = children_of(domains_[j], run);
            return parts.empty() ? std::vector<Parts>{} : std::vector<Parts>{parts};
        }
        std::vector<std::pair<double, domain_cut::Rank>> order;
        for (domain_cut::Rank rank = run.first + 1; rank <= run.last; ++rank) {
            const Parts parts{{run.first, rank - 1}, {rank, run.last}};
            order.emplace_back(-information_[j].gain(run, parts), rank);
        }
        std::sort(order.begin(), order.end());
        std::vector<Parts> out;
        out.reserve(order.size());
        for (const auto& [gain, rank] : order) {
            out.push_back({{run.first, rank - 1}, {rank, run.last}});
        }
        return out;
    }

    std::vector<domain_cut::DomainCut> with(std::size_t j, const Parts& parts) const {
        std::vector<domain_cut::DomainCut> cuts = cuts_;
        for (std::size_t part = 1; part < parts.size(); ++part) {
            cuts[j].push_back(parts[part].first);
        }
        std::sort(cuts[j].begin(), cuts[j].end());
        return cuts;
    }

    using Merit = std::tuple<double, std::size_t, domain_cut::Rank>;

    struct Candidate {
        Merit merit;
        std::vector<domain_cut::DomainCut> cuts;
    };

    /// The first way to specialize a part that is a release, if one is.
    std::optional<Candidate> candidate(std::size_t j,
                                       domain_cut::RankRun run,
                                       double smallest) const {
        for (const Parts& parts : options(j, run)) {
            std::vector<domain_cut::DomainCut> cuts = with(j, parts);
            const JudgedCuts after = judge_cuts(problem_, domains_, cuts);
            if (after.released) {
                const double loss = smallest - static_cast<double>(after.least);
                const double gain = information_[j].gain(run, parts);
                return Candidate{Merit{-(loss > 0 ? gain / loss : gain), j, run.first},
                                 std::move(cuts)};
            }
        }
        return std::nullopt;
    }

    bool step() {
        const JudgedCuts now = judge_cuts(problem_, domains_, cuts_);
        const auto smallest = static_cast<double>(now.classes > 0 ? now.least : now.rows);
        std::optional<Candidate> best;
        for (std::size_t j = 0; j < cuts_.size(); ++j) {
            for (std::size_t part = 0; part < cuts_[j].size(); ++part) {
                const domain_cut::RankRun run =
                    domain_cut::part_run(cuts_[j], part, domains_[j].size());
                if (now.released && information_[j].entropy(run) <= 0) {
                    continue;
                }
                auto found = candidate(j, run, smallest);
                best = found && (!best || found->merit < best->merit) ? std::move(found) : best;
            }
        }
        if (best) {
            cuts_ = best->cuts;
        }
        return best.has_value();
    }

    const Problem& problem_;
    std::vector<domain_cut::OrderedDomain> domains_;
    std::vector<domain_cut::ClassInformation> information_;
    std::vector<domain_cut::DomainCut> cuts_;
};

Outcome solve_top_down(const Problem& problem) {
    return domain_cut::make_top_down({})->run(problem, RunContext{});
}

// Figures of the paper's examples of InfoGain, AnonyLoss and Score at the first step.
TEST(TopDown, ScoresThePapersExampleAsThePaperDoes) {
    const Problem problem = census_sample(4, true);
    const std::vector<domain_cut::OrderedDomain> domains =
        domain_cut::ordered_domains(problem, domain_cut::DomainOrder::natural);
    domain_cut::CutGroups groups(problem, domains);
    const domain_cut::RankRun low_hours{0, 2};
    const domain_cut::RankRun high_hours{3, 5};
    const std::vector<std::vector<domain_cut::RankRun>> parts{
        children_of(domains[0], {0, 6}), children_of(domains[1], {0, 1}), {low_hours, high_hours}};
    const std::vector<double> gain{0.2716, 0.1664, 0.3584};
    const std::vector<double> score{0.0151, 0.0092, 0.0163};
    const std::vector<std::uint64_t> least{16, 16, 12};
    for (std::uint32_t j = 0; j < 3; ++j) {
        const domain_cut::ClassInformation information(problem, j, domains[j]);
        const domain_cut::RankRun whole{0, static_cast<domain_cut::Rank>(domains[j].size() - 1)};
        EXPECT_NEAR(information.entropy(whole), 0.9597, 5e-5);
        EXPECT_NEAR(information.gain(whole, parts[j]), gain[j], 5e-5);
        groups.plan(j, parts[j]);
        EXPECT_EQ(groups.facts().least_rows, 34U);
        EXPECT_EQ(groups.facts_after(j).least_rows, least[j]);
        EXPECT_NEAR(
            information.gain(whole, parts[j]) / static_cast<double>(34 - least[j]), score[j], 5e-5);
    }
}

TEST(TopDown, SpecializesThePapersExampleToTheEnd) {
    for (const std::uint64_t k : {2U, 4U, 7U, 12U, 13U, 17U}) {
        SCOPED_TRACE(k);
        const Problem problem = census_sample(k, true);
        const Outcome outcome = solve_top_down(problem);
        EXPECT_EQ(outcome.ending, Ending::feasible);
        const std::vector<domain_cut::DomainCut> expected = NaiveTopDown(problem).run().value();
        expect_cut_by(problem,
                      domain_cut::ordered_domains(problem, domain_cut::DomainOrder::natural),
                      outcome,
                      expected);
    }
}

TEST(TopDown, DividesHoursAtThePapersThreshold) {
    // With k = 12 the first step, hours below 37 and from 37 on, is the only one on hours: then 12
    // rows have fewer, all of them of secondary education, and 4 of the other 22 are of that, too.
    const Problem problem = census_sample(12, true);
    const Outcome outcome = solve_top_down(problem);
    const auto& recoding = std::get<GlobalRecoding>(outcome.recoding.value());
    EXPECT_EQ(recoding.attributes[2].value_of_code, (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1}));
    EXPECT_EQ(recoding.attributes[0].domain.values.size(), 1U);
    EXPECT_EQ(recoding.attributes[1].domain.values.size(), 1U);
}

TEST(TopDown, IsWhatItsDefinitionSaysOnRandomTables) {
    int released = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem(
            {.rows = 20 + seed % 20, .attributes = 3, .values = 7, .starred_top = seed % 2 == 0},
            seed);
        problem.suppression_limit = seed % 4;
        // By the order of its values, as a number.
        problem.quasi_identifiers[0].hierarchy_given = false;
        problem.quasi_identifiers[0].recode_range = true;
        if (seed % 3 == 0) {
            add_l_diversity(problem, "distinct", 2);
        }
        const Outcome outcome = solve_top_down(problem);
        const std::optional<std::vector<domain_cut::DomainCut>> expected =
            NaiveTopDown(problem).run();
        ASSERT_EQ(outcome.recoding.has_value(), expected.has_value());
        if (expected) {
            ++released;
            expect_cut_by(problem,
                          domain_cut::ordered_domains(problem, domain_cut::DomainOrder::natural),
                          outcome,
                          *expected);
        }
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(released, 100);
}

TEST(TopDown, StoppedEarlyReturnsTheReleaseItHas) {
    const Problem problem = census_sample(2, true);
    RunContext context;
    context.node_limit = 1;
    const Outcome outcome = domain_cut::make_top_down({})->run(problem, context);
    EXPECT_EQ(outcome.ending, Ending::timed_out);
    const auto& recoding = std::get<GlobalRecoding>(outcome.recoding.value());
    EXPECT_EQ(recoding.attributes[0].domain.values.size(), 1U);
    EXPECT_EQ(recoding.attributes[2].domain.values.size(), 2U);
}

TEST(TopDown, SaysWhyThereIsNoRelease) {
    const Problem problem = with_k(census_sample(4, true), 35);
    const Outcome outcome = solve_top_down(problem);
    EXPECT_EQ(outcome.ending, Ending::infeasible);
    EXPECT_EQ(outcome.reason, "no cuts of the domains keep the promises within 0 suppressed rows");
}

TEST(TopDown, IsRefusedWithoutAClassAttribute) {
    Problem problem = census_sample(4, true);
    problem.class_attribute.reset();
    problem.class_place.reset();
    try {
        static_cast<void>(make_method(find_method("top-down"), problem, {}));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_policy);
        EXPECT_EQ(std::string(error.what()),
                  "method 'top-down' needs a class attribute, and no column is; give one "
                  "`class: true` (--class)");
    }
}

}  // namespace
}  // namespace kanon::test
