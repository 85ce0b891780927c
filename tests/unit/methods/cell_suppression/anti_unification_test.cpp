// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/unification/anti_unification.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/methods/cell_suppression/partition/star_search.hpp"
#include "kanon/methods/cell_suppression/unification/pattern_choice.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

using cell_suppression::Condition;
using cell_suppression::GrownPattern;
using cell_suppression::GrownPatterns;
using cell_suppression::GrowthRules;
using cell_suppression::PatternChoice;

constexpr Condition kLess = Condition::fewest_sets;
constexpr Condition kGreater = Condition::most_sets;

std::string times(std::size_t count, const std::string& row) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        out += row + "; ";
    }
    return out;
}

/// Fig. 2: 35 records of texture and material in four sets by color and size, of 7, 3, 12 and 13;
/// values of the first two are ours.
Table worked_example() {
    return table_of("texture material color size",
                    times(5, "smooth wood blue small") + times(2, "rough wood blue small") +
                        times(3, "smooth wood green small") + times(6, "smooth metal blue big") +
                        times(6, "rough glass blue big") + times(5, "smooth wood green big") +
                        times(4, "smooth metal green big") + times(4, "rough glass green big"));
}

constexpr const char* kWorkedPolicy =
    "privacy: {k-anonymity: 5}\n"
    "objective: stars\n"
    "method: anti-unification\n"
    "suppression: {max: 7}\n"
    "attributes:\n"
    "  texture: {role: quasi-identifying, hierarchy: flat}\n"
    "  material: {role: quasi-identifying, hierarchy: flat}\n"
    "  color: {role: sensitive}\n"
    "  size: {role: sensitive, class: true}\n";

std::unique_ptr<Result> run_worked_example(const std::string& condition, const char* most) {
    Policy policy = parse_policy(kWorkedPolicy, "p.yaml");
    policy.method_options = {{"condition", condition}, {"long", "1"}};
    policy.suppression = SuppressionLimit::parse(most);
    return anonymize(worked_example(), policy, RunContext{});
}

TEST(AntiUnification, GivesTheWorkedExample) {
    const auto result = run_worked_example("less", "7");
    EXPECT_EQ(stat(result->outcome, "confidential_sets"), 4);
    EXPECT_EQ(stat(result->outcome, "patterns_found"), 4);
    EXPECT_EQ(stat(result->outcome, "patterns_derived"), 6) << "ways of the third set, both ties";
    EXPECT_EQ(stat(result->outcome, "rows_discarded"), 3 + 4) << "the second set, and rough glass";
    std::map<std::string, std::size_t> rows;
    const Table& release = result->whole().release.table;
    for (std::size_t row = 0; row < release.row_count(); ++row) {
        ++rows[std::string(release.column(0).text(row)) + " " +
               std::string(release.column(1).text(row))];
    }
    const std::map<std::string, std::size_t> expected{
        {"* *", 7}, {"* wood", 7}, {"smooth metal", 6}, {"rough glass", 6}, {"smooth *", 9}};
    EXPECT_EQ(rows, expected);
}

TEST(AntiUnification, DividesByTheAttributeOfMostValuesWhereAsked) {
    const auto result = run_worked_example("greater", "11");
    EXPECT_EQ(stat(result->outcome, "rows_discarded"), 3 + 8) << "wood alone is left of the fourth";
    EXPECT_EQ(stat(run_worked_example("greater-less", "11")->outcome, "rows_discarded"), 11);
    EXPECT_EQ(stat(run_worked_example("less-greater", "11")->outcome, "rows_discarded"), 7);
}

TEST(AntiUnification, SaysThatTooManyRowsAreDiscarded) {
    try {
        static_cast<void>(run_worked_example("less", "6"));
        FAIL() << "seven rows are discarded";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::infeasible);
        const std::string what = error.what();
        EXPECT_NE(what.find("7 rows are in no pattern that shows 1 attribute of enough rows, and 6 "
                            "may be suppressed"),
                  std::string::npos)
            << what;
        EXPECT_NE(what.find("allow more suppression"), std::string::npos) << what;
    }
}

TEST(AntiUnification, PlacesWhatIsDiscardedWhereAsked) {
    Policy policy = parse_policy(kWorkedPolicy, "p.yaml");
    policy.method_options = {{"condition", "less"}, {"long", "1"}, {"discarded", "place"}};
    policy.suppression = SuppressionLimit::parse("0");
    const auto result = anonymize(worked_example(), policy, RunContext{});
    EXPECT_EQ(result->outcome.ending, Ending::feasible);
    EXPECT_TRUE(result->audit.passed);
}

