// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/private_tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon::engine {
namespace {

/// What sessions of a made-up server did.
struct Server {
    std::vector<std::string> run;  ///< by the session that was lost, then by the other one
    std::string dialect = "mariadb";
    bool has_another = true;
    bool is_lost = false;
};

/// A session with an engine that rolls no tables back.
class MadeUpSession final : public Connection {
public:
    explicit MadeUpSession(Server& server, bool is_second = false)
        : server_(server), is_second_(is_second) {}

    [[nodiscard]] const Dialect& dialect() const override { return find_dialect(server_.dialect); }

    [[nodiscard]] const RunContext& context() const override { return context_; }

    [[nodiscard]] std::vector<std::string> columns(const std::string& /*sql*/) override {
        return {};
    }

    void execute(const std::string& sql) override {
        if (!clean_up(sql)) {
            throw EngineFault("gone away", "08S01");
        }
    }

    void query(const std::string& sql, const RowTaker& /*take*/) override { execute(sql); }

    void begin() override {}

    void commit() override {}

    void roll_back() override {}

    bool clean_up(const std::string& sql) noexcept override {
        if (server_.is_lost && !is_second_) {
            return false;
        }
        server_.run.push_back((is_second_ ? "again: " : "") + sql);
        return true;
    }

    [[nodiscard]] std::unique_ptr<Connection> in_place_of_this() override {
        if (!server_.has_another) {
            throw EngineFault("too many connections", "08004");
        }
        return std::make_unique<MadeUpSession>(server_, true);
    }

private:
    Server& server_;
    bool is_second_;
    RunContext context_;
};

TEST(PrivateTablesOfAnEngineThatRollsNothingBack, AreDroppedAtTheEnd) {
    Server server;
    MadeUpSession session(server);
    std::string made;
    {
        PrivateTables tables(session, "s");
        made = tables.make("a INTEGER");
    }
    EXPECT_EQ(server.run.back(), "DROP TABLE IF EXISTS " + made);
}

TEST(PrivateTablesOfAnEngineThatRollsNothingBack, AreDroppedByAnotherSessionWhereTheFirstIsLost) {
    Server server;
    MadeUpSession session(server);
    PrivateTables tables(session, "s");
    const std::string a = tables.make("a INTEGER");
    const std::string b = tables.make("a INTEGER");
    tables.replace(b, "released");
    server.run.clear();
    server.is_lost = true;
    EXPECT_EQ(tables.undo(), std::vector<std::string>());
    ASSERT_EQ(server.run.size(), 3U);
    EXPECT_TRUE(server.run[0].starts_with("again: RENAME TABLE `s`.`released` TO " + b))
        << server.run[0];
    EXPECT_TRUE(server.run[0].ends_with(" TO `s`.`released`")) << server.run[0];
    EXPECT_EQ(server.run[1], "again: DROP TABLE IF EXISTS " + a);
    EXPECT_EQ(server.run[2], "again: DROP TABLE IF EXISTS " + b);
    EXPECT_EQ(tables.undo(), std::vector<std::string>()) << "once";
}

TEST(PrivateTablesOfAnEngineThatRollsNothingBack, AreNamedWhereNoSessionCanDropThem) {
    Server server;
    MadeUpSession session(server);
    PrivateTables tables(session, "s");
    const std::string a = tables.make("a INTEGER");
    const std::string b = tables.make("a INTEGER");
    server.is_lost = true;
    server.has_another = false;
    EXPECT_EQ(tables.undo(),
              (std::vector<std::string>{"DROP TABLE IF EXISTS " + a, "DROP TABLE IF EXISTS " + b}));
}

/// Two names are exchanged: where that cannot be taken back, the private name is that of the old
/// table.
TEST(PrivateTablesOfAnEngineThatRollsNothingBack, NeverDropWhatWasReplacedAndNotPutBack) {
    Server server;
    server.dialect = "clickhouse";
    MadeUpSession session(server);
    PrivateTables tables(session, "s");
    const std::string made = tables.make("a INTEGER");
    tables.replace(made, "released");
    server.is_lost = true;
    server.has_another = false;
    const std::vector<std::string> left = tables.undo();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_TRUE(left[0].starts_with("EXCHANGE TABLES ")) << left[0];
}

}  // namespace
}  // namespace kanon::engine
