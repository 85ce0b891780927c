// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"
#include "kanon/solve/solver.hpp"
#include "kanon/tabulate/audit/audit_cells.hpp"
#include "kanon/tabulate/run/counted_table.hpp"
#include "kanon/tabulate/run/make_tables.hpp"
#include "kanon/tabulate/run/tabulation_text.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kanon::tabulate {
namespace {

using test::table_of;

Table random_table(Random& random, std::size_t rows, std::size_t values) {
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
        text += row == 0 ? "" : "; ";
        for (int column = 0; column < 3; ++column) {
            text += (column == 0 ? "" : " ") + std::string("v") +
                    std::to_string(random.below(column == 0 ? values : 2));
        }
    }
    return table_of("a b c", text);
}

std::uint64_t value_at(const std::vector<std::uint64_t>& rows,
                       const std::vector<std::vector<Code>>& tuples,
                       const CountCell& cell) {
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < tuples.size(); ++at) {
        bool within = true;
        for (std::size_t column = 0; column < cell.key.size(); ++column) {
            within =
                within && (cell.key[column] == kTotal || cell.key[column] == tuples[at][column]);
        }
        sum += within ? rows[at] : 0;
    }
    return sum;
}

/// The greatest count of each cell among all tables of rows, of up to `most` rows per tuple, that
/// give what is published and a row in each suppressed cell. Counts every table.
std::vector<std::uint64_t> greatest(const CountTables& tables,
                                    const std::vector<std::vector<Code>>& tuples,
                                    std::uint64_t most) {
    std::vector<std::uint64_t> out(tables.cells.size(), 0);
    std::vector<std::uint64_t> rows(tuples.size(), 0);
    const std::function<void(std::size_t)> go = [&](std::size_t at) {
        if (at < tuples.size()) {
            for (rows[at] = 0; rows[at] <= most; ++rows[at]) {
                go(at + 1);
            }
            rows[at] = 0;
            return;
        }
        std::vector<std::uint64_t> counts;
        for (const CountCell& cell : tables.cells) {
            counts.push_back(value_at(rows, tuples, cell));
            if (cell.suppressed ? counts.back() == 0 : counts.back() != cell.count) {
                return;
            }
        }
        for (std::size_t cell = 0; cell < counts.size(); ++cell) {
            out[cell] = std::max(out[cell], counts[cell]);
        }
    };
    go(0);
    return out;
}

std::vector<std::vector<Code>> tuples_of(const Tabulation& made) {
    std::map<std::vector<Code>, int> distinct;
    for (std::size_t row = 0; row < made.original.row_count(); ++row) {
        std::vector<Code> tuple;
        for (const CountColumn& column : made.tables.columns) {
            tuple.push_back(made.original.column(column.place).codes[row]);
        }
        distinct[tuple] = 1;
    }
    std::vector<std::vector<Code>> out;
    out.reserve(distinct.size());
    for (const auto& [tuple, one] : distinct) {
        out.push_back(tuple);
    }
    return out;
}

/// All tables of rows are counted; a reader finds no count below k.
TEST(CountTables, AllowKByBruteForce) {
    Random random(7);
    const std::vector<std::vector<std::vector<std::string>>> kinds{
        {{"a", "b"}}, {{"a", "b"}, {"b"}}, {{"a", "b"}, {"b", "c"}}, {{"a"}, {"b", "c"}}};
    std::uint64_t checked = 0;
    for (int trial = 0; trial < 600; ++trial) {
        const auto& by = kinds[random.below(kinds.size())];
        const std::uint64_t k = 2 + random.below(2);
        const bool linked = by.size() > 1;
        const Table table =
            random_table(random, 2 + random.below(trial % 2 == 0 ? 5 : 12), linked ? 2 : 3);
        const Tabulation made = make_tables(table, {.by = by, .k = k}, {});
        ASSERT_TRUE(made.audit.holds());
        const std::vector<std::vector<Code>> tuples = tuples_of(made);
        for (const CountCell& of : made.tables.cells) {
            EXPECT_TRUE(of.suppressed || of.count >= k) << trial;
        }
        // With few rows per tuple not every table is seen: then the witness stands alone.
        if (tuples.size() > 6 || table.row_count() > 6) {
            continue;
        }
        const std::vector<std::uint64_t> most = greatest(made.tables, tuples, 5);
        for (std::size_t cell = 0; cell < most.size(); ++cell) {
            if (made.tables.cells[cell].count < k) {
                EXPECT_GE(most[cell], k) << trial;
                ++checked;
            }
        }
    }
    EXPECT_GT(checked, 500U);
}

