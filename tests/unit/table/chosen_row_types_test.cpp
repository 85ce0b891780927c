// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/chosen_row_types.hpp"

#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

constexpr std::array<std::size_t, 2> kAttributes{0, 1};
constexpr std::array<std::size_t, 2> kTracked{2, 3};

/// Two columns that make row types, two that are counted in them.
Table random_table(Random& random) {
    std::string cells;
    for (int row = 0; row < 200; ++row) {
        cells += row == 0 ? "" : "; ";
        for (const std::uint64_t values : {300U, 3U, 4U, 5U}) {
            cells += std::to_string(random.below(values)) + " ";
        }
    }
    return test::table_of("a b s t", cells);
}

/// The rows with those numbers, by the same dictionaries.
Table rows_of(const Table& table, const std::vector<std::size_t>& rows) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        auto column = std::make_shared<Column>(table.column(j));
        column->codes = CodeVector(rows.size(), column->dictionary->size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            column->codes.set(i, table.column(j).codes[rows[i]]);
        }
        columns.push_back(std::move(column));
    }
    return {std::move(columns), rows.size()};
}

std::vector<Code> list(const CodeVector& codes) {
    std::vector<Code> out;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        out.push_back(codes[i]);
    }
    return out;
}

TEST(ChosenRowTypes, AreThoseOfTheirRows) {
    Random random(3);
    for (int turn = 0; turn < 20; ++turn) {
        const Table table = random_table(random);
        const TypedRows types = make_row_types(table, kAttributes, kTracked, 1);
        std::vector<std::uint32_t> chosen;
        std::vector<std::uint8_t> is_chosen(types.size());
        for (std::uint32_t type = 0; type < types.size(); ++type) {
            is_chosen[type] = random.below(3) == 0 ? 1 : 0;
            if (is_chosen[type] != 0) {
                chosen.push_back(type);
            }
        }
        std::vector<std::size_t> rows;
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            if (is_chosen[types.type_of_row[row]] != 0) {
                rows.push_back(row);
            }
        }
        const RowTypes found = chosen_row_types(types, chosen);
        const TypedRows expected = make_row_types(rows_of(table, rows), kAttributes, kTracked, 1);
        EXPECT_EQ(found.row_count(), rows.size());
        EXPECT_EQ(found.counts, expected.counts);
        for (std::size_t j = 0; j < kAttributes.size(); ++j) {
            EXPECT_EQ(list(found.columns[j]), list(expected.columns[j]));
        }
        for (std::size_t j = 0; j < kTracked.size(); ++j) {
            EXPECT_EQ(found.histograms[j].domain_size, expected.histograms[j].domain_size);
            EXPECT_EQ(found.histograms[j].offsets, expected.histograms[j].offsets);
            EXPECT_EQ(found.histograms[j].values, expected.histograms[j].values);
            EXPECT_EQ(found.histograms[j].counts, expected.histograms[j].counts);
            EXPECT_EQ(list(found.joint.values[j]), list(expected.joint.values[j]));
        }
        EXPECT_EQ(found.joint.offsets, expected.joint.offsets);
        EXPECT_EQ(found.joint.counts, expected.joint.counts);
    }
}

TEST(ChosenRowTypes, MayBeNone) {
    Random random(4);
    const TypedRows types = make_row_types(random_table(random), kAttributes, kTracked, 1);
    const RowTypes found = chosen_row_types(types, {});
    EXPECT_EQ(found.size(), 0U);
    EXPECT_EQ(found.row_count(), 0U);
    EXPECT_EQ(found.histograms[0].offsets, std::vector<std::uint32_t>{0});
}

}  // namespace
}  // namespace kanon
