// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/catalogue/replacing.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/catalogue/catalogue.hpp"
#include "kanon/engine/catalogue/filled_table.hpp"

#include "unit/engine/engine_test.hpp"

#include <array>
#include <string>
#include <vector>

namespace kanon::engine {
namespace {

using testing_with::engine_name;
using testing_with::engines;
using testing_with::EngineTest;
using testing_with::Rows;

/// A table `whole`, an original, and a table `freed`, an old release.
class ReplacedTables : public EngineTest {
protected:
    void SetUp() override {
        EngineTest::SetUp();
        if (IsSkipped()) {
            return;
        }
        connection_ = open();
        drop_all();
        for (const std::string name : {"whole", "freed"}) {
            make_table(*connection_, name, {{"a", "VARCHAR(20)"}, {"b", "INTEGER"}});
        }
        connection_->execute("INSERT INTO whole VALUES ('x', 1), ('y', 2)");
        connection_->execute("INSERT INTO freed VALUES ('old', 7)");
    }

    void TearDown() override {
        if (connection_) {
            drop_all();
        }
        connection_.reset();
        EngineTest::TearDown();
    }

    void drop_all() const {
        for (const std::string view : {"above", "seen"}) {
            connection_->execute("DROP VIEW IF EXISTS " + view);
        }
        for (const std::string table : {"whole", "freed", "released"}) {
            connection_->execute("DROP TABLE IF EXISTS " + table);
        }
    }

    /// Why the table is not replaced; "": it is.
    [[nodiscard]] std::string why(const SourceAddress& target,
                                  const SourceAddress& source,
                                  Replacing how) const {
        try {
            EXPECT_TRUE(check_replacing(*connection_, target, std::array{source}, how));
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::usage);
            return error.what();
        }
        return "";
    }

    [[nodiscard]] bool can_fill() const { return connection_->dialect().name != "clickhouse"; }

    inline static const SourceAddress kWhole{.table = "whole"};
    inline static const SourceAddress kFreed{.table = "freed"};
    std::unique_ptr<Connection> connection_;
};

TEST_P(ReplacedTables, GoWhereNothingDependsOnThem) {
    EXPECT_EQ(why(kFreed, kWhole, Replacing::drop), "");
    EXPECT_EQ(why(kFreed, {.query = "SELECT * FROM whole"}, Replacing::drop), "");
    EXPECT_EQ(why(kFreed, kWhole, Replacing::fill).empty(), can_fill());
    EXPECT_NE(why(kFreed, kWhole, Replacing::none).find("--replace fills it in place"),
              std::string::npos);
}

TEST_P(ReplacedTables, AreNotThereAtFirst) {
    const std::array sources{kWhole};
    const SourceAddress gone{.table = "released"};
    EXPECT_FALSE(check_replacing(*connection_, gone, sources, Replacing::none));
    EXPECT_FALSE(check_replacing(*connection_, gone, sources, Replacing::drop));
    EXPECT_NE(why(gone, kWhole, Replacing::fill).find("no such table"), std::string::npos);
}

TEST_P(ReplacedTables, StayWhereAViewNeedsThem) {
    connection_->execute("CREATE VIEW seen AS SELECT * FROM freed");
    EXPECT_NE(why(kFreed, kWhole, Replacing::drop).find("seen depends on the table"),
              std::string::npos);
    EXPECT_EQ(why(kFreed, kWhole, Replacing::fill).empty(), can_fill());
}

TEST_P(ReplacedTables, AreNeverWhatAnOriginalIsReadFrom) {
    connection_->execute("CREATE VIEW seen AS SELECT * FROM freed");
    connection_->execute("CREATE VIEW above AS SELECT s.a FROM seen s");
    for (const SourceAddress& source :
         {kFreed,
          SourceAddress{.table = "seen"},
          SourceAddress{.table = "above"},
          SourceAddress{.query = "SELECT a FROM freed"},
          SourceAddress{.query = "SELECT a FROM above WHERE a IN (SELECT a FROM whole)"}}) {
        for (const Replacing how : {Replacing::drop, Replacing::fill}) {
            EXPECT_NE(why(kFreed, source, how).find("would be lost"), std::string::npos)
                << source.table << source.query;
        }
    }
}

TEST_P(ReplacedTables, AreTables) {
    connection_->execute("CREATE VIEW seen AS SELECT * FROM freed");
    for (const Replacing how : {Replacing::none, Replacing::drop, Replacing::fill}) {
        EXPECT_NE(why({.table = "seen"}, kWhole, how).find("a view is there"), std::string::npos);
    }
}

TEST_P(ReplacedTables, AreOfTheColumnsOfTheRelease) {
    const std::vector<std::string> same{"a", "b"};
    EXPECT_NO_THROW(check_columns(*connection_, kFreed, same));
    for (const std::vector<std::string>& other :
         std::vector<std::vector<std::string>>{{"b", "a"}, {"a"}, {"a", "b", "c"}, {"a", "c"}}) {
        EXPECT_THROW(check_columns(*connection_, kFreed, other), Error);
    }
}

TEST_P(ReplacedTables, HaveNoMoreColumnsThanTheEngineTakes) {
    const std::vector<std::string> few{"a", "b"};
    EXPECT_NO_THROW(check_width(*connection_, kWhole, kFreed, few, true));
    const std::size_t most = connection_->dialect().most_columns;
    if (most == 0) {
        GTEST_SKIP() << "skipped: no limit of the engine is known";
    }
    std::vector<std::string> many(most, "a");
    EXPECT_NO_THROW(check_width(*connection_, kWhole, kFreed, many, false));
    many.emplace_back("a");
    EXPECT_THROW(check_width(*connection_, kWhole, kFreed, many, false), Error);
}

TEST_P(ReplacedTables, AreFilledAtOnceOrNotAtAll) {
    if (!can_fill()) {
        GTEST_SKIP() << "skipped: the engine fills no table at once";
    }
    const auto fill_with = [&](const std::string& last, bool commits) {
        PrivateTables tables(*connection_, "");
        WrittenRelease written;
        written.columns = {"a", last};
        written.table =
            tables.make_of("SELECT 1 AS kanon_key, 1 AS kanon_tuple, a AS q0, b AS q1 FROM whole");
        lock_for_filling(*connection_, kFreed);
        fill(tables, written, kFreed);
        if (commits) {
            tables.commit();
            tables.finish();
        }
    };
    const auto there = [&] { return rows(*connection_, "SELECT a, b FROM freed ORDER BY b"); };
    fill_with("b", false);
    EXPECT_EQ(there(), (Rows{{"'old'", "'7'"}}));
    EXPECT_THROW(fill_with("c", true), EngineFault);
    EXPECT_EQ(there(), (Rows{{"'old'", "'7'"}}));
    fill_with("b", true);
    EXPECT_EQ(there(), (Rows{{"'x'", "'1'"}, {"'y'", "'2'"}}));
}

TEST_P(ReplacedTables, AreInOnePlaceByAllSessions) {
    const auto other = open();
    const std::string place = catalogue_of(*connection_, kFreed)->place();
    EXPECT_FALSE(place.empty());
    if (GetParam() != testing_with::Engine::duckdb) {
        EXPECT_EQ(catalogue_of(*other, kFreed)->place(), place);
    }
}

INSTANTIATE_TEST_SUITE_P(, ReplacedTables, engines(), engine_name);

}  // namespace
}  // namespace kanon::engine
