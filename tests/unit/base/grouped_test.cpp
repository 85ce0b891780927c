// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/grouped.hpp"

#include "kanon/base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

namespace kanon {
namespace {

template <class Value>
std::vector<Value> list(std::span<const Value> values) {
    return {values.begin(), values.end()};
}

using Items = std::vector<std::uint32_t>;

TEST(Grouped, ItemsStandGroupAfterGroupInTheirOrder) {
    const std::array keys{2U, 0U, 2U, 3U, 0U};
    const Grouped<> grouped =
        grouped_items(keys.size(), 5, [&](std::size_t item) { return keys[item]; });
    EXPECT_EQ(grouped.size(), 5U);
    EXPECT_EQ(grouped.starts(), (Items{0, 2, 2, 4, 5, 5}));
    EXPECT_EQ(list(grouped.of(0)), (Items{1, 4}));
    EXPECT_TRUE(grouped.of(1).empty());
    EXPECT_EQ(list(grouped.of(2)), (Items{0, 2}));
    EXPECT_EQ(list(grouped.of(1, 4)), (Items{0, 2, 3}));
    EXPECT_TRUE(grouped.of(4).empty());
}

TEST(Grouped, ValuesAreAskedForInTheOrderOfTheItems) {
    const std::string text = "hello";
    std::size_t asked = 0;
    Grouped<char, std::uint64_t> grouped;
    grouped.assign(
        text.size(),
        2,
        [&](std::size_t item) { return text[item] == 'l' ? 1 : 0; },
        [&](std::size_t item) {
            EXPECT_EQ(item, asked++);
            return text[item];
        });
    EXPECT_EQ(list(grouped.of(0)), (std::vector<char>{'h', 'e', 'o'}));
    EXPECT_EQ(list(grouped.of(1)), (std::vector<char>{'l', 'l'}));
}

TEST(Grouped, NothingAndNoGroups) {
    EXPECT_EQ(Grouped<>().size(), 0U);
    const auto key = [](std::size_t) { return 0U; };
    EXPECT_EQ(grouped_items(0, 0, key).size(), 0U);
    EXPECT_EQ(grouped_items(0, 2, key).starts(), (Items{0, 0, 0}));
    EXPECT_EQ(group_starts<std::uint32_t>(0, 0, key), Items{0});
}

TEST(Grouped, AgreesWithAStableSortAndForgetsWhatItHeld) {
    Random random(1);
    Grouped<> grouped;
    for (std::size_t round = 0; round < 50; ++round) {
        const std::size_t groups = 1 + random.below(9);
        Items keys(random.below(40));
        for (std::uint32_t& key : keys) {
            key = static_cast<std::uint32_t>(random.below(groups));
        }
        const auto key_of = [&](std::size_t item) { return keys[item]; };
        grouped.assign(keys.size(), groups, key_of);
        Items sorted(keys.size());
        std::iota(sorted.begin(), sorted.end(), 0U);
        std::ranges::stable_sort(sorted, {}, key_of);
        EXPECT_EQ(grouped.values(), sorted);
        EXPECT_EQ(grouped.starts(), group_starts<std::uint32_t>(keys.size(), groups, key_of));
        ASSERT_EQ(grouped.size(), groups);
        for (std::size_t group = 0; group < groups; ++group) {
            EXPECT_EQ(grouped.of(group).size(),
                      static_cast<std::size_t>(std::ranges::count(keys, group)));
        }
    }
}

}  // namespace
}  // namespace kanon
