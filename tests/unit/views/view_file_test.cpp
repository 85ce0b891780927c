// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/views/separators.hpp"
#include "kanon/views/view_set.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kanon {
namespace {

constexpr const char* kViews =
    "k: 3\n"
    "duplicates: dropped\n"
    "associations: [{identifier: who, sensitive: ill}]\n"
    "views:\n"
    "  - {name: first, columns: [who, sex]}\n"
    "  - {columns: [sex, ill], where: {age: {from: 20, to: 39.5}, sex: [F, M], town: here}}\n";

std::string message_of(const std::string& text) {
    try {
        static_cast<void>(parse_views(text, "views.yaml"));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(ViewFile, IsRead) {
    const ViewSet views = parse_views(kViews, "views.yaml");
    EXPECT_EQ(views.k, 3U);
    EXPECT_FALSE(views.keep_duplicates);
    ASSERT_EQ(views.views.size(), 2U);
    EXPECT_EQ(views.views[0].name, "first");
    EXPECT_EQ(views.views[1].name, "2");
    EXPECT_EQ(views.associations[0].sensitive, "ill");
    ASSERT_EQ(views.views[1].where.size(), 3U);
    EXPECT_EQ(views.views[1].where[0],
              (ViewCondition{.column = "age", .from = "20", .to = "39.5"}));
    EXPECT_EQ(views.views[1].where[1], (ViewCondition{.column = "sex", .values = {"F", "M"}}));
}

TEST(ViewFile, SelectsRows) {
    const Table table =
        test::table_of("who sex age town ill",
                       "a F 20 here x; b M 40 here x; c M 30 there x; d ? 39 here x; e M ? here x");
    const ViewSet views = parse_views(kViews, "views.yaml");
    check_views(views, table);
    EXPECT_EQ(rows_shown(views.views[0], table), (std::vector<std::uint8_t>{1, 1, 1, 1, 1}));
    EXPECT_EQ(rows_shown(views.views[1], table), (std::vector<std::uint8_t>{1, 0, 0, 0, 0}));
}

TEST(ViewFile, SaysWhatIsWrong) {
    EXPECT_NE(message_of("views: []").find("needs `associations`"), std::string::npos);
    EXPECT_NE(message_of("associations: [{identifier: a, sensitive: a}]\nviews: [{columns: [a]}]")
                  .find("two columns"),
              std::string::npos);
    EXPECT_NE(message_of("associations: [{identifier: a, sensitive: b}]\nviews: []").find("a list"),
              std::string::npos);
    const std::string head = "associations: [{identifier: a, sensitive: b}]\n";
    EXPECT_NE(message_of(head + "views: [{columns: []}]").find("one column at least"),
              std::string::npos);
    EXPECT_NE(message_of(head + "views: [{columns: [a, a]}]").find("twice"), std::string::npos);
    EXPECT_NE(message_of(head + "views: [{columns: [a], where: {a: {}}}]").find("`from`"),
              std::string::npos);
    EXPECT_NE(message_of(head + "views: [{name: x, columns: [a]}, {name: x, columns: [b]}]")
                  .find("two views are called 'x'"),
              std::string::npos);
    EXPECT_NE(message_of(head + "view: 1").find("unknown key 'view'"), std::string::npos);
    EXPECT_NE(message_of("k: 0\n" + head).find('0'), std::string::npos);
}

TEST(Separators, AreTheSmallestSetsThatPart) {
    // Columns: identifier 1, sensitive 2, others 4, 8, 16.
    const ColumnPair pair{.identifier = 1, .sensitive = 2};
    using Sets = std::vector<ColumnSet>;
    EXPECT_EQ(find_separators({1 | 4, 4 | 2}, pair), (Sets{4}));
    EXPECT_EQ(find_separators({1 | 4, 2 | 8}, pair), (Sets{0}));
    EXPECT_EQ(find_separators({1 | 2 | 4}, pair), Sets{});
    EXPECT_EQ(find_separators({1 | 4, 4 | 8, 8 | 2}, pair), (Sets{4, 8}));
    EXPECT_EQ(find_separators({1 | 4 | 8, 4 | 2, 8 | 16, 16 | 2}, pair), (Sets{4 | 8, 4 | 16}));
}

/// Where there are too many shared columns to try all sets of, those beside either column do.
TEST(Separators, OfManyColumnsLieBesideTheTwo) {
    std::vector<ColumnSet> views;
    for (unsigned column = 2; column < 22; ++column) {
        views.push_back(ColumnSet{1} | ColumnSet{1} << column);
        views.push_back(ColumnSet{1} << column | ColumnSet{1} << (column + 20));
        views.push_back(ColumnSet{1} << (column + 20) | 2);
    }
    const ColumnSet near = ((ColumnSet{1} << 20U) - 1) << 2U;
    EXPECT_EQ(find_separators(views, {.identifier = 1, .sensitive = 2}),
              (std::vector<ColumnSet>{near, near << 20U}));
}

}  // namespace
}  // namespace kanon
