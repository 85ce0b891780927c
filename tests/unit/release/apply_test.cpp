// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/release.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;

/// All cells of a table, cells by blanks, rows by `;`, missing as `?`.
std::string cells(const Table& table) {
    std::string out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            const Column& column = table.column(j);
            const bool missing = column.dictionary->is_missing(column.codes[row]);
            out += std::string(j == 0 ? "" : " ") + (missing ? "?" : std::string(column.text(row)));
        }
        out += row + 1 < table.row_count() ? "; " : "";
    }
    return out;
}

std::vector<std::string> texts(const Dictionary& dictionary) {
    std::vector<std::string> out;
    for (Code code = 0; code < dictionary.size(); ++code) {
        out.emplace_back(dictionary.text(code));
    }
    return out;
}

/// name is withheld; age (20 25 30 ?) and zip (a b) are quasi-identifiers; visits stays.
Table people() {
    return test::table_of("name age zip visits",
                          "ann 25 a 3; bob 20 a 1; cid 30 b *; dan ? b 2; eve 20 a ?");
}

struct Job {
    Table table = people();
    std::vector<std::size_t> columns{1, 2};
    TypedRows types = make_row_types(table, columns, {}, 1);
    std::vector<RecodedAttribute> attributes{{1, nullptr}, {2, nullptr}};
    std::vector<std::size_t> withheld{0};

    [[nodiscard]] Release run(const Recoding& recoding,
                              SuppressedRows mode,
                              unsigned threads = 1) const {
        return apply({.table = &table, .types = &types, .type_of_row = types.type_of_row},
                     attributes,
                     withheld,
                     recoding,
                     mode,
                     threads);
    }
};

/// Ages 20 and 25 as a range, others exactly; zip as it is. No row suppressed.
GlobalRecoding young_together() {
    GlobalRecoding recoding;
    recoding.attributes.resize(2);
    recoding.attributes[0].domain.values = {
        {Kind::range, 0, 1}, {Kind::exact, 2, 0}, {Kind::exact, 3, 0}};
    recoding.attributes[0].value_of_code = {0, 0, 1, 2};
    recoding.attributes[1].domain.values = {{Kind::exact, 0, 0}, {Kind::exact, 1, 0}};
    recoding.attributes[1].value_of_code = {0, 1};
    return recoding;
}

/// The same as classes: {20 a, 25 a}, {30 b}, {? b}.
ClassRecoding young_class(const RowTypes& types) {
    const GlobalRecoding global = young_together();
    ClassRecoding recoding;
    recoding.domains = {global.attributes[0].domain, global.attributes[1].domain};
    recoding.value_of_class = {{0, 1, 2}, {0, 1, 1}};
    EXPECT_EQ(types.size(), 4U);
    recoding.class_of_type = {0, 0, 1, 2};
    return recoding;
}

TEST(Apply, ReleasesAGlobalRecodingInTheOrderOfRows) {
    const Job job;
    const Release release = job.run(young_together(), SuppressedRows::star);
    EXPECT_EQ(cells(release.table), "[20, 25] a 3; [20, 25] a 1; 30 b *; ? b 2; [20, 25] a ?");
    EXPECT_EQ(release.table.names(), (std::vector<std::string_view>{"age", "zip", "visits"}));
    EXPECT_EQ(release.original_column, (std::vector<std::size_t>{1, 2, 3}));
    EXPECT_TRUE(release.original_row.empty());
    EXPECT_EQ(release.table.column(0).storage_type, "VARCHAR");
    EXPECT_EQ(release.table.column(0).dictionary->type(), ValueType::text);
    EXPECT_EQ(texts(*release.table.column(0).dictionary),
              (std::vector<std::string>{"30", "[20, 25]", ""}));
    EXPECT_TRUE(release.table.column(0).dictionary->is_missing(2));
}

