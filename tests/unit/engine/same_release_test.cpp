// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/generate.hpp"
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/base/random.hpp"
#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/rows/read_rows.hpp"
#include "kanon/generate/stays.hpp"
#include "kanon/io/writing/pending_file.hpp"
#include "kanon/table/row_order.hpp"
#include "kanon/table/table_builder.hpp"

#include "support/effort.hpp"
#include "support/shared_data.hpp"
#include "unit/engine/engine_test.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::engine {
namespace {

using testing_with::Engine;
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
        for (std::size_t part = 0; part < kParts; ++part) {
            const auto connection = connect(address_of_part(part, "x"), context_);
            for (const std::string name : {"stays", "freed"}) {
                connection->clean_up("DROP TABLE IF EXISTS " + name);
                connection->clean_up("DROP TABLE IF EXISTS " + name + std::to_string(part));
            }
        }
    }

    [[nodiscard]] std::string address(const std::string& table) const {
        return scheme() + database_ + "/" + table;
    }

    /// Where a part of several is: on a server of its own where there are several.
    [[nodiscard]] SourceAddress address_of_part(std::size_t part, const std::string& table) const {
        SourceAddress out{.kind = kind(), .database = database_, .table = table};
        const bool is_alone = std::getenv("KANON_TEST_DSN") != nullptr &&
                              std::getenv("KANON_TEST_SERVERS") == nullptr;
        if (part > 0 && !is_alone && GetParam() == Engine::odbc) {
            out.database += "_" + std::to_string(part + 1);
        }
        return out;
    }

    /// The type of a column that shows its values as they stand.
    static std::string type_of(const Dialect& dialect, const Column& column) {
        switch (column.dictionary->type()) {
            case ValueType::integer:
                return "BIGINT";
            case ValueType::date:
                return dialect.name == "sqlite"       ? "TEXT"
                       : dialect.name == "clickhouse" ? "DATE32"  // DATE begins in 1970
                                                      : "DATE";
            default:
                return dialect.name == "sqlite" ? "TEXT COLLATE NOCASE" : "VARCHAR(200)";
        }
    }

    void load(const Table& table) const { load(table, *open(), "stays"); }

    static void load(const Table& table, Connection& session, const std::string& name) {
        Connection* const connection = &session;
        const Dialect& dialect = connection->dialect();
        std::vector<std::pair<std::string, std::string>> columns;
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            columns.emplace_back(quoted_name(dialect, table.column(column).name),
                                 type_of(dialect, table.column(column)));
        }
        make_table(session, name, columns);
        connection->begin();
        for (std::size_t row = 0; row < table.row_count(); row += kAtOnce) {
            connection->execute(rows_from(dialect, table, row, name));
        }
        connection->commit();
    }

    static std::string rows_from(const Dialect& dialect,
                                 const Table& table,
                                 std::size_t begin,
                                 const std::string& name) {
        std::string out = "INSERT INTO " + name + " VALUES ";
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

    [[nodiscard]] static Table run(const Policy& policy,
                                   const std::string& input,
                                   const std::string& output) {
        AnonymizeJob job;
        job.input = input;
        job.output = output;
        job.policy = policy;
        job.secret_seed = 1;
        job.options.secret_seed = 1;
        job.write.force = true;
        const auto result = run_job(job);
        EXPECT_TRUE(result->audit.passed);
        EXPECT_EQ(result->problem->counts.empty(), !is_address(output)) << "no row by itself";
        return read_input(output, as_it_stands(), {}).table;
    }

    [[nodiscard]] static ReadOptions as_it_stands() {
        ReadOptions options;
        options.find_values = false;
        return options;
    }

    static void write(const Table& table, const std::string& csv) {
        PendingFile file(csv, true);
        file.write_table(table, {}, {});
        file.commit();
    }

    static Policy soon_decided(Policy policy) {
        policy.method = "mondrian";
        return policy;
    }

    void expect_same(const std::string& csv, const Policy& policy) const {
        load(read_table(csv, as_it_stands(), {}).table);
        const Table of_file = run(policy, csv, (folder_ / "freed.csv").string());
        const Table of_engine = run(policy, address("stays"), address("freed"));
        EXPECT_EQ(of_engine.names(), of_file.names());
        EXPECT_EQ(sorted_rows(of_engine), sorted_rows(of_file));
    }

    /// Each third row from one on.
    static Table third_of(const Table& table, std::uint32_t from) {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = from; row < table.row_count(); row += kParts) {
            rows.push_back(row);
        }
        return reordered(table, rows);
    }

    /// The rows that parts are released as, all together.
    [[nodiscard]] Texts released_in_parts(const std::string& csv, const Policy& policy) const {
        return released_in_parts(read_table(csv, as_it_stands(), {}).table, policy, 0);
    }

    [[nodiscard]] Texts released_in_parts(const Table& table,
                                          const Policy& policy,
                                          std::uint64_t bytes) const {
        AnonymizeJob job;
        job.read.distinct_bytes = bytes;
        job.policy = policy;
        job.options.secret_seed = 1;
        std::vector<std::string> outputs;
        for (std::uint32_t part = 0; part < kParts; ++part) {
            const std::string number = std::to_string(part);
            const SourceAddress source = address_of_part(part, "stays" + number);
            load(third_of(table, part), *connect(source, context_), source.table);
            const std::string place = scheme() + source.database + "/";
            (part == 0 ? job.input : job.more_inputs.emplace_back()) = place + source.table;
            outputs.push_back(fmt::format("{}freed{}", place, number));
        }
        job.output = outputs.front();
        job.more_outputs.assign(outputs.begin() + 1, outputs.end());
        EXPECT_TRUE(run_job(job)->audit.passed);
        Texts rows;
        for (const std::string& output : outputs) {
            const Texts part = sorted_rows(read_input(output, as_it_stands(), {}).table);
            rows.insert(rows.end(), part.begin(), part.end());
        }
        std::ranges::sort(rows);
        return rows;
    }

    static constexpr std::size_t kAtOnce = 500;
    static constexpr std::uint32_t kParts = 3;
};