/// Fig. 5: what Adult-8 and Adult-10 have in common.
TEST(AntiUnification, KeepsWhatRecordsHaveInCommon) {
    Problem problem =
        star_problem("age workclass education marital occupation race sex country",
                     "25-29 private bachelors divorced prof-specialty black female cuba; "
                     "35-39 private masters married exec-managerial white female united-states");
    const Outcome outcome =
        run_method("anti-unification", problem, {{"long", "2"}, {"condition", "less"}});
    const Release release = release_of(problem, outcome);
    for (std::size_t column = 0; column < 8; ++column) {
        const std::string name = release.table.column(column).name;
        const std::string shown = name == "workclass" ? "private" : name == "sex" ? "female" : "*";
        EXPECT_EQ(release.table.column(column).text(0), shown) << name;
    }
    audited(problem, outcome);
    EXPECT_EQ(run_method("anti-unification", problem, {{"long", "3"}}).ending, Ending::infeasible);
}

/// Fig. 6: numbers of sets that give the orders which the text tells.
TEST(AntiUnification, ChoosesThePartitionsOfFewestOrMostSets) {
    const std::vector<std::size_t> sets{3, 2, 4, 2, 3, 5};
    EXPECT_EQ(cell_suppression::chosen_partitions(sets, kLess), (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(cell_suppression::chosen_partitions(sets, kGreater), (std::vector<std::size_t>{5}));
    const std::vector<std::size_t> alike{1, 3, 1, 3};
    EXPECT_EQ(cell_suppression::chosen_partitions(alike, kLess), (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(cell_suppression::chosen_partitions(std::vector<std::size_t>{1, 1}, kGreater),
              std::vector<std::size_t>{});
}

/// What the figures of the source say, record by record, as plainly as can be.
class NaiveAnonymize {
public:
    NaiveAnonymize(const Problem& problem, const GrowthRules& rules)
        : problem_(problem), rules_(rules) {
        for (std::size_t row = 0; row < problem.table.row_count(); ++row) {
            std::vector<Code> record;
            for (const std::size_t column : problem.columns) {
                record.push_back(problem.table.column(column).codes[row]);
            }
            records_.push_back(std::move(record));
            sets_[problem.table.column(problem.tracked_columns[0]).codes[row]].push_back(row);
        }
    }

    void run() {
        for (const Condition condition : rules_.conditions) {
            for (bool found = true; found;) {
                found = false;
                for (auto& [value, set] : sets_) {
                    std::set<std::size_t> identified;
                    if (set.size() >= problem_.k) {
                        identified = analyze_set(set, value, condition);
                    }
                    found = found || !identified.empty();
                    std::erase_if(set, [&](std::size_t row) { return identified.contains(row); });
                }
            }
        }
    }

    [[nodiscard]] std::size_t rest() const {
        std::size_t rows = 0;
        for (const auto& [value, set] : sets_) {
            rows += set.size();
        }
        return rows;
    }

    using Rows = std::vector<std::size_t>;
    std::set<std::pair<Code, std::vector<int>>> patterns;  ///< -1: indifferent
    std::uint64_t derivations = 0;

private:
    [[nodiscard]] std::set<Code> values(const Rows& rows, std::size_t attribute) const {
        std::set<Code> out;
        for (const std::size_t row : rows) {
            out.insert(records_[row][attribute]);
        }
        return out;
    }

    std::set<std::size_t> analyze_set(const Rows& rows, Code value, Condition condition) {
        std::vector<int> common;
        std::vector<std::size_t> sets;
        for (std::size_t j = 0; j < problem_.columns.size(); ++j) {
            const std::set<Code> in_set = values(rows, j);
            sets.push_back(in_set.size());
            const auto missing = problem_.quasi_identifiers[j].dictionary().missing();
            const bool unknown = rules_.unknown == cell_suppression::Unknown::indifferent &&
                                 missing == *in_set.begin();
            common.push_back(in_set.size() == 1 && !unknown ? static_cast<int>(*in_set.begin())
                                                            : -1);
        }
        const auto shown = static_cast<std::size_t>(
            std::count_if(common.begin(), common.end(), [](int one) { return one >= 0; }));
        if (shown >= rules_.least_shown) {
            patterns.emplace(value, common);
            ++derivations;
            return {rows.begin(), rows.end()};
        }
        std::set<std::size_t> identified;
        for (const std::size_t attribute : cell_suppression::chosen_partitions(sets, condition)) {
            for (const Code part : values(rows, attribute)) {
                Rows of_part;
                std::copy_if(
                    rows.begin(), rows.end(), std::back_inserter(of_part), [&](std::size_t row) {
                        return records_[row][attribute] == part;
                    });
                if (of_part.size() >= problem_.k) {
                    identified.merge(analyze_set(of_part, value, condition));
                }
            }
        }
        return identified;
    }

    const Problem& problem_;
    const GrowthRules& rules_;
    std::vector<std::vector<Code>> records_;
    std::map<Code, Rows> sets_;
};

GrowthRules random_rules(std::uint64_t seed) {
    GrowthRules rules{.conditions = {seed % 2 == 0 ? kLess : kGreater},
                      .least_shown = 1 + seed % 3,
                      .unknown = cell_suppression::Unknown::value};
    if (seed % 5 != 0) {
        rules.conditions.push_back(seed % 2 == 0 ? kGreater : kLess);
    }
    return rules;
}

Problem random_table(std::uint64_t seed) {
    return random_star_problem(
        {.rows = 20 + seed % 60, .attributes = 3 + seed % 3, .values = 3 + seed % 4}, seed);
}

TEST(AntiUnification, FindsThePatternsOfThePlainProcedure) {
    std::size_t ties = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_table(seed);
        const GrowthRules rules = random_rules(seed);
        NaiveAnonymize naive(problem, rules);
        naive.run();
        const cell_suppression::CorrectPartition partition =
            cell_suppression::correct_partition(problem.row_types());
        const GrownPatterns grown = cell_suppression::grow_patterns(problem, partition, rules, {});
        ASSERT_TRUE(grown.complete);
        ASSERT_EQ(grown.patterns.size(), naive.patterns.size());
        ASSERT_EQ(grown.derivations, naive.derivations);
        ties += grown.derivations > grown.patterns.size() ? 1U : 0U;
        std::set<std::uint32_t> identified;
        for (const GrownPattern& pattern : grown.patterns) {
            std::vector<int> shown;
            const cell_suppression::RecordGroup& first =
                partition.groups[grown.members[pattern.begin]];
            for (std::size_t j = 0; j < problem.columns.size(); ++j) {
                const bool starred = (pattern.stars >> j & 1U) != 0;
                shown.push_back(
                    starred ? -1 : static_cast<int>(problem.row_types().columns[j][first.type]));
            }
            ASSERT_TRUE(naive.patterns.contains({first.set, shown}));
            identified.insert(grown.members.begin() + static_cast<std::ptrdiff_t>(pattern.begin),
                              grown.members.begin() + static_cast<std::ptrdiff_t>(pattern.end));
        }
        std::size_t rest = problem.table.row_count();
        for (const std::uint32_t group : identified) {
            rest -= partition.groups[group].rows;
        }
        ASSERT_EQ(rest, naive.rest());
    }
    EXPECT_GT(ties, 50U);
}

/// Each pattern that is chosen has k records, each of them generalized by it, and what is said to
/// be without a class is the rest of what was identified.
TEST(AntiUnification, ChoosesPatternsOfEnoughRecords) {
    std::size_t overlapping = 0;
    std::size_t moved = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        const Problem problem = random_table(seed);
        const RunContext context;
        cell_suppression::StarSearch search(problem, cell_suppression::TieOrder::last, context);
        const cell_suppression::CorrectPartition partition =
            cell_suppression::correct_partition(problem.row_types());
        const GrownPatterns grown =
            cell_suppression::grow_patterns(problem, partition, random_rules(seed), context);
        const PatternChoice choice =
            cell_suppression::choose_patterns(partition, grown, search.costs(), problem.k);
        std::map<std::uint32_t, std::uint64_t> rows;
        std::map<std::uint32_t, std::uint64_t> of_group;
        for (const PatternChoice::Part& part : choice.parts) {
            const GrownPattern& pattern = grown.patterns[part.pattern];
            const auto begin = grown.members.begin();
            ASSERT_NE(std::find(begin + static_cast<std::ptrdiff_t>(pattern.begin),
                                begin + static_cast<std::ptrdiff_t>(pattern.end),
                                part.group),
                      begin + static_cast<std::ptrdiff_t>(pattern.end));
            rows[part.pattern] += part.rows;
            moved += of_group[part.group] > 0 ? 1U : 0U;
            of_group[part.group] += part.rows;
        }
        for (const auto& [pattern, of_pattern] : rows) {
            ASSERT_GE(of_pattern, problem.k);
        }
        ASSERT_EQ(choice.chosen, rows.size());
        std::uint64_t left = 0;
        for (const std::uint32_t group :
             std::set<std::uint32_t>(grown.members.begin(), grown.members.end())) {
            ASSERT_LE(of_group[group], partition.groups[group].rows);
            left += partition.groups[group].rows - of_group[group];
        }
        ASSERT_EQ(left, choice.without_class);
        overlapping += choice.overlapping > 0 ? 1U : 0U;
    }
    EXPECT_GT(overlapping, 50U);
    EXPECT_GT(moved, 0U) << "rows of one kind are never in two classes";
}

TEST(AntiUnification, ReleasesRowsWithThePatternsOfTheirOwnSet) {
    // Rows alike but for the class: three with a pattern of their own, and two of another set.
    const Problem problem = bound(table_of("a b label",
                                           times(3, "x 1 good") + times(2, "x 1 bad") +
                                               times(2, "x 2 bad") + times(1, "y 3 good")),
                                  "privacy: {k-anonymity: 3}\nobjective: stars\n"
                                  "suppression: {max: 1}\nattributes:\n"
                                  "  a: {role: quasi-identifying, hierarchy: flat}\n"
                                  "  b: {role: quasi-identifying, hierarchy: flat}\n"
                                  "  label: {role: sensitive, class: true}\n");
    const Outcome outcome = run_method("anti-unification", problem);
    ASSERT_TRUE(outcome.recoding) << outcome.reason;
    const Table& release = release_of(problem, outcome).table;
    for (std::size_t row = 0; row < 7; ++row) {
        EXPECT_EQ(release.column(1).text(row), row < 3 ? "1" : "*") << row;
    }
    audited(problem, outcome);
}

TEST(AntiUnification, NeverShowsUnknownValuesThatAreIndifferent) {
    const std::string rows = times(3, "x ?") + times(3, "y 1");
    const Problem problem = star_problem("a b", rows, 3);
    EXPECT_EQ(run_method("anti-unification", problem, {{"long", "2"}}).loss, 0);
    const OptionMap indifferent{{"long", "1"}, {"unknown", "indifferent"}};
    const Outcome outcome = run_method("anti-unification", problem, indifferent);
    const Table release = release_of(problem, outcome).table;
    EXPECT_EQ(release.column(1).text(0), "*");
    EXPECT_EQ(release.column(1).text(5), "1");
    audited(problem, outcome);
}

TEST(AntiUnification, AgreesWithThePlainProcedureOnUnknownValues) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        std::string rows;
        for (std::size_t row = 0; row < 40; ++row) {
            for (std::size_t j = 0; j < 4; ++j) {
                const std::uint64_t value = random.below(4);
                rows += (value == 0 ? "?" : std::to_string(value)) + " ";
            }
            rows += "s" + std::to_string(random.below(2)) + ";";
        }
        std::string policy = "privacy: {k-anonymity: 2}\nattributes:\n";
        for (const char* name : {"a", "b", "c", "d"}) {
            policy += "  " + std::string(name) + ": {role: quasi-identifying, hierarchy: flat}\n";
        }
        const Problem problem = bound(table_of("a b c d label", rows),
                                      policy + "  label: {role: sensitive, class: true}\n");
        GrowthRules rules = random_rules(seed);
        rules.unknown = cell_suppression::Unknown::indifferent;
        NaiveAnonymize naive(problem, rules);
        naive.run();
        const cell_suppression::CorrectPartition partition =
            cell_suppression::correct_partition(problem.row_types());
        const GrownPatterns grown = cell_suppression::grow_patterns(problem, partition, rules, {});
        ASSERT_EQ(grown.derivations, naive.derivations);
        ASSERT_EQ(grown.patterns.size(), naive.patterns.size());
        std::uint64_t rest = 40;
        const std::set<std::uint32_t> identified(grown.members.begin(), grown.members.end());
        for (const std::uint32_t group : identified) {
            rest -= partition.groups[group].rows;
        }
        ASSERT_EQ(rest, naive.rest());
    }
}

