// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/bounds/box_bound.hpp"

#include "kanon/base/random.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/methods/classes/outcome/class_recoding.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"

#include "support/effort.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

/// What a policy says of the columns: numbers that weigh double, with a coded end or not; numbers
/// with missing values; a tree, with bounds on its levels or not; a flat one; intervals.
std::string policy_for(std::uint64_t seed, std::uint64_t k) {
    return "attributes:\n"
           "  a: {role: quasi-identifying, weight: 2" +
           std::string(seed % 3 == 0 ? ", top: 6" : "") +
           "}\n"
           "  b: {role: quasi-identifying}\n"
           "  c: {role: quasi-identifying, hierarchy: {tree: {l: [p, q], m: [r, s, t]}}" +
           (seed % 4 == 1 ? ", levels: [1, 2]" : "") +
           "}\n"
           "  d: {role: quasi-identifying, hierarchy: flat}\n"
           "  e: {role: quasi-identifying, hierarchy: {intervals: [2, 4]}}\n"
           "privacy: {k-anonymity: " +
           std::to_string(k) + "}\n";
}

/// The fewer distinct values, the more rows of a type.
Problem random_problem(std::uint64_t seed, std::uint64_t rows, std::uint64_t k) {
    Random random(seed);
    const std::uint64_t most = 2 + seed % 8;
    std::string cells;
    for (std::uint64_t i = 0; i < rows; ++i) {
        const std::uint64_t b = random.below(most);
        cells += (i == 0 ? "" : "; ") + std::to_string(random.below(most)) + " " +
                 (b == 0 ? "?" : std::to_string(b * b)) + " " +
                 std::string(1, static_cast<char>('p' + random.below(5))) + " " +
                 std::string(1, static_cast<char>('x' + random.below(2))) + " " +
                 std::to_string(random.below(seed % 5 + 1));
    }
    return kanon::bind(
        test::table_of("a b c d e", cells), parse_policy(policy_for(seed, k), "p"), {});
}

std::vector<Axis> axes_of(const Task& task, CellLoss loss = CellLoss::ncp) {
    std::vector<Axis> axes;
    for (const QuasiIdentifier& attribute : task.quasi_identifiers) {
        axes.emplace_back(attribute, attribute.dictionary(), loss);
    }
    return axes;
}

Place place_of(const Task& task,
               const std::vector<Axis>& axes,
               std::size_t axis,
               std::uint32_t type) {
    return axes[axis].place_of(task.row_types().columns[axis][type]);
}

/// Weighted loss of a row of a class of these row types.
double class_loss(const Task& task,
                  const std::vector<Axis>& axes,
                  const std::vector<std::uint32_t>& types) {
    double loss = 0;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        std::vector<Word> cover(axes[axis].words());
        axes[axis].take(cover.data(), place_of(task, axes, axis, types[0]));
        for (const std::uint32_t type : types) {
            axes[axis].widen(cover.data(), place_of(task, axes, axis, type));
        }
        loss += axes[axis].loss(cover.data());
    }
    return loss;
}

/// The bound of the neighbours: what each row loses with the last of the rows needed.
double neighbour_bound(const Task& task, const std::vector<Axis>& axes) {
    double total = 0;
    const auto count = static_cast<std::uint32_t>(task.row_types().size());
    for (std::uint32_t type = 0; type < count; ++type) {
        std::vector<std::pair<double, std::uint64_t>> others;
        for (std::uint32_t other = 0; other < count; ++other) {
            others.emplace_back(class_loss(task, axes, {type, other}),
                                task.row_types().counts[other]);
        }
        std::sort(others.begin(), others.end());
        std::uint64_t rows = 0;
        std::size_t last = 0;
        while ((rows += others[last].second) < task.least_class_rows()) {
            ++last;
        }
        total += static_cast<double>(task.row_types().counts[type]) * others[last].first;
    }
    return total;
}

/// What an axis is released as around a place, as the places that it covers and its loss.
struct Cover {
    std::vector<bool> places;
    double loss;
};

std::vector<Cover> sets_of(const Axis& axis, Place own) {
    std::vector<Cover> covers;
    for (std::uint32_t bits = 0; bits < std::uint32_t{1} << axis.size(); ++bits) {
        if ((bits >> own & 1U) == 0) {
            continue;
        }
        std::vector<Word> words(axis.words());
        Cover cover{std::vector<bool>(axis.size()), 0};
        for (Place place = 0; place < axis.size(); ++place) {
            if ((bits >> place & 1U) != 0) {
                cover.places[place] = true;
                axis.widen(words.data(), place);
            }
        }
        cover.loss = axis.loss(words.data());
        covers.push_back(std::move(cover));
    }
    return covers;
}

