// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/row_types.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// A random table: column j has about sizes[j] distinct values; `tilt` makes low values common.
Table random_table(std::size_t rows, const std::vector<std::size_t>& sizes, bool tilt) {
    Random random(7);
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < sizes.size(); ++j) {
        auto column = std::make_shared<Column>();
        column->name = "c" + std::to_string(j);
        DictionaryBuilder builder;
        for (std::size_t value = 0; value < sizes[j]; ++value) {
            builder.add(std::to_string(value));
        }
        column->dictionary = std::make_shared<const Dictionary>(builder.finish().dictionary);
        column->codes = CodeVector(rows, sizes[j]);
        for (std::size_t row = 0; row < rows; ++row) {
            std::uint64_t value = random.below(sizes[j]);
            value = tilt ? random.below(value + 1) : value;
            column->codes.set(row, static_cast<Code>(value));
        }
        columns.push_back(std::move(column));
    }
    return {std::move(columns), rows};
}

using Reference = std::map<std::vector<Code>, std::map<Code, std::uint32_t>>;

std::vector<Code> codes_of_row(const Table& table, std::size_t attributes, std::size_t row) {
    std::vector<Code> codes;
    for (std::size_t j = 0; j < attributes; ++j) {
        codes.push_back(table.column(j).codes[row]);
    }
    return codes;
}

/// Compare with a map from code rows to the histogram of the last column.
void expect_right(const Table& table, const TypedRows& types) {
    const std::size_t attributes = table.column_count() - 1;
    Reference reference;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        ++reference[codes_of_row(table, attributes, row)][table.column(attributes).codes[row]];
    }
    ASSERT_EQ(types.size(), reference.size());
    ASSERT_EQ(types.attribute_count(), attributes);
    const Histograms& histograms = types.histograms.at(0);
    ASSERT_EQ(histograms.offsets.size(), types.size() + 1);
    std::size_t type = 0;
    for (const auto& [codes, histogram] : reference) {
        for (std::size_t j = 0; j < attributes; ++j) {
            ASSERT_EQ(types.columns[j][type], codes[j]) << "type " << type << " attribute " << j;
        }
        ASSERT_EQ(histograms.offsets[type + 1] - histograms.offsets[type], histogram.size());
        std::size_t entry = histograms.offsets[type];
        std::uint32_t rows = 0;
        for (const auto& [value, count] : histogram) {
            ASSERT_EQ(histograms.values[entry], value);
            ASSERT_EQ(histograms.counts[entry++], count);
            rows += count;
        }
        ASSERT_EQ(types.counts[type++], rows);
    }
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        const std::uint32_t of_row = types.type_of_row[row];
        for (std::size_t j = 0; j < attributes; ++j) {
            ASSERT_EQ(types.columns[j][of_row], table.column(j).codes[row]) << "row " << row;
        }
    }
}

TypedRows types_of(const Table& table, unsigned threads) {
    std::vector<std::size_t> attributes(table.column_count() - 1);
    std::iota(attributes.begin(), attributes.end(), std::size_t{0});
    const std::vector<std::size_t> tracked{attributes.size()};
    return make_row_types(table, attributes, tracked, threads);
}

struct Shape {
    const char* name;
    std::size_t rows;
    std::vector<std::size_t> sizes;
    bool tilt;
};

class RowTypesOfShape : public testing::TestWithParam<Shape> {};

TEST_P(RowTypesOfShape, MatchAMapOnAnyNumberOfThreads) {
    const Shape& shape = GetParam();
    const Table table = random_table(shape.rows, shape.sizes, shape.tilt);
    for (const unsigned threads : {1U, 2U}) {
        SCOPED_TRACE(threads);
        expect_right(table, types_of(table, threads));
    }
}

INSTANTIATE_TEST_SUITE_P(
    RowTypes,
    RowTypesOfShape,
    testing::Values(
        Shape{"one_row", 1, {3, 2, 4}, false},
        Shape{"few_rows", 50, {5, 300, 2, 7}, false},
        Shape{"few_types", 2 * kParallelRows + 1000, {3, 4, 2, 9}, false},
        Shape{"many_types", 2 * kParallelRows + 1000, {70, 300, 2, 1, 40, 12}, false},
        Shape{"tilted", 90000, {400, 400, 20, 6, 30}, true},
        Shape{"wide_key",
              kParallelRows + 1000,
              {70000, 60000, 50000, 40000, 2, 30000, 20000, 5},
              false},
        Shape{"wide_few_types", kParallelRows + 1000, std::vector<std::size_t>(70, 2), true},
        Shape{"long_histograms", 2 * kParallelRows + 1000, {2, 3, 5000}, true}),
    [](const auto& shape) { return std::string(shape.param.name); });

