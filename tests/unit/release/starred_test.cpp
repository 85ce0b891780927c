// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/classes/starred.hpp"

#include "kanon/hierarchy/builders.hpp"
#include "kanon/release/recoding/recoding_view.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <vector>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;

TEST(Starred, AreStarsAndLabelsThatAreSpelledSo) {
    const auto column = test::column_of("a", {"x", "y"});
    const Hierarchy flat = flat_hierarchy(column->dictionary);
    const ReleasedDomain domain{
        .values = {{Kind::exact, 0, 0}, {Kind::label, 0, 1}, {Kind::star, 0, 0}}};
    EXPECT_EQ(values_spelled_star(domain, &flat), (std::vector<bool>{false, true, true}));
}

TEST(Starred, ThroughoutAreTypesThatNoAttributeTellsAnythingOf) {
    const std::vector<std::vector<std::uint32_t>> values{{0, 1, 1, kNoValue}, {1, 1, 0, 1}};
    const StarredAttributes attributes{.count = 2,
                                       .stars =
                                           [](std::size_t) {
                                               return std::vector<bool>{false, true};
                                           },
                                       .values = [&](std::size_t j) { return values[j]; }};
    EXPECT_EQ(starred_throughout(attributes), (std::vector<bool>{false, true, false, true}));
}

TEST(Starred, ThroughoutAreNoneIsEmpty) {
    const StarredAttributes attributes{
        .count = 1,
        .stars = [](std::size_t) { return std::vector<bool>{false}; },
        .values =
            [](std::size_t) {
                return std::vector<std::uint32_t>{0, 0};
            }};
    EXPECT_TRUE(starred_throughout(attributes).empty());
    EXPECT_TRUE(starred_throughout({}).empty());
}

TEST(Starred, AreAClassWhereTheyAreEnough) {
    EXPECT_TRUE(are_star_class(2, 2));
    EXPECT_FALSE(are_star_class(1, 2));
}

}  // namespace
}  // namespace kanon