/// The fewest cells of any suppression, by trying all of them.
std::uint64_t fewest(const Tabulation& made, std::uint64_t k, std::uint64_t most_rows) {
    const std::vector<std::vector<Code>> tuples = tuples_of(made);
    CountTables tried = made.tables;
    std::vector<std::size_t> others;
    for (std::size_t cell = 0; cell < tried.cells.size(); ++cell) {
        tried.cells[cell].suppressed = tried.cells[cell].count < k;
        if (tried.cells[cell].count >= k) {
            others.push_back(cell);
        }
    }
    std::uint64_t least = tried.cells.size();
    for (std::uint32_t chosen = 0; chosen < (1U << others.size()); ++chosen) {
        const std::size_t size =
            tried.cells.size() - others.size() + static_cast<std::size_t>(std::popcount(chosen));
        if (size >= least) {
            continue;
        }
        for (std::size_t at = 0; at < others.size(); ++at) {
            tried.cells[others[at]].suppressed = (chosen >> at & 1U) != 0;
        }
        const std::vector<std::uint64_t> most = greatest(tried, tuples, most_rows);
        bool holds = true;
        for (std::size_t cell = 0; cell < most.size(); ++cell) {
            holds = holds && (tried.cells[cell].count >= k || most[cell] >= k);
        }
        least = holds ? size : least;
    }
    return least;
}

TEST(CountTables, NoSuppressionIsBelowTheBound) {
    if (find_mip_solver() == nullptr) {
        GTEST_SKIP() << mip_missing();
    }
    Random random(11);
    int proven = 0;
    int secondary = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const bool linked = trial % 3 == 0;
        const std::uint64_t k = 2 + random.below(2);
        const Table table = random_table(random, 3 + random.below(6), 2);
        const std::vector<std::vector<std::string>> by =
            linked ? std::vector<std::vector<std::string>>{{"a", "b"}, {"c"}}
                   : std::vector<std::vector<std::string>>{{"a", "b"}};
        const Tabulation made = make_tables(table, {.by = by, .k = k}, {});
        const std::uint64_t found = made.audit.suppressed;
        const std::uint64_t least = fewest(made, k, linked ? 4 : 6);
        EXPECT_LE(made.tables.least_suppressed, least) << trial;
        EXPECT_GE(found, made.tables.least_suppressed) << trial;
        proven += found == made.tables.least_suppressed ? 1 : 0;
        secondary += found > made.audit.below_k ? 1 : 0;
        if (!linked) {
            EXPECT_LE(found, least) << trial << ": of one table of two columns it is the fewest";
        }
    }
    EXPECT_GT(proven, 200);
    EXPECT_GT(secondary, 100);
}

/// Two columns of two values, and `a` of four, with a level of two labels.
Table table_with_level(Random& random, std::size_t rows) {
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
        text += row == 0 ? "" : "; ";
        text += std::to_string(random.below(2)) + std::to_string(random.below(2));
        text += " b" + std::to_string(random.below(2)) + " c" + std::to_string(random.below(2));
    }
    return table_of("a b c", text);
}

TabulateOptions by_levels(std::vector<std::vector<std::string>> by, std::uint64_t k) {
    TabulateOptions out{.by = std::move(by), .k = k};
    HierarchySpec& hierarchy = out.policy.attribute("a").hierarchy;
    hierarchy.form = HierarchySpec::Form::mask;
    return out;
}

const std::vector<std::vector<std::vector<std::string>>>& tables_by_levels() {
    static const std::vector<std::vector<std::vector<std::string>>> kinds{
        {{"a@1", "b"}},
        {{"a"}, {"a@1", "b"}},
        {{"a", "b"}, {"a@1"}},
        {{"a", "b"}, {"a@1", "c"}},
        {{"a", "b"}, {"a@1", "b", "c"}}};
    return kinds;
}