TEST(Apply, ReleasesClassesTheSameWay) {
    const Job job;
    const Release global = job.run(young_together(), SuppressedRows::star);
    const Release local = job.run(young_class(job.types), SuppressedRows::star);
    EXPECT_EQ(cells(local.table), cells(global.table));
    EXPECT_EQ(texts(*local.table.column(0).dictionary), texts(*global.table.column(0).dictionary));
}

TEST(Apply, SharesColumnsThatDoNotChange) {
    const Job job;
    const Release release = job.run(young_together(), SuppressedRows::star);
    EXPECT_EQ(release.table.shared_column(2), job.table.shared_column(3));
}

TEST(Apply, StarsEveryCellOfSuppressedRows) {
    const Job job;
    GlobalRecoding recoding = young_together();
    recoding.suppressed = {false, false, false, true};  // ? b
    const Release release = job.run(recoding, SuppressedRows::star);
    EXPECT_EQ(cells(release.table), "[20, 25] a 3; [20, 25] a 1; 30 b \\*; * * *; [20, 25] a ?");
    EXPECT_EQ(texts(*release.table.column(0).dictionary),
              (std::vector<std::string>{"*", "30", "[20, 25]"}));
    EXPECT_EQ(release.table.column(2).storage_type, job.table.column(3).storage_type);
    EXPECT_TRUE(release.original_row.empty());
}

TEST(Apply, LeavesSuppressedRowsOut) {
    const Job job;
    ClassRecoding recoding = young_class(job.types);
    recoding.class_of_type = {0, 0, kSuppressedClass, 2};  // 30 b
    const Release release = job.run(recoding, SuppressedRows::drop);
    EXPECT_EQ(cells(release.table), "[20, 25] a 3; [20, 25] a 1; ? b 2; [20, 25] a ?");
    EXPECT_EQ(release.original_row, (std::vector<std::uint32_t>{0, 1, 3, 4}));
    EXPECT_EQ(texts(*release.table.column(0).dictionary),
              (std::vector<std::string>{"[20, 25]", ""}));
}

TEST(Apply, AClassOfStarsIsSuppressed) {
    const Job job;
    ClassRecoding recoding = young_class(job.types);
    recoding.domains[0].values.push_back({Kind::star, 0, 0});
    recoding.domains[1].values.push_back({Kind::star, 0, 0});
    recoding.value_of_class = {{0, 1, 3}, {0, 2, 2}};
    EXPECT_EQ(cells(job.run(recoding, SuppressedRows::star).table),
              "[20, 25] a 3; [20, 25] a 1; 30 * \\*; * * *; [20, 25] a ?");
    EXPECT_EQ(cells(job.run(recoding, SuppressedRows::drop).table),
              "[20, 25] a 3; [20, 25] a 1; 30 * *; [20, 25] a ?");
}

/// `#` comes before `*`, so that `*` is not the first of the released spellings.
TEST(Apply, AClassOfStarsIsSpelledAsStarsWhateverComesBeforeThem) {
    Job job;
    job.table = test::table_of("name age zip visits",
                               "ann 25 #a 3; bob 20 #a 1; cid 30 #b 4; dan ? #b 2; eve 20 #a 5");
    ClassRecoding recoding = young_class(job.types);
    recoding.domains[0].values.push_back({Kind::star, 0, 0});
    recoding.domains[1].values.push_back({Kind::star, 0, 0});
    recoding.value_of_class = {{0, 1, 3}, {0, 1, 2}};
    const std::string expected = "[20, 25] #a 3; [20, 25] #a 1; 30 #b 4; * * *; [20, 25] #a 5";
    EXPECT_EQ(cells(job.run(recoding, SuppressedRows::star).table), expected);
    recoding.shares = {{.type = 0, .tuple = 0, .of_class = 0, .rows = 1},
                       {.type = 0, .tuple = 0, .of_class = 2, .rows = 1}};
    EXPECT_EQ(cells(job.run(recoding, SuppressedRows::star).table),
              "[20, 25] #a 3; [20, 25] #a 1; 30 #b 4; * * *; * * *");
}

