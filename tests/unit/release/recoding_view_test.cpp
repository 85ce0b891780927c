// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/recoding_view.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;
using Places = std::vector<std::uint32_t>;
using Marks = std::vector<bool>;

/// Row types `20 a`, `20 b`, `30 a`, of two, one and one row.
RowTypes types_of_people() {
    const Table table = test::table_of("age zip", "20 a; 30 a; 20 b; 20 a");
    const std::vector<std::size_t> columns{0, 1};
    return make_row_types(table, columns, {}, 1);
}

/// Ages exactly, zips as a star; all rows released.
GlobalRecoding by_age() {
    GlobalRecoding recoding;
    recoding.attributes.resize(2);
    recoding.attributes[0].domain.values = {{Kind::exact, 1, 0}, {Kind::exact, 0, 0}};
    recoding.attributes[0].value_of_code = {1, 0};
    recoding.attributes[1].domain.values = {{Kind::star, 0, 0}};
    recoding.attributes[1].value_of_code = {0, 0};
    return recoding;
}

/// Classes {20 a, 20 b} and {30 a} of the same domains, and one without rows.
ClassRecoding in_classes() {
    const GlobalRecoding global = by_age();
    ClassRecoding recoding;
    recoding.domains = {global.attributes[0].domain, global.attributes[1].domain};
    recoding.value_of_class = {{1, 0, 0}, {0, 0, 0}};
    recoding.class_of_type = {0, 0, 1};
    return recoding;
}

TEST(RecodingView, GivesTheValuesOfRowTypesWhateverTheShape) {
    const RowTypes types = types_of_people();
    for (const Recoding& recoding : {Recoding(by_age()), Recoding(in_classes())}) {
        const RecodingView view = view_of(recoding);
        EXPECT_EQ(view.domains.size(), 2U);
        EXPECT_EQ(view.values_of_types(types, 0), (Places{1, 1, 0}));
        EXPECT_EQ(view.values_of_types(types, 1), (Places{0, 0, 0}));
        EXPECT_TRUE(view.suppressed_types().empty());
    }
}

TEST(RecodingView, SuppressedRowTypesHaveNoValueWhateverTheShape) {
    const RowTypes types = types_of_people();
    for (Recoding recoding : {Recoding(by_age()), Recoding(in_classes())}) {
        suppress(recoding, {false, false, false});
        EXPECT_TRUE(view_of(recoding).suppressed_types().empty());
        suppress(recoding, {false, true, false});
        suppress(recoding, {false, false, true});
        const RecodingView view = view_of(recoding);
        EXPECT_EQ(view.suppressed_types(), (Marks{false, true, true}));
        EXPECT_EQ(view.values_of_types(types, 0), (Places{1, kNoValue, kNoValue}));
    }
}

TEST(RecodingView, TellsWhichRowTypesEachTupleHas) {
    ClassRecoding recoding = in_classes();
    recoding.class_of_type[1] = kSuppressedClass;
    const RecodingView view = view_of(recoding);
    EXPECT_EQ(view.tuples_that_occur(), (Marks{true, true, false}));
    EXPECT_EQ(view.types_of_tuples(), (std::vector<Places>{{0}, {2}, {}}));
}

TEST(RecodingView, RowsOfOneTypeMayBeSharedOut) {
    ClassRecoding recoding = in_classes();
    recoding.class_of_type = {2, kSuppressedClass, 2};  // 20 a, 20 b, 30 a
    recoding.shares = {{.type = 0, .tuple = 0, .of_class = 2, .rows = 1},
                       {.type = 0, .tuple = 0, .of_class = 0, .rows = 1}};
    const RecodingView view = view_of(recoding);
    EXPECT_EQ(view.tuples_that_occur(), (Marks{true, false, true}));
    EXPECT_EQ(view.types_of_tuples(), (std::vector<Places>{{0}, {}, {0, 2}}));
}

TEST(RecodingView, ANodeWithStarredCellsIsNoFullDomainRecoding) {
    GlobalRecoding whole = by_age();
    EXPECT_EQ(view_of(whole).node, nullptr);
    whole.node = Node{0, 1};
    ASSERT_NE(view_of(whole).full_domain_node(), nullptr);
    EXPECT_EQ(*view_of(whole).full_domain_node(), (Node{0, 1}));
    ClassRecoding starred = in_classes();
    starred.node = Node{0, 1};
    ASSERT_NE(view_of(starred).node, nullptr);
    EXPECT_EQ(view_of(starred).full_domain_node(), nullptr);
}

}  // namespace
}  // namespace kanon