/// A cell by its labels, without totals.
using Labels = std::map<std::string, std::string>;

std::vector<Labels> labels_of(const Tabulation& made, const TabulateOptions& options) {
    const Table shown = published_table(made, options);
    std::vector<Labels> out(shown.row_count());
    for (std::size_t row = 0; row < out.size(); ++row) {
        for (std::size_t column = 0; column + 1 < shown.column_count(); ++column) {
            if (shown.column(column).text(row) != options.total) {
                out[row][shown.column(column).name] = shown.column(column).text(row);
            }
        }
    }
    return out;
}

/// Suppressed as where each table is made by itself: what one of them publishes is published.
CountTables made_apart(const Tabulation& together,
                       const Table& table,
                       const TabulateOptions& options) {
    std::map<Labels, bool> apart;
    for (const auto& columns : options.by) {
        TabulateOptions one = options;
        one.by = {columns};
        const Tabulation made = make_tables(table, one, {});
        const std::vector<Labels> labels = labels_of(made, one);
        for (std::size_t cell = 0; cell < labels.size(); ++cell) {
            const bool suppressed = made.tables.cells[cell].suppressed;
            const auto [found, is_new] = apart.try_emplace(labels[cell], suppressed);
            found->second = found->second && suppressed;
        }
    }
    CountTables out = together.tables;
    const std::vector<Labels> labels = labels_of(together, options);
    for (std::size_t cell = 0; cell < labels.size(); ++cell) {
        out.cells[cell].suppressed = apart.at(labels[cell]);
    }
    return out;
}

std::uint64_t found_out(const CountTables& tables,
                        const std::vector<std::vector<Code>>& tuples,
                        std::uint64_t k) {
    const std::vector<std::uint64_t> most = greatest(tables, tuples, 5);
    std::uint64_t out = 0;
    for (std::size_t cell = 0; cell < most.size(); ++cell) {
        out += tables.cells[cell].count < k && most[cell] < k ? 1U : 0U;
    }
    return out;
}

/// Counts by a level are sums of counts by values: all tables of rows are counted.
TEST(CountTables, OfLevelsAllowKByBruteForce) {
    Random random(13);
    std::uint64_t checked = 0;
    std::uint64_t found_out_apart = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const auto& by = tables_by_levels()[random.below(tables_by_levels().size())];
        const TabulateOptions options = by_levels(by, 2 + random.below(2));
        const Table table = table_with_level(random, 3 + random.below(4));
        const Tabulation made = make_tables(table, options, {});
        ASSERT_TRUE(made.audit.holds());
        EXPECT_TRUE(check_tables(table, published_table(made, options), options, {}).audit.holds())
            << trial;
        const std::vector<std::vector<Code>> tuples = tuples_of(made);
        if (tuples.size() > 6) {
            continue;
        }
        EXPECT_EQ(found_out(made.tables, tuples, options.k), 0U) << trial;
        found_out_apart += found_out(made_apart(made, table, options), tuples, options.k);
        checked += made.audit.below_k;
    }
    EXPECT_GT(checked, 250U);
    EXPECT_GT(found_out_apart, 10U) << "tables that are protected apart are not safe together";
}

TEST(CountTables, OfLevelsAreNotBelowTheBound) {
    if (find_mip_solver() == nullptr) {
        GTEST_SKIP() << mip_missing();
    }
    Random random(17);
    int proven = 0;
    int secondary = 0;
    for (int trial = 0; trial < 30; ++trial) {
        const auto& by = tables_by_levels()[random.below(3)];
        const TabulateOptions options = by_levels(by, 2);
        const Tabulation made =
            make_tables(table_with_level(random, 4 + random.below(4)), options, {});
        const std::uint64_t least = fewest(made, options.k, 4);
        EXPECT_LE(made.tables.least_suppressed, least) << trial;
        EXPECT_GE(made.audit.suppressed, made.tables.least_suppressed) << trial;
        proven += made.audit.suppressed == made.tables.least_suppressed ? 1 : 0;
        secondary += made.audit.suppressed > made.audit.below_k ? 1 : 0;
    }
    EXPECT_GT(proven, 20);
    EXPECT_GT(secondary, 5);
}

