// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/classes/division/mondrian.hpp"

#include "kanon/base/random.hpp"
#include "kanon/methods/classes/outcome/alike_classes.hpp"
#include "kanon/methods/classes/outcome/partition_outcome.hpp"
#include "kanon/release/spelling/reading.hpp"

#include "support/problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::classes {
namespace {

/// Levels above 0, lowest first; one label text per code and level. The top level is added.
Hierarchy hierarchy_of(const Column& column, const std::vector<std::vector<std::string>>& levels) {
    std::vector<std::vector<std::string>> all = levels;
    all.emplace_back(column.dictionary->size(), "*");
    std::vector<Hierarchy::LevelMap> maps;
    for (const auto& texts : all) {
        Hierarchy::LevelMap map;
        for (const std::string& text : texts) {
            const auto found = std::find(map.labels.begin(), map.labels.end(), text);
            map.label_of_code.push_back(static_cast<Code>(found - map.labels.begin()));
            if (found == map.labels.end()) {
                map.labels.push_back(text);
            }
        }
        maps.push_back(std::move(map));
    }
    return {column.dictionary,
            std::move(maps),
            levels.empty() ? HierarchyKind::flat : HierarchyKind::tree};
}

/// All columns but `s` are quasi-identifiers: numbers by ranges, text by a flat hierarchy.
Problem problem_of(const Table& table, std::uint64_t k) {
    Problem problem;
    problem.table = table;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const Column& column = table.column(j);
        if (column.name == "s") {
            problem.sensitive = {j};
            problem.tracked_columns = {j};
            continue;
        }
        QuasiIdentifier attribute;
        attribute.name = column.name;
        attribute.hierarchy = hierarchy_of(column, {});
        attribute.recode_range = column.dictionary->is_numeric();
        attribute.greatest_level = attribute.hierarchy.height();
        problem.quasi_identifiers.push_back(std::move(attribute));
        problem.columns.push_back(j);
    }
    problem.k = k;
    problem.models.push_back(find_privacy_model("k-anonymity")
                                 .make({.model = "k-anonymity",
                                        .parameters = {{"k", static_cast<double>(k)}},
                                        .attribute = "",
                                        .kind = ""},
                                       std::nullopt));
    test::count_rows(problem);
    return problem;
}

void add_l_diversity(Problem& problem, const std::string& kind, double l) {
    problem.models.push_back(
        find_privacy_model("l-diversity")
            .make(
                {.model = "l-diversity", .parameters = {{"l", l}}, .attribute = "s", .kind = kind},
                ModelContext{0, std::nullopt}));
}

Outcome solve(const Problem& problem,
              const RunContext& context = {},
              const OptionMap& options = {}) {
    return make_mondrian(options)->run(problem, context);
}

/// A released value in words.
std::string words(const Problem& problem, std::size_t j, const ReleasedValue& value) {
    using Kind = ReleasedValue::Kind;
    const Hierarchy& hierarchy = problem.quasi_identifiers[j].hierarchy;
    const auto text = [&](Code code) { return std::string(hierarchy.dictionary().text(code)); };
    switch (value.kind) {
        case Kind::exact:
            return hierarchy.dictionary().is_missing(value.first) ? "?" : text(value.first);
        case Kind::label:
            return std::string(hierarchy.text(static_cast<Level>(value.second), value.first));
        case Kind::range:
            return "[" + text(value.first) + "," + text(value.second) + "]";
        default:
            return "*";
    }
}

/// Released rows as text, in row order; `-` for suppressed ones.
std::vector<std::string> released(const Problem& problem, const Outcome& outcome) {
    const auto& recoding = std::get<ClassRecoding>(outcome.recoding.value());
    std::vector<std::string> rows;
    for (const std::uint32_t type : problem.type_of_row) {
        const std::uint32_t of_type = recoding.class_of_type[type];
        std::string row;
        for (std::size_t j = 0; of_type != kSuppressedClass && j < recoding.domains.size(); ++j) {
            const std::uint32_t value = recoding.value_of_class[j][of_type];
            row += (j > 0 ? " " : "") + words(problem, j, recoding.domains[j].values[value]);
        }
        rows.push_back(of_type == kSuppressedClass ? "-" : row);
    }
    return rows;
}

using TextRows = std::vector<std::string>;

