// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/engine_error.hpp"

#include "kanon/engine/connection/native_states.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace kanon::engine {
namespace {

constexpr std::string_view kCell = "Mrs Smith";

std::string said(const std::string& state, const AskedOfEngine& asked) {
    const SourceAddress address{.database = "made", .query = "SELECT secret"};
    const Error error =
        error_of(EngineFault("no '" + std::string(kCell) + "' here", state), address, asked);
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    return error.what();
}

bool shows_words(const std::string& state, const AskedOfEngine& asked) {
    return said(state, asked).find(kCell) != std::string::npos;
}

TEST(EngineError, SaysWhatCouldNotBeDoneWhereAndWhy) {
    EXPECT_EQ(said("42S02", {.what = "count the rows"}),
              "odbc:made/(query): cannot count the rows; the engine says: no 'Mrs Smith' here "
              "(SQLSTATE 42S02)");
    EXPECT_EQ(said("", {.what = "connect", .looks_at_rows = false}),
              "odbc:made/(query): cannot connect; the engine says: no 'Mrs Smith' here");
}

TEST(EngineError, WordsThatMayQuoteCellsAreNotShown) {
    const AskedOfEngine count{.what = "count the rows"};
    for (const char* const state : {"22P02", "22003", "23505", "HY000", "XX000", "", "2"}) {
        EXPECT_FALSE(shows_words(state, count)) << state;
    }
    EXPECT_EQ(said("22P02", count),
              "odbc:made/(query): cannot count the rows; the engine's words may quote cells and "
              "are not shown (SQLSTATE 22P02); --show-values shows them");
}

TEST(EngineError, WordsOnTheSessionNamesAndRightsAreShown) {
    for (const char* const state : {"08001",
                                    "08S01",
                                    "28P01",
                                    "3D000",
                                    "42501",
                                    "42S02",
                                    "53100",
                                    "57P01",
                                    "58030",
                                    "HYT00",
                                    "IM002"}) {
        EXPECT_TRUE(shows_words(state, {.what = "count the rows"})) << state;
    }
}

TEST(EngineError, WordsAreShownWhereNoRowIsLookedAtOrValuesMayBe) {
    EXPECT_TRUE(shows_words("HY000", {.what = "connect", .looks_at_rows = false}));
    EXPECT_TRUE(shows_words("22P02", {.what = "count the rows", .show_values = true}));
}

TEST(EngineError, GeneralErrorsGetTheStateOfTheEnginesNumber) {
    const Dialect& mariadb = find_dialect("mariadb");
    EXPECT_EQ(told_state(mariadb, "HY000", 2013), "08S01");
    EXPECT_EQ(told_state(mariadb, "HY000", 1366), "HY000") << "quotes a cell";
    EXPECT_EQ(told_state(mariadb, "42S02", 2013), "42S02");
    EXPECT_EQ(told_state(find_dialect("sqlite"), "HY000", 13), "53100");
    EXPECT_EQ(told_state(find_dialect("postgresql"), "HY000", 13), "HY000");
}

TEST(EngineError, OtherErrorsPassAsTheyAre) {
    const SourceAddress address{.database = "made", .table = "t"};
    EXPECT_EQ(ask_engine(address, {.what = "count"}, [] { return 7; }), 7);
    try {
        ask_engine(address, {.what = "count"}, [] { throw Error(ErrorCode::cancelled, "x"); });
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::cancelled);
    }
    EXPECT_THROW(ask_engine(address, {.what = "count"}, [] { throw EngineFault("y", "08001"); }),
                 Error);
}

}  // namespace
}  // namespace kanon::engine
