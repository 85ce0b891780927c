// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/freeform/greedy.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/methods/freeform/free_records.hpp"
#include "kanon/methods/freeform/matching/graph.hpp"
#include "kanon/methods/freeform/row_order.hpp"
#include "kanon/methods/freeform/row_space.hpp"

#include "support/outcomes.hpp"
#include "support/random_cases.hpp"
#include "support/random_problems.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace kanon::freeform {
namespace {

using test::run_method;
using Rows = std::vector<std::uint32_t>;

constexpr std::uint32_t kNone = 0xFFFFFFFF;

/// All that is said of records, by the definition.
class Naive {
public:
    explicit Naive(const Problem& problem)
        : axes_(classes::make_axes(problem)), space_(problem, axes_), order_(space_.size()) {
        std::vector<std::tuple<std::size_t, std::string, std::size_t>> axes;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            axes.emplace_back(axes_[axis].size(), problem.quasi_identifiers[axis].name, axis);
        }
        std::sort(axes.begin(), axes.end());
        const auto key = [&](std::uint32_t row) {
            std::vector<std::uint32_t> out;
            out.reserve(axes.size() + 1);
            for (const auto& [size, name, axis] : axes) {
                out.push_back(space_.types().place(space_.type(row), axis));
            }
            out.push_back(row);
            return out;
        };
        std::iota(order_.begin(), order_.end(), 0U);
        std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
            return key(a) < key(b);
        });
    }

    [[nodiscard]] const RowSpace& space() const { return space_; }

    /// Of rows and records.
    [[nodiscard]] const Rows& order() const { return order_; }

    /// What a record of these loses on an axis, weighted.
    [[nodiscard]] double loss(const Rows& members, std::size_t axis) const {
        std::vector<Word> cover(axes_[axis].words());
        axes_[axis].take(cover.data(), space_.types().place(space_.type(members[0]), axis));
        for (const std::uint32_t row : members) {
            axes_[axis].widen(cover.data(), space_.types().place(space_.type(row), axis));
        }
        return axes_[axis].loss(cover.data());
    }

    /// The mean loss of all records.
    [[nodiscard]] double mean_loss(const std::vector<Rows>& graph) const {
        double sum = 0;
        double weights = 0;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            weights += axes_[axis].weight();
            for (const Rows& members : graph) {
                sum += loss(members, axis);
            }
        }
        return weights > 0 ? sum / (weights * static_cast<double>(graph.size())) : 0;
    }

    /// So fine that sums of the few fractions there are differ by more, and roundings by less.
    [[nodiscard]] std::int64_t growth(Rows members, std::uint32_t row) const {
        const double before = cost(members);
        members.push_back(row);
        return std::llround(std::ldexp(cost(members) - before, 40));
    }

    [[nodiscard]] bool may_take(const Rows& members, std::uint32_t row) const {
        return std::none_of(members.begin(), members.end(), [&](std::uint32_t member) {
            return space_.same_person(member, row);
        });
    }

private:
    /// Those starred throughout cost as much again.
    [[nodiscard]] double cost(const Rows& members) const {
        double sum = 0;
        double weights = 0;
        bool can_star = true;
        for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
            sum += loss(members, axis);
            weights += axes_[axis].weight();
            can_star = can_star && !axes_[axis].by_range();
        }
        return sum + (can_star && sum >= weights * (1 - 1e-9) ? weights : 0);
    }

    std::vector<Axis> axes_;
    RowSpace space_;
    Rows order_;
};

/// Greedy rounds, by the definition.
class NaiveRounds {
public:
    explicit NaiveRounds(const Naive& naive) : naive_(naive), graph_(naive.space().size()) {
        for (std::uint32_t record = 0; record < graph_.size(); ++record) {
            graph_[record] = {record};
        }
    }

    /// None if a row can have no record by an exchange of two.
    [[nodiscard]] std::optional<std::vector<Rows>> fill(std::size_t degree, bool sorted) {
        for (std::size_t round = 1; round < degree; ++round) {
            record_of_.assign(graph_.size(), kNone);
            is_free_.assign(graph_.size(), true);
            done_.clear();
            if (!(sorted ? fill_sorted() : fill_in_turn())) {
                return std::nullopt;
            }
            for (const std::uint32_t row : done_) {
                graph_[record_of_[row]].push_back(row);
            }
        }
        return graph_;
    }

private:
    bool fill_in_turn() {
        return std::ranges::all_of(naive_.order(), [this](std::uint32_t row) {
            return take(row, nearest(row)) || exchange(row);
        });
    }