TEST_P(SameRelease, OfHospitalStays) {
    const std::string csv = (folder_ / "stays.csv").string();
    write(generate_stays(600, 1, 1), csv);
    expect_same(csv, soon_decided(stays_policy()));
}

TEST_P(SameRelease, OfHospitalStaysInThreeParts) {
    if (GetParam() == Engine::duckdb) {
        GTEST_SKIP() << "skipped: the files of DuckDB are made one for a test";
    }
    const std::string csv = (folder_ / "stays.csv").string();
    write(generate_stays(600, 1, 1), csv);
    EXPECT_EQ(
        released_in_parts(csv, soon_decided(stays_policy())),
        sorted_rows(run(soon_decided(stays_policy()), csv, (folder_ / "freed.csv").string())));
    drop();
    write(generate_stays(150, 1, 1), csv);
    Policy freeform = stays_policy();
    freeform.privacy.resize(1);
    freeform.recoding_model = RecodingModel::freeform;
    EXPECT_EQ(released_in_parts(csv, freeform).size(), 150U) << "drawn among rows as they stand";
}

TEST_P(SameRelease, OfARecodingThatIsAppliedAndEvaluated) {
    const std::string csv = (folder_ / "stays.csv").string();
    write(generate_stays(200, 1, 1), csv);
    load(read_table(csv, as_it_stands(), {}).table);
    AnonymizeJob job;
    job.input = address("stays");
    job.output = address("freed");
    job.policy = soon_decided(stays_policy());
    job.save_recoding = (folder_ / "recoding.json").string();
    job.options.evaluate = true;
    const auto searched = run_job(job);
    EXPECT_EQ(searched->evaluation.value().original_rows, 200U);
    job.apply_recoding = std::exchange(job.save_recoding, "");
    job.write.force = true;
    EXPECT_EQ(run_job(job)->problem->counts, searched->problem->counts);
    const Texts released = sorted_rows(read_input(job.output, as_it_stands(), {}).table);
    job.input = csv;
    job.output = (folder_ / "freed.csv").string();
    static_cast<void>(run_job(job));
    EXPECT_EQ(sorted_rows(read_input(job.output, as_it_stands(), {}).table), released);
}

