// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/bottom_up.hpp"

#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/domain_cut/evaluate/class_information.hpp"

#include "support/census_sample.hpp"
#include "support/naive_cuts.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

/// The paper's search, each step reckoned from the rows. For k-anonymity alone.
class NaiveBottomUp {
public:
    explicit NaiveBottomUp(const Problem& problem)
        : problem_(problem),
          domains_(domain_cut::ordered_domains(problem, domain_cut::DomainOrder::leaves)) {
        for (std::size_t j = 0; j < domains_.size(); ++j) {
            information_.emplace_back(problem, j, domains_[j]);
            cuts_.push_back(domains_[j].finest());
            tops_.push_back(domains_[j].coarsest());
        }
    }

    std::optional<std::vector<domain_cut::DomainCut>> run() {
        while (!judge_cuts(problem_, domains_, cuts_).released && step()) {
        }
        if (judge_cuts(problem_, domains_, cuts_).released) {
            return cuts_;
        }
        return below_top();
    }

private:
    /// The smallest size once the groups that may be suppressed are left aside, at most k.
    std::uint64_t anonymity(const std::vector<domain_cut::DomainCut>& cuts) const {
        std::map<std::vector<std::size_t>, std::uint64_t> sizes;
        for (std::size_t row = 0; row < problem_.table.row_count(); ++row) {
            std::vector<std::size_t> key;
            for (std::size_t j = 0; j < cuts.size(); ++j) {
                const domain_cut::Rank rank =
                    domains_[j].rank_of(problem_.table.column(j).codes[row]);
                key.push_back(static_cast<std::size_t>(
                    std::upper_bound(cuts[j].begin(), cuts[j].end(), rank) - cuts[j].begin()));
            }
            ++sizes[key];
        }
        for (std::uint64_t anonymity = 1; anonymity < problem_.k; ++anonymity) {
            std::uint64_t rows = 0;
            for (const auto& [key, size] : sizes) {
                rows += size <= anonymity ? size : 0;
            }
            if (rows > problem_.suppression_limit) {
                return anonymity;
            }
        }
        return problem_.k;
    }

    /// Nodes whose children are all in the cut of an attribute.
    std::vector<domain_cut::RankRun> ready(std::size_t j) const {
        std::vector<domain_cut::RankRun> out;
        collect(j, cuts_[j], out);
        return out;
    }

    bool is_part(std::size_t j, const domain_cut::DomainCut& cut, domain_cut::RankRun run) const {
        for (std::size_t part = 0; part < cut.size(); ++part) {
            if (domain_cut::part_run(cut, part, domains_[j].size()) == run) {
                return true;
            }
        }
        return false;
    }

    void collect(std::size_t j,
                 const domain_cut::DomainCut& cut,
                 std::vector<domain_cut::RankRun>& out) const {
        std::vector<domain_cut::RankRun> open;
        for (std::size_t part = 0; part < tops_[j].size(); ++part) {
            open.push_back(domain_cut::part_run(tops_[j], part, domains_[j].size()));
        }
        for (std::size_t at = 0; at < open.size(); ++at) {
            const std::vector<domain_cut::RankRun> children = children_of(domains_[j], open[at]);
            const bool all_in = std::ranges::all_of(
                children, [&](domain_cut::RankRun child) { return is_part(j, cut, child); });
            if (all_in && !children.empty()) {
                out.push_back(open[at]);
            }
            open.insert(open.end(), children.begin(), children.end());
        }
    }

    bool step() {
        const std::uint64_t now = anonymity(cuts_);
        std::optional<std::tuple<bool, double, std::size_t, domain_cut::Rank>> best;
        std::vector<domain_cut::DomainCut> next;
        for (std::size_t j = 0; j < cuts_.size(); ++j) {
            for (const domain_cut::RankRun run : ready(j)) {
                std::vector<domain_cut::DomainCut> cuts = cuts_;
                std::erase_if(cuts[j], [&](domain_cut::Rank rank) {
                    return rank > run.first && rank <= run.last;
                });
                const std::uint64_t after = anonymity(cuts);
                const double loss = information_[j].gain(run, children_of(domains_[j], run));
                const bool critical = after > now;
                const std::tuple rating{!critical,
                                        critical ? loss / static_cast<double>(after - now) : loss,
                                        j,
                                        run.first};
                if (!best || rating < *best) {
                    best = rating;
                    next = cuts;
                }
            }
        }
        if (best) {
            cuts_ = next;
        }
        return best.has_value();
    }