    bool fill_sorted() {
        std::vector<std::tuple<std::int64_t, std::size_t, std::size_t>> pairs;
        for (std::size_t row = 0; row < graph_.size(); ++row) {
            for (std::size_t record = 0; record < graph_.size(); ++record) {
                const Rows& members = graph_[naive_.order()[record]];
                if (naive_.may_take(members, naive_.order()[row])) {
                    pairs.emplace_back(naive_.growth(members, naive_.order()[row]), row, record);
                }
            }
        }
        std::sort(pairs.begin(), pairs.end());
        for (const auto& [growth, row, record] : pairs) {
            if (record_of_[naive_.order()[row]] == kNone && is_free_[naive_.order()[record]]) {
                take(naive_.order()[row], naive_.order()[record]);
            }
        }
        return std::all_of(naive_.order().begin(), naive_.order().end(), [&](std::uint32_t row) {
            return record_of_[row] != kNone || exchange(row);
        });
    }

    [[nodiscard]] std::uint32_t nearest(std::uint32_t row) const {
        std::uint32_t best = kNone;
        std::int64_t least = 0;
        for (const std::uint32_t record : naive_.order()) {
            if (is_free_[record] && naive_.may_take(graph_[record], row)) {
                const std::int64_t growth = naive_.growth(graph_[record], row);
                if (best == kNone || growth < least) {
                    best = record;
                    least = growth;
                }
            }
        }
        return best;
    }

    bool take(std::uint32_t row, std::uint32_t record) {
        if (record == kNone) {
            return false;
        }
        is_free_[record] = false;
        record_of_[row] = record;
        done_.push_back(row);
        return true;
    }

    bool exchange(std::uint32_t row) {
        for (std::size_t back = done_.size(); back-- > 0;) {
            const std::uint32_t other = done_[back];
            const std::uint32_t record = nearest(other);
            if (record != kNone && naive_.may_take(graph_[record_of_[other]], row)) {
                is_free_[record] = false;
                record_of_[row] = std::exchange(record_of_[other], record);
                done_.push_back(row);
                return true;
            }
        }
        return false;
    }

    const Naive& naive_;
    std::vector<Rows> graph_;
    Rows record_of_;
    std::vector<bool> is_free_;
    Rows done_;
};

/// The members of each record, as the space numbers rows.
std::vector<Rows> graph_of(const RowSpace& space, const Outcome& outcome) {
    const auto& recoding = std::get<AssignmentRecoding>(outcome.recoding.value());
    Rows row_of_number(space.size());
    for (std::uint32_t row = 0; row < space.size(); ++row) {
        row_of_number[space.number_in_recoding(row)] = row;
    }
    std::vector<Rows> out;
    for (std::size_t at = 0; at < recoding.members.size(); ++at) {
        if (at % recoding.degree == 0) {
            out.emplace_back();
        }
        out.back().push_back(row_of_number[recoding.members[at]]);
    }
    return out;
}

/// A random table of which records may all be starred.
std::optional<Problem> random_rows(std::uint64_t seed, test::CaseModels models, std::uint64_t k) {
    test::RandomCase made =
        test::random_case({.rows = 8 + seed % 17, .models = models, .k = k}, seed);
    made.policy.suppression = SuppressionLimit::parse("100%");
    return made.bound();
}

std::optional<Problem> random_rows(std::uint64_t seed) {
    return random_rows(
        seed, seed % 4 == 0 ? test::CaseModels::person : test::CaseModels::k, 2 + seed / 4 % 5);
}

void expect_as_defined(const char* method, bool sorted) {
    int compared = 0;
    double dead_ends = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const std::optional<Problem> problem = random_rows(seed);
        if (!problem) {
            continue;
        }
        const Naive naive(*problem);
        const Outcome outcome = run_method(method, *problem);
        const auto expected = NaiveRounds(naive).fill(problem->k, sorted);
        if (!expected || naive.space().rows_of_nobody() > 0) {
            continue;
        }
        ASSERT_TRUE(outcome.recoding) << seed << outcome.reason;
        EXPECT_EQ(graph_of(naive.space(), outcome), *expected) << seed;
        dead_ends += test::stat(outcome, "dead_ends");
        ++compared;
    }
    EXPECT_GT(compared, 250);
    EXPECT_GT(dead_ends, 20);
}

TEST(FreeformGreedy, IsAlgorithmOne) {
    expect_as_defined("freeform-greedy", false);
}

TEST(FreeformSortGreedy, TakesPairsAsIfAllWereSorted) {
    expect_as_defined("freeform-sortgreedy", true);
}

