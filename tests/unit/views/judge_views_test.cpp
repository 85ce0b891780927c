// SPDX-License-Identifier: Apache-2.0
#include "kanon/views/judge_views.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace kanon {
namespace {

using test::column_of;
using test::table_of;

AssociationFinding finding_of(const ViewSet& views, const Table& table) {
    return judge_views(views, table, {}).front();
}

ViewSet two_views(std::uint64_t k) {
    return {.k = k,
            .associations = {{.identifier = "Name", .sensitive = "Disease"}},
            .views = {{.name = "v1", .columns = {"Name", "Sex"}},
                      {.name = "v2", .columns = {"Sex", "Disease"}}}};
}

/// Ciriani et al. 2007, Fig. 16: of John and David obesity is told, of Sue one of four diseases.
TEST(JudgeViews, OfThePublishedExample) {
    const Table table =
        table_of("Name Sex Disease",
                 "Sue F hypertension; Claire F obesity; Ann F chest_pain; John M obesity; David M "
                 "obesity; Mary F short_breath; Alice F short_breath; Carol F chest_pain; Kate F "
                 "short_breath");
    for (const bool kept : {true, false}) {
        ViewSet views = two_views(2);
        views.keep_duplicates = kept;
        const AssociationFinding found = finding_of(views, table);
        EXPECT_EQ(found.ending, ViewsEnding::violated);
        EXPECT_EQ(found.identifiers, 9U);
        EXPECT_EQ(found.violated, 2U);
        EXPECT_EQ(found.least_cover, 1U);
        ASSERT_TRUE(found.witness);
        EXPECT_EQ(found.witness->values, 1U);
        EXPECT_EQ(found.witness->identifier_view, 0U);
        EXPECT_EQ(found.witness->sensitive_view, 1U);
        EXPECT_TRUE(found.witness->row == 4 || found.witness->row == 5);
        views.views[0].where = {{.column = "Sex", .values = {"F"}}};
        views.k = 4;
        EXPECT_EQ(finding_of(views, table).ending, ViewsEnding::kept);
        views.k = 5;
        EXPECT_EQ(finding_of(views, table).ending, ViewsEnding::violated);
    }
}

TEST(JudgeViews, WithNothingInCommonTellAllValues) {
    const Table table = table_of("Name Sex Disease", "Sue F flu; Ann F cold; Joe M gout");
    ViewSet views = two_views(3);
    views.views[1].columns = {"Disease"};
    const AssociationFinding found = finding_of(views, table);
    EXPECT_EQ(found.ending, ViewsEnding::kept);
    EXPECT_EQ(found.least_cover, 3U);
    views.views.pop_back();
    EXPECT_EQ(finding_of(views, table).least_cover, std::nullopt);
}

TEST(JudgeViews, RowsWithoutAnIdentifierAreNobodys) {
    const Table table({column_of("Name", {"Sue", "Ann", ""}, ValueType::text),
                       column_of("Sex", {"F", "F", "M"}, ValueType::text),
                       column_of("Disease", {"flu", "cold", "gout"}, ValueType::text)},
                      3);
    const AssociationFinding found = finding_of(two_views(2), table);
    EXPECT_EQ(found.identifiers, 2U);
    EXPECT_EQ(found.ending, ViewsEnding::kept);
}

TEST(JudgeViews, OfWhoHasManyRowsTellMore) {
    // Of four rows in the group three are Sue's: she has one of the two rows of flu for certain.
    const Table table =
        table_of("Name Sex Disease", "Sue F flu; Sue F flu; Sue F cold; Ann F gout");
    ViewSet views = two_views(2);
    EXPECT_EQ(finding_of(views, table).ending, ViewsEnding::violated);
    // Seen once each, three diseases may be hers, one of them at least.
    views.keep_duplicates = false;
    EXPECT_EQ(finding_of(views, table).least_cover, 3U);
}

TEST(JudgeViews, RefuseColumnsThatAreNotThere) {
    const Table table = table_of("Name Sex Disease", "Sue F flu");
    ViewSet views = two_views(2);
    views.views[0].columns.emplace_back("Sx");
    EXPECT_THROW(static_cast<void>(judge_views(views, table, {})), Error);
    views = two_views(2);
    views.views[0].where = {{.column = "Sex", .from = "3"}};
    EXPECT_THROW(static_cast<void>(judge_views(views, table, {})), Error);
}

// By the definition: all tables of so many rows that have the same views.

using Row = std::vector<int>;
using Rows = std::vector<Row>;

struct World {
    std::vector<std::string> columns;  ///< the first is the identifier, the last is sensitive
    std::vector<int> domain;
    Rows rows;
};

struct PlainView {
    std::vector<std::size_t> columns;
    std::map<std::size_t, int> where;
};

Rows shown_by(const PlainView& view, const Rows& rows, bool keep) {
    Rows out;
    for (const Row& row : rows) {
        if (std::ranges::all_of(view.where,
                                [&](const auto& one) { return row[one.first] == one.second; })) {
            Row& shown = out.emplace_back();
            for (const std::size_t column : view.columns) {
                shown.push_back(row[column]);
            }
        }
    }
    std::ranges::sort(out);
    if (!keep) {
        out.erase(std::unique(out.begin(), out.end()), out.end());
    }
    return out;
}

Rows all_tuples(const std::vector<int>& domain) {
    Rows out{{}};
    for (const int size : domain) {
        Rows longer;
        for (const Row& row : out) {
            for (int value = 0; value < size; ++value) {
                longer.push_back(row);
                longer.back().push_back(value);
            }
        }
        out = std::move(longer);
    }
    return out;
}

/// What identifiers have in the tables that have the same views as one.
class PossibleWorlds {
public:
    PossibleWorlds(const World& world, const std::vector<PlainView>& views, bool keep)
        : views_(views),
          keep_(keep),
          most_rows_(world.rows.size()),
          tuples_(all_tuples(world.domain)),
          sets_(static_cast<std::size_t>(world.domain[0])) {
        asked_.reserve(views.size());
        for (const PlainView& view : views) {
            asked_.push_back(shown_by(view, world.rows, keep));
        }
        if (keep) {
            fill(0);
        } else {
            choose(0);
        }
    }

