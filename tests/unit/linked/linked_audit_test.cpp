// SPDX-License-Identifier: Apache-2.0
#include "kanon/linked/audit/linked_audit.hpp"

#include "kanon/linked/run/anonymize_linked.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table_builder.hpp"

#include "random_schemas.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace kanon::linked {
namespace {

using test::cells_of;
using test::MadeSchema;
using test::small_hospital;
using test::with_cell;
using test::without_row;

/// A release with faults to be planted.
class LinkedAuditOfFaults : public ::testing::Test {
protected:
    LinkedAuditOfFaults()
        : made_(small_hospital("30 m; 31 m; 40 f; 41 f; 50 m; 52 m",
                               "1 A flu; 1 B cold; 2 A cold; 2 B flu; 3 C gout; 4 C flu; "
                               "5 A flu; 6 A cold",
                               "privacy: {k-anonymity: 2, l-diversity: {attribute: "
                               "stays.diagnosis, l: 2}}\nsuppression: {max: 0}")) {
        LinkedJob job;
        job.schema = made_.schema();
        job.in_memory = made_.tables;
        job.secret_seed = 3;
        result_ = anonymize_linked(job);
        tables_ = result_->release.tables;
    }

    [[nodiscard]] std::set<std::string> rules() const {
        const LinkedAudit audit = audit_linked(made_.read(), tables_, nullptr, {}, {});
        std::set<std::string> out;
        for (const Fault& fault : audit.faults) {
            out.insert(fault.rule);
        }
        EXPECT_EQ(audit.passed(), out.empty());
        return out;
    }

    [[nodiscard]] std::set<std::string> rules_with(const OriginalRows& known) const {
        const LinkedAudit audit = audit_linked(made_.read(), tables_, &known, {}, {});
        std::set<std::string> out;
        for (const Fault& fault : audit.faults) {
            out.insert(fault.rule);
        }
        return out;
    }

    MadeSchema made_;
    std::unique_ptr<LinkedResult> result_;
    std::vector<Table> tables_;
};

using Rules = std::set<std::string>;

TEST_F(LinkedAuditOfFaults, NoneIsFoundWhereNoneIs) {
    EXPECT_EQ(rules(), Rules{});
    EXPECT_EQ(rules_with(result_->release.original_row), Rules{});
}

TEST_F(LinkedAuditOfFaults, ACellThatTellsMore) {
    const std::string age = cells_of(tables_[0], "age")[0];
    tables_[0] = with_cell(tables_[0], "age", 0, age.substr(1, 2));
    EXPECT_TRUE(rules().contains("k-anonymity"));
}

TEST_F(LinkedAuditOfFaults, ACellThatIsNotTrue) {
    tables_[0] = with_cell(tables_[0], "sex", 0, cells_of(tables_[0], "sex")[0] == "m" ? "f" : "m");
    EXPECT_TRUE(rules().contains("cover"));
    EXPECT_TRUE(rules_with(result_->release.original_row).contains("cover"));
}

TEST_F(LinkedAuditOfFaults, ASpellingThatMeansNothing) {
    tables_[0] = with_cell(tables_[0], "sex", 0, "neither");
    EXPECT_EQ(rules(), Rules{"spelling"});
}

TEST_F(LinkedAuditOfFaults, AnotherDiagnosis) {
    tables_[1] = with_cell(tables_[1], "diagnosis", 0, "measles");
    EXPECT_TRUE(rules().contains("cover"));
}

TEST_F(LinkedAuditOfFaults, ARowThatIsLost) {
    tables_[1] = without_row(tables_[1], 0);
    EXPECT_TRUE(rules().contains("left-out"));
    EXPECT_TRUE(rules().contains("k-anonymity"));
}

TEST_F(LinkedAuditOfFaults, AKeyInTwoRows) {
    tables_[0] = with_cell(tables_[0], "pid", 0, cells_of(tables_[0], "pid")[1]);
    EXPECT_EQ(rules(), Rules{"keys"});
}

TEST_F(LinkedAuditOfFaults, AReferenceToNobody) {
    tables_[1] = with_cell(tables_[1], "pid", 0, "77");
    EXPECT_EQ(rules(), Rules{"links"});
}

TEST_F(LinkedAuditOfFaults, ARowBelowAnother) {
    const std::vector<std::string> pids = cells_of(tables_[1], "pid");
    const auto other = std::ranges::find_if(pids, [&](const auto& pid) { return pid != pids[0]; });
    tables_[1] = with_cell(tables_[1], "pid", 0, *other);
    EXPECT_TRUE(rules().contains("k-anonymity"));
    EXPECT_TRUE(rules_with(result_->release.original_row).contains("cover"));
}

TEST_F(LinkedAuditOfFaults, AClassOfOneDiagnosis) {
    for (std::size_t row = 0; row < tables_[1].row_count(); ++row) {
        tables_[1] = with_cell(tables_[1], "diagnosis", row, "flu");
    }
    EXPECT_TRUE(rules().contains("l-diversity"));
}

TEST_F(LinkedAuditOfFaults, AColumnThatIsGone) {
    tables_[0] = Table({tables_[0].shared_column(0), tables_[0].shared_column(1)}, 6);
    EXPECT_TRUE(rules().contains("columns"));
}

TEST_F(LinkedAuditOfFaults, AColumnOfIts) {
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < tables_[0].column_count(); ++j) {
        columns.push_back(tables_[0].shared_column(j));
    }
    columns.push_back(TableBuilder()
                          .add_text("name", std::vector<std::string>(6, "Ann"))
                          .finish()
                          .shared_column(0));
    tables_[0] = Table(std::move(columns), 6);
    EXPECT_EQ(rules(), Rules{"columns"});
}