TEST(CountTables, OfLevelsHaveTheirLabels) {
    const Table table = table_of("a b", "00 x; 00 x; 01 x; 01 x; 10 x; 10 x; 10 y; 10 y");
    const TabulateOptions options = by_levels({{"a@1", "b"}, {"a"}}, 2);
    const Tabulation made = make_tables(table, options, {});
    EXPECT_EQ(made.audit.suppressed, 0U);
    const Table shown = published_table(made, options);
    std::string text;
    for (std::size_t row = 0; row < shown.row_count(); ++row) {
        for (std::size_t column = 0; column < shown.column_count(); ++column) {
            text += shown.column(column).text(row);
            text += column + 1 < shown.column_count() ? ' ' : '\n';
        }
    }
    EXPECT_EQ(shown.column(0).name, "a@1");
    EXPECT_EQ(shown.column(2).name, "a");
    EXPECT_EQ(text,
              "0* x Total 4\n1* x Total 2\n1* y Total 2\nTotal x Total 6\nTotal y Total 2\n"
              "Total Total 00 2\nTotal Total 01 2\nTotal Total 10 4\n0* Total Total 4\n"
              "1* Total Total 4\nTotal Total Total 8\n");
}

/// A row cannot be of one label and have a value of another.
TEST(CountTables, AuditorRefusesLevelsThatDisagree) {
    const Table table = table_of("a", "00; 01; 01; 10; 10; 10; 11; 11; 11");
    const Tabulation made = make_tables(table, by_levels({{"a"}, {"a@1"}}, 2), {});
    ASSERT_TRUE(made.audit.holds());
    CountTables planted = made.tables;
    for (CountCell& cell : planted.cells) {
        cell.suppressed =
            cell.key == std::vector<Code>{0, kTotal} || cell.key == std::vector<Code>{2, kTotal};
    }
    planted.witnesses = {
        {.cell = 0, .changes = {{.values = {0, 1}, .rows = 1}, {.values = {2, 1}, .rows = -1}}}};
    EXPECT_FALSE(audit_cells(made.original, 2, planted).holds());
}

TEST(CountTables, AreProvenFewestWhereMovesAreNot) {
    if (find_mip_solver() == nullptr) {
        GTEST_SKIP() << mip_missing();
    }
    Random random(5);
    std::uint64_t gap = 0;
    for (int trial = 0; trial < 5; ++trial) {
        const Table table = random_table(random, 60, 12);
        const Tabulation made = make_tables(table, {.by = {{"a", "b", "c"}}, .k = 3}, {});
        EXPECT_TRUE(made.audit.holds());
        gap += made.audit.suppressed - made.tables.least_suppressed;
    }
    EXPECT_LE(gap, 5U);
}

TEST(CountTables, AreWrittenWithStars) {
    const Table table = table_of("sex ill", "F x; F x; F x; F y; M x; M x; M y; M y; M y");
    const TabulateOptions options{.by = {{"sex", "ill"}}, .k = 2};
    const Tabulation made = make_tables(table, options, {});
    EXPECT_EQ(made.audit.below_k, 1U);
    EXPECT_EQ(made.audit.suppressed, 4U);
    const Table shown = published_table(made, options);
    ASSERT_EQ(shown.row_count(), 9U);
    EXPECT_EQ(shown.column(2).text(0), "*");
    EXPECT_EQ(shown.column(2).text(8), "9");
    EXPECT_EQ(shown.column(0).text(8), "Total");
    EXPECT_TRUE(check_tables(table, shown, options, {}).audit.holds());
}

TEST(CountTables, AuditorFindsPlantedFaults) {
    const Table table = table_of("sex ill", "F x; F x; F x; F y; M x; M x; M y; M y; M y");
    const Tabulation made = make_tables(table, {.by = {{"sex", "ill"}}, .k = 2}, {});
    for (std::size_t cell = 0; cell < made.tables.cells.size(); ++cell) {
        CountTables planted = made.tables;
        planted.cells[cell].suppressed = !planted.cells[cell].suppressed;
        const bool was_suppressed = made.tables.cells[cell].suppressed;
        EXPECT_EQ(audit_cells(made.original, 2, planted).holds(), !was_suppressed) << cell;
        planted = made.tables;
        ++planted.cells[cell].count;
        EXPECT_EQ(audit_cells(made.original, 2, planted).holds(), was_suppressed) << cell;
        planted = made.tables;
        planted.cells.erase(planted.cells.begin() + static_cast<std::ptrdiff_t>(cell));
        EXPECT_FALSE(audit_cells(made.original, 2, planted).holds()) << cell;
    }
    CountTables planted = made.tables;
    planted.witnesses.clear();
    EXPECT_FALSE(audit_cells(made.original, 2, planted).holds());
    planted = made.tables;
    --planted.witnesses[0].changes[0].rows;
    EXPECT_FALSE(audit_cells(made.original, 2, planted).holds());
}

