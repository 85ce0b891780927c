// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/row_order.hpp"

#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kanon {
namespace {

using Cells = std::vector<std::string>;

OrderFinding order_of(const Cells& cells) {
    return find_order(*test::column_of("a", cells));
}

/// `rows` cells; cell i is of(i).
Cells cells_of(std::size_t rows, const std::function<std::uint64_t(std::uint64_t)>& of) {
    Cells out;
    for (std::size_t row = 0; row < rows; ++row) {
        out.push_back(std::to_string(of(row)));
    }
    return out;
}

Cells shuffled_cells(Cells cells, Random& random) {
    for (std::size_t i = cells.size(); i-- > 1;) {
        std::swap(cells[i], cells[random.below(i + 1)]);
    }
    return cells;
}

TEST(RowOrder, FindsWhatIsSorted) {
    EXPECT_EQ(order_of(cells_of(20, [](auto i) { return i; })), OrderFinding::sorted);
    EXPECT_EQ(order_of(cells_of(20, [](auto i) { return 100 - i; })), OrderFinding::sorted);
    EXPECT_EQ(order_of(cells_of(100, [](auto i) { return i / 50; })), OrderFinding::sorted);
    Cells dates;
    for (int year = 1980; year < 2000; ++year) {
        dates.push_back(std::to_string(year) + "/01/01");
    }
    EXPECT_EQ(order_of(dates), OrderFinding::sorted);
    Cells names = dates;
    names.insert(names.begin(), "1000 and one night");
    EXPECT_EQ(order_of(names), OrderFinding::sorted) << "text by bytes";
}

TEST(RowOrder, PassesOverMissingValues) {
    Cells cells = cells_of(60, [](auto i) { return i; });
    for (std::size_t row = 0; row < cells.size(); row += 3) {
        cells[row] = "?";
    }
    EXPECT_EQ(order_of(cells), OrderFinding::sorted);
    EXPECT_EQ(order_of(Cells(50, "?")), OrderFinding::none);
}

TEST(RowOrder, SaysNothingOfWhatChanceDoesAsWell) {
    EXPECT_EQ(order_of({"1", "2", "3", "4", "5"}), OrderFinding::none) << "once in 60 tables";
    EXPECT_EQ(order_of({"1"}), OrderFinding::none);
    EXPECT_EQ(order_of(Cells(1000, "1")), OrderFinding::none);
    Cells rare(1000, "0");
    rare.back() = "1";
    EXPECT_EQ(order_of(rare), OrderFinding::none) << "one of 500 places is first or last";
}

TEST(RowOrder, FindsWhatIsNearlySorted) {
    Random random(1);
    const Cells every_tenth_moved =
        cells_of(2000, [&](auto i) { return random.below(10) == 0 ? random.below(2000) : i; });
    EXPECT_EQ(order_of(every_tenth_moved), OrderFinding::nearly);
    Cells appended = cells_of(1000, [](auto i) { return 2 * i; });
    const Cells more = cells_of(1000, [](auto i) { return 2 * i + 1; });
    appended.insert(appended.end(), more.begin(), more.end());
    EXPECT_EQ(order_of(appended), OrderFinding::nearly) << "two sorted files, one after the other";
}

TEST(RowOrder, FindsATrendUnderNoise) {
    Random random(1);
    EXPECT_EQ(order_of(cells_of(2000, [&](auto i) { return i + random.below(1000); })),
              OrderFinding::trend);
}

TEST(RowOrder, FindsGroupsInAnyOrder) {
    EXPECT_EQ(order_of(cells_of(400, [](auto i) { return (i / 20) * 7 % 20; })),
              OrderFinding::grouped);
    // Each household of four stands together, the households in random order.
    Random random(1);
    const Cells households = shuffled_cells(cells_of(500, [](auto i) { return i; }), random);
    Cells rows;
    for (const std::string& household : households) {
        rows.insert(rows.end(), 4, household);
    }
    EXPECT_EQ(order_of(rows), OrderFinding::grouped);
}

TEST(RowOrder, RaisesNoFalseAlarm) {
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        const std::uint64_t rows = 2 + random.below(600);
        const std::uint64_t values = 1 + random.below(seed % 3 == 0 ? 3 : 1000);
        const bool skewed = random.below(2) == 0;
        const Cells cells = cells_of(rows, [&](auto) {
            const std::uint64_t value = random.below(values);
            return skewed ? std::min({value, random.below(values), random.below(values)}) : value;
        });
        ASSERT_EQ(order_of(cells), OrderFinding::none) << "seed " << seed;
    }
}

TEST(RowOrder, OfLongTablesIsFoundByWindows) {
    constexpr std::size_t kRows = (std::size_t{1} << 20U) + 70'000;
    Random random(3);
    const auto column = [](std::size_t values, const std::function<Code(std::size_t)>& of) {
        Cells texts;
        for (std::size_t value = 0; value < values; ++value) {
            texts.push_back("v" + std::to_string(100'000 + value));
        }
        auto out = std::make_shared<Column>(*test::column_of("a", texts));
        out->codes = CodeVector(kRows, values);
        for (std::size_t row = 0; row < kRows; ++row) {
            out->codes.set(row, of(row));
        }
        return out;
    };
    const auto by = [](std::size_t number) { return static_cast<Code>(number); };
    EXPECT_EQ(find_order(*column(1000, [&](std::size_t row) { return by(row * 1000 / kRows); })),
              OrderFinding::sorted);
    EXPECT_EQ(
        find_order(*column(
            1000, [&](std::size_t row) { return by(row * 700 / kRows + random.below(300)); })),
        OrderFinding::trend);
    std::vector<Code> of_group;
    for (std::size_t group = 0; group <= kRows / 40; ++group) {
        of_group.push_back(by(random.below(900)));
    }
    EXPECT_EQ(find_order(*column(900, [&](std::size_t row) { return of_group[row / 40]; })),
              OrderFinding::grouped);
    EXPECT_EQ(find_order(*column(900, [&](std::size_t /*row*/) { return by(random.below(900)); })),
              OrderFinding::none);
}

}  // namespace
}  // namespace kanon
