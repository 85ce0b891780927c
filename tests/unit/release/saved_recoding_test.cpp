// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/builders.hpp"
#include "kanon/release/recoding/carried_classes.hpp"
#include "kanon/release/recoding/carried_recoding.hpp"
#include "kanon/release/recoding/save_recoding.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;
using Marks = std::vector<bool>;

/// A table all of whose columns are quasi-identifiers, and a model that asks for two rows.
class Side {
public:
    explicit Side(const std::string& rows) : table_(test::table_of("age zip", rows)) {
        hierarchies_.reserve(table_.column_count());
        for (std::size_t j = 0; j < table_.column_count(); ++j) {
            const Column& column = table_.column(j);
            hierarchies_.push_back(flat_hierarchy(column.dictionary));
            facts_.attributes.push_back({.name = column.name,
                                         .dictionary = column.dictionary.get(),
                                         .hierarchy = &hierarchies_[j],
                                         .least_level = 0,
                                         .greatest_level = hierarchies_[j].height()});
        }
        const std::vector<std::size_t> columns{0, 1};
        types_ = make_row_types(table_, columns, {}, 1);
        facts_.columns = table_.names();
        facts_.types = &types_;
        facts_.least_class_rows = 2;
        facts_.holds = [](std::uint64_t count, std::span<const std::uint32_t>) {
            return count > 1;
        };
    }

    Side(const Side&) = delete;
    Side& operator=(const Side&) = delete;
    ~Side() = default;

    [[nodiscard]] const TableFacts& facts() const { return facts_; }

private:
    Table table_;
    std::vector<Hierarchy> hierarchies_;
    RowTypes types_;
    TableFacts facts_;
};

/// Row types `20 a`, `30 b`, `40 b`: the first as it is, the others together, and a class starred
/// throughout that has no rows.
ClassRecoding two_classes() {
    ClassRecoding recoding;
    recoding.domains = {{.values = {{Kind::exact, 0, 0}, {Kind::range, 1, 2}, {Kind::star, 0, 0}}},
                        {.values = {{Kind::exact, 0, 0}, {Kind::exact, 1, 0}, {Kind::star, 0, 0}}}};
    recoding.value_of_class = {{0, 1, 2}, {0, 1, 2}};
    recoding.class_of_type = {0, 1, 1};
    return recoding;
}

TEST(SavedRecoding, HasTheClassesThatRowsHave) {
    const Side june("20 a; 20 a; 30 b; 40 b");
    ClassRecoding recoding = two_classes();
    const SavedRecoding saved = save_recoding(june.facts(), view_of(recoding));
    EXPECT_EQ(saved.kind, SavedRecoding::Kind::classes);
    EXPECT_EQ(saved.class_count, 2U);
    EXPECT_EQ(saved.attributes[0].name, "age");
    EXPECT_EQ(saved.attributes[0].released, (std::vector<std::string>{"20", "[30, 40]"}));
    recoding.class_of_type = {kSuppressedClass, 1, 1};
    EXPECT_EQ(save_recoding(june.facts(), view_of(recoding)).class_count, 1U);
}

TEST(SavedRecoding, NamesNoOriginalValueThatAloneFailsAModel) {
    const Side june("20 a; 20 a; 30 b; 40 b");
    GlobalRecoding recoding;
    recoding.attributes.resize(2);
    recoding.attributes[0].domain.values = {{Kind::exact, 0, 0}, {Kind::range, 1, 2}};
    recoding.attributes[0].value_of_code = {0, 1, 1};
    recoding.attributes[1].domain.values = {{Kind::exact, 0, 0}, {Kind::exact, 1, 0}};
    recoding.attributes[1].value_of_code = {0, 1};
    const SavedRecoding saved = save_recoding(june.facts(), view_of(recoding));
    EXPECT_EQ(saved.kind, SavedRecoding::Kind::global);
    ASSERT_EQ(saved.attributes[0].values.size(), 1U);
    EXPECT_EQ(saved.attributes[0].values[0].original, "20");
    EXPECT_EQ(saved.attributes[0].released, (std::vector<std::string>{"20", "[30, 40]"}));
    EXPECT_EQ(saved.attributes[1].values.size(), 2U);
}

TEST(CarriedRecoding, FindsTheClassesOfOtherRowsAndAsksTheModel) {
    const Side june("20 a; 20 a; 30 b; 40 b");
    const SavedRecoding saved = save_recoding(june.facts(), view_of(two_classes()));
    const Side july("20 a; 35 b; 38 b; 90 b");
    CarriedRecoding carried = find_carried(july.facts(), saved, "r.json", 1);
    const CarriedLosses losses = judge_carried(july.facts(), carried, 1);
    EXPECT_EQ(losses.failing, 1U);   // 20 a
    EXPECT_EQ(losses.unplaced, 1U);  // 90 b
    EXPECT_EQ(losses.rows(), 2U);
    suppress(carried.recoding, losses.suppressed);
    EXPECT_EQ(view_of(carried.recoding).suppressed_types(), (Marks{true, false, false, true}));
}

}  // namespace
}  // namespace kanon