std::vector<Cover> covers_of(const Axis& axis, Place own) {
    if (axis.by_set()) {
        return sets_of(axis, own);
    }
    std::vector<Cover> covers;
    const auto size = static_cast<Place>(axis.size());
    for (Place low = 0; low <= own; ++low) {
        for (Place high = own; high < size; ++high) {
            Cover cover{std::vector<bool>(size), axis.loss(Extent{low, high})};
            const bool star = axis.by_range() && axis.is_missing(high) && low != high;
            for (Place place = 0; place < size; ++place) {
                const Level level = axis.by_range() ? Level{0} : axis.level({low, high});
                cover.places[place] =
                    star || (low <= place && place <= high) ||
                    (!axis.by_range() && axis.runs(level)[place] == axis.runs(level)[own]);
            }
            covers.push_back(std::move(cover));
        }
    }
    return covers;
}

/// The least loss of all boxes around a type that hold the rows needed: every cover of the axes
/// from `axis` on, for the types that those before it cover.
double least_box(const Task& task,
                 const std::vector<std::vector<Cover>>& covers,
                 const std::vector<Axis>& axes,
                 std::size_t axis,
                 const std::vector<std::uint32_t>& types) {
    std::uint64_t rows = 0;
    for (const std::uint32_t type : types) {
        rows += task.row_types().counts[type];
    }
    if (rows < task.least_class_rows()) {
        return kInfinity;
    }
    if (axis == axes.size()) {
        return 0;
    }
    double best = kInfinity;
    for (const Cover& cover : covers[axis]) {
        if (cover.loss >= best) {
            continue;
        }
        std::vector<std::uint32_t> covered;
        std::copy_if(
            types.begin(), types.end(), std::back_inserter(covered), [&](std::uint32_t type) {
                return cover.places[place_of(task, axes, axis, type)];
            });
        best = std::min(best, cover.loss + least_box(task, covers, axes, axis + 1, covered));
    }
    return best;
}

double naive_bound(const Task& task, const std::vector<Axis>& axes) {
    double total = 0;
    const auto count = static_cast<std::uint32_t>(task.row_types().size());
    std::vector<std::uint32_t> all(count);
    for (std::uint32_t type = 0; type < count; ++type) {
        all[type] = type;
    }
    for (std::uint32_t type = 0; type < count; ++type) {
        std::vector<std::vector<Cover>> covers;
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            covers.push_back(covers_of(axes[axis], place_of(task, axes, axis, type)));
        }
        total += static_cast<double>(task.row_types().counts[type]) *
                 least_box(task, covers, axes, 0, all);
    }
    return total;
}

/// The least loss of all ways to put the types from `next` on into classes. Types stay whole here,
/// so every row is a type.
double least_loss(const Task& task,
                  const std::vector<Axis>& axes,
                  std::vector<std::vector<std::uint32_t>>& classes,
                  std::uint32_t next) {
    double best = kInfinity;
    if (next == task.row_types().size()) {
        double loss = 0;
        for (const auto& types : classes) {
            std::uint64_t rows = 0;
            for (const std::uint32_t type : types) {
                rows += task.row_types().counts[type];
            }
            if (rows < task.k) {
                return kInfinity;
            }
            loss += static_cast<double>(rows) * class_loss(task, axes, types);
        }
        return loss;
    }
    for (std::size_t i = 0; i < classes.size(); ++i) {
        classes[i].push_back(next);
        best = std::min(best, least_loss(task, axes, classes, next + 1));
        classes[i].pop_back();
    }
    classes.push_back({next});
    best = std::min(best, least_loss(task, axes, classes, next + 1));
    classes.pop_back();
    return best;
}

/// Texts alone, recoded by sets of so many values at most, and numbers.
Problem random_set_problem(std::uint64_t seed, std::uint64_t rows, std::uint64_t k) {
    Random random(seed);
    const std::uint64_t most = 2 + seed % 6;
    std::string cells;
    for (std::uint64_t i = 0; i < rows; ++i) {
        cells += i == 0 ? "" : "; ";
        for (int column = 0; column < 3; ++column) {
            const std::uint64_t value = std::min(random.below(most), random.below(most));
            cells += value == 0 ? "? " : std::string(1, static_cast<char>('a' + value)) + " ";
        }
        cells += std::to_string(random.below(most));
    }
    const std::string policy =
        "attributes:\n"
        "  a: {role: quasi-identifying, weight: 2, recode: set}\n"
        "  b: {role: quasi-identifying, recode: set}\n"
        "  c: {role: quasi-identifying, recode: set}\n"
        "  d: {role: quasi-identifying" +
        std::string(seed % 3 == 0 ? ", recode: set" : "") +
        "}\nmax-set-values: " + std::to_string(std::array{2, 3, 12}[seed / 3 % 3]) +
        "\nprivacy: {k-anonymity: " + std::to_string(k) + "}\n";
    return kanon::bind(test::table_of("a b c d", cells), parse_policy(policy, "p"), {});
}

