// SPDX-License-Identifier: Apache-2.0
// A method, a privacy model and a source that are made up. CONTRIBUTING.md shows what stands
// between the markers, line by line.
#include "kanon/hierarchy/builders.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/full_domain/search/lattice_scan.hpp"
#include "kanon/methods/full_domain/search/node_search.hpp"
#include "kanon/table/table_builder.hpp"

#include "support/outcomes.hpp"
#include "support/problems.hpp"
#include "support/random_problems.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {
namespace {

// [method]
/// Raises all attributes level by level until the promises hold. Heuristic, O(levels t m).
class Climb final : public Method {
public:
    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        full_domain::NodeSearch search(task, context);
        const Node& top = search.lattice().top();
        Node node = search.lattice().bottom();
        while (!search.stopped() && !search.check(node) && node != top) {
            for (std::size_t j = 0; j < node.size(); ++j) {
                node[j] = std::min<Level>(node[j] + 1U, top[j]);
            }
        }
        const auto beside = search.best() ? search.best() : choose_beside_path("climb", search);
        return search.finish(beside, Ending::feasible);
    }
};

// [end]

// [model]
/// Every class has a multiple of `base` rows: its size tells no more than a rounded count.
class RoundCounts final : public PrivacyModel {
public:
    explicit RoundCounts(std::uint64_t base) : base_(base) {}

    std::string_view name() const override { return "round-counts"; }

    std::string describe() const override { return "multiples of " + std::to_string(base_); }

    bool holds(const ClassView& view) const override { return view.rows % base_ == 0; }

    double achieved(const ClassView& view) const override {
        return static_cast<double>(std::gcd(view.rows, base_));
    }

    double required() const override { return static_cast<double>(base_); }

    std::uint64_t least_rows() const override { return base_; }

    Monotony monotony() const override { return Monotony::merge; }

private:
    std::uint64_t base_;
};

// [end]

// [source]
/// What `SELECT age, city, count(*) ... GROUP BY age, city` gave, as a task: no row was ever here.
Task task_of_counts(const std::vector<int>& ages,
                    const std::vector<std::string>& cities,
                    const std::vector<std::uint64_t>& counts) {
    const Table groups = TableBuilder().add_integers("age", ages).add_text("city", cities).finish();
    Task task;
    for (std::size_t j = 0; j < groups.column_count(); ++j) {
        QuasiIdentifier& made = task.quasi_identifiers.emplace_back();
        made.name = groups.column(j).name;
        made.hierarchy = default_hierarchy(groups.column(j).dictionary).hierarchy;
        made.greatest_level = made.hierarchy.height();
    }
    TypedRows types = make_row_types(groups, std::array<std::size_t, 2>{0, 1}, {}, 1, counts);
    task.count(std::move(static_cast<RowTypes&>(types)));
    return task;
}

// [end]

TEST(MadeUpMethod, FindsAReleaseWhereThereIsOne) {
    int found = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Problem problem = test::random_problem(test::small_shape(seed), seed);
        problem.suppression_limit = seed % 3;
        const Outcome outcome = Climb().run(problem, RunContext{});
        const Outcome best = test::run_method("optimal", problem);
        ASSERT_EQ(outcome.recoding.has_value(), best.recoding.has_value()) << seed;
        if (outcome.recoding) {
            test::audited(problem, outcome);
            EXPECT_GE(outcome.loss, best.loss - 1e-12) << seed;
            ++found;
        }
    }
    EXPECT_GT(found, 20);
}

/// Classes of 3 and 5 rows by their values; one of 8 where the letter is starred.
constexpr std::string_view kLetters = "a 1; a 1; a 1; b 1; b 1; b 1; b 1; b 1";

TEST(MadeUpModel, IsKeptByMethodsAndProvenByTheAuditor) {
    Problem problem = test::star_problem("letter number", kLetters);
    problem.objective = Objective::gcp;
    const Release without = test::release_of(problem, test::run_method("optimal", problem));
    problem.models.push_back(std::make_shared<RoundCounts>(4));
    for (const char* method : {"optimal", "mondrian", "pattern-greedy"}) {
        const AuditReport report = test::audited(problem, test::run_method(method, problem));
        ASSERT_EQ(report.proofs.size(), 2U) << method;
        EXPECT_EQ(report.proofs[1].describe, "multiples of 4") << method;
        EXPECT_EQ(report.proofs[1].achieved, 4) << method;
        EXPECT_EQ(report.measures.classes, 1U) << method;
    }
    const AuditReport report = audit(problem, without, AuditOptions{}, RunContext{});
    EXPECT_FALSE(report.passed);
    ASSERT_FALSE(report.faults.empty());
    EXPECT_EQ(report.faults[0].rule, "round-counts");
}

TEST(MadeUpSource, GivesTheTaskThatItsRowsWouldGive) {
    const std::vector<int> ages{31, 34, 38, 52, 57, 71};
    const std::vector<std::string> cities{"Ulm", "Ulm", "Bonn", "Bonn", "Aix", "Aix"};
    const std::vector<std::uint64_t> counts{4, 1, 2, 3, 1, 2};
    std::string rows;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        for (std::uint64_t row = 0; row < counts[i]; ++row) {
            rows += std::to_string(ages[i]) + " " + cities[i] + ";";
        }
    }
    const Problem problem = test::bound(test::table_of("age city", rows),
                                        "privacy: {k-anonymity: 3}\nattributes:\n"
                                        "  age: {role: quasi-identifying}\n"
                                        "  city: {role: quasi-identifying}\n");
    Task task = task_of_counts(ages, cities, counts);
    task.models = problem.models;
    task.k = 3;
    const Outcome expected = test::run_method("optimal", problem);
    const Outcome found = make_method(find_method("optimal"), task, {})->run(task, RunContext{});
    EXPECT_EQ(found.ending, Ending::optimal);
    EXPECT_EQ(found.loss, expected.loss);
    test::audited(problem, found);
}

std::string text_of(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The lines between a marker and the next `// [end]`, indented as code of a document is.
std::string example(const std::string& source, const std::string& name) {
    const std::size_t from = source.find("// [" + name + "]\n");
    std::istringstream lines(source.substr(std::min(from, source.size())));
    std::string out;
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line) && line != "// [end]") {
        out += line.empty() ? "\n" : "    " + line + "\n";
    }
    return out;
}

TEST(Contributing, ShowsTheExamplesAsTheyCompile) {
    const std::string folder = KANON_SOURCE_DIR;
    const std::string shown = text_of(folder + "/CONTRIBUTING.md");
    const std::string source = text_of(folder + "/tests/unit/contributing/examples_test.cpp");
    for (const char* name : {"method", "model", "source"}) {
        const std::string lines = example(source, name);
        ASSERT_GT(std::count(lines.begin(), lines.end(), '\n'), 9) << name;
        EXPECT_NE(shown.find("\n" + lines), std::string::npos)
            << "CONTRIBUTING.md must show the made-up " << name << " so:\n"
            << lines;
    }
}

}  // namespace
}  // namespace kanon