TEST_P(SameRelease, OfPartsInADatabaseWithOneWriterIsRefused) {
    if (!open()->dialect().one_writer) {
        GTEST_SKIP() << "skipped: several may write to a database of this engine";
    }
    for (const std::string name : {"stays0", "stays1"}) {
        open()->execute("CREATE TABLE " + name + " (age INTEGER)");
    }
    AnonymizeJob job;
    job.input = address("stays0");
    job.more_inputs = {address("stays1")};
    job.output = address("freed0");
    job.more_outputs = {address("freed1")};
    try {
        static_cast<void>(run_job(job));
        ADD_FAILURE() << "was released";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("one writes at a time"), std::string::npos);
    }
}

/// Age, day, kind, illness, note: called as what a run in pieces makes, and with quotes.
constexpr std::array kManyNames{"kanon_piece", "n0", "Größe \"'`;x", "c1", "kanon_count"};

/// A table of many row types, with missing values, and a policy for it.
Table of_many_types(Policy& policy, std::uint32_t rows = 90'000) {
    std::array<std::vector<std::string>, 5> cells;
    Random random(7);
    for (std::uint32_t row = 0; row < rows; ++row) {
        const std::uint64_t day = random.below(1200);
        cells[0].push_back(std::to_string(random.below(250)));
        cells[1].push_back(day < 40 ? "" : std::to_string(day * day / 100));
        cells[2].push_back(fmt::format("k{}", random.below(6) * random.below(3)));
        cells[3].push_back(fmt::format("i{}", random.below(4)));
        cells[4].push_back(fmt::format("n{}", random.below(3)));
    }
    TableBuilder builder;
    for (std::size_t column = 0; column < cells.size(); ++column) {
        builder.add_text(kManyNames[column], cells[column]);
    }
    for (std::size_t column = 0; column < 3; ++column) {
        policy.attribute(kManyNames[column]).role = Role::quasi_identifying;
    }
    policy.attribute(kManyNames[3]).role = Role::sensitive;
    policy.attribute(kManyNames[4]).role = Role::insensitive;
    policy.require({.model = "k-anonymity", .parameters = {{"k", 5}}, .attribute = "", .kind = ""});
    policy.require({.model = "l-diversity",
                    .parameters = {{"l", 2}},
                    .attribute = kManyNames[3],
                    .kind = "distinct"});
    return builder.finish();
}