constexpr std::uint64_t kAll = std::uint64_t{1} << 50U;

TEST(BoxBound, IsTheSumOfTheLeastBoxes) {
    double raised = 0;
    for (const std::uint64_t seed : test::all_cases("boxes", 300)) {
        const Problem problem = random_problem(seed, 12 + seed % 15, 2 + seed % 7);
        const std::vector<Axis> axes =
            axes_of(problem, seed % 2 == 0 ? CellLoss::ncp : CellLoss::lm);
        const double bound = box_bound(problem, axes, kAll, {.threads = 1});
        EXPECT_NEAR(bound, naive_bound(problem, axes), 1e-9) << seed;
        const double neighbours = neighbour_bound(problem, axes);
        EXPECT_GE(bound, neighbours - 1e-9) << seed;
        raised = std::max(raised, neighbours > 0 ? bound / neighbours : 0);
    }
    EXPECT_GT(raised, 1.2);
}

TEST(BoxBound, OfSetsLiesBetweenNeighboursAndBoxes) {
    double met = 0;
    double raised = 0;
    const std::vector<std::uint64_t> cases = test::all_cases("boxes of sets", 300);
    for (const std::uint64_t seed : cases) {
        const Problem problem = random_set_problem(seed, 10 + seed % 11, 2 + seed % 5);
        const std::vector<Axis> axes =
            axes_of(problem, seed % 2 == 0 ? CellLoss::ncp : CellLoss::lm);
        const double bound = box_bound(problem, axes, kAll, {.threads = 1});
        const double boxes = naive_bound(problem, axes);
        const double neighbours = neighbour_bound(problem, axes);
        EXPECT_LE(bound, boxes + 1e-9) << seed;
        EXPECT_GE(bound, neighbours - 1e-9) << seed;
        EXPECT_TRUE(problem.k > 2 || std::abs(bound - boxes) < 1e-9) << seed;
        met += std::abs(bound - boxes) < 1e-9 ? 1 : 0;
        raised = std::max(raised, neighbours > 0 ? bound / neighbours : 0);
    }
    EXPECT_GT(met, static_cast<double>(cases.size()) / 2);
    EXPECT_GT(raised, 1.2);
}

TEST(BoxBound, OfSetsIsNotAboveTheLeastLoss) {
    double tightest = 0;
    for (const std::uint64_t seed : test::all_cases("least losses of sets", 1000)) {
        const Problem problem = random_set_problem(seed, seed % 40 == 0 ? 8 : 6, 2 + seed % 3);
        const std::vector<Axis> axes = axes_of(problem);
        std::vector<std::vector<std::uint32_t>> classes;
        const double least = least_loss(problem, axes, classes, 0);
        const double bound = box_bound(problem, axes, kAll, {.threads = 1});
        EXPECT_LE(bound, least + 1e-9) << seed;
        tightest = std::max(tightest, least > 0 ? bound / least : 0);
    }
    EXPECT_GT(tightest, 0.9);
}

TEST(BoxBound, IsThatOfTheNeighboursForPairs) {
    // More places than are tabled, and more types than are bound in one go.
    Random random(3);
    std::string cells;
    for (std::uint64_t i = 0; i < 1500; ++i) {
        cells += (i == 0 ? "" : "; ") + std::to_string(random.below(700)) + " " +
                 std::to_string(random.below(300)) + " " + std::to_string(random.below(5));
    }
    const std::string policy =
        "attributes: {a: {role: quasi-identifying}, b: {role: quasi-identifying, "
        "hierarchy: {intervals: [10, 50]}}, c: {role: quasi-identifying}}\n"
        "privacy: {k-anonymity: 2}\n";
    const Problem problem =
        kanon::bind(test::table_of("a b c", cells), parse_policy(policy, "p"), {});
    const std::vector<Axis> axes = axes_of(problem);
    EXPECT_NEAR(
        box_bound(problem, axes, kAll, {.threads = 1}), neighbour_bound(problem, axes), 1e-9);
}

TEST(BoxBound, IsNotAboveTheLeastLoss) {
    double tightest = 0;
    for (const std::uint64_t seed : test::all_cases("least losses", 2000)) {
        const Problem problem = random_problem(seed, seed % 40 == 0 ? 8 : 6, 2 + seed % 3);
        const std::vector<Axis> axes = axes_of(problem);
        std::vector<std::vector<std::uint32_t>> classes;
        const double least = least_loss(problem, axes, classes, 0);
        const double bound = box_bound(problem, axes, kAll, {.threads = 1});
        EXPECT_LE(bound, least + 1e-9) << seed;
        tightest = std::max(tightest, least > 0 ? bound / least : 0);
    }
    EXPECT_GT(tightest, 0.9);
}

