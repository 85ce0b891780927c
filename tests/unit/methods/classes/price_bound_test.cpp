// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/price_bound.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/classes/bounds/box_bound.hpp"
#include "kanon/methods/classes/bounds/priced_box_search.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/class_brute_force.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max() / 2;

double task_weights(const Task& task) {
    double weights = 0;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        weights += attribute.weight;
    }
    return weights;
}

std::vector<double> boxes_of(const BoxTree& tree, const Task& task) {
    return box_losses(tree, task.least_class_rows(), kUnlimited, {.threads = 1});
}

/// The sum of the prices that begin with the boxes' losses, once they are raised.
double raised_sum(const Task& task,
                  std::uint64_t steps = kUnlimited,
                  const RunContext& context = {}) {
    const std::vector<Axis> axes = make_axes(task);
    const BoxTree tree(task, axes);
    std::vector<double> prices = boxes_of(tree, task);
    raise_prices(
        tree, task.least_class_rows(), task_weights(task), {.steps = steps}, context, prices);
    return tree.sum_over_rows(prices);
}

/// Numbers, numbers with missing values, a tree, and a set or another tree.
Problem mixed_problem(std::uint64_t seed,
                      std::uint64_t rows,
                      std::uint64_t k,
                      const std::string& last = "recode: set") {
    Random random(seed);
    const std::uint64_t most = 3 + seed % 7;
    std::string cells;
    for (std::uint64_t i = 0; i < rows; ++i) {
        const std::uint64_t b = random.below(most);
        cells += i == 0 ? "" : "; ";
        cells += std::to_string(random.below(most) * random.below(most)) + " ";
        cells += (b == 0 ? std::string("?") : std::to_string(b)) + " ";
        cells += std::string(1, static_cast<char>('p' + random.below(5))) + " ";
        cells += std::string(1, static_cast<char>('v' + random.below(4)));
    }
    const std::string policy =
        "attributes:\n"
        "  a: {role: quasi-identifying, weight: 2}\n"
        "  b: {role: quasi-identifying}\n"
        "  c: {role: quasi-identifying, hierarchy: {tree: {l: [p, q], m: [r, s, t]}}}\n"
        "  d: {role: quasi-identifying, " +
        last +
        "}\n"
        "privacy: {k-anonymity: " +
        std::to_string(k) + "}\n";
    return kanon::bind(test::table_of("a b c d", cells), parse_policy(policy, "p"), {});
}

/// What the rows of a class of these types lose each.
double class_loss(const BoxTree& tree, const std::vector<std::uint32_t>& types) {
    double loss = 0;
    for (std::size_t axis = 0; axis < tree.axes().size(); ++axis) {
        std::vector<Word> cover(tree.axes()[axis].words());
        tree.axes()[axis].take(cover.data(), tree.places(types[0])[axis]);
        for (const std::uint32_t type : types) {
            tree.axes()[axis].widen(cover.data(), tree.places(type)[axis]);
        }
        loss += tree.axes()[axis].loss(cover.data());
    }
    return loss;
}

/// Visits every class of so many rows, each as the types of its rows, ascending.
template <typename Use>
void visit_classes(const BoxTree& tree,
                   std::uint64_t rows,
                   std::vector<std::uint32_t>& types,
                   Use use) {
    if (types.size() == rows) {
        use(types);
        return;
    }
    for (std::uint32_t type = types.empty() ? 0 : types.back(); type < tree.size(); ++type) {
        const auto taken = static_cast<std::uint64_t>(std::count(types.begin(), types.end(), type));
        if (taken < tree.rows(type)) {
            types.push_back(type);
            visit_classes(tree, rows, types, use);
            types.pop_back();
        }
    }
}

double price_of(const std::vector<std::uint32_t>& types, const std::vector<double>& prices) {
    double sum = 0;
    for (const std::uint32_t type : types) {
        sum += prices[type];
    }
    return sum;
}

/// By type: loss by prices of the class around a row where that is least, or 3.
std::vector<double> least_ratios(const BoxTree& tree,
                                 std::uint64_t k,
                                 const std::vector<double>& prices) {
    std::vector<double> least(tree.size(), 3);
    std::vector<std::uint32_t> types;
    visit_classes(tree, k, types, [&](const std::vector<std::uint32_t>& members) {
        const double ratio =
            static_cast<double>(k) * class_loss(tree, members) / price_of(members, prices);
        for (const std::uint32_t type : members) {
            least[type] = std::min(least[type], ratio);
        }
    });
    return least;
}

std::vector<double> random_prices(std::size_t types, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> prices;
    for (std::size_t type = 0; type < types; ++type) {
        prices.push_back(0.05 + static_cast<double>(random.below(100)) / 50);
    }
    return prices;
}

