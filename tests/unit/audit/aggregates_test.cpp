// SPDX-License-Identifier: Apache-2.0
// Means, medians and modes of releases in another order, or with rows left out, against all ways in
// which the original rows can be shared out.
#include "kanon/audit/audit.hpp"
#include "kanon/base/random.hpp"

#include "support/problems.hpp"
#include "support/tables.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// Age, grade and town of a person; or as they are released, all `*` where suppressed.
struct Person {
    int age = 0;
    int grade = 0;
    std::string town;
};

struct Shown {
    std::string age;
    std::string grade;
    std::string town;
};

using People = std::vector<Person>;
using ShownRows = std::vector<Shown>;

constexpr const char* kAggregatePolicy =
    "attributes: {{age: {{role: quasi-identifying, type: integer, recode: mean, digits: 1}}, "
    "grade: {{role: quasi-identifying, type: integer, recode: {}}}, town: {{role: "
    "insensitive}}}}\nprivacy: {{k-anonymity: 2}}\nsuppression: {{max: 3, rows: {}}}\n";

/// Rounded half away from zero to one digit; ages are not negative.
std::string mean_of(const std::vector<int>& numbers) {
    const int sum = std::accumulate(numbers.begin(), numbers.end(), 0);
    const int size = static_cast<int>(numbers.size());
    const int tenths = (20 * sum + size) / (2 * size);
    return fmt::format("{}.{}", tenths / 10, tenths % 10);
}

bool is_typical(std::vector<int> numbers, int shown, bool of_modes) {
    std::ranges::sort(numbers);
    if (!of_modes) {
        return numbers[(numbers.size() - 1) / 2] == shown;
    }
    const auto times = [&numbers](int number) { return std::ranges::count(numbers, number); };
    return std::ranges::all_of(numbers, [&](int other) { return times(other) <= times(shown); });
}

/// True if the originals that released rows stand for make every aggregate right; `fits` is set
/// where the towns agree.
bool is_right(const People& original,
              const ShownRows& released,
              const std::vector<std::size_t>& order,
              bool of_modes,
              bool& fits) {
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> classes;
    for (std::size_t i = 0; i < released.size(); ++i) {
        if (released[i].age != "*") {
            if (released[i].town != original[order[i]].town) {
                return false;
            }
            classes[{released[i].age, released[i].grade}].push_back(order[i]);
        }
    }
    fits = true;
    return std::ranges::all_of(classes, [&](const auto& of_class) {
        std::vector<int> ages;
        std::vector<int> grades;
        for (const std::size_t row : of_class.second) {
            ages.push_back(original[row].age);
            grades.push_back(original[row].grade);
        }
        return mean_of(ages) == of_class.first.first &&
               is_typical(grades, std::stoi(of_class.first.second), of_modes);
    });
}

enum class WayOfSharing { nothing_fits, right, wrong };

WayOfSharing way_of_sharing(const People& original,
                            const ShownRows& released,
                            bool in_order,
                            bool of_modes) {
    std::vector<std::size_t> order(original.size());
    std::iota(order.begin(), order.end(), 0U);
    bool any_fits = false;
    do {
        const auto stop = order.begin() + static_cast<std::ptrdiff_t>(released.size());
        if ((!in_order || std::is_sorted(order.begin(), stop)) &&
            is_right(original, released, order, of_modes, any_fits)) {
            return WayOfSharing::right;
        }
    } while (std::next_permutation(order.begin(), order.end()));
    return any_fits ? WayOfSharing::wrong : WayOfSharing::nothing_fits;
}

/// Classes of two or three neighbours in a random order, one row suppressed at times, one cell
/// changed at times.
struct Drawn {
    People original;
    ShownRows released;
    bool in_order = false;
    bool drops = false;
    bool of_modes = false;
};

Drawn draw(std::uint64_t seed) {
    Random random(seed);
    Drawn out;
    out.drops = random.below(2) == 0;
    out.in_order = out.drops && random.below(2) == 0;
    out.of_modes = random.below(2) == 0;
    const std::size_t rows = 4 + random.below(4);
    for (std::size_t i = 0; i < rows; ++i) {
        out.original.push_back({.age = static_cast<int>(20 + random.below(6)),
                                .grade = static_cast<int>(1 + random.below(3)),
                                .town = random.below(3) == 0 ? "X" : "Y"});
    }
    std::vector<std::size_t> order(rows);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = rows; i-- > 1;) {
        std::swap(order[i], order[random.below(i + 1)]);
    }
    const bool suppresses = out.in_order || random.below(2) == 0;
    std::vector<Shown> shown(rows);
    for (std::size_t begin = suppresses ? 1 : 0; begin < rows;) {
        const std::size_t left = rows - begin;
        const std::size_t size = left <= 3 ? left : 2;
        std::vector<int> ages;
        std::vector<int> grades;
        for (std::size_t i = begin; i < begin + size; ++i) {
            ages.push_back(out.original[order[i]].age);
            grades.push_back(out.original[order[i]].grade);
        }
        const auto typical = std::ranges::find_if(
            grades, [&](int grade) { return is_typical(grades, grade, out.of_modes); });
        for (std::size_t i = begin; i < begin + size; ++i) {
            shown[order[i]] = {
                mean_of(ages), std::to_string(*typical), out.original[order[i]].town};
        }
        begin += size;
    }
    if (suppresses) {
        shown[order[0]] = {"*", "*", "*"};
    }
    if (random.below(2) == 0) {  // one class shows something else
        const Shown from = shown[order[rows - 1]];
        const std::string to = fmt::format("{}.{}", 20 + random.below(6), random.below(2) * 5);
        for (Shown& row : shown) {
            row.age = row.age == from.age && row.grade == from.grade ? to : row.age;
        }
    }
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t row = out.in_order ? i : order[(i * 5 + 1) % rows];
        const bool repeats = !out.in_order && rows == 5;
        const Shown& next = shown[repeats ? i : row];
        if (!(out.drops && next.age == "*")) {
            out.released.push_back(next);
        }
    }
    return out;
}