TEST(BoxBound, StaysBelowItselfWithLessEffort) {
    for (const std::uint64_t seed : test::all_cases("less effort", 40)) {
        const Problem problem = random_problem(seed, 200, 3 + seed);
        const std::vector<Axis> axes = axes_of(problem);
        const double whole = box_bound(problem, axes, kAll, {.threads = 1});
        for (const std::uint64_t share : {200U, 400U, 1000U, 3000U, 10000U}) {
            const double some =
                box_bound(problem, axes, problem.row_types().size() * share, {.threads = 1});
            EXPECT_GE(some, 0) << seed;
            EXPECT_LE(some, whole + 1e-9) << seed << " " << share;
        }
    }
}

TEST(BoxBound, GrowsWithTheEffortAndIsTheSameForAnyThreads) {
    const Problem problem = random_problem(7, 3000, 25);
    const std::vector<Axis> axes = axes_of(problem);
    const double whole = box_bound(problem, axes, kAll, {.threads = 1});
    EXPECT_EQ(box_bound(problem, axes, kAll, {.threads = 3}), whole);
    const std::uint64_t effort = problem.row_types().size() * 2000;
    const double some = box_bound(problem, axes, effort, {.threads = 1});
    EXPECT_EQ(box_bound(problem, axes, effort, {.threads = 3}), some);
    EXPECT_GT(some, 0);
    EXPECT_LT(some, whole);
    EXPECT_EQ(box_bound(problem, axes, 0, {.threads = 1}), 0);
}

/// Two in three rows are alike on a flat attribute, and near others in numbers only where they are.
TEST(BoxBound, NeedsFewStepsWhereFlatAttributesKeepRowsApart) {
    Random random(11);
    std::string cells;
    for (std::uint64_t i = 0; i < 6000; ++i) {
        cells += (i == 0 ? "" : "; ") + std::to_string(random.below(400)) + " " +
                 std::to_string(random.below(400)) + " " +
                 std::string(1, "ppppqrs"[random.below(7)]) + " " +
                 std::string(1, "xxy"[random.below(3)]);
    }
    const std::string policy =
        "attributes: {a: {role: quasi-identifying}, b: {role: quasi-identifying}, "
        "c: {role: quasi-identifying, hierarchy: flat}, "
        "d: {role: quasi-identifying, hierarchy: flat}}\n"
        "privacy: {k-anonymity: 5}\n";
    const Problem problem =
        kanon::bind(test::table_of("a b c d", cells), parse_policy(policy, "p"), {});
    const std::vector<Axis> axes = axes_of(problem);
    const double whole = box_bound(problem, axes, kAll, {.threads = 1});
    const std::uint64_t effort = problem.row_types().size() * 300;
    EXPECT_GT(box_bound(problem, axes, effort, {.threads = 1}), 0.6 * whole);
}

TEST(BoxBound, EndsAtADeadlineWithWhatItHas) {
    const Problem problem = random_problem(7, 3000, 25);
    const std::vector<Axis> axes = axes_of(problem);
    const auto now = std::chrono::steady_clock::now();
    EXPECT_EQ(box_bound(problem, axes, kAll, {.deadline = now, .threads = 1}), 0);
    const auto never = now + std::chrono::hours(24 * 365);
    EXPECT_EQ(box_bound(problem, axes, kBoxEffort, {.deadline = never, .threads = 1}),
              box_bound(problem, axes, kBoxEffort, {.threads = 1}));
}

TEST(BoxBound, IsBegunOnlyWhereItCanSpeakInTime) {
    const Problem problem = random_problem(3, 200, 5);
    const std::vector<Axis> axes = axes_of(problem);
    using Seconds = std::chrono::duration<double>;
    EXPECT_FALSE(bound_speaks_in(problem, axes, Seconds(-1), 2));
    EXPECT_FALSE(bound_speaks_in(problem, axes, Seconds(0), 2));
    EXPECT_TRUE(bound_speaks_in(problem, axes, Seconds(1), 2));
    EXPECT_TRUE(bound_speaks_in(problem, axes, Seconds(1e15), Threads::kMost));
    EXPECT_EQ(box_steps_in(-1, 2), 0U);
    EXPECT_LT(box_steps_in(1, 1), box_steps_in(1, 2));
    EXPECT_GE(least_box_steps({}), 1U);
}

}  // namespace
}  // namespace kanon::classes