TEST_F(LinkedAuditOfFaults, AnIdentifyingColumn) {
    MadeSchema named = made_;
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < named.tables[0].column_count(); ++j) {
        columns.push_back(named.tables[0].shared_column(j));
    }
    columns.push_back(TableBuilder()
                          .add_text("name", std::vector<std::string>{"A", "B", "C", "D", "E", "F"})
                          .finish()
                          .shared_column(0));
    named.tables[0] = Table(columns, 6);
    const std::string role = "sex: {role: quasi-identifying}";
    named.policy.replace(
        named.policy.find(role), role.size(), role + ", name: {role: identifying}");
    std::vector<std::shared_ptr<const Column>> shown;
    for (std::size_t j = 0; j < tables_[0].column_count(); ++j) {
        shown.push_back(tables_[0].shared_column(j));
    }
    shown.push_back(columns.back());
    tables_[0] = Table(shown, 6);
    const LinkedAudit audit = audit_linked(named.read(), tables_, nullptr, {}, {});
    ASSERT_EQ(audit.faults.size(), 1U);
    EXPECT_EQ(audit.faults.front().rule, "identifying");
}

TEST(LinkedAudit, KeysAndOrderThatStayedAreFound) {
    const MadeSchema made =
        test::random_schema({.most_tables = 2, .fewest_subjects = 300, .most_subjects = 300}, 4);
    LinkedJob job;
    job.schema = made.schema();
    job.in_memory = made.tables;
    const auto result = anonymize_linked(job);
    std::vector<Table> tables = result->release.tables;
    std::vector<std::string> keys = cells_of(tables[0], "id0");
    std::vector<std::string> references = cells_of(tables[1], "up1");
    const std::vector<std::string> original = cells_of(made.tables[0], "id0");
    for (std::size_t row = 0; row < keys.size(); ++row) {
        keys[row] = original[result->release.original_row[0][row]];
    }
    for (std::string& reference : references) {
        reference = keys[std::stoul(reference) - 1];
    }
    const auto replaced = [](const Table& table, const std::string& name, const auto& cells) {
        std::vector<std::shared_ptr<const Column>> columns;
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            columns.push_back(table.column(j).name == name
                                  ? TableBuilder().add_text(name, cells).finish().shared_column(0)
                                  : table.shared_column(j));
        }
        return Table(std::move(columns), table.row_count());
    };
    tables[0] = replaced(tables[0], "id0", keys);
    tables[1] = replaced(tables[1], "up1", references);
    const LinkedAudit audit = audit_linked(made.read(), tables, nullptr, {}, {});
    ASSERT_EQ(audit.fault_count, 1U);
    EXPECT_EQ(audit.faults.front().rule, "keys");
}

TEST(LinkedAudit, EveryReleaseOfRandomSchemasPassesWithoutAWordOfItsMaker) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(seed);
        const MadeSchema made = test::random_schema({}, seed);
        LinkedJob job;
        job.schema = made.schema();
        job.in_memory = made.tables;
        job.secret_seed = seed;
        const auto result = anonymize_linked(job);
        const LinkedAudit audit =
            audit_linked(made.read(), result->release.tables, nullptr, {}, {});
        ASSERT_TRUE(audit.passed()) << audit.faults.front().message;
        ASSERT_TRUE(audit.not_proven.empty());
    }
}

}  // namespace
}  // namespace kanon::linked
