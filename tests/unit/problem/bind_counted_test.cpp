// SPDX-License-Identifier: Apache-2.0
// Distinct rows with their counts must bind to what the table that they stand for binds to.
#include "kanon/generate/stays.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/table/row_order.hpp"

#include "support/counted_rows.hpp"
#include "support/shared_data.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// Hospital stays, some of them several times, so that patients have several.
Table stays() {
    static const Table table = test::with_repeats(generate_stays(1500, 7, 1));
    return table;
}

void expect_same(const Histograms& found, const Histograms& expected) {
    EXPECT_EQ(found.domain_size, expected.domain_size);
    EXPECT_EQ(found.offsets, expected.offsets);
    EXPECT_EQ(found.values, expected.values);
    EXPECT_EQ(found.counts, expected.counts);
}

std::vector<Code> codes_of(const CodeVector& column) {
    std::vector<Code> out;
    for (std::size_t i = 0; i < column.size(); ++i) {
        out.push_back(column[i]);
    }
    return out;
}

void expect_same(const std::vector<CodeVector>& found, const std::vector<CodeVector>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t j = 0; j < found.size(); ++j) {
        EXPECT_EQ(codes_of(found[j]), codes_of(expected[j]));
    }
}

void expect_same(const RowTypes& found, const RowTypes& expected) {
    EXPECT_EQ(found.rows, expected.rows);
    EXPECT_EQ(found.counts, expected.counts);
    expect_same(found.columns, expected.columns);
    ASSERT_EQ(found.histograms.size(), expected.histograms.size());
    for (std::size_t j = 0; j < found.histograms.size(); ++j) {
        expect_same(found.histograms[j], expected.histograms[j]);
    }
    EXPECT_EQ(found.joint.offsets, expected.joint.offsets);
    EXPECT_EQ(found.joint.counts, expected.joint.counts);
    expect_same(found.joint.values, expected.joint.values);
}

void expect_same(const QuasiIdentifier& found, const QuasiIdentifier& expected) {
    EXPECT_EQ(found.name, expected.name);
    EXPECT_EQ(found.weight, expected.weight);
    EXPECT_EQ(found.aggregate.has_value(), expected.aggregate.has_value());
    EXPECT_EQ(found.least_level, expected.least_level);
    EXPECT_EQ(found.greatest_level, expected.greatest_level);
    ASSERT_EQ(found.hierarchy.height(), expected.hierarchy.height());
    for (Code code = 0; code < found.dictionary().size(); ++code) {
        for (Level level = 1; level <= found.hierarchy.height(); ++level) {
            EXPECT_EQ(found.hierarchy.text(level, found.hierarchy.label_of(level, code)),
                      expected.hierarchy.text(level, expected.hierarchy.label_of(level, code)));
        }
    }
}

/// What each model makes of each row type as a class.
std::vector<double> figures_of(const Problem& problem) {
    std::vector<double> out;
    const RowTypes& types = problem.row_types();
    std::vector<HistogramView> views(types.histograms.size());
    for (std::size_t type = 0; type < types.size(); ++type) {
        for (std::size_t j = 0; j < views.size(); ++j) {
            const Histograms& all = types.histograms[j];
            const std::size_t size = all.offsets[type + 1] - all.offsets[type];
            views[j] = {.values = std::span(all.values).subspan(all.offsets[type], size),
                        .counts = std::span(all.counts).subspan(all.offsets[type], size)};
        }
        const ClassView view{
            .rows = types.counts[type], .histograms = views, .population = types.counts[type]};
        for (const auto& model : problem.models) {
            out.push_back(model->achieved(view));
        }
    }
    return out;
}

void expect_same_task(const Problem& found, const Problem& expected) {
    expect_same(found.row_types(), expected.row_types());
    ASSERT_EQ(found.quasi_identifiers.size(), expected.quasi_identifiers.size());
    for (std::size_t j = 0; j < found.quasi_identifiers.size(); ++j) {
        expect_same(found.quasi_identifiers[j], expected.quasi_identifiers[j]);
    }
    ASSERT_EQ(found.models.size(), expected.models.size());
    for (std::size_t i = 0; i < found.models.size(); ++i) {
        EXPECT_EQ(found.models[i]->describe(), expected.models[i]->describe());
        EXPECT_EQ(found.models[i]->required(), expected.models[i]->required());
        EXPECT_EQ(found.models[i]->best_possible(), expected.models[i]->best_possible());
    }
    EXPECT_EQ(figures_of(found), figures_of(expected));
    EXPECT_EQ(found.k, expected.k);
    EXPECT_EQ(found.suppression_limit, expected.suppression_limit);
    EXPECT_EQ(found.cell_suppression_limit, expected.cell_suppression_limit);
    EXPECT_EQ(found.objective, expected.objective);
    EXPECT_EQ(found.class_place, expected.class_place);
    EXPECT_EQ(found.least_class_rows(), expected.least_class_rows());
    ASSERT_EQ(found.population == nullptr, expected.population == nullptr);
    if (found.population) {
        expect_same(*found.population, *expected.population);
    }
}