TEST(FreeformGreedy, OrdersRowsByAttributesOfFewValuesFirst) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const auto problem = random_rows(seed, test::CaseModels::k, 2);
        const Naive naive(problem.value());
        EXPECT_EQ(rows_in_order(*problem, naive.space()), naive.order()) << seed;
    }
}

struct Contender {
    const char* name;
    OptionMap options;
};

const std::vector<Contender>& contenders() {
    static const std::vector<Contender> all{{"freeform-greedy", {}},
                                            {"freeform-sortgreedy", {}},
                                            {"freeform-ring", {}},
                                            {"freeform-ring", {{"order", "table"}}}};
    return all;
}

void expect_regular(const std::vector<Rows>& graph, const RowSpace& space, std::size_t degree) {
    ASSERT_EQ(graph.size(), space.size());
    Rows records_of_row(graph.size());
    for (const Rows& members : graph) {
        ASSERT_EQ(members.size(), degree);
        for (std::size_t i = 0; i < degree; ++i) {
            ++records_of_row[members[i]];
            for (std::size_t j = 0; j < i; ++j) {
                EXPECT_FALSE(space.same_person(members[i], members[j]));
            }
        }
    }
    EXPECT_EQ(std::count(records_of_row.begin(), records_of_row.end(), degree),
              static_cast<std::ptrdiff_t>(graph.size()));
}

void expect_release(const Problem& problem, const Outcome& outcome) {
    const Naive naive(problem);
    const std::vector<Rows> graph = graph_of(naive.space(), outcome);
    expect_regular(graph, naive.space(), problem.least_class_rows());
    EXPECT_NEAR(outcome.loss, naive.mean_loss(graph), 1e-12);
    EXPECT_GE(outcome.loss, outcome.lower_bound.value() - 1e-12);
}

TEST(FreeformRounds, MakeRegularGraphsOfTheLossTheySay) {
    for (const Contender& contender : contenders()) {
        int released = 0;
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            SCOPED_TRACE(contender.name + std::to_string(seed));
            const std::optional<Problem> problem = random_rows(seed);
            const Outcome outcome =
                problem ? run_method(contender.name, *problem, contender.options) : Outcome();
            if (outcome.recoding) {
                expect_release(*problem, outcome);
                ++released;
            } else {
                EXPECT_EQ(seed % 4, 0U) << "only persons may be in the way";
            }
        }
        EXPECT_GE(released, 150) << contender.name;
    }
}

TEST(FreeformRounds, ReleaseAllRowsAsOneWhereThereAreButK) {
    for (const Contender& contender : contenders()) {
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            SCOPED_TRACE(contender.name + std::to_string(seed));
            const auto problem = random_rows(seed, test::CaseModels::k, 8 + seed % 17);
            const Outcome outcome = run_method(contender.name, problem.value(), contender.options);
            ASSERT_TRUE(outcome.recoding) << outcome.reason;
            expect_release(*problem, outcome);
        }
    }
}

TEST(FreeformRounds, NeverLookBackFartherThanTheLemmaSays) {
    double most = 0;
    for (const char* const method : {"freeform-greedy", "freeform-sortgreedy"}) {
        for (std::uint64_t seed = 1; seed <= 200; ++seed) {
            const std::uint64_t rows = 8 + seed % 17;
            const auto problem =
                random_rows(seed, test::CaseModels::k, rows / 2 + 1 - seed / 17 % 3);
            const Outcome outcome = run_method(method, problem.value());
            ASSERT_TRUE(outcome.recoding) << seed << outcome.reason;
            EXPECT_EQ(test::stat(outcome, "beyond_lemma"), 0) << method << seed;
            most = std::max(most, test::stat(outcome, "backtracked"));
        }
    }
    EXPECT_GT(most, 2);
}

/// Each row of a random table `times` times.
Problem repeated_rows(std::size_t rows, std::size_t times, std::uint64_t seed) {
    test::RandomCase made = test::random_case({.rows = rows, .k = 3}, seed);
    made.policy.suppression = SuppressionLimit::parse("0");
    for (auto& column : made.cells) {
        const auto once = column;
        for (std::size_t i = 1; i < times; ++i) {
            column.insert(column.end(), once.begin(), once.end());
        }
    }
    return made.bound().value();
}

void expect_lossless(const Contender& contender, const Problem& problem) {
    const Outcome outcome = run_method(contender.name, problem, contender.options);
    ASSERT_TRUE(outcome.recoding) << outcome.reason;
    EXPECT_EQ(outcome.loss, 0);
    EXPECT_EQ(outcome.ending, Ending::optimal);
}

