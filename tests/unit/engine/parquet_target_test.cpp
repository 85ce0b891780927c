// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/parquet_target.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/release/parquet_files.hpp"
#include "kanon/io/reading/database.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::engine {
namespace {

namespace fs = std::filesystem;

class ParquetFolders : public testing::Test {
protected:
    void SetUp() override {
        fs::remove_all(folder_);
        fs::create_directories(folder_ / "people [x]");
        make(source() + "/b.parquet", "SELECT range AS id, 'it''s' AS \"a b\" FROM range(3)");
        make(source() + "/a.parquet",
             "SELECT range + 3 AS id, NULL::VARCHAR AS \"a b\" FROM range(2)");
        std::ofstream(source() + "/_SUCCESS") << "";
    }

    void TearDown() override { fs::remove_all(folder_); }

    static void make(const std::string& file, const std::string& query) {
        const RunContext context;
        io::Database database(1, context);
        database.execute("COPY (" + query + ") TO " + io::sql_literal(file) + " (FORMAT parquet)");
    }

    [[nodiscard]] std::string source() const { return folder_ / "people [x]"; }

    [[nodiscard]] std::vector<std::string> sources() const { return {source()}; }

    [[nodiscard]] std::string target() const { return folder_ / "released"; }

    /// A session with a table that is to be written.
    [[nodiscard]] std::unique_ptr<Connection> session() const {
        auto out = connect({.kind = SourceAddress::Kind::parquet, .database = target()}, context_);
        out->execute(
            "CREATE TABLE made AS SELECT 7 AS kanon_key, 'x' AS q0, range AS q1 FROM range(5)");
        return out;
    }

    void make_target() const {
        fs::create_directories(target());
        make(target() + "/old.parquet", "SELECT 1 AS old");
    }

    static std::vector<std::string> rows(Connection& connection, const std::string& sql) {
        std::vector<std::string> out;
        connection.query(sql, [&](std::span<const Cell> cells) {
            out.emplace_back();
            for (const Cell& cell : cells) {
                out.back() += cell ? std::string(*cell) + "|" : "NULL|";
            }
        });
        return out;
    }

    /// All that lies in the folder of the test, by name.
    [[nodiscard]] std::vector<std::string> left() const {
        std::vector<std::string> out;
        for (const auto& entry : fs::directory_iterator(folder_)) {
            out.push_back(entry.path().filename());
        }
        std::ranges::sort(out);
        return out;
    }

    static std::optional<ErrorCode> fault_of(const std::function<void()>& call) {
        try {
            call();
        } catch (const Error& fault) {
            return fault.code();
        }
        return std::nullopt;
    }

    std::optional<ErrorCode> refused(const std::string& target, bool force) const {
        return fault_of([&] { const ParquetTarget made(sources(), target, force); });
    }