TEST(AntiUnification, APatternOfSeveralSetsOfRecordsIsOne) {
    const Problem problem = star_problem("a b c", "? a u; ? a u; ? b u; a a u", 2);
    GrowthRules rules{.conditions = {cell_suppression::Condition::fewest_sets}, .least_shown = 1};
    rules.unknown = cell_suppression::Unknown::indifferent;
    const cell_suppression::CorrectPartition partition =
        cell_suppression::correct_partition(problem.row_types());
    const GrownPatterns grown = cell_suppression::grow_patterns(problem, partition, rules, {});
    ASSERT_EQ(grown.patterns.size(), 1U);
    EXPECT_EQ(grown.patterns[0].rows, 4U);
    EXPECT_EQ(grown.members.size(), 3U) << "each group once";
}

TEST(AntiUnification, RefusesWhatItCannotKeep) {
    Problem problem = random_table(1);
    EXPECT_THROW(static_cast<void>(run_method("anti-unification", problem, {{"long", "9"}})),
                 Error);
    problem.patterns.given = true;
    EXPECT_THROW(static_cast<void>(run_method("anti-unification", problem)), Error);
}

TEST(AntiUnification, EndsWhenItIsCancelled) {
    const std::atomic<bool> cancel = true;
    RunContext context;
    context.cancel = &cancel;
    const Outcome outcome = run_method("anti-unification", random_table(2), {}, context);
    EXPECT_EQ(outcome.ending, Ending::cancelled);
    EXPECT_FALSE(outcome.recoding);
}

}  // namespace
}  // namespace kanon::test
