// SPDX-License-Identifier: Apache-2.0
// Pseudonyms and shifted dates of linked tables, and whether the auditor finds what is wrong.
#include "kanon/linked/schema/keyed_tables.hpp"

#include "kanon/base/secrets/secret_key.hpp"
#include "kanon/linked/audit/judge_keyed_tables.hpp"
#include "kanon/linked/schema/schema_policy.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace kanon::linked {
namespace {

using kanon::test::TemporaryFolder;

/// Persons whose numbers the stays spell otherwise, and tests below the stays.
class KeyedTables : public ::testing::Test {
protected:
    KeyedTables() {
        make_key_file(folder_.at("k"));
        folder_.write("p.csv", "pid,age,born\n1,30,1950-01-01\n2,31,1951-01-01\n3,32,1952-01-01\n");
        folder_.write(
            "s.csv",
            "stay,pid,day\na,1.0,2020-01-01\nb,2.0,2020-01-02\nc,3,2020-01-03\nd,1,2020-02-01\n");
        folder_.write("l.csv", "stay,taken\na,2020-01-05\nd,2020-02-05\nb,2020-01-06\n");
        folder_.write(
            "p.yaml",
            "schema:\n"
            "  p: {file: p.csv, key: pid, attributes: {pid: {type: decimal, pseudonym: {key: k}}, "
            "age: {role: quasi-identifying}, born: {shift: {by: pid, within: 60d, key: k}}}}\n"
            "  s: {file: s.csv, key: stay, of: p, by: pid, attributes: {pid: {type: decimal}, "
            "day: {shift: {by: pid, within: 60d, key: k}}}}\n"
            "  l: {file: l.csv, of: s, by: stay, attributes: "
            "{taken: {shift: {by: pid, within: 60d, key: k}}}}\n");
    }

    [[nodiscard]] LinkedTables read() const {
        return read_linked(read_schema_policy(folder_.at("p.yaml"), "", {}), {}, {});
    }

    TemporaryFolder folder_;
};

/// The faults that the auditor finds, and the lines of what holds.
std::vector<std::string> faults_of(const LinkedTables& tables, std::size_t& checks) {
    kanon::auditing::FaultLog log(100);
    std::vector<std::string> lines;
    auditing::judge_keyed_tables(tables, log, lines);
    checks = lines.size();
    std::vector<std::string> out;
    for (const Fault& fault : log.faults()) {
        out.push_back(fault.message);
    }
    return out;
}

/// The table with two cells of a column exchanged.
void exchange(Problem& problem, const std::string& name, std::size_t a, std::size_t b) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        auto column = std::make_shared<Column>(problem.table.column(j));
        if (column->name == name) {
            const Code code = column->codes[a];
            column->codes.set(a, column->codes[b]);
            column->codes.set(b, code);
        }
        columns.push_back(std::move(column));
    }
    problem.table = Table(std::move(columns), problem.table.row_count());
}

TEST_F(KeyedTables, HaveOneShiftForEachPersonAndReferencesThatFollow) {
    const LinkedTables tables = read();
    std::size_t checks = 0;
    EXPECT_TRUE(faults_of(tables, checks).empty());
    EXPECT_EQ(checks, 4U);
    const Table& persons = tables.tables[0].table();
    const Table& stays = tables.tables[1].table();
    const Column& key = persons.column(*persons.find("pid"));
    const Column& reference = stays.column(*stays.find("pid"));
    EXPECT_EQ(reference.text(0), key.text(0));
    EXPECT_EQ(reference.text(1), key.text(1));
    EXPECT_EQ(reference.text(3), key.text(0));
    EXPECT_EQ(key.text(0).size(), 33U);
    EXPECT_TRUE(tables.tables[1].has_keyed_foreign);
    EXPECT_FALSE(tables.tables[2].has_keyed_foreign);
}

TEST_F(KeyedTables, AreJudgedByTheKeyAndByTheLinks) {
    LinkedTables moved = read();
    exchange(moved.tables[2].problem, "taken", 0, 2);
    std::size_t checks = 0;
    const std::vector<std::string> found = faults_of(moved, checks);
    EXPECT_EQ(checks, 0U);
    std::set<std::string> kinds;
    for (const std::string& fault : found) {
        kinds.insert(fault.substr(0, fault.find(" by ")));
    }
    EXPECT_TRUE(kinds.contains("table 'l': the dates of one row of 'p' are shifted"))
        << found.size();

    LinkedTables renamed = read();
    exchange(renamed.tables[0].problem, "pid", 0, 1);
    EXPECT_FALSE(faults_of(renamed, checks).empty());
}

}  // namespace
}  // namespace kanon::linked
