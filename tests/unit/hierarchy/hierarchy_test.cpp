// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/hierarchy.hpp"

#include "kanon/hierarchy/builders.hpp"

#include "support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <utility>

namespace kanon {
namespace {

using test::dictionary_of;
using test::refusal;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Hierarchy::LevelMap level_of(std::vector<Code> label_of_code, std::vector<std::string> labels) {
    Hierarchy::LevelMap map;
    map.label_of_code = std::move(label_of_code);
    map.labels = std::move(labels);
    return map;
}

/// a, c under x; b, d under y.
Hierarchy crossed() {
    return Hierarchy(dictionary_of({"a", "b", "c", "d"}),
                     {level_of({1, 0, 1, 0}, {"y", "x"}), level_of({0, 0, 0, 0}, {"*"})},
                     HierarchyKind::file);
}

TEST(Hierarchy, NumbersLabelsByTheirLeastCode) {
    const Hierarchy hierarchy = crossed();
    EXPECT_EQ(hierarchy.height(), 2);
    EXPECT_EQ(hierarchy.domain_size(), 4U);
    EXPECT_EQ(hierarchy.label_count(1), 2U);
    EXPECT_EQ(hierarchy.text(1, 0), "x");
    EXPECT_EQ(hierarchy.text(1, 1), "y");
    EXPECT_EQ(hierarchy.text(0, 2), "c");
    EXPECT_EQ(hierarchy.label_of(1, 2), 0U);
    EXPECT_EQ(hierarchy.parent(0, 3), 1U);
    EXPECT_EQ(hierarchy.parent(1, 1), 0U);
    EXPECT_EQ(hierarchy.cover_count(0, 1), 1U);
    EXPECT_EQ(hierarchy.cover_count(1, 0), 2U);
    EXPECT_EQ(hierarchy.cover_count(2, 0), 4U);
    EXPECT_EQ(hierarchy.file_leaf_count(1, 0), 2U);
    EXPECT_EQ(hierarchy.range(1, 0), std::nullopt);
}

TEST(Hierarchy, LeafOrderKeepsEveryLabelTogether) {
    const Hierarchy hierarchy = crossed();
    EXPECT_THAT(hierarchy.leaf_order(), ElementsAre(0, 2, 1, 3));
    EXPECT_EQ(hierarchy.leaf_rank(2), 1U);
    EXPECT_EQ(hierarchy.leaf_rank(1), 2U);
}

TEST(Hierarchy, MeetingLevelIsTheLeastCommonOne) {
    const Hierarchy hierarchy = crossed();
    EXPECT_EQ(hierarchy.meeting_level(1, 1), 0);
    EXPECT_EQ(hierarchy.meeting_level(0, 2), 1);
    EXPECT_EQ(hierarchy.meeting_level(0, 1), 2);
}

TEST(Hierarchy, DropsLabelsThatNoCodeHas) {
    Hierarchy::LevelMap level = level_of({2, 2}, {"unused", "unused too", "*"});
    level.file_leaves = {7, 8, 9};
    const Hierarchy hierarchy(dictionary_of({"a", "b"}), {level}, HierarchyKind::file);
    EXPECT_EQ(hierarchy.label_count(1), 1U);
    EXPECT_EQ(hierarchy.text(1, 0), "*");
    EXPECT_EQ(hierarchy.file_leaf_count(1, 0), 9U);
}

TEST(Hierarchy, RefusesTwoParents) {
    EXPECT_THAT(refusal([] {
                    Hierarchy(dictionary_of({"a", "b", "c"}),
                              {level_of({0, 0, 1}, {"x", "y"}),
                               level_of({0, 1, 1}, {"p", "q"}),
                               level_of({0, 0, 0}, {"*"})},
                              HierarchyKind::file);
                }),
                HasSubstr("level 2: a value of the level below has two parents"));
}

TEST(Hierarchy, RefusesSeveralRoots) {
    EXPECT_THAT(refusal([] {
                    Hierarchy(dictionary_of({"a", "b"}),
                              {level_of({0, 1}, {"x", "y"})},
                              HierarchyKind::file);
                }),
                HasSubstr("the top level has 2 labels"));
}

TEST(Hierarchy, RefusesLabelsThatReadAsSomethingElse) {
    const auto with_label = [](const std::string& label) {
        return refusal([&] {
            Hierarchy(dictionary_of({"a", "b"}, true),
                      {level_of({0, 1, 1}, {label, "other"}), level_of({0, 0, 0}, {"*"})},
                      HierarchyKind::file);
        });
    };
    EXPECT_THAT(with_label("*"), HasSubstr("stands for every value"));
    EXPECT_THAT(with_label(""), HasSubstr("empty label"));
    EXPECT_THAT(with_label("\\x"), HasSubstr("backslash"));
    EXPECT_EQ(with_label("fine"), "nothing was thrown");
}

TEST(Hierarchy, RefusesAnEmptyDictionary) {
    EXPECT_THAT(refusal([] { return flat_hierarchy(std::make_shared<const Dictionary>()); }),
                HasSubstr("no values"));
}

TEST(Hierarchy, HoldsTheMissingValueAlone) {
    const Hierarchy hierarchy = flat_hierarchy(dictionary_of({}, true));
    EXPECT_EQ(hierarchy.domain_size(), 1U);
    EXPECT_EQ(hierarchy.text(0, 0), "");
    EXPECT_EQ(hierarchy.text(1, 0), "*");
    EXPECT_THAT(hierarchy.leaf_order(), ElementsAre(0));
}

TEST(Hierarchy, ARangeWithoutEndsIsNone) {
    Hierarchy::LevelMap level = level_of({0, 1}, {"[1, 2]", ""});
    const double none = std::numeric_limits<double>::quiet_NaN();
    level.ranges = {{.low = 1, .high = 2}, {.low = none, .high = none}};
    const Hierarchy hierarchy(
        dictionary_of({"1"}, true), {level, level_of({0, 0}, {"*"})}, HierarchyKind::intervals);
    EXPECT_EQ(hierarchy.range(1, 0).value().high, 2);
    EXPECT_EQ(hierarchy.range(1, 1), std::nullopt);
    EXPECT_EQ(hierarchy.range(2, 0), std::nullopt);
}

}  // namespace
}  // namespace kanon