/// Compares what is found around every row with all classes: it is never more, and where `exact`
/// says so the same. Returns for how many it was the same.
int compare_with_all_classes(const Problem& problem, std::uint64_t seed, bool exact) {
    const std::uint64_t k = problem.least_class_rows();
    const std::vector<Axis> axes = make_axes(problem);
    const BoxTree tree(problem, axes);
    const std::vector<double> prices = random_prices(tree.size(), seed);
    const std::vector<double> least = least_ratios(tree, k, prices);
    const PriceOrder order(prices);
    PricedBoxSearch search(tree, k, prices, order);
    int same = 0;
    for (std::uint32_t type = 0; type < tree.size(); ++type) {
        std::uint64_t steps = kUnlimited;
        EXPECT_TRUE(search.run(type, 3, static_cast<double>(k - 1) * 2.05, steps));
        EXPECT_LE(search.ratio(), least[type] + 1e-8) << seed << ' ' << type;
        const bool equal = search.ratio() >= least[type] - 1e-8;
        EXPECT_TRUE(equal || !exact) << seed << ' ' << type;
        if (exact && !search.found().members.empty()) {
            double paid = 0;
            for (const TypeRows& each : search.found().members) {
                paid += prices[each.type] * each.rows;
            }
            EXPECT_NEAR(search.found().loss / paid, search.ratio(), 1e-8) << seed << ' ' << type;
        }
        same += equal && !search.found().members.empty() ? 1 : 0;
    }
    return same;
}

TEST(PricedBoxSearch, FindsTheClassThatIsWorthMostAroundARow) {
    int same = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Problem problem = mixed_problem(seed, 10, 2 + seed % 3, "hierarchy: flat");
        same += compare_with_all_classes(problem, seed, true);
    }
    EXPECT_GT(same, 100);
}

TEST(PricedBoxSearch, IsNeverAboveAClassWithSets) {
    int same = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        same += compare_with_all_classes(mixed_problem(seed, 10, 2 + seed % 3), seed, false);
    }
    EXPECT_GT(same, 100);
}

TEST(PriceBound, MakesNoClassWorthMoreThanItLoses) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const std::uint64_t k = 2 + seed % 3;
        const Problem problem = mixed_problem(seed, 11, k);
        const std::vector<Axis> axes = make_axes(problem);
        const BoxTree tree(problem, axes);
        std::vector<double> prices = boxes_of(tree, problem);
        raise_prices(tree, k, task_weights(problem), {.steps = kUnlimited}, {}, prices);
        std::vector<std::uint32_t> types;
        visit_classes(tree, k, types, [&](const std::vector<std::uint32_t>& members) {
            EXPECT_LE(price_of(members, prices),
                      static_cast<double>(k) * class_loss(tree, members) + 1e-12)
                << seed;
        });
        for (const double price : prices) {
            EXPECT_LE(price, task_weights(problem) + 1e-12);
        }
    }
}

TEST(PriceBound, IsBelowEveryRecodingAndMostlyAboveTheBoxes) {
    int above = 0;
    int tried = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Problem problem = test::with_k(
            test::random_problem({.rows = 11, .attributes = 3, .values = 4 + seed % 5}, seed),
            2 + seed % 3);
        if (problem.row_types().size() > 11) {
            continue;
        }
        problem.quasi_identifiers[seed % 3].weight = 2;
        const auto cells = static_cast<double>(problem.row_types().row_count());
        const double least = test::least_class_gcp(problem) * cells * task_weights(problem);
        const double bound = raised_sum(problem);
        EXPECT_LE(bound, least + 1e-9) << seed;
        const double boxes = box_bound(problem, make_axes(problem), kUnlimited, {.threads = 1});
        EXPECT_GE(bound, boxes) << seed;
        above += bound > boxes + 1e-9 ? 1 : 0;
        ++tried;
    }
    EXPECT_GT(tried, 150);
    EXPECT_GT(above, tried / 2);
}

TEST(PriceBound, IsTheSameForAnyNumberOfThreadsAndMoreWithMoreEffort) {
    const Problem problem =
        test::with_k(test::random_problem({.rows = 800, .attributes = 3, .values = 12}, 5), 5);
    RunContext two;
    two.threads = 2;
    const std::uint64_t some = problem.row_types().size() * 40000;
    const double raised = raised_sum(problem, some);
    EXPECT_EQ(raised_sum(problem, some, two), raised);
    EXPECT_GT(raised, raised_sum(problem, 0));
    EXPECT_GT(raised_sum(problem, 0), 0);
}

}  // namespace
}  // namespace kanon::classes