TEST(FreeformRounds, LoseNothingWhereAllRowsAreEqual) {
    for (const Contender& contender : contenders()) {
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            SCOPED_TRACE(contender.name + std::to_string(seed));
            expect_lossless(contender, repeated_rows(1, 3 + seed % 10, seed));
        }
    }
}

TEST(FreeformRing, LosesNothingWhereEachRowIsThereKTimes) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        expect_lossless({"freeform-ring", {}}, repeated_rows(6, 3, seed));
    }
}

TEST(FreeformRounds, DoNotDependOnTheOrderOfColumns) {
    for (const Contender& contender : contenders()) {
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            SCOPED_TRACE(contender.name + std::to_string(seed));
            test::RandomCase made = test::random_case({.rows = 20}, seed);
            made.policy.suppression = SuppressionLimit::parse("100%");
            const Outcome once =
                run_method(contender.name, made.bound().value(), contender.options);
            std::reverse(made.names.begin(), made.names.end());
            std::reverse(made.cells.begin(), made.cells.end());
            const Outcome again =
                run_method(contender.name, made.bound().value(), contender.options);
            EXPECT_NEAR(once.loss, again.loss, 1e-12);
        }
    }
}

TEST(FreeformRounds, EndWithoutAReleaseOutOfTime) {
    const auto problem = random_rows(1, test::CaseModels::k, 3);
    for (const char* const method : {"freeform-greedy", "freeform-sortgreedy"}) {
        RunContext context;
        context.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
        const Outcome outcome = run_method(method, problem.value(), {}, context);
        EXPECT_EQ(outcome.ending, Ending::timed_out);
        EXPECT_FALSE(outcome.recoding);
        const std::atomic<bool> cancel{true};
        context.cancel = &cancel;
        EXPECT_EQ(run_method(method, *problem, {}, context).ending, Ending::cancelled);
    }
}

TEST(FreeformRing, LosesNoMoreThanTheClasses) {
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        test::RandomCase made = test::random_case({.rows = 60}, seed);
        made.policy.suppression = SuppressionLimit::parse("0");
        const Problem problem = made.bound().value();
        const Outcome classes = run_method("best-split", problem);
        const Outcome ring = run_method("freeform-ring", problem);
        if (classes.recoding && ring.recoding) {
            EXPECT_LE(ring.loss, classes.loss + 1e-12) << seed;
            ++compared;
        }
    }
    EXPECT_GT(compared, 60);
}

/// A table of many blocks, one attribute of which has more values than buckets.
Problem many_rows(std::uint64_t seed) {
    test::RandomCase made =
        test::random_case({.rows = 700, .values = seed % 2 == 0 ? 12U : 400U}, seed);
    made.policy.suppression = SuppressionLimit::parse("100%");
    return made.bound().value();
}

TEST(FreeRecords, FindTheNearestOfAll) {
    std::size_t widest = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Problem problem = many_rows(seed);
        const Naive naive(problem);
        const std::uint32_t size = naive.space().size();
        Graph graph(size, 4);
        for (std::uint32_t record = 0; record < size; ++record) {
            graph.of(record)[1] = (record + 1) % size;
            graph.of(record)[2] = (record * 3 + 5) % size;
        }
        for (const Axis& axis : naive.space().types().axes()) {
            widest = std::max(widest, axis.by_set() ? 0 : axis.size());
        }
        FreeRecords records(naive.space(), graph, naive.order());
        records.begin(3);
        Random random(seed);
        Rows left = naive.order();
        for (int looked = 0; looked < 60; ++looked) {
            const auto row = static_cast<std::uint32_t>(random.below(size));
            std::optional<std::uint32_t> expected;
            std::int64_t least = 0;
            for (const std::uint32_t record : left) {
                const auto of = graph.of(record).first(3);
                const Rows members(of.begin(), of.end());
                const std::int64_t growth = naive.growth(members, row);
                if (naive.may_take(members, row) && (!expected || growth < least)) {
                    expected = record;
                    least = growth;
                }
            }
            const std::optional<NearRecord> found = records.nearest(row);
            ASSERT_EQ(found.has_value(), expected.has_value());
            if (found) {
                EXPECT_EQ(found->record, *expected) << seed << ' ' << looked;
            }
            for (int removed = 0; removed < 11; ++removed) {
                const auto at =
                    left.begin() + static_cast<std::ptrdiff_t>(random.below(left.size()));
                records.remove(*at);
                left.erase(at);
            }
            EXPECT_EQ(records.size(), left.size());
        }
    }
    EXPECT_GT(widest, 128U) << "no places in buckets";
}

}  // namespace
}  // namespace kanon::freeform