/// Three rows `x`, of two visits and one of another number: the first row with each tuple of
/// tracked values goes where the first share of the tuple says.
TEST(Apply, SharesTheRowsOfATypeOutByTheirTrackedValuesInTheOrderOfRows) {
    const Table table = test::table_of("zip visits", "x 2; x 1; y 1; x 2; x 1");
    const TypedRows types =
        make_row_types(table, std::vector<std::size_t>{0}, std::vector<std::size_t>{1}, 1);
    ClassRecoding recoding;
    recoding.domains = {{.values = {{Kind::exact, 0, 0}, {Kind::exact, 1, 0}, {Kind::star, 0, 0}}}};
    recoding.value_of_class = {{0, 1, 2}};
    recoding.class_of_type = {0, 1};
    recoding.star_class = true;
    recoding.shares = {{.type = 0, .tuple = 0, .of_class = 2, .rows = 1},
                       {.type = 0, .tuple = 0, .of_class = 0, .rows = 1},
                       {.type = 0, .tuple = 1, .of_class = 0, .rows = 2}};
    const std::vector<std::size_t> tracked{1};
    const Release release = apply(
        {.table = &table, .types = &types, .type_of_row = types.type_of_row, .tracked = tracked},
        std::vector<RecodedAttribute>{{0, nullptr}},
        {},
        recoding,
        SuppressedRows::star,
        1);
    EXPECT_EQ(cells(release.table), "x 2; * 1; y 1; x 2; x 1");
}

/// `x 1` four times and `x 2` three times: each is split where its rows become several tuples, and
/// what is left out of a row is missing from its counts.
TEST(Apply, SplitsCountedRowsThatBecomeSeveralTuples) {
    const Table table = test::table_of("zip visits", "x 1; y 1; x 2; x 1");
    const std::vector<std::uint64_t> counts{3, 5, 3, 1};
    const std::vector<std::size_t> tracked{1};
    const TypedRows types = make_row_types(table, std::vector<std::size_t>{0}, tracked, 1, counts);
    ClassRecoding recoding;
    recoding.domains = {
        {.values = {{Kind::exact, 0, 0}, {Kind::exact, 1, 0}, {Kind::range, 0, 1}}}};
    recoding.value_of_class = {{0, 1, 2}};
    recoding.class_of_type = {0, 1};
    recoding.shares = {{.type = 0, .tuple = 0, .of_class = 2, .rows = 1},
                       {.type = 0, .tuple = 0, .of_class = 0, .rows = 1},
                       {.type = 0, .tuple = 0, .of_class = 2, .rows = 1},
                       {.type = 0, .tuple = 0, .of_class = kSuppressedClass, .rows = 1},
                       {.type = 0, .tuple = 1, .of_class = kSuppressedClass, .rows = 1},
                       {.type = 0, .tuple = 1, .of_class = 0, .rows = 2}};
    const auto run = [&](SuppressedRows mode) {
        return apply({.table = &table,
                      .types = &types,
                      .type_of_row = types.type_of_row,
                      .counts = counts,
                      .tracked = tracked},
                     std::vector<RecodedAttribute>{{0, nullptr}},
                     {},
                     recoding,
                     mode,
                     1);
    };
    const Release starred = run(SuppressedRows::star);
    EXPECT_EQ(cells(starred.table), "x 1; [x, y] 1; y 1; x 2; * *; * *");
    EXPECT_EQ(starred.counts, (std::vector<std::uint64_t>{1, 2, 5, 2, 1, 1}));
    EXPECT_EQ(starred.original_row, (std::vector<std::uint32_t>{0, 0, 1, 2, 2, 3}));
    const Release dropped = run(SuppressedRows::drop);
    EXPECT_EQ(cells(dropped.table), "x 1; [x, y] 1; y 1; x 2");
    EXPECT_EQ(dropped.counts, (std::vector<std::uint64_t>{1, 2, 5, 2}));
    EXPECT_EQ(dropped.original_row, (std::vector<std::uint32_t>{0, 0, 1, 2}));
}