void expect_same_warnings(const Problem& found, const Problem& expected) {
    ASSERT_EQ(found.warnings.size(), expected.warnings.size());
    for (std::size_t i = 0; i < found.warnings.size(); ++i) {
        EXPECT_EQ(found.warnings[i].code, expected.warnings[i].code);
        EXPECT_EQ(found.warnings[i].text, expected.warnings[i].text);
        EXPECT_EQ(found.warnings[i].columns, expected.warnings[i].columns);
    }
}

void expect_same(const Problem& found, const Problem& expected) {
    expect_same_task(found, expected);
    expect_same_warnings(found, expected);
    EXPECT_EQ(found.data_rows(), expected.data_rows());
    EXPECT_EQ(found.columns, expected.columns);
    EXPECT_EQ(found.sensitive, expected.sensitive);
    EXPECT_EQ(found.withheld, expected.withheld);
    EXPECT_EQ(found.tracked_columns, expected.tracked_columns);
    EXPECT_EQ(found.joint_of, expected.joint_of);
    EXPECT_EQ(found.class_attribute, expected.class_attribute);
    EXPECT_EQ(found.shuffle, expected.shuffle);
    EXPECT_EQ(found.assumptions, expected.assumptions);
    EXPECT_EQ(found.rows_beyond_population, expected.rows_beyond_population);
    EXPECT_EQ(found.guessed, expected.guessed);
    EXPECT_EQ(found.uncoded.column_count(), expected.uncoded.column_count());
    EXPECT_EQ(policy_text(found.policy), policy_text(expected.policy));
}

PolicyFiles files_of(const Policy& policy, const std::optional<Table>& population) {
    PolicyFiles out = read_policy_files(policy, {});
    if (population) {
        out.population = population;
    }
    return out;
}

/// Bind a table and its distinct rows; none where both are refused in the same words.
std::optional<std::pair<Problem, Problem>> bound(const Table& table,
                                                 const Policy& policy,
                                                 const std::optional<Table>& population = {},
                                                 BindOptions circumstances = {}) {
    const PolicyFiles files = files_of(policy, population);
    const test::CountedRows distinct = test::counted_rows(table);
    circumstances.row_order = RowOrder::hidden;  // counted rows have none
    std::array<std::optional<Problem>, 2> problems;
    std::array<std::string, 2> refused;
    for (const std::size_t is_counted : {0U, 1U}) {
        try {
            circumstances.counts = is_counted == 1 ? distinct.counts : std::vector<std::uint64_t>();
            problems[is_counted] =
                bind(is_counted == 1 ? distinct.table : repeated(distinct.table, distinct.counts),
                     policy,
                     files,
                     circumstances,
                     RunContext{});
        } catch (const Error& error) {
            refused[is_counted] = error.what();
        }
    }
    EXPECT_EQ(refused[0], refused[1]);
    if (!problems[0] || !problems[1]) {
        return std::nullopt;
    }
    return std::pair(std::move(*problems[1]), std::move(*problems[0]));
}

void check(const std::string& policy,
           const Table& table,
           const std::optional<Table>& population = {},
           const BindOptions& circumstances = {}) {
    SCOPED_TRACE(policy);
    const Policy asked = policy.empty() ? Policy{} : parse_policy(policy, "p.yaml");
    const auto both = bound(table, asked, population, circumstances);
    ASSERT_TRUE(both);
    ASSERT_LT(both->first.table.row_count(), both->second.table.row_count());
    expect_same(both->first, both->second);
}