/// Check every class: rows, all models, and that its released values cover its own.
void expect_kept(const Problem& problem, const Outcome& outcome) {
    const auto& recoding = std::get<ClassRecoding>(outcome.recoding.value());
    std::map<std::uint32_t, std::vector<std::size_t>> rows_of_class;
    std::uint64_t suppressed = 0;
    for (std::size_t row = 0; row < problem.row_types().row_count(); ++row) {
        const std::uint32_t of_type = recoding.class_of_type[problem.type_of_row[row]];
        if (of_type == kSuppressedClass) {
            ++suppressed;
            continue;
        }
        rows_of_class[of_type].push_back(row);
        for (std::size_t j = 0; j < recoding.domains.size(); ++j) {
            const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
            const Column& column = problem.table.column(problem.columns[j]);
            const ReleasedDomain& domain = recoding.domains[j];
            ASSERT_TRUE(covers(domain.values[recoding.value_of_class[j][of_type]],
                               domain,
                               &attribute.hierarchy,
                               *column.dictionary,
                               column.codes[row]))
                << "row " << row << " attribute " << attribute.name;
        }
    }
    EXPECT_LE(suppressed, problem.suppression_limit);
    for (const auto& [of_type, rows] : rows_of_class) {
        std::map<Code, std::uint32_t> counted;
        for (const std::size_t row : rows) {
            ++counted[problem.tracked_columns.empty()
                          ? 0
                          : problem.table.column(problem.tracked_columns[0]).codes[row]];
        }
        std::vector<Code> values;
        std::vector<std::uint32_t> counts;
        for (const auto& entry : counted) {
            values.push_back(entry.first);
            counts.push_back(entry.second);
        }
        const HistogramView view{values, counts};
        ASSERT_TRUE(all_hold(problem.models, ClassView{rows.size(), {&view, 1}}))
            << "class " << of_type << " of " << rows.size() << " rows";
    }
}

Problem random_numbers(std::size_t rows, std::uint64_t k, std::uint64_t seed) {
    Random random(seed);
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint64_t a = random.below(90);
        const std::uint64_t b = random.below(random.below(40) + 1);
        text += (random.below(20) == 0 ? "?" : std::to_string(a)) + " " + std::to_string(b) + " w" +
                std::to_string(random.below(7)) + " d" + std::to_string(random.below(6)) + ";";
    }
    return problem_of(test::table_of("a b c s", text), k);
}

TEST(Mondrian, SplitsAtTheMedian) {
    const Problem problem = problem_of(test::table_of("a", "1; 2; 3; 10; 20; 30"), 3);
    const Outcome outcome = solve(problem);
    EXPECT_EQ(outcome.ending, Ending::feasible);
    EXPECT_EQ(released(problem, outcome),
              (TextRows{"[1,3]", "[1,3]", "[1,3]", "[10,30]", "[10,30]", "[10,30]"}));
    EXPECT_NEAR(outcome.loss, (3 * 2.0 / 29 + 3 * 20.0 / 29) / 6, 1e-12);
    EXPECT_LE(outcome.lower_bound.value(), outcome.loss);
    EXPECT_GT(outcome.lower_bound.value(), 0);
}

TEST(Mondrian, KeepsRowsOfOneValueTogether) {
    const Problem problem = problem_of(test::table_of("a", "1; 5; 5; 5; 5; 9; 9"), 2);
    EXPECT_EQ(released(problem, solve(problem)),
              (TextRows{"[1,5]", "[1,5]", "[1,5]", "[1,5]", "[1,5]", "9", "9"}));
}

TEST(Mondrian, RelaxedSharesRowsAtTheMedianWhereStrictCannotDivide) {
    const Problem problem = problem_of(test::table_of("a b", "1 1; 5 1; 5 1; 5 2; 5 3; 9 1"), 3);
    EXPECT_EQ(solve(problem).loss, 1);
    const Outcome relaxed = solve(problem, {}, {{"partitioning", "relaxed"}});
    EXPECT_EQ(
        released(problem, relaxed),
        (TextRows{"[1,5] 1", "[1,5] 1", "[1,5] 1", "[5,9] [1,3]", "[5,9] [1,3]", "[5,9] [1,3]"}));
}

TEST(Mondrian, ClassesThatWouldBeReleasedAlikeAreOne) {
    const Problem problem = problem_of(test::table_of("a b", "1 1; 2 2; 1 2; 2 1"), 2);
    const Word both = word_of({0, 1});
    TypePartition partition{.types = {0, 1, 2, 3},
                            .shares = {},
                            .starts = {0, 2, 4},
                            .cover_words = 2,
                            .covers = {both, both, both, both},
                            .rows = {2, 2},
                            .failing = {0, 0}};
    join_alike(make_axes(problem), partition, 1);
    EXPECT_EQ(partition.rows, std::vector<std::uint64_t>{4});
    EXPECT_EQ(partition.starts, (std::vector<std::size_t>{0, 4}));
    EXPECT_EQ(partition.covers, (std::vector<Word>{both, both}));
}