    /// Per identifier the sets of sensitive values, as bits, one for each table.
    [[nodiscard]] const std::vector<std::set<unsigned>>& value_sets() const { return sets_; }

private:
    /// Every table of so many rows, from this tuple on.
    void fill(std::size_t first) {
        if (rows_.size() == most_rows_) {
            take();
            return;
        }
        for (std::size_t i = first; i < tuples_.size(); ++i) {
            rows_.push_back(tuples_[i]);
            fill(i);
            rows_.pop_back();
        }
    }

    /// Every set of tuples, from this tuple on.
    void choose(std::size_t tuple) {
        if (tuple == tuples_.size()) {
            take();
            return;
        }
        choose(tuple + 1);
        rows_.push_back(tuples_[tuple]);
        choose(tuple + 1);
        rows_.pop_back();
    }

    void take() {
        for (std::size_t i = 0; i < views_.size(); ++i) {
            if (shown_by(views_[i], rows_, keep_) != asked_[i]) {
                return;
            }
        }
        for (std::size_t id = 0; id < sets_.size(); ++id) {
            unsigned values = 0;
            for (const Row& row : rows_) {
                values |= row.front() == static_cast<int>(id)
                              ? 1U << static_cast<unsigned>(row.back())
                              : 0U;
            }
            sets_[id].insert(values);
        }
    }