TEST(CountTables, CountPersons) {
    const Table table = table_of("who sex", "1 F; 1 F; 2 F; 3 M; 4 M");
    const TabulateOptions options{.by = {{"sex"}}, .k = 2, .person = "who"};
    EXPECT_EQ(make_tables(table, options, {}).tables.cells[0].count, 2U);
    EXPECT_THROW(static_cast<void>(make_tables(table_of("who sex", "1 F; 1 M"), options, {})),
                 Error);
}

TEST(CountTables, ByLevelsCountPersonsOfSeveralValues) {
    TabulateOptions options = by_levels({{"a@1"}}, 2);
    options.person = "who";
    const Table table = table_of("who a", "1 00; 1 01; 2 00; 3 10; 4 11");
    EXPECT_EQ(make_tables(table, options, {}).tables.cells[0].count, 2U);
    options.by = {{"a"}};
    EXPECT_THROW(static_cast<void>(make_tables(table, options, {})), Error);
}

TEST(CountTables, NameColumnsBeforeLevels) {
    const Table table = table_of("a a@1", "00 x; 00 x; 01 y; 01 y");
    const Tabulation made = make_tables(table, by_levels({{"a@1"}, {"a@0"}}, 2), {});
    EXPECT_EQ(made.original.column(0).text(0), "x");
    EXPECT_EQ(made.original.column(1).name, "a");
    EXPECT_EQ(needed_columns({.by = {{"a@1", "b@2"}}}, {"a", "b"}),
              (std::vector<std::string>{"a", "b"}));
}

TEST(CountTables, RefuseWhatTheyCannotDo) {
    const Table table = table_of("a b", "x Total; y z");
    const auto refused = [&](const TabulateOptions& options) {
        try {
            static_cast<void>(make_tables(table, options, {}));
        } catch (const Error&) {
            return true;
        }
        return false;
    };
    EXPECT_TRUE(refused({.by = {}}));
    EXPECT_TRUE(refused({.by = {{"a", "a"}}}));
    EXPECT_TRUE(refused({.by = {{"q"}}}));
    EXPECT_TRUE(refused({.by = {{"b"}}}));
    EXPECT_TRUE(refused({.by = {{"a"}}, .k = 0}));
    EXPECT_TRUE(refused({.by = {{"a"}}, .k = 1}));
    EXPECT_TRUE(refused({.by = {{"a", "b"}, {"b", "a"}}, .total = "all"}));
    EXPECT_FALSE(refused({.by = {{"b"}}, .k = 2, .total = "all"}));
    EXPECT_TRUE(refused({.by = {{"b@1"}}, .k = 2, .total = "all"})) << "no hierarchy";
    EXPECT_TRUE(refused({.by = {{"b@x"}}, .k = 2, .total = "all"}));
    EXPECT_TRUE(refused({.by = {{"b"}, {"b@0"}}, .k = 2, .total = "all"}));
    const Table codes = table_of("a b", "00 x; 01 x; 10 x; 11 x");
    const auto is_refused = [&](std::vector<std::vector<std::string>> by) {
        try {
            static_cast<void>(make_tables(codes, by_levels(std::move(by), 2), {}));
        } catch (const Error& error) {
            return error.code() == ErrorCode::usage;
        }
        return false;
    };
    EXPECT_TRUE(is_refused({{"a@2"}})) << "the top is the total";
    EXPECT_TRUE(is_refused({{"a@1", "a"}}));
    EXPECT_FALSE(is_refused({{"a@1"}}));
}

}  // namespace
}  // namespace kanon::tabulate