    std::optional<std::vector<domain_cut::DomainCut>> below_top() const {
        std::optional<std::vector<domain_cut::DomainCut>> best;
        double most = -1;
        for (std::size_t j = 0; j < tops_.size(); ++j) {
            const domain_cut::RankRun whole{0,
                                            static_cast<domain_cut::Rank>(domains_[j].size() - 1)};
            const std::vector<domain_cut::RankRun> children = children_of(domains_[j], whole);
            std::vector<domain_cut::DomainCut> cuts = tops_;
            cuts[j] = {};
            for (const domain_cut::RankRun child : children) {
                cuts[j].push_back(child.first);
            }
            if (!children.empty() && judge_cuts(problem_, domains_, cuts).released &&
                information_[j].gain(whole, children) > most) {
                most = information_[j].gain(whole, children);
                best = cuts;
            }
        }
        return best;
    }

    const Problem& problem_;
    std::vector<domain_cut::OrderedDomain> domains_;
    std::vector<domain_cut::ClassInformation> information_;
    std::vector<domain_cut::DomainCut> cuts_;
    std::vector<domain_cut::DomainCut> tops_;
};

Outcome solve(const Problem& problem) {
    return domain_cut::make_bottom_up({})->run(problem, RunContext{});
}

std::vector<std::string> values_of(const Problem& problem, const Outcome& outcome, std::size_t j) {
    const auto& attribute = std::get<GlobalRecoding>(outcome.recoding.value()).attributes[j];
    std::vector<std::string> texts;
    for (const ReleasedValue& value : attribute.domain.values) {
        texts.push_back(spell(value,
                              attribute.domain,
                              *problem.table.column(j).dictionary,
                              &problem.quasi_identifiers[j].hierarchy));
    }
    std::sort(texts.begin(), texts.end());
    return texts;
}

// Table 1 of Fung, Wang, Yu 2005, k = 4, by hand. At first the one doctorate is the smallest group,
// and Grad-School, which loses nothing and raises the anonymity to 3, is the only critical step.
// Then the three rows of 9th, 30 hours are: nothing is critical, and of the steps that lose nothing
// Junior-Sec comes first. That makes [1,35), which loses nothing, critical; all groups have 4 rows.
TEST(BottomUp, GeneralizesTheSampleStepByStep) {
    const Problem problem = census_sample(4, false);
    const Outcome outcome = solve(problem);
    EXPECT_EQ(outcome.ending, Ending::feasible);
    EXPECT_EQ(values_of(problem, outcome, 0),
              (std::vector<std::string>{"11th", "12th", "Bachelors", "Grad-School", "Junior-Sec"}));
    EXPECT_EQ(values_of(problem, outcome, 1), (std::vector<std::string>{"F", "M"}));
    EXPECT_EQ(values_of(problem, outcome, 2),
              (std::vector<std::string>{"35", "37", "42", "44", "[1,35)"}));
    const std::vector<std::pair<std::string, double>> stats{{"classes", 7}, {"generalizations", 3}};
    EXPECT_EQ(outcome.stats, stats);
}

TEST(BottomUp, IsWhatItsDefinitionSaysOnRandomTables) {
    int released = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem(
            {.rows = 15 + seed % 20, .attributes = 3, .values = 6, .starred_top = seed % 2 == 0},
            seed);
        problem.suppression_limit = seed % 4;
        const Outcome outcome = solve(problem);
        const std::optional<std::vector<domain_cut::DomainCut>> expected =
            NaiveBottomUp(problem).run();
        ASSERT_EQ(outcome.recoding.has_value(), expected.has_value());
        if (expected) {
            ++released;
            expect_cut_by(problem,
                          domain_cut::ordered_domains(problem, domain_cut::DomainOrder::leaves),
                          outcome,
                          *expected);
        }
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(released, 100);
}

TEST(BottomUp, KeepsOtherModelsToo) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_problem({.rows = 40}, seed);
        add_l_diversity(problem, "distinct", 2);
        const std::vector<domain_cut::OrderedDomain> domains =
            domain_cut::ordered_domains(problem, domain_cut::DomainOrder::leaves);
        const Outcome outcome = solve(problem);
        std::vector<domain_cut::DomainCut> top;
        top.reserve(domains.size());
        for (const domain_cut::OrderedDomain& domain : domains) {
            top.push_back(domain.coarsest());
        }
        EXPECT_EQ(outcome.recoding.has_value(), judge_cuts(problem, domains, top).released);
    }
}

TEST(BottomUp, StoppedEarlyHasNothingToRelease) {
    RunContext context;
    context.node_limit = 1;
    const Outcome outcome = domain_cut::make_bottom_up({})->run(census_sample(4, false), context);
    EXPECT_EQ(outcome.ending, Ending::timed_out);
    EXPECT_FALSE(outcome.recoding.has_value());
}

TEST(BottomUp, IsRefusedWithoutAClassAttribute) {
    Problem problem = census_sample(4, false);
    problem.class_attribute.reset();
    problem.class_place.reset();
    EXPECT_THROW(static_cast<void>(make_method(find_method("bottom-up"), problem, {})), Error);
}

}  // namespace
}  // namespace kanon::test
