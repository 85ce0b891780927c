// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/generate.hpp"
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/engine/connection.hpp"
#include "kanon/generate/stays.hpp"
#include "kanon/io/pending_file.hpp"

#include "support/shared_data.hpp"
#include "unit/engine/engine_test.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {
namespace {

using testing_with::engine_name;
using testing_with::engines;
using testing_with::EngineTest;

using Texts = std::vector<std::vector<std::string>>;

Texts sorted_rows(const Table& table) {
    Texts out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        out.emplace_back();
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            out.back().emplace_back(table.column(column).text(row));
        }
    }
    std::ranges::sort(out);
    return out;
}

/// The same rows in a file and in an engine, and what the same policy makes of both.
class SameRelease : public EngineTest {
protected:
    void SetUp() override {
        EngineTest::SetUp();
        if (!IsSkipped()) {
            drop();
        }
    }

    void TearDown() override {
        if (!IsSkipped()) {
            drop();
        }
        EngineTest::TearDown();
    }

    void drop() const {
        const auto connection = open();
        connection->clean_up("DROP TABLE IF EXISTS stays");
        connection->clean_up("DROP TABLE IF EXISTS freed");
    }

    [[nodiscard]] std::string address(const std::string& table) const {
        return (GetParam() == SourceAddress::Kind::duckdb ? "duckdb:" : "odbc:") + database_ + "/" +
               table;
    }

    /// The type of a column that shows its values as they stand.
    static std::string type_of(const Dialect& dialect, const Column& column) {
        switch (column.dictionary->type()) {
            case ValueType::integer:
                return "BIGINT";
            case ValueType::date:
                return dialect.name == "sqlite" ? "TEXT" : "DATE";
            default:
                return dialect.name == "sqlite" ? "TEXT COLLATE NOCASE" : "VARCHAR(200)";
        }
    }

    void load(const Table& table) const {
        const auto connection = open();
        const Dialect& dialect = connection->dialect();
        std::string columns;
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            columns += (columns.empty() ? "" : ", ") +
                       quoted_name(dialect, table.column(column).name) + " " +
                       type_of(dialect, table.column(column));
        }
        connection->execute("CREATE TABLE stays (" + columns + ")");
        connection->begin();
        for (std::size_t row = 0; row < table.row_count(); row += kAtOnce) {
            connection->execute(rows_from(dialect, table, row));
        }
        connection->commit();
    }

    static std::string rows_from(const Dialect& dialect, const Table& table, std::size_t begin) {
        std::string out = "INSERT INTO stays VALUES ";
        for (std::size_t row = begin; row < std::min(begin + kAtOnce, table.row_count()); ++row) {
            out += row == begin ? "(" : ", (";
            for (std::size_t column = 0; column < table.column_count(); ++column) {
                const std::string_view text = table.column(column).text(row);
                out += (column == 0 ? "" : ", ") +
                       (text.empty() ? std::string("NULL") : literal(dialect, text));
            }
            out += ")";
        }
        return out;
    }

    [[nodiscard]] Table run(const Policy& policy,
                            const std::string& input,
                            const std::string& output) const {
        AnonymizeJob job;
        job.input = input;
        job.output = output;
        job.policy = policy;
        job.secret_seed = 1;
        job.options.secret_seed = 1;
        job.write.force = true;
        const auto result = run_job(job);
        EXPECT_TRUE(result->audit.passed);
        return read_input(output, as_it_stands(), {}).table;
    }

    [[nodiscard]] static ReadOptions as_it_stands() {
        ReadOptions options;
        options.find_values = false;
        return options;
    }

    static void write(const Table& table, const std::string& csv) {
        PendingFile file(csv, false);
        file.write_table(table, {}, {});
        file.commit();
    }

    void expect_same(const std::string& csv, const Policy& policy) const {
        load(read_table(csv, as_it_stands(), {}).table);
        const Table of_file = run(policy, csv, (folder_ / "freed.csv").string());
        const Table of_engine = run(policy, address("stays"), address("freed"));
        EXPECT_EQ(of_engine.names(), of_file.names());
        EXPECT_EQ(sorted_rows(of_engine), sorted_rows(of_file));
    }

    static constexpr std::size_t kAtOnce = 500;
};

TEST_P(SameRelease, OfHospitalStays) {
    const std::string csv = (folder_ / "stays.csv").string();
    write(generate_stays(3000, 1, 1), csv);
    expect_same(csv, stays_policy());
}

TEST_P(SameRelease, OfAdult) {
    const test::SharedData adult = test::arx_adult();
    const std::string why = test::why_not_readable(adult);
    if (!why.empty()) {
        GTEST_SKIP() << "skipped: " << why;
    }
    const std::string csv = (folder_ / "adult.csv").string();
    write(test::table_of(adult), csv);
    expect_same(csv, test::policy_of(adult));
}

TEST_P(SameRelease, OfNullsUnicodeDecimalsDatesAndLongNumbers) {
    const std::string csv = (folder_ / "odd.csv").string();
    std::ofstream out(csv);
    out << "born,weight,number,Größe \"x,note,diagnosis\n";
    const std::array<const char*, 4> weights{"1.50", "1.5", "", "70.25"};
    const std::array<const char*, 5> sizes{"groß", "Groß", "gro\xCC\x88\xC3\x9F", "", "\"a, 'b\""};
    const std::array<const char*, 4> notes{"*", "\\*", "NULL", ""};
    for (int row = 0; row < 400; ++row) {
        out << "19" << 50 + row % 40 << "-0" << 1 + row % 9 << "-1" << row % 7 << ","
            << weights[static_cast<std::size_t>(row * 7 % 4)] << ","
            << 9223372036854775000 + row * 11 % 700 << ","
            << sizes[static_cast<std::size_t>(row * 3 % 5)] << ","
            << notes[static_cast<std::size_t>(row * 5 % 4)] << ",d" << row * 13 % 6 << "\n";
    }
    out.close();
    Policy policy;
    for (const std::string name : {"born", "weight", "number", "Größe \"x"}) {
        policy.attribute(name).role = Role::quasi_identifying;
    }
    policy.attribute("note").role = Role::insensitive;
    policy.attribute("diagnosis").role = Role::sensitive;
    policy.require({.model = "k-anonymity", .parameters = {{"k", 4}}, .attribute = "", .kind = ""});
    expect_same(csv, policy);
    drop();
    policy.method = "datafly";
    policy.suppression = SuppressionLimit::parse("20%");
    expect_same(csv, policy);
}

INSTANTIATE_TEST_SUITE_P(, SameRelease, engines(), engine_name);

}  // namespace
}  // namespace kanon::engine
