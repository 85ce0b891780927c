// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/builders.hpp"

#include "support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon {
namespace {

using test::dictionary_of;
using test::path_of;
using test::path_of_missing;
using test::refusal;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Rows = std::vector<std::vector<std::string>>;

const Rows kRace{{"asian", "person"}, {"black", "person"}, {"white", "person"}};

TEST(PathHierarchy, ReadsRowsLeafFirst) {
    const Hierarchy hierarchy =
        hierarchy_from_paths(dictionary_of({"asian", "white"}), {.rows = kRace});
    EXPECT_EQ(hierarchy.kind(), HierarchyKind::file);
    EXPECT_EQ(path_of(hierarchy, "white"), "person");
    EXPECT_EQ(hierarchy.cover_count(1, 0), 2U);
    EXPECT_EQ(hierarchy.file_leaf_count(1, 0), 3U);
    EXPECT_EQ(hierarchy.file_leaf_count(0, 0), 1U);
}

TEST(PathHierarchy, CountsLeavesOfTheFileOnce) {
    const Rows rows{{"a", "x", "*"}, {"b", "x", "*"}, {"a", "x", "*"}, {"c", "y", "*"}};
    const Hierarchy hierarchy =
        hierarchy_from_paths(dictionary_of({"a", "c"}, true), {.rows = rows});
    EXPECT_EQ(hierarchy.file_leaf_count(1, hierarchy.label_of(1, 0)), 2U);
    EXPECT_EQ(hierarchy.file_leaf_count(1, hierarchy.label_of(1, 2)), 1U);
    EXPECT_EQ(hierarchy.file_leaf_count(2, 0), 4U);
    EXPECT_EQ(path_of_missing(hierarchy), " > *");
}

TEST(PathHierarchy, MissingValueFollowsItsLeafWhereThereIsOne) {
    const auto values = dictionary_of({"a", "b"}, true);
    const Rows empty_leaf{{"a", "known", "*"}, {"b", "known", "*"}, {"", "unknown", "*"}};
    EXPECT_EQ(path_of_missing(hierarchy_from_paths(values, {.rows = empty_leaf})), "unknown > *");
    const Rows mark{{"a", "known", "*"}, {"b", "known", "*"}, {"?", "unknown", "*"}};
    EXPECT_EQ(path_of_missing(hierarchy_from_paths(values, {.rows = mark})), " > *");
    const std::vector<std::string> marks{"NULL", "?"};
    EXPECT_EQ(
        path_of_missing(hierarchy_from_paths(values, {.rows = mark}, {.missing_marks = marks})),
        "unknown > *");
}

TEST(PathHierarchy, MissingBranchEndsWhereAllOthersMeet) {
    const Rows rows{{"a", "x", "*", "*"}, {"b", "y", "*", "*"}};
    const Hierarchy hierarchy =
        hierarchy_from_paths(dictionary_of({"a", "b"}, true), {.rows = rows});
    EXPECT_EQ(path_of_missing(hierarchy), " > * > *");
}

TEST(PathHierarchy, ALabelMayRepeatALeafOrAnotherLevel) {
    const Rows rows{{"Other relative", "Other relative", "*"}, {"Aunt", "Other relative", "*"}};
    const Hierarchy hierarchy =
        hierarchy_from_paths(dictionary_of({"Aunt", "Other relative"}), {.rows = rows});
    EXPECT_EQ(path_of(hierarchy, "Aunt"), "Other relative > *");
}

const std::vector<std::uint64_t> kLines{3, 4, 7};

std::string why(const Rows& rows, BuildContext context = {}) {
    const auto values = dictionary_of({"a", "b"}, true);
    const auto lines = std::span(kLines).first(std::min(rows.size(), kLines.size()));
    return refusal([&] {
        return hierarchy_from_paths(
            values, {.rows = rows, .lines = lines, .file = "h.csv"}, context);
    });
}

TEST(PathHierarchy, NamesBothLinesOfTwoParents) {
    EXPECT_THAT(why({{"a", "x", "*"}, {"b", "x", "*"}, {"a", "y", "*"}}),
                AllOf(HasSubstr("h.csv:7: the leaf has another parent here than at line 3"),
                      Not(HasSubstr("'a'"))));
    EXPECT_THAT(why({{"a", "x", "p", "*"}, {"b", "y", "q", "*"}, {"c", "x", "q", "*"}}),
                HasSubstr("h.csv:7: the label of level 1 has another parent here than at line 3"));
    EXPECT_THAT(why({{"a", "x"}, {"a", "y"}}, {.show_values = true}), HasSubstr("leaf 'a' has"));
}

TEST(PathHierarchy, NamesALineOfASecondRoot) {
    EXPECT_THAT(why({{"a", "x"}, {"b", "y"}}),
                HasSubstr("h.csv:4: the last label differs from that of line 3"));
}

TEST(PathHierarchy, NamesTheLineOfACycle) {
    EXPECT_THAT(why({{"a", "x", "*"}, {"b", "y", "*"}, {"x", "a", "*"}}),
                AllOf(HasSubstr("h.csv:"), HasSubstr("cycle")));
    EXPECT_THAT(why({{"a", "x", "y", "x", "*"}, {"b", "x", "y", "x", "*"}}), HasSubstr("cycle"));
    EXPECT_THAT(why({{"a", "x", "y", "*"}, {"b", "y", "x", "*"}}, {.show_values = true}),
                AllOf(HasSubstr("h.csv:4: a cycle: the label 'x'")));
}

TEST(PathHierarchy, CountsWhatIsNotCoveredAndNamesItOnlyWhenAsked) {
    const auto values = dictionary_of({"a", "b", "c", "d", "e", "f", "g", "h"}, true);
    const Rows rows{{"b", "*"}, {"z", "*"}};
    const std::vector<std::uint64_t> counts{10, 1, 20, 30, 1, 1, 1, 1, 99};
    BuildContext context{.attribute = "sex", .rows_of_code = counts};
    const auto message = [&] {
        return refusal(
            [&] { return hierarchy_from_paths(values, {.rows = rows, .file = "h.csv"}, context); });
    };
    EXPECT_EQ(message(),
              "h.csv: 'sex': 7 of 8 values of the data are not in the hierarchy (64 rows have "
              "them); add a leaf for each (--show-values names the first)");
    context.show_values = true;
    EXPECT_THAT(message(), HasSubstr("first: 'a', 'c', 'd', 'e', 'f'; add a leaf for each"));
}

TEST(PathHierarchy, RefusesLabelsThatReadAsSomethingElse) {
    EXPECT_THAT(why({{"a", "x", "*"}, {"b", "*", "*"}}),
                HasSubstr("h.csv:4: level 1: the label *"));
    EXPECT_THAT(why({{"a", "", "*"}, {"b", "x", "*"}}),
                HasSubstr("h.csv:3: level 1: an empty label"));
    EXPECT_THAT(why({{"a", "\\x", "*"}, {"b", "x", "*"}}),
                HasSubstr("h.csv:3: level 1: a label may not"));
    EXPECT_THAT(why({{"", "", "*"}, {"b", "", "*"}, {"a", "x", "*"}}),
                HasSubstr("h.csv:4: level 1: an empty label"));
    EXPECT_EQ(why({{"a", "x", "*"}, {"b", "x", "*"}, {"", "", "*"}}), "nothing was thrown");
}

TEST(PathHierarchy, RefusesRowsWithoutAForm) {
    EXPECT_THAT(why({}), HasSubstr("no values"));
    EXPECT_THAT(why({{"a"}, {"b"}}), HasSubstr("1 to 64 generalizations, not 0"));
    EXPECT_THAT(why({std::vector<std::string>(66, "a")}), HasSubstr("not 65"));
    EXPECT_THAT(why({{"a", "*"}, {"b", "x", "*"}}),
                HasSubstr("h.csv:4: 3 fields, but line 3 has 2"));
}

TEST(PathHierarchy, PathsComeBack) {
    const Rows rows{{"d", "x", "*"}, {"b", "y", "*"}, {"a", "x", "*"}, {"c", "y", "*"}};
    const auto values = dictionary_of({"a", "b", "c", "d"}, true);
    const Hierarchy hierarchy = hierarchy_from_paths(values, {.rows = rows});
    const Rows back = leaf_paths(hierarchy);
    EXPECT_THAT(back,
                ElementsAre(ElementsAre("d", "x", "*"),
                            ElementsAre("a", "x", "*"),
                            ElementsAre("b", "y", "*"),
                            ElementsAre("c", "y", "*"),
                            ElementsAre("", "", "*")));
    EXPECT_EQ(leaf_paths(hierarchy_from_paths(values, {.rows = back})), back);
}

TEST(PathHierarchy, SiblingsStandAsInTheFile) {
    const Rows rows{
        {"high", "z", "*"}, {"c", "x", "*"}, {"low", "z", "*"}, {"a", "x", "*"}, {"b", "y", "*"}};
    const auto values = dictionary_of({"a", "b", "c", "high", "low"});
    const Hierarchy hierarchy = hierarchy_from_paths(values, {.rows = rows});
    std::vector<std::string_view> order;
    for (const Code code : hierarchy.leaf_order()) {
        order.push_back(values->text(code));
    }
    EXPECT_THAT(order, ElementsAre("high", "low", "c", "a", "b"));
}

HierarchyTree leaf(const std::string& label) {
    return {.label = label, .children = {}};
}

TEST(TreeHierarchy, KeepsShallowLeavesAsTheyAre) {
    const HierarchyTree tree{
        "any",
        {leaf("single"),
         {"married", {leaf("here"), {"apart", {leaf("widow"), leaf("divorced")}}}}}};
    const Hierarchy hierarchy =
        tree_hierarchy(dictionary_of({"single", "here", "widow", "divorced"}), tree);
    EXPECT_EQ(hierarchy.kind(), HierarchyKind::tree);
    EXPECT_EQ(path_of(hierarchy, "single"), "single > single > any");
    EXPECT_EQ(path_of(hierarchy, "here"), "here > married > any");
    EXPECT_EQ(path_of(hierarchy, "widow"), "apart > married > any");
    EXPECT_EQ(path_of(hierarchy, "divorced"), "apart > married > any");
}

TEST(TreeHierarchy, RefusesWhatIsNoTree) {
    const auto tree_refusal = [](const HierarchyTree& tree) {
        return refusal([&] {
            return tree_hierarchy(dictionary_of({"a", "b"}), tree, {.attribute = "job"});
        });
    };
    EXPECT_THAT(tree_refusal({"*", {{"x", {leaf("a")}}, {"y", {leaf("b"), leaf("a")}}}}),
                AllOf(HasSubstr("'job'"), HasSubstr("as leaf 1 and as leaf 3")));
    EXPECT_THAT(tree_refusal(leaf("*")), HasSubstr("single value"));
    EXPECT_THAT(tree_refusal({"*", {leaf("a")}}), HasSubstr("1 of 2 values"));
    EXPECT_THAT(tree_refusal({"*", {{"x", {leaf("a")}}, {"z", {{"x", {leaf("b")}}}}}}),
                HasSubstr("same label, before leaf 1 and before leaf 2"));
    HierarchyTree deep = leaf("a");
    for (int i = 0; i < 70; ++i) {
        deep = {std::to_string(i), {deep}};
    }
    EXPECT_THAT(tree_refusal(deep), HasSubstr("more than 64 levels"));
}

}  // namespace
}  // namespace kanon