TEST_P(SameRelease, InPiecesWhereThereIsNoRoomForAllRows) {
    if (!test::full_effort() && GetParam() != Engine::duckdb) {
        GTEST_SKIP()
            << "skipped: by DuckDB alone in a short run, where ODBC has the pieces of three parts";
    }
    Policy policy;
    load(of_many_types(policy));
    for (const std::string method : {"mondrian", "best-split", "mondrian"}) {
        if (policy.method == "best-split") {
            policy.attribute(kManyNames[1]).hierarchy = {.form = HierarchySpec::Form::intervals,
                                                         .widths = {20, 100, 1000}};
        }
        policy.method = method;
        policy.method_options.clear();
        if (method == "best-split") {
            policy.method_options["most-weighed"] = "65536";
        }
        const Table whole = run(policy, address("stays"), address("freed"));
        AnonymizeJob job;
        job.input = address("stays");
        job.output = address("freed");
        job.policy = policy;
        job.read.distinct_bytes = bytes_of_distinct_rows(70'000, 5);
        job.write.force = true;
        job.replace = method == "best-split" && open()->dialect().name != "clickhouse";
        const auto result = run_job(job);
        EXPECT_TRUE(result->audit.passed);
        EXPECT_EQ(result->audit.measures.rows, 90'000U);
        EXPECT_NE(json_summary(record_of(*result)).find("solved in pieces"), std::string::npos);
        EXPECT_THROW(static_cast<void>(recoding_text(*result)), Error);
        EXPECT_EQ(sorted_rows(read_input(job.output, as_it_stands(), {}).table), sorted_rows(whole))
            << method;
    }
}

TEST_P(SameRelease, InPiecesOfThreeParts) {
    if (GetParam() == Engine::duckdb) {
        GTEST_SKIP() << "skipped: the files of DuckDB are made one for a test";
    }
    Policy policy;
    // More than 65,536 row types in each part: parts by themselves do not tell how many all have.
    const Table table = of_many_types(policy, 215'000);
    policy.method = "mondrian";
    load(table);
    EXPECT_EQ(released_in_parts(table, policy, bytes_of_distinct_rows(150'000, 5)),
              sorted_rows(run(policy, address("stays"), address("freed"))));
}

TEST_P(SameRelease, WhatDoesNotGoInPiecesIsRefusedAndLeavesNothing) {
    if (!test::full_effort() && GetParam() != Engine::duckdb) {
        GTEST_SKIP() << "skipped: by DuckDB alone in a short run";
    }
    Policy policy;
    load(of_many_types(policy));
    policy.method = "mondrian";
    AnonymizeJob job;
    job.input = address("stays");
    job.output = address("freed");
    job.policy = policy;
    job.read.distinct_bytes = bytes_of_distinct_rows(70'000, 5);
    const auto why = [&] {
        try {
            static_cast<void>(run_job(job));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string("was released");
    };
    job.report = (folder_ / "report.html").string();
    EXPECT_NE(why().find("goes without a report"), std::string::npos);
    job.report.clear();
    job.policy.method = "refine";
    EXPECT_NE(why().find("which method 'refine' cannot do; take mondrian"), std::string::npos);
    job.policy.method = "best-split";
    EXPECT_NE(why().find("holds up to 4,194,304 row types together"), std::string::npos);
    job.policy.method = "mondrian";
    job.read.distinct_bytes = bytes_of_distinct_rows(1'300, 1);
    EXPECT_NE(why().find("row types together, and there is room for"), std::string::npos);
    EXPECT_NE(why().find("; give --memory"), std::string::npos);
    EXPECT_THROW(static_cast<void>(open()->columns("SELECT * FROM freed")), EngineFault);
}

TEST_P(SameRelease, OfANodeInPiecesWhereThereIsNoRoomForAllRows) {
    if (!test::full_effort() && GetParam() != Engine::duckdb) {
        GTEST_SKIP() << "skipped: by DuckDB alone in a short run";
    }
    Policy policy;
    load(of_many_types(policy));
    policy.attribute(kManyNames[0]).hierarchy = {.form = HierarchySpec::Form::intervals,
                                                 .widths = {10, 50}};
    policy.attribute(kManyNames[1]).hierarchy = {.form = HierarchySpec::Form::intervals,
                                                 .widths = {100, 1000, 5000}};
    policy.method = "optimal";
    policy.suppression = SuppressionLimit::parse("2%");
    const Table whole = run(policy, address("stays"), address("freed"));
    AnonymizeJob job;
    job.input = address("stays");
    job.output = address("freed");
    job.policy = policy;
    job.read.distinct_bytes = bytes_of_distinct_rows(40'000, 5);
    job.write.force = true;
    const auto result = run_job(job);
    const std::string summary = json_summary(record_of(*result));
    EXPECT_NE(summary.find("the search began at the finest levels"), std::string::npos);
    EXPECT_GT(result->audit.measures.suppressed_rows, 0U);
    EXPECT_EQ(sorted_rows(read_input(job.output, as_it_stands(), {}).table), sorted_rows(whole));
}

TEST_P(SameRelease, IsNotPutInPlaceOfATableThatIsThere) {
    const std::string csv = (folder_ / "stays.csv").string();
    write(generate_stays(100, 1, 1), csv);
    const Table table = read_table(csv, as_it_stands(), {}).table;
    load(table);
    load(table, *open(), "freed");
    AnonymizeJob job;
    job.input = address("stays");
    job.output = address("freed");
    job.policy = soon_decided(stays_policy());
    try {
        static_cast<void>(run_job(job));
        ADD_FAILURE() << "was replaced";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("is there already"), std::string::npos);
    }
    EXPECT_EQ(sorted_rows(read_input(job.output, as_it_stands(), {}).table),
              sorted_rows(read_input(job.input, as_it_stands(), {}).table));
}

TEST_P(SameRelease, OfAdult) {
    const test::SharedData adult = test::arx_adult();
    const std::string why = test::why_not_readable(adult);
    if (!why.empty()) {
        GTEST_SKIP() << "skipped: " << why;
    }
    const std::string csv = (folder_ / "adult.csv").string();
    write(test::table_of(adult), csv);
    expect_same(csv, soon_decided(test::policy_of(adult)));
}

TEST_P(SameRelease, OfNullsUnicodeDecimalsDatesAndLongNumbers) {
    const std::string csv = (folder_ / "odd.csv").string();
    std::ofstream out(csv);
    out << "born,weight,number,Größe \"x,note,diagnosis\n";
    // The least spelling of a number comes first: so a database, whose rows have no order, has it.
    const std::array<const char*, 4> weights{"1.5", "1.50", "", "70.25"};
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

TEST_P(SameRelease, OfTypesThatClickhouseAloneHas) {
    if (GetParam() != Engine::clickhouse) {
        GTEST_SKIP() << "skipped: types of ClickHouse";
    }
    open()->execute(
        "CREATE TABLE stays ENGINE = MergeTree ORDER BY seen AS SELECT "
        "CAST(['a', 'B', ''][1 + number % 3] AS LowCardinality(String)) AS low, "
        "CAST(number % 4 = 0 ? NULL : 'x' AS LowCardinality(Nullable(String))) AS low_null, "
        "CAST(number % 2 AS Enum8('no' = 0, 'yes' = 1)) AS answer, "
        "18446744073709551615 - number % 9 AS large, CAST(-number % 7 AS Int128) AS wide, "
        "CAST(number % 5 = 0 ? NULL : number % 11 AS Nullable(UInt8)) AS small, "
        "toFloat64(number % 6) / 8 AS part, number % 3 = 1 AS flag, "
        "toBool(number % 3 = 1) AS truth, toFixedString(toString(number % 4), 4) AS fixed, "
        "toDateTime64('1965-01-01 00:00:00', 3, 'UTC') + number % 50 AS seen, "
        "toUUID('00000000-0000-0000-0000-000000000001') AS same, [number % 2, 7] AS list, "
        "CAST(number % 8 / 4 AS Nullable(Decimal(9, 3))) AS paid FROM numbers(300)");
    const std::string csv = (folder_ / "typed.csv").string();
    write(read_input(address("stays"), as_it_stands(), {}).table, csv);
    Policy policy;
    for (const std::string name : {"low", "low_null", "answer", "large", "wide", "small", "part"}) {
        policy.attribute(name).role = Role::quasi_identifying;
    }
    for (const std::string name : {"flag", "truth", "fixed", "seen", "same", "list"}) {
        policy.attribute(name).role = Role::insensitive;
    }
    policy.attribute("paid").role = Role::sensitive;
    policy.require({.model = "k-anonymity", .parameters = {{"k", 5}}, .attribute = "", .kind = ""});
    for (const std::string method : {"mondrian", "datafly"}) {
        policy.method = method;
        policy.suppression = SuppressionLimit::parse(method == "datafly" ? "30%" : "0%");
        const Table of_file = run(policy, csv, (folder_ / "freed.csv").string());
        const Table of_engine = run(policy, address("stays"), address("freed"));
        EXPECT_EQ(sorted_rows(of_engine), sorted_rows(of_file)) << method;
    }
}

TEST_P(SameRelease, OfColumnsThatAreCalledAsItsOwnAre) {
    const std::array<std::string, 8> names{
        "q1", "q0", "n1", "g0", "kanon_count", "c0", "kanon_key", "tuple"};
    const std::string csv = (folder_ / "own.csv").string();
    std::ofstream out(csv);
    for (std::size_t column = 0; column < names.size(); ++column) {
        out << (column == 0 ? "" : ",") << names[column];
    }
    for (std::size_t row = 0; row < 200; ++row) {
        for (std::size_t column = 0; column < names.size(); ++column) {
            out << (column == 0 ? "\n" : ",") << column * 100 + row * (column + 3) % 7;
        }
    }
    out << "\n";
    out.close();
    Policy policy;
    for (const std::string& name : names) {
        policy.attribute(name).role = Role::quasi_identifying;
    }
    policy.attribute("c0").role = Role::sensitive;
    policy.attribute("n1").role = Role::insensitive;
    policy.attribute("q0").role = Role::insensitive;
    policy.require({.model = "k-anonymity", .parameters = {{"k", 3}}, .attribute = "", .kind = ""});
    expect_same(csv, soon_decided(policy));
}

INSTANTIATE_TEST_SUITE_P(, SameRelease, engines(), engine_name);

}  // namespace
}  // namespace kanon::engine