TEST(RowTypes, SortByTheFirstAttributeFirst) {
    const Table table = test::table_of("a b s", "2 x 1; 1 y 1; 1 x 2; 2 x 1; 1 y 3");
    const TypedRows types = types_of(table, 1);
    EXPECT_EQ(types.counts, (std::vector<std::uint32_t>{1, 2, 2}));
    EXPECT_EQ(types.type_of_row, (std::vector<std::uint32_t>{2, 1, 0, 2, 1}));
    EXPECT_EQ(types.histograms[0].values, (std::vector<Code>{1, 0, 2, 0}));
    EXPECT_EQ(types.histograms[0].counts, (std::vector<std::uint32_t>{1, 1, 1, 2}));
}

TEST(RowTypes, WithoutQuasiIdentifierAllRowsAreOneType) {
    const Table table = test::table_of("a", "2; 1; 1");
    const TypedRows types = make_row_types(table, {}, {}, 2);
    EXPECT_EQ(types.counts, std::vector<std::uint32_t>{3});
    EXPECT_EQ(types.row_count(), 3U);
    EXPECT_EQ(types.attribute_count(), 0U);
}

TEST(RowTypes, OfAnEmptyTableAreNone) {
    const Table table = test::table_of("a s", "");
    const TypedRows types = types_of(table, 2);
    EXPECT_EQ(types.size(), 0U);
    EXPECT_EQ(types.row_count(), 0U);
    EXPECT_EQ(types.histograms[0].offsets, std::vector<std::uint32_t>{0});
}

/// Rows that stand beside others of another table, or beside none.
TEST(CountValues, FollowTheRowsThatAreListed) {
    for (const std::size_t values : {std::size_t{4}, std::size_t{60000}}) {  // few; many are sorted
        const std::size_t rows = 2 * kParallelRows + 1000;  // fewer are no work for two threads
        const Table table = random_table(rows, {30, values}, false);
        const TypedRows types = make_row_types(table, std::vector<std::size_t>{0}, {}, 1);
        Random random(3);
        std::vector<std::uint32_t> listed(rows);
        std::map<std::pair<std::uint32_t, Code>, std::uint32_t> expected;
        for (std::size_t row = 0; row < rows; ++row) {
            listed[row] =
                random.below(5) == 0 ? kNoRow : static_cast<std::uint32_t>(random.below(rows));
            if (listed[row] != kNoRow) {
                ++expected[{types.type_of_row[row], table.column(1).codes[listed[row]]}];
            }
        }
        for (const unsigned threads : {1U, 3U}) {
            const Histograms counted = count_values(types, table.column(1), listed, threads);
            ASSERT_EQ(counted.offsets.size(), types.size() + 1);
            std::map<std::pair<std::uint32_t, Code>, std::uint32_t> found;
            for (std::uint32_t type = 0; type < types.size(); ++type) {
                for (auto i = counted.offsets[type]; i < counted.offsets[type + 1]; ++i) {
                    found[{type, counted.values[i]}] = counted.counts[i];
                }
            }
            ASSERT_EQ(found, expected) << values << " values";
        }
    }
}

/// Each row of a table as often as it counts.
Table repeated(const Table& table, const std::vector<std::uint64_t>& weights) {
    const std::size_t rows = std::accumulate(weights.begin(), weights.end(), std::size_t{0});
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const Column& source = table.column(j);
        auto column = std::make_shared<Column>(source);
        column->codes = CodeVector(rows, source.dictionary->size());
        std::size_t to = 0;
        for (std::size_t row = 0; row < weights.size(); ++row) {
            for (std::uint64_t i = 0; i < weights[row]; ++i) {
                column->codes.set(to++, source.codes[row]);
            }
        }
        columns.push_back(std::move(column));
    }
    return {std::move(columns), rows};
}