    const WrittenRelease kWritten{.table = "made", .columns = {"a \"b\"", "id"}};
    fs::path folder_ = fs::path(testing::TempDir()) / ("kanon_parquet_" + std::to_string(getpid()));
    RunContext context_;
};

TEST_F(ParquetFolders, AFolderIsItsFilesOfRows) {
    EXPECT_EQ(parquet_files(source() + "/"),
              (std::vector{source() + "/a.parquet", source() + "/b.parquet"}));
    const auto connection = connect(
        {.kind = SourceAddress::Kind::parquet, .database = source()}, context_, Access::read);
    EXPECT_EQ(rows(*connection, "SELECT * FROM " + parquet_rows(source()) + " ORDER BY id"),
              (std::vector<std::string>{"0|it's|", "1|it's|", "2|it's|", "3|NULL|", "4|NULL|"}));
}

TEST_F(ParquetFolders, FoldersWithoutFilesOrWithColumnsOfTheirOwnAreRefused) {
    fs::create_directories(folder_ / "empty");
    EXPECT_EQ(fault_of([&] { static_cast<void>(parquet_rows(folder_ / "empty")); }),
              ErrorCode::bad_input);
    fs::create_directories(source() + "/year=2024");
    EXPECT_EQ(fault_of([&] { static_cast<void>(parquet_rows(source())); }), ErrorCode::bad_input);
}

TEST_F(ParquetFolders, TargetsThatWouldLoseSomethingAreRefused) {
    EXPECT_EQ(refused(source(), true), ErrorCode::usage);
    EXPECT_EQ(refused(source() + "/x", true), ErrorCode::usage);
    EXPECT_EQ(refused(folder_, true), ErrorCode::usage);
    fs::create_directories(target());
    EXPECT_EQ(refused(target() + "/", false), ErrorCode::usage);
    EXPECT_EQ(refused(target(), true), std::nullopt);
    std::ofstream(target() + "/notes.txt") << "mine";
    EXPECT_EQ(refused(target(), true), ErrorCode::usage);
    fs::create_directory_symlink(target(), folder_ / "linked");
    EXPECT_EQ(refused(folder_ / "linked", true), ErrorCode::usage);
    EXPECT_EQ(refused(folder_ / "none" / "there", false), ErrorCode::bad_output);
    EXPECT_EQ(left(), (std::vector<std::string>{"linked", "people [x]", "released"}));
}

TEST_F(ParquetFolders, ReleasesAreWrittenWithoutTheirKeys) {
    const auto connection = session();
    ParquetTarget made(sources(), target(), false);
    made.write(*connection, kWritten);
    EXPECT_FALSE(fs::exists(target()));
    made.place();
    made.finish();
    EXPECT_EQ(rows(*connection, "SELECT * FROM " + parquet_rows(target()) + " ORDER BY id"),
              (std::vector<std::string>{"x|0|", "x|1|", "x|2|", "x|3|", "x|4|"}));
    EXPECT_EQ(connection->columns("SELECT * FROM " + parquet_rows(target())), kWritten.columns);
}

TEST_F(ParquetFolders, WhatIsNotFinishedIsTakenBack) {
    make_target();
    {
        const auto connection = session();
        ParquetTarget made(sources(), target(), true);
        made.write(*connection, kWritten);
        made.place();
        EXPECT_EQ(parquet_files(target()), std::vector{target() + "/data_0.parquet"});
    }
    EXPECT_EQ(parquet_files(target()), std::vector{target() + "/old.parquet"});
    EXPECT_EQ(left(), (std::vector<std::string>{"people [x]", "released"}));
}

TEST_F(ParquetFolders, WhatCameToBeThereMeanwhileIsNotReplaced) {
    make_target();
    const auto connection = session();
    ParquetTarget made(sources(), target(), true);
    made.write(*connection, kWritten);
    std::ofstream(target() + "/notes.txt") << "mine";
    EXPECT_EQ(fault_of([&] { made.place(); }), ErrorCode::usage);
    EXPECT_TRUE(fs::exists(target() + "/notes.txt"));
}

TEST_F(ParquetFolders, EverySourceIsKept) {
    make_target();
    const std::vector<std::string> all{source(), target() + "/*.parquet"};
    EXPECT_EQ(fault_of([&] { const ParquetTarget made(all, target(), true); }), ErrorCode::usage);
    EXPECT_TRUE(overlap(source(), source() + "/../people [x]/in"));
    EXPECT_TRUE(overlap(source() + "/in/", source()));
    EXPECT_FALSE(overlap(source(), source() + "2"));
}

TEST_F(ParquetFolders, WhatIsReplacedIsGone) {
    make_target();
    {
        const auto connection = session();
        ParquetTarget made(sources(), target(), true);
        made.write(*connection, kWritten);
        made.place();
        made.finish();
    }
    EXPECT_EQ(parquet_files(target()), std::vector{target() + "/data_0.parquet"});
    EXPECT_EQ(left(), (std::vector<std::string>{"people [x]", "released"}));
}

TEST_F(ParquetFolders, FilesThatCannotHoldAColumnAreRefused) {
    const auto connection = session();
    connection->execute(
        "CREATE TABLE wide AS SELECT 170141183460469231731687303715884105727::HUGEINT AS q0");
    ParquetTarget made(sources(), target(), false);
    EXPECT_EQ(fault_of([&] { made.write(*connection, {.table = "wide", .columns = {"n"}}); }),
              ErrorCode::bad_output);
}

}  // namespace
}  // namespace kanon::engine