TEST(Mondrian, SplitsFirstWhereTheEntropyIsGreatest) {
    // a is the wider one; of b there are as many values as rows.
    const Problem problem =
        problem_of(test::table_of("a b", "1 1; 1 2; 9 3; 9 4; 1 5; 1 6; 9 7; 9 8"), 4);
    EXPECT_EQ(released(problem, solve(problem, {}, {{"split-by", "entropy"}}))[0], "[1,9] [1,4]");
    EXPECT_EQ(released(problem, solve(problem))[0], "1 [1,6]");
}

TEST(Mondrian, SplitsFirstWhereTheLossAfterIsLeast) {
    // a loses most by itself, but b and c go together.
    Problem problem = problem_of(
        test::table_of("a b c", "1 1 1; 9 1 1; 1 2 2; 9 2 2; 1 1 1; 9 1 1; 1 2 2; 9 2 2"), 4);
    problem.quasi_identifiers[0].weight = 1.5;
    EXPECT_EQ(released(problem, solve(problem))[0], "1 [1,2] [1,2]");
    EXPECT_EQ(released(problem, solve(problem, {}, {{"split-by", "least-loss"}}))[0], "[1,9] 1 1");
}

TEST(Mondrian, TiesGoToTheDivisionAfterWhichTheLossIsLeast) {
    // All three span their domains; a, the first by name, narrows nothing else.
    const Problem problem = problem_of(
        test::table_of("a b c", "1 1 1; 9 1 1; 1 2 2; 9 2 2; 1 1 1; 9 1 1; 1 2 2; 9 2 2"), 4);
    EXPECT_EQ(released(problem, solve(problem))[0], "[1,9] 1 1");
}

TEST(Mondrian, ALossThatMeetsTheBoundIsProvenLeast) {
    const Problem exact = problem_of(test::table_of("a b", "1 x; 1 x; 2 y; 2 y; 2 y"), 2);
    EXPECT_EQ(solve(exact).ending, Ending::optimal);
    EXPECT_EQ(solve(exact).lower_bound, solve(exact).loss);
    // TextRows of three types, two of one row: each shares a class.
    const Problem pairs = problem_of(test::table_of("a", "1; 2; 9; 9"), 2);
    EXPECT_NEAR(solve(pairs).loss, 1.0 / 16, 1e-12);
    EXPECT_EQ(solve(pairs).ending, Ending::optimal);
    const Problem open = problem_of(test::table_of("a", "1; 2; 10; 20"), 2);
    EXPECT_EQ(solve(open).ending, Ending::feasible);
}

TEST(Mondrian, CutsTheAttributeOfTheWidestExtentFirst) {
    // b spans its whole domain in both halves of a; a is as wide at the root and comes first.
    const Problem problem =
        problem_of(test::table_of("a b", "1 1; 1 9; 9 1; 9 9; 1 1; 1 9; 9 1; 9 9"), 4);
    EXPECT_EQ(released(problem, solve(problem)),
              (TextRows{"1 [1,9]",
                        "1 [1,9]",
                        "9 [1,9]",
                        "9 [1,9]",
                        "1 [1,9]",
                        "1 [1,9]",
                        "9 [1,9]",
                        "9 [1,9]"}));
    Problem weighted = problem;
    weighted.quasi_identifiers[1].weight = 2;
    EXPECT_EQ(released(weighted, solve(weighted))[0], "[1,9] 1");
}

TEST(Mondrian, ReleasesATableThatNothingDividesAsOneClassOfStars) {
    Problem problem = problem_of(test::table_of("c d", "u x; v y; w z"), 2);
    for (const std::uint64_t limit : {0U, 3U}) {
        problem.suppression_limit = limit;
        const Outcome outcome = solve(problem);
        EXPECT_EQ(outcome.ending, Ending::feasible);
        EXPECT_EQ(outcome.loss, 1.0);
        EXPECT_EQ(released(problem, outcome), (TextRows{"* *", "* *", "* *"}));
    }
}