TEST(Apply, CountedRowsThatAreNotSplitKeepTheirPlaces) {
    const Table table = test::table_of("zip visits", "x 1; y 1; x 2");
    const std::vector<std::uint64_t> counts{3, 5, 2};
    const TypedRows types = make_row_types(table, std::vector<std::size_t>{0}, {}, 1, counts);
    GlobalRecoding recoding;
    recoding.attributes.resize(1);
    recoding.attributes[0].domain.values = {{Kind::exact, 0, 0}, {Kind::exact, 1, 0}};
    recoding.attributes[0].value_of_code = {0, 1};
    recoding.suppressed = {false, true};
    const auto run = [&](SuppressedRows mode) {
        return apply(
            {.table = &table, .types = &types, .type_of_row = types.type_of_row, .counts = counts},
            std::vector<RecodedAttribute>{{0, nullptr}},
            {},
            recoding,
            mode,
            1);
    };
    const Release starred = run(SuppressedRows::star);
    EXPECT_TRUE(starred.original_row.empty());
    EXPECT_EQ(starred.counts, counts);
    const Release dropped = run(SuppressedRows::drop);
    EXPECT_EQ(dropped.original_row, (std::vector<std::uint32_t>{0, 2}));
    EXPECT_EQ(dropped.counts, (std::vector<std::uint64_t>{3, 2}));
}

TEST(Apply, CanSuppressEveryRow) {
    const Job job;
    GlobalRecoding recoding = young_together();
    recoding.suppressed.assign(4, true);
    EXPECT_EQ(cells(job.run(recoding, SuppressedRows::star).table),
              "* * *; * * *; * * *; * * *; * * *");
    EXPECT_EQ(job.run(recoding, SuppressedRows::drop).table.row_count(), 0U);
}

TEST(Apply, ValuesWithOneSpellingShareACode) {
    const Job job;
    GlobalRecoding recoding = young_together();
    recoding.attributes[0].domain.values = {
        {Kind::range, 0, 1}, {Kind::range, 0, 1}, {Kind::exact, 2, 0}, {Kind::exact, 3, 0}};
    recoding.attributes[0].value_of_code = {0, 1, 2, 3};
    const Release release = job.run(recoding, SuppressedRows::star);
    EXPECT_EQ(release.table.column(0).dictionary->size(), 3U);
    EXPECT_EQ(release.table.column(0).codes[0], release.table.column(0).codes[1]);
}

TEST(Apply, DoesNotDependOnTheNumberOfThreads) {
    std::string rows;
    for (int i = 0; i < 150000; ++i) {
        rows += "n " + std::to_string(i * 7 % 1000) + " z" + std::to_string(i % 3) + " v" +
                std::to_string(i % 5) + ";";
    }
    Job job;
    job.table = test::table_of("name age zip visits", rows);
    job.types = make_row_types(job.table, job.columns, {}, 2);
    ClassRecoding recoding;
    recoding.domains.resize(2);
    recoding.value_of_class.resize(2);
    for (Code half = 0; half < 2; ++half) {
        recoding.domains[0].values.push_back({Kind::range, half * 500, half * 500 + 499});
        recoding.value_of_class[0].push_back(half);
        recoding.value_of_class[1].push_back(0);
    }
    recoding.domains[1].values = {{Kind::star, 0, 0}};
    for (std::size_t type = 0; type < job.types.size(); ++type) {
        recoding.class_of_type.push_back(type % 100 == 7 ? kSuppressedClass
                                                         : job.types.columns[0][type] / 500);
    }
    for (const SuppressedRows mode : {SuppressedRows::star, SuppressedRows::drop}) {
        const Release one = job.run(recoding, mode, 1);
        const Release many = job.run(recoding, mode, 3);
        EXPECT_EQ(cells(one.table), cells(many.table));
        EXPECT_EQ(one.original_row, many.original_row);
    }
}

}  // namespace
}  // namespace kanon
