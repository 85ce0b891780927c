// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection.hpp"
#include "kanon/io/database.hpp"

#include <gtest/gtest.h>
#include <sqlext.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon::engine::testing_with {

using Rows = std::vector<std::vector<std::string>>;

/// True if the driver is known to unixODBC.
inline bool has_driver(const std::string& wanted) {
    SQLHANDLE environment = SQL_NULL_HANDLE;
    SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &environment);
    SQLSetEnvAttr(environment, SQL_ATTR_ODBC_VERSION, reinterpret_cast<SQLPOINTER>(3), 0);
    std::array<SQLCHAR, 256> name{};
    std::array<SQLCHAR, 1024> rest{};
    SQLSMALLINT length = 0;
    bool found = false;
    for (SQLUSMALLINT how = SQL_FETCH_FIRST; SQL_SUCCEEDED(
             SQLDrivers(environment, how, name.data(), 256, &length, rest.data(), 1024, &length));
         how = SQL_FETCH_NEXT) {
        found = found || wanted == reinterpret_cast<const char*>(name.data());
    }
    SQLFreeHandle(SQL_HANDLE_ENV, environment);
    return found;
}

inline void make_duckdb(const std::string& path) {
    const RunContext context;
    io::Database database(1, context);
    database.execute("ATTACH " + io::sql_literal(path) + " AS made");
}

/// A DSN `made`, and `made_2` and `made_3`, for new SQLite databases; or, where KANON_TEST_DSN is
/// set, the DSN of that name.
class EngineTest : public testing::TestWithParam<SourceAddress::Kind> {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("kanon_engine_" + std::to_string(getpid()));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
        if (GetParam() == SourceAddress::Kind::duckdb) {
            database_ = folder_ / "it's.db";
            make_duckdb(database_);
            return;
        }
        if (const char* const given = std::getenv("KANON_TEST_DSN")) {
            database_ = given;
            return;
        }
        if (!has_driver("SQLite3")) {
            GTEST_SKIP() << "skipped: no ODBC driver for SQLite here (libsqliteodbc)";
        }
        std::ofstream ini(folder_ / "odbc.ini");
        for (const std::string name : {"made", "made_2", "made_3"}) {
            ini << "[" << name << "]\nDriver=SQLite3\nDatabase=" << (folder_ / name).string()
                << ".db\n";
        }
        ini.close();
        setenv("ODBCINI", (folder_ / "odbc.ini").c_str(), 1);
    }

    void TearDown() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::unique_ptr<Connection> open() const {
        return connect({.kind = GetParam(), .database = database_, .table = "t"}, context_);
    }

    static Rows rows(Connection& connection, const std::string& sql) {
        Rows out;
        connection.query(sql, [&](std::span<const Cell> cells) {
            out.emplace_back();
            for (const Cell& cell : cells) {
                out.back().emplace_back(cell ? "'" + std::string(*cell) + "'" : "NULL");
            }
        });
        return out;
    }

    std::string database_ = "made";
    std::filesystem::path folder_;
    std::atomic<bool> cancel_ = false;
    RunContext context_{.cancel = &cancel_};
};

using Text = std::optional<std::string>;

/// A table of two columns of texts with names that need quotes, in whatever collation the engine
/// has by default; none at first.
class EngineTableTest : public EngineTest {
protected:
    void SetUp() override {
        EngineTest::SetUp();
        if (!IsSkipped()) {
            connection_ = open();
            drop();
        }
    }

    void TearDown() override {
        drop();
        connection_.reset();
        EngineTest::TearDown();
    }

    void drop() const {
        if (connection_) {
            connection_->execute("DROP TABLE IF EXISTS " + name(kTable));
        }
    }

    [[nodiscard]] std::string name(const std::string& text) const {
        return quoted_name(connection_->dialect(), text);
    }

    void make(const std::vector<std::vector<Text>>& cells) const {
        const std::string type =
            connection_->dialect().name == "sqlite" ? " TEXT COLLATE NOCASE" : " VARCHAR(200)";
        connection_->execute("CREATE TABLE " + name(kTable) + " (" + name(kColumns[0]) + type +
                             ", " + name(kColumns[1]) + type + ")");
        for (const auto& row : cells) {
            std::string values;
            for (const Text& cell : row) {
                values += (values.empty() ? "" : ", ") +
                          (cell ? literal(connection_->dialect(), *cell) : "NULL");
            }
            connection_->execute("INSERT INTO " + name(kTable) + " VALUES (" + values + ")");
        }
    }

    const std::string kTable = "kanon \"; DROP`t";
    const std::vector<std::string> kColumns{"select", "Größe \"'`;x"};
    std::unique_ptr<Connection> connection_;
};

/// The engines that a short run has: SQLite through unixODBC, and DuckDB.
inline auto engines() {
    return testing::Values(SourceAddress::Kind::odbc, SourceAddress::Kind::duckdb);
}

inline std::string engine_name(const testing::TestParamInfo<SourceAddress::Kind>& param) {
    return param.param == SourceAddress::Kind::odbc ? "odbc" : "duckdb";
}

}  // namespace kanon::engine::testing_with
