// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/audit.hpp"
#include "kanon/base/secrets/secret_key.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/policy/policy_files.hpp"
#include "kanon/run/anonymize.hpp"
#include "kanon/run/result.hpp"

#include "support/tables.hpp"
#include "support/temporary_folder.hpp"
#include "world.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::audit_table;
using test::column_of;
using Names = std::vector<std::string>;

constexpr const char* kKeyedPolicy =
    "attributes:\n"
    "  pid: {pseudonym: {key: study.key}}\n"
    "  age: {role: quasi-identifying}\n"
    "  day: {shift: {by: pid, within: 30d, key: study.key}}\n"
    "  end: {shift: {by: pid, within: 30d, key: study.key}}\n"
    "privacy: {k-anonymity: 2}\n";

/// A folder with a key, and a policy that names it.
class KeyedFolder {
public:
    KeyedFolder() {
        make_key_file(folder_.at("study.key"));
        policy_ = read_policy_file(folder_.write("policy.yaml", kKeyedPolicy));
    }

    [[nodiscard]] const Policy& policy() const { return policy_; }

private:
    test::TemporaryFolder folder_;
    Policy policy_;
};

/// Stays of few persons, some without a date.
Table random_stays(std::mt19937& random, std::size_t rows) {
    std::vector<Names> cells(4);
    const auto date = [&] {
        return random() % 7 == 0 ? std::string("?")
                                 : "2024-0" + std::to_string(1 + random() % 9) + "-1" +
                                       std::to_string(random() % 10);
    };
    for (std::size_t row = 0; row < rows; ++row) {
        cells[0].push_back("N" + std::to_string(random() % (rows / 2 + 1)));
        cells[1].push_back(std::to_string(30 + random() % 4));
        cells[2].push_back(date());
        cells[3].push_back(date());
    }
    return Table({column_of("pid", cells[0]),
                  column_of("age", cells[1]),
                  column_of("day", cells[2], ValueType::date),
                  column_of("end", cells[3], ValueType::date)},
                 rows);
}

Names cells_of_column(const Table& table, std::string_view name) {
    const Column& column = table.column(*table.find(name));
    Names out;
    for (std::size_t row = 0; row < column.codes.size(); ++row) {
        const bool blank = column.dictionary->is_missing(column.codes[row]);
        out.push_back(blank ? "?" : std::string(column.text(row)));
    }
    return out;
}

Table with_column(const Table& table, std::string_view name, const Names& cells) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const bool here = table.column(j).name == name;
        columns.push_back(here ? column_of(std::string(name), cells, ValueType::text)
                               : table.shared_column(j));
    }
    return {std::move(columns), table.row_count()};
}

bool has_fault_of(const AuditReport& report, std::string_view rule) {
    return std::ranges::any_of(report.faults,
                               [&](const Fault& fault) { return fault.rule == rule; });
}

/// The first row that is not suppressed and has a cell in a column; or the number of rows.
std::size_t first_shown(const Names& cells) {
    const auto at = std::ranges::find_if(
        cells, [](const std::string& cell) { return cell != "*" && cell != "?"; });
    return static_cast<std::size_t>(at - cells.begin());
}

TEST(Keyed, ReleasesOfRandomTablesPassAndAreMeasured) {
    const KeyedFolder folder;
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        const Table table = random_stays(random, 12 + random() % 40);
        const auto result = anonymize(table, folder.policy(), {});
        ASSERT_TRUE(result->audit.passed);
        ASSERT_EQ(result->audit.keyed.size(), 3U);
        EXPECT_TRUE(result->audit.keyed[0].by_key);
        EXPECT_EQ(result->audit.keyed[0].values, table.column(0).dictionary->value_count());
        const Table& released = result->whole().release.table;
        for (const std::string& cell : cells_of_column(released, "pid")) {
            EXPECT_EQ(table.column(0).dictionary->find(cell), std::nullopt);
        }
    }
}

TEST(Keyed, ChangedCellsAreFaults) {
    const KeyedFolder folder;
    std::mt19937 random(11);
    for (int round = 0; round < 100; ++round) {
        const auto result = anonymize(random_stays(random, 40), folder.policy(), {});
        const Table& released = result->whole().release.table;
        const Problem& problem = *result->problem;
        ASSERT_TRUE(audit_table(problem, released).passed);
        for (const char* name : {"pid", "day", "end"}) {
            Names cells = cells_of_column(released, name);
            const std::size_t row = first_shown(cells);
            ASSERT_LT(row, cells.size());
            cells[row] = name == std::string("pid") ? std::string("N0") : "2024-12-30";
            EXPECT_TRUE(
                has_fault_of(audit_table(problem, with_column(released, name, cells)), "keyed"))
                << name;
        }
    }
}

/// What binding made wrong: the auditor takes nothing of it.
TEST(Keyed, AWrongCodingIsFound) {
    const KeyedFolder folder;
    std::mt19937 random(3);
    const Table table = random_stays(random, 60);
    const auto result = anonymize(table, folder.policy(), {});
    const auto faults_with = [&](std::string_view name, const Names& cells) {
        Problem problem = *result->problem;
        problem.keys.clear();  // what is wrong is wrong whichever the key is
        problem.table = with_column(problem.table, name, cells);
        const Table released = with_column(result->whole().release.table, name, cells);
        return has_fault_of(audit_table(problem, released), "keyed");
    };
    const Names pseudonyms = cells_of_column(result->problem->table, "pid");
    EXPECT_FALSE(faults_with("pid", pseudonyms));
    Names one = pseudonyms;
    std::ranges::replace(one, pseudonyms[1], pseudonyms[0]);
    EXPECT_TRUE(faults_with("pid", one)) << "two values with one pseudonym";
    EXPECT_TRUE(faults_with("pid", cells_of_column(table, "pid"))) << "the values themselves";
    EXPECT_TRUE(faults_with("day", cells_of_column(table, "day"))) << "shifted by nothing";
    EXPECT_TRUE(faults_with("day", cells_of_column(result->problem->table, "end")));
}

TEST(Keyed, APseudonymOfNoKeyIsFoundByTheKey) {
    const KeyedFolder folder;
    std::mt19937 random(3);
    const auto result = anonymize(random_stays(random, 60), folder.policy(), {});
    Problem problem = *result->problem;
    Names cells = cells_of_column(problem.table, "pid");
    std::ranges::replace(cells, std::string(cells[0]), "P" + std::string(32, '0'));
    problem.table = with_column(problem.table, "pid", cells);
    const Table released = with_column(result->whole().release.table, "pid", cells);
    EXPECT_TRUE(has_fault_of(audit_table(problem, released), "keyed"));
    problem.keys.clear();
    EXPECT_FALSE(has_fault_of(audit_table(problem, released), "keyed"));
}

TEST(Keyed, IsOfNoOtherRole) {
    const KeyedFolder folder;
    Policy policy = folder.policy();
    policy.attribute("pid").role = Role::sensitive;
    std::mt19937 random(3);
    EXPECT_THROW(static_cast<void>(anonymize(random_stays(random, 20), policy, {})), Error);
}

}  // namespace
}  // namespace kanon