    const std::vector<PlainView>& views_;
    bool keep_;
    std::size_t most_rows_;
    Rows tuples_;
    Rows rows_;
    std::vector<Rows> asked_;
    std::vector<std::set<unsigned>> sets_;
};

/// The least set of values that meets all of some sets; 1000 if there is none.
std::uint64_t least_cover(const std::set<unsigned>& sets, int values) {
    std::uint64_t least = 1000;
    for (unsigned cover = 0; cover < 1U << static_cast<unsigned>(values); ++cover) {
        if (std::ranges::all_of(sets, [cover](unsigned set) { return (set & cover) != 0; })) {
            least = std::min<std::uint64_t>(least, static_cast<unsigned>(std::popcount(cover)));
        }
    }
    return least;
}

World random_world(Random& random, bool keep) {
    World out{.columns = {"i", "x", "y", "p"}, .domain = {2, 2, 2, 3}, .rows = {}};
    if (!keep || random.below(2) == 0) {
        out = {.columns = {"i", "x", "p"}, .domain = {2, 2, 3}, .rows = {}};
    }
    const std::size_t rows = keep ? 3 + random.below(2) : 3 + random.below(4);
    for (std::size_t row = 0; row < rows; ++row) {
        Row& values = out.rows.emplace_back();
        for (const int size : out.domain) {
            values.push_back(static_cast<int>(random.below(static_cast<std::uint64_t>(size))));
        }
    }
    return out;
}

std::vector<PlainView> random_views(Random& random, const World& world) {
    std::vector<PlainView> out(2 + random.below(2));
    for (PlainView& view : out) {
        for (std::size_t column = 0; column < world.columns.size(); ++column) {
            if (random.below(2) == 0) {
                view.columns.push_back(column);
            }
        }
        if (view.columns.empty()) {
            view.columns.push_back(random.below(world.columns.size()));
        }
        if (random.below(4) == 0) {
            const std::size_t column = random.below(world.columns.size());
            view.where[column] =
                static_cast<int>(random.below(static_cast<std::uint64_t>(world.domain[column])));
        }
    }
    return out;
}

ViewSet view_set_of(const World& world, const std::vector<PlainView>& views, bool keep) {
    ViewSet out{
        .k = 1,
        .keep_duplicates = keep,
        .associations = {{.identifier = world.columns.front(), .sensitive = world.columns.back()}},
        .views = {}};
    for (const PlainView& view : views) {
        View& one = out.views.emplace_back();
        one.name = std::to_string(out.views.size());
        for (const std::size_t column : view.columns) {
            one.columns.push_back(world.columns[column]);
        }
        for (const auto& [column, value] : view.where) {
            one.where.push_back(
                {.column = world.columns[column], .values = {std::to_string(value)}});
        }
    }
    return out;
}

Table table_of_world(const World& world) {
    std::string names;
    for (const std::string& column : world.columns) {
        names += (names.empty() ? "" : " ") + column;
    }
    std::string rows;
    for (const Row& row : world.rows) {
        rows += rows.empty() ? "" : "; ";
        for (std::size_t i = 0; i < row.size(); ++i) {
            rows += (i == 0 ? "" : " ") + std::to_string(row[i]);
        }
    }
    return table_of(names, rows);
}

/// Identifiers that a view shows, or selects rows by.
std::set<int> shown_identifiers(const World& world, const std::vector<PlainView>& views) {
    std::set<int> out;
    for (const PlainView& view : views) {
        PlainView with_identifier = view;
        with_identifier.columns = {0};
        if (view.columns.front() == 0 || view.where.contains(0)) {
            for (const Row& row : shown_by(with_identifier, world.rows, true)) {
                out.insert(row.front());
            }
        }
    }
    return out;
}

struct Tally {
    int kept = 0;
    int violated = 0;
    int undecided = 0;
};

/// What is proven holds in every possible world, what is said to be violated is violated there.
void expect_right(const World& world,
                  const std::vector<PlainView>& views,
                  bool keep,
                  Tally& tally) {
    const PossibleWorlds worlds(world, views, keep);
    const auto& sets = worlds.value_sets();
    std::vector<std::uint64_t> covers;
    for (const int id : shown_identifiers(world, views)) {
        covers.push_back(least_cover(sets[static_cast<std::size_t>(id)], world.domain.back()));
    }
    for (std::uint64_t k = 1; k <= 4; ++k) {
        ViewSet asked = view_set_of(world, views, keep);
        asked.k = k;
        const AssociationFinding found = finding_of(asked, table_of_world(world));
        const auto fewer = static_cast<std::uint64_t>(
            std::ranges::count_if(covers, [k](std::uint64_t cover) { return cover < k; }));
        EXPECT_EQ(found.identifiers, covers.size());
        EXPECT_LE(found.violated, fewer) << k;
        EXPECT_GE(found.violated + found.undecided, found.least_cover ? fewer : 0U) << k;
        // Here no other values are thought of, so that all of them are a cover.
        if (!found.least_cover && k <= static_cast<std::uint64_t>(world.domain.back())) {
            EXPECT_EQ(fewer, 0U);
        }
        tally.kept += found.ending == ViewsEnding::kept ? 1 : 0;
        tally.violated += found.ending == ViewsEnding::violated ? 1 : 0;
        tally.undecided += found.ending == ViewsEnding::undecided ? 1 : 0;
    }
}

TEST(JudgeViews, AgreeWithBruteForceOverPossibleWorlds) {
    for (const bool keep : {true, false}) {
        Tally tally;
        for (std::uint64_t seed = 1; seed <= 150; ++seed) {
            SCOPED_TRACE(std::to_string(seed) + (keep ? " kept" : " dropped"));
            Random random(seed);
            const World world = random_world(random, keep);
            expect_right(world, random_views(random, world), keep, tally);
        }
        EXPECT_GT(tally.kept, 100);
        EXPECT_GT(tally.violated, 100);
        EXPECT_LT(tally.undecided, 60);
    }
}

/// Of two views without conditions everything is told.
TEST(JudgeViews, AreExactForTwoViews) {
    for (const bool keep : {true, false}) {
        Tally tally;
        for (std::uint64_t seed = 1; seed <= 100; ++seed) {
            SCOPED_TRACE(std::to_string(seed) + (keep ? " kept" : " dropped"));
            Random random(seed);
            World world = random_world(random, keep);
            std::vector<PlainView> views = random_views(random, world);
            views.resize(2);
            for (PlainView& view : views) {
                view.where.clear();
            }
            expect_right(world, views, keep, tally);
        }
        EXPECT_EQ(tally.undecided, 0);
    }
}

}  // namespace
}  // namespace kanon