TEST(Mondrian, SuppressesOutliersWhereAllWouldBeStarred) {
    Problem problem = problem_of(test::table_of("c d", "u x; u y; u z; v z"), 2);
    EXPECT_EQ(released(problem, solve(problem)), (TextRows{"* *", "* *", "* *", "* *"}));
    problem.suppression_limit = 1;
    EXPECT_EQ(released(problem, solve(problem)), (TextRows{"u *", "u *", "u *", "-"}));
    Problem gaps = problem_of(test::table_of("a", "1; 2; 2; ?"), 2);
    gaps.suppression_limit = 1;
    EXPECT_EQ(released(gaps, solve(gaps)), (TextRows{"[1,2]", "[1,2]", "[1,2]", "-"}));
}

TEST(Mondrian, SplitsHierarchiesBySubtree) {
    Problem problem = problem_of(test::table_of("c", "aa; ab; ab; aa; ba; bb; ba; ba"), 2);
    problem.quasi_identifiers[0].hierarchy =
        hierarchy_of(problem.table.column(0), {{"a*", "a*", "b*", "b*"}});
    problem.quasi_identifiers[0].greatest_level = 2;
    EXPECT_EQ(released(problem, solve(problem)),
              (TextRows{"aa", "ab", "ab", "aa", "b*", "b*", "b*", "b*"}));
    problem.quasi_identifiers[0].least_level = 1;
    EXPECT_EQ(released(problem, solve(problem)),
              (TextRows{"a*", "a*", "a*", "a*", "b*", "b*", "b*", "b*"}));
}

TEST(Mondrian, PoolsChildrenThatDoNotHoldUnderTheirLabel) {
    Problem problem =
        problem_of(test::table_of("c n", "u 1; u 1; u 1; v 1; v 1; v 1; w 1; x 1"), 2);
    problem.quasi_identifiers[0].hierarchy =
        hierarchy_of(problem.table.column(0), {{"any", "any", "any", "any"}});
    problem.quasi_identifiers[0].greatest_level = 2;
    EXPECT_EQ(released(problem, solve(problem)),
              (TextRows{"u 1", "u 1", "u 1", "v 1", "v 1", "v 1", "any 1", "any 1"}));
    problem.models[0] = problem_of(problem.table, 3).models[0];
    // Two rows are too few for a pool; of the smallest children, the first joins.
    EXPECT_EQ(released(problem, solve(problem)),
              (TextRows{"any 1", "any 1", "any 1", "v 1", "v 1", "v 1", "any 1", "any 1"}));
}

TEST(Mondrian, SplitsMissingValuesOffOrStarsThem) {
    const Problem enough = problem_of(test::table_of("a", "1; 2; ?; ?; 3"), 2);
    EXPECT_EQ(released(enough, solve(enough)), (TextRows{"[1,3]", "[1,3]", "?", "?", "[1,3]"}));
    const Problem too_few = problem_of(test::table_of("a b", "1 7; 2 7; ? 7; 3 7"), 2);
    EXPECT_EQ(released(too_few, solve(too_few)), (TextRows{"[1,2] 7", "[1,2] 7", "* 7", "* 7"}));
}

TEST(Mondrian, AClassStarredThroughoutCountsAsSuppressed) {
    Problem problem = problem_of(test::table_of("c", "u; u; v; v; w; x"), 2);
    EXPECT_EQ(released(problem, solve(problem)), (TextRows{"*", "*", "*", "*", "*", "*"}));
    problem.suppression_limit = 2;
    const Outcome some = solve(problem);
    EXPECT_EQ(released(problem, some), (TextRows{"u", "u", "v", "v", "-", "-"}));
    EXPECT_NEAR(some.loss, 2.0 / 6, 1e-12);
}

TEST(Mondrian, KeepsLDiversity) {
    const Table table = test::table_of("a s", "1 x; 2 x; 3 y; 4 y; 5 x; 6 y; 7 x; 8 y");
    Problem problem = problem_of(table, 2);
    EXPECT_EQ(released(problem, solve(problem))[0], "[1,2]");
    add_l_diversity(problem, "distinct", 2);
    const Outcome outcome = solve(problem);
    EXPECT_EQ(released(problem, outcome),
              (TextRows{"[1,4]", "[1,4]", "[1,4]", "[1,4]", "[5,6]", "[5,6]", "[7,8]", "[7,8]"}));
    expect_kept(problem, outcome);
}

TEST(Mondrian, SaysWhyATableCannotHold) {
    const Problem few = problem_of(test::table_of("a", "1; 2; 3"), 4);
    const Outcome outcome = solve(few);
    EXPECT_EQ(outcome.ending, Ending::infeasible);
    EXPECT_NE(outcome.reason.find("privacy models"), std::string::npos) << outcome.reason;
    Problem uniform = problem_of(test::table_of("a s", "1 x; 2 x; 3 x"), 2);
    add_l_diversity(uniform, "distinct", 2);
    EXPECT_EQ(solve(uniform).ending, Ending::infeasible);
}