AuditReport judged_aggregates(const Drawn& drawn) {
    std::string original;
    for (const Person& person : drawn.original) {
        original += fmt::format("{} {} {};", person.age, person.grade, person.town);
    }
    std::string released;
    for (const Shown& row : drawn.released) {
        released += fmt::format("{} {} {};", row.age, row.grade, row.town);
    }
    const std::string policy = fmt::format(
        kAggregatePolicy, drawn.of_modes ? "mode" : "median", drawn.drops ? "drop" : "star");
    Release release;
    release.table = test::table_of("age grade town", released);
    release.original_column = {0, 1, 2};
    AuditOptions options;
    options.shuffled = !drawn.in_order;
    return audit(test::bound(test::table_of("age grade town", original), policy),
                 release,
                 options,
                 RunContext{});
}

TEST(AggregatesInAnotherOrder, AreRightIfSomeWayToShareRowsOutMakesThemSo) {
    std::map<WayOfSharing, int> seen;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Drawn drawn = draw(seed);
        const WayOfSharing truth =
            way_of_sharing(drawn.original, drawn.released, drawn.in_order, drawn.of_modes);
        const AuditReport report = judged_aggregates(drawn);
        ++seen[truth];
        if (truth == WayOfSharing::nothing_fits) {
            ASSERT_FALSE(report.passed) << "seed " << seed;
            continue;
        }
        ASSERT_FALSE(std::ranges::any_of(
            report.not_proven, [](const std::string& line) { return line.starts_with("means"); }))
            << "seed " << seed;
        const bool is_named = std::ranges::any_of(
            report.faults, [](const Fault& fault) { return fault.rule == "aggregate"; });
        ASSERT_EQ(is_named, truth == WayOfSharing::wrong) << "seed " << seed;
    }
    EXPECT_GT(seen[WayOfSharing::right], 50);
    EXPECT_GT(seen[WayOfSharing::wrong], 50);
}

/// A table of pairs whose released order is another, large enough to be hopeless without a search
/// that looks ahead.
TEST(AggregatesInAnotherOrder, AreDecidedForTablesOfSomeDozensOfRows) {
    Drawn drawn;
    for (int i = 0; i < 48; ++i) {
        drawn.original.push_back({.age = i * i, .grade = i % 3, .town = "X"});
    }
    for (int i = 46; i >= 0; i -= 2) {
        const std::string mean = mean_of({i * i, (i + 1) * (i + 1)});
        const std::string median = std::to_string(std::min(i % 3, (i + 1) % 3));
        drawn.released.push_back({mean, median, "X"});
        drawn.released.push_back({mean, median, "X"});
    }
    const AuditReport good = judged_aggregates(drawn);
    EXPECT_TRUE(good.passed);
    EXPECT_TRUE(good.not_proven.empty());
    drawn.released[0].age = drawn.released[1].age = "2163.1";
    const AuditReport changed = judged_aggregates(drawn);
    ASSERT_EQ(changed.faults.size(), 1U);
    EXPECT_EQ(changed.faults[0].rule, "aggregate");
    EXPECT_EQ(changed.faults[0].row, 1U);
}

/// Too large to be looked at whole: that is said, and nothing else.
TEST(AggregatesInAnotherOrder, AreLeftOpenWhereThereIsTooMuchToLookAt) {
    Drawn drawn;
    for (int i = 0; i < 3000; ++i) {
        drawn.original.push_back({.age = i % 97, .grade = i % 7, .town = "X"});
        drawn.released.push_back({i % 2 == 0 ? "47.9" : "48.1", "3", "X"});
    }
    const AuditReport report = judged_aggregates(drawn);
    EXPECT_TRUE(report.passed);
    ASSERT_EQ(report.not_proven.size(), 1U);
    EXPECT_NE(report.not_proven[0].find("too many rows"), std::string::npos);
}

}  // namespace
}  // namespace kanon