constexpr const char* kRoles = R"(attributes:
  patient_id: {role: identifying}
  name: {role: identifying}
  age: {role: quasi-identifying, weight: 2}
  sex: {role: quasi-identifying, hierarchy: flat}
  zip: {role: quasi-identifying, type: text, hierarchy: {mask: right}}
  insurance: {role: quasi-identifying, weight: 0.5}
  diagnosis: {role: sensitive}
  department: {role: sensitive}
)";

TEST(BindCounted, WithoutAPolicy) {
    check("", stays());
}

TEST(BindCounted, PromisesOfSensitiveColumns) {
    const std::string roles = kRoles;
    check(roles +
              "privacy: {k-anonymity: 3, l-diversity: {l: 2, attribute: diagnosis}, "
              "t-closeness: {t: 0.4, attribute: department}}\nsuppression: {max: 3%}\n",
          stays());
    check(roles +
              "privacy: {k-anonymity: 4, l-diversity: {l: 3, attribute: diagnosis, "
              "with: department}}\nperson: patient_id\nsuppression: {max: 120}\n",
          stays());
    check(roles +
              "privacy: {k-anonymity: 2, t-closeness: {t: 0.5, attribute: diagnosis, "
              "with: [department]}}\nsuppression: {cells: 2%}\n",
          stays(),
          {},
          {.tracks_sensitive = true});
}

TEST(BindCounted, CodedColumnsClassesAndAggregates) {
    check(R"(attributes:
  age: {role: quasi-identifying, top: 80, bottom: 20}
  length_of_stay: {role: sensitive, top: 20}
  charges: {role: insensitive, round: 1000}
  diagnosis: {class: true, role: insensitive}
objective: cm
privacy: {k-anonymity: 5}
)",
          stays());
    check("attributes:\n  age: {role: quasi-identifying}\n  sex: {role: quasi-identifying}\n",
          stays(),
          {},
          {.aggregates = true});
    check(
        "attributes:\n  age: {role: quasi-identifying, hierarchy: {intervals: [10, 20]}}\n"
        "  charges: {role: quasi-identifying}\nprivacy: {risk: {highest: 0.1, average: 0.05}}\n",
        stays());
}

TEST(BindCounted, APopulation) {
    const std::string roles =
        "attributes:\n  age: {role: quasi-identifying}\n"
        "  sex: {role: quasi-identifying}\n";
    const Table people = generate_stays(4000, 9, 1);
    check(roles + "privacy: {k-map: 3}\n", stays(), people);
    check(roles + "privacy: {delta-presence: {min: 0, max: 0.9}}\n", stays(), people);
}

TEST(BindCounted, RefusesInTheSameWords) {
    const std::string roles = kRoles;
    for (const char* const asked : {"privacy: {k-anonymity: 100000}\n",
                                    "privacy: {l-diversity: {l: 5000, attribute: diagnosis}}\n"}) {
        EXPECT_FALSE(bound(stays(), parse_policy(roles + asked, "p.yaml"))) << asked;
    }
}

TEST(BindCounted, AdultOfTheSharedData) {
    const test::SharedData data = test::arx_adult();
    if (const std::string why = test::why_not_readable(data); !why.empty()) {
        GTEST_SKIP() << why;
    }
    Policy policy = test::policy_of(data);
    policy.suppression = SuppressionLimit::parse("4%");
    policy.attribute("occupation").role = Role::sensitive;
    policy.attribute("occupation").hierarchy = {};
    policy.attribute("age").weight = 3;
    policy.require({.model = "l-diversity", .parameters = {{"l", 3}}, .attribute = "occupation"});
    policy.require({.model = "t-closeness", .parameters = {{"t", 0.3}}, .attribute = "occupation"});
    const auto both = bound(test::table_of(data), policy);
    ASSERT_TRUE(both);
    ASSERT_LT(both->first.table.row_count(), both->second.table.row_count());
    expect_same(both->first, both->second);
}

TEST(BindCounted, RefusesCountsThatAreNone) {
    const Table table = test::table_of("a b", "1 x; 2 y");
    for (const std::vector<std::uint64_t>& counts : {std::vector<std::uint64_t>{1},
                                                     {1, 0},
                                                     {Table::kMostRows, 1},
                                                     {~std::uint64_t{0}, ~std::uint64_t{0}}}) {
        BindOptions circumstances;
        circumstances.counts = counts;
        EXPECT_THROW(static_cast<void>(bind(table, {}, {}, circumstances, RunContext{})), Error);
    }
}

}  // namespace
}  // namespace kanon