TEST(RowTypes, CountARowAsOftenAsItsWeightSays) {
    for (const std::size_t values : {std::size_t{4}, std::size_t{5000}}) {  // few; many are sorted
        const Table table = random_table(2 * kParallelRows + 1000, {9, values}, false);
        Random random(5);
        std::vector<std::uint64_t> weights(table.row_count());
        for (std::uint64_t& weight : weights) {
            weight = 1 + random.below(3);
        }
        const std::vector<std::size_t> attributes{0};
        const std::vector<std::size_t> tracked{1};
        const TypedRows expected = make_row_types(repeated(table, weights), attributes, tracked, 1);
        for (const unsigned threads : {1U, 3U}) {
            const TypedRows types = make_row_types(table, attributes, tracked, threads, weights);
            EXPECT_EQ(types.type_of_row.size(), table.row_count());
            EXPECT_EQ(types.row_count(), expected.row_count());
            EXPECT_EQ(types.counts, expected.counts);
            EXPECT_EQ(types.histograms[0].offsets, expected.histograms[0].offsets);
            EXPECT_EQ(types.histograms[0].values, expected.histograms[0].values);
            EXPECT_EQ(types.histograms[0].counts, expected.histograms[0].counts);
        }
    }
}

TEST(RowTypes, RefuseWhatTheyCannotCount) {
    const Table table = test::table_of("a", "1; 2; 1");
    const auto types = [&](std::vector<std::uint64_t> weights) {
        return make_row_types(table, std::vector<std::size_t>{0}, {}, 1, weights);
    };
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    EXPECT_EQ(types({kMost - 1, kMost, 1}).counts, (std::vector<std::uint32_t>{kMost, kMost}));
    EXPECT_THROW((void)types({kMost, 1, 1}), Error);
    EXPECT_THROW((void)types({1, kMost + 1, 1}), Error);
    EXPECT_THROW((void)types({1, std::numeric_limits<std::uint64_t>::max(), 1}), Error);
    EXPECT_THROW((void)types({1, 0, 1}), Error);
}

/// The tuples of each type as a map from their texts to their rows, type after type.
std::vector<std::map<std::string, std::uint32_t>> tuples_of(const TypedRows& types,
                                                            const Table& table,
                                                            const std::vector<std::size_t>& of) {
    std::vector<std::map<std::string, std::uint32_t>> out(types.size());
    for (std::size_t row = 0; row < types.type_of_row.size(); ++row) {
        std::vector<Code> codes;
        std::string text;
        for (const std::size_t column : of) {
            codes.push_back(table.column(column).codes[row]);
            text += std::string(table.column(column).text(row)) + " ";
        }
        const std::uint32_t type = types.type_of_row[row];
        const std::size_t tuple = types.find_tuple(type, codes);
        EXPECT_LT(tuple, types.tuple_counts(type).size());
        out[type][text] = types.tuple_counts(type)[tuple];
    }
    return out;
}

TEST(RowTypes, CountTheTuplesOfTrackedColumns) {
    const Table table =
        test::table_of("zip sick visit", "x p 1; y q 1; x p 2; x p 1; x q 2; y q 1");
    const std::vector<std::size_t> zip{0};
    using Tuples = std::vector<std::map<std::string, std::uint32_t>>;
    const std::vector<std::size_t> none;
    EXPECT_EQ(tuples_of(make_row_types(table, zip, none, 1), table, none),
              (Tuples{{{"", 4}}, {{"", 2}}}));
    const std::vector<std::size_t> one{1};
    EXPECT_EQ(tuples_of(make_row_types(table, zip, one, 1), table, one),
              (Tuples{{{"p ", 3}, {"q ", 1}}, {{"q ", 2}}}));
    const std::vector<std::size_t> both{1, 2};
    const TypedRows types = make_row_types(table, zip, both, 1);
    EXPECT_EQ(tuples_of(types, table, both),
              (Tuples{{{"p 1 ", 2}, {"p 2 ", 1}, {"q 2 ", 1}}, {{"q 1 ", 2}}}));
    EXPECT_EQ(types.find_tuple(1, std::vector<Code>{0, 0}), 1U) << "y has no p";
}

}  // namespace
}  // namespace kanon