TEST(Mondrian, TakesTheTableApartAtAGreatestLevel) {
    Problem problem = problem_of(test::table_of("c", "aa; ab; ba; bb; ba"), 3);
    QuasiIdentifier& attribute = problem.quasi_identifiers[0];
    attribute.hierarchy = hierarchy_of(problem.table.column(0), {{"a*", "a*", "b*", "b*"}});
    attribute.greatest_level = 1;
    EXPECT_EQ(solve(problem).ending, Ending::infeasible);
    problem.suppression_limit = 2;
    EXPECT_EQ(released(problem, solve(problem)), (TextRows{"-", "-", "b*", "b*", "b*"}));
}

TEST(Mondrian, KeepsEveryModelOnRandomTables) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        Problem problem = random_numbers(40 + seed * 17, 2 + seed % 5, seed);
        if (seed % 3 == 1) {
            add_l_diversity(problem, "distinct", 3);
        } else if (seed % 3 == 2) {
            add_l_diversity(problem, "entropy", 2.5);
        }
        for (const Objective objective : {Objective::gcp, Objective::dm, Objective::c_avg}) {
            problem.objective = objective;
            const Outcome outcome = solve(problem);
            ASSERT_EQ(outcome.ending, Ending::feasible) << outcome.reason;
            expect_kept(problem, outcome);
            EXPECT_LE(outcome.lower_bound.value(), outcome.loss);
        }
    }
}

TEST(Mondrian, DoesNotHeedTheOrderOfRows) {
    Random random(3);
    std::vector<std::string> rows;
    rows.reserve(300);
    for (int i = 0; i < 300; ++i) {
        rows.push_back(std::to_string(random.below(50)) + " w" + std::to_string(random.below(5)));
    }
    const auto loss = [&rows] {
        std::string text;
        for (const std::string& row : rows) {
            text += row + ";";
        }
        return solve(problem_of(test::table_of("a c", text), 5)).loss;
    };
    const double before = loss();
    for (std::size_t i = rows.size(); i > 1; --i) {
        std::swap(rows[i - 1], rows[random.below(i)]);
    }
    EXPECT_EQ(loss(), before);
}

TEST(Mondrian, GivesTheSameRecodingOnTwoThreads) {
    Problem problem = random_numbers(120000, 4, 11);
    add_l_diversity(problem, "distinct", 2);
    RunContext context;
    const Outcome one = solve(problem, context);
    context.threads = 2;
    const Outcome two = solve(problem, context);
    const auto& a = std::get<ClassRecoding>(one.recoding.value());
    const auto& b = std::get<ClassRecoding>(two.recoding.value());
    EXPECT_EQ(a.class_of_type, b.class_of_type);
    EXPECT_EQ(a.value_of_class, b.value_of_class);
    EXPECT_EQ(one.loss, two.loss);
    EXPECT_EQ(one.lower_bound, two.lower_bound);
    expect_kept(problem, one);
}

TEST(Mondrian, ReleasesWhatItHasWhenTimeIsUp) {
    const Problem problem = random_numbers(2000, 3, 5);
    RunContext context;
    context.node_limit = 10;
    const Outcome some = solve(problem, context);
    EXPECT_EQ(some.ending, Ending::timed_out);
    expect_kept(problem, some);
    EXPECT_GT(some.loss, solve(problem).loss);
    EXPECT_EQ(some.loss, solve(problem, context).loss);
    context = RunContext{};
    context.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    const Outcome none = solve(problem, context);
    EXPECT_EQ(none.ending, Ending::timed_out);
    expect_kept(problem, none);
    const std::atomic<bool> cancel{true};
    context = RunContext{};
    context.cancel = &cancel;
    EXPECT_EQ(solve(problem, context).ending, Ending::cancelled);
}

TEST(Mondrian, ReportsProgressUpToTheEnd) {
    const Problem problem = random_numbers(1000, 3, 5);
    std::vector<double> done;
    double total = 0;
    RunContext context;
    context.progress = [&](const Progress& progress) {
        done.push_back(progress.done);
        total = progress.total;
    };
    solve(problem, context);
    ASSERT_FALSE(done.empty());
    EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
    EXPECT_LE(done.back(), total);
}

}  // namespace
}  // namespace kanon::classes
