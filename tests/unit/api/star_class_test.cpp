// SPDX-License-Identifier: Apache-2.0
// Saved recodings under `all-star: class`: rows that become stars are a class, or say why not.
#include "kanon/api/kanon.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kanon {
namespace {

constexpr const char* kPolicy = R"(
attributes:
  a: {role: quasi-identifying, hierarchy: flat}
  b: {role: quasi-identifying, hierarchy: flat}
  s: {role: sensitive}
method: pattern-greedy
objective: stars
)";

constexpr const char* kOneClass = R"({"kanon_recoding": 1, "kind": "classes",
 "attributes": [{"name": "a"}, {"name": "b"}], "classes": [["1", "x"]]})";

std::unique_ptr<Result> carried(const std::string& rows,
                                const std::string& more,
                                const std::string& recoding = kOneClass) {
    return apply_recoding(test::table_of("a b s", rows),
                          parse_policy(kPolicy + more, "policy.yaml"),
                          recoding,
                          "r.json",
                          RunContext{});
}

std::string cells(const Table& table) {
    std::string out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            out += std::string(j == 0 ? "" : " ") + std::string(table.column(j).text(row));
        }
        out += row + 1 < table.row_count() ? "; " : "";
    }
    return out;
}

std::string refused(const std::string& rows,
                    const std::string& more,
                    const std::string& recoding = kOneClass) {
    try {
        static_cast<void>(carried(rows, more, recoding));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::infeasible) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "it was not refused";
    return "";
}

constexpr const char* kStarClass = "privacy: {k-anonymity: 2}\npatterns: {all-star: class}\n";

TEST(StarClass, HoldsTheRowsThatNoClassHasRoomForWhereTheyAreEnough) {
    const auto result = carried("1 x p; 2 y q; 1 x r; 3 z t", kStarClass);
    EXPECT_EQ(cells(result->whole().release.table), "1 x p; * * q; 1 x r; * * t");
    EXPECT_TRUE(result->audit.passed);
    EXPECT_EQ(result->audit.measures.suppressed_rows, 0U);
    EXPECT_EQ(result->audit.measures.classes, 2U);
    EXPECT_DOUBLE_EQ(result->outcome.loss, 4);
}

TEST(StarClass, IsNoneWhereTheRowsAreTooFew) {
    const std::string why = refused("1 x p; 1 x q; 2 y r", kStarClass);
    EXPECT_NE(why.find("1 of 3 rows would be suppressed and 0 may be (1 fits nothing"),
              std::string::npos)
        << why;
    const auto allowed =
        carried("1 x p; 1 x q; 2 y r", std::string(kStarClass) + "suppression: {max: 1}\n");
    EXPECT_EQ(cells(allowed->whole().release.table), "1 x p; 1 x q; * * *");
    EXPECT_EQ(allowed->audit.measures.suppressed_rows, 1U);
}

TEST(StarClass, MustHoldEveryModel) {
    const std::string models =
        "privacy: {k-anonymity: 2, l-diversity: {attribute: s, l: 2}}\npatterns: {all-star: "
        "class}\n";
    const std::string rows = "1 x p; 1 x q; 2 y r; 3 z r";
    EXPECT_NE(refused(rows, models).find("2 rows would be suppressed whole"), std::string::npos);
    const auto dropped = carried(rows, models + "suppression: {max: 2, rows: drop}\n");
    EXPECT_EQ(cells(dropped->whole().release.table), "1 x p; 1 x q");
    EXPECT_EQ(dropped->audit.measures.suppressed_rows, 2U);
}

TEST(StarClass, TakesRowsOfClassesThatFail) {
    const auto result = carried("1 x p; 2 y q; 3 z t", kStarClass);
    EXPECT_EQ(cells(result->whole().release.table), "* * p; * * q; * * t");
    EXPECT_EQ(result->audit.measures.suppressed_rows, 0U);
}

TEST(StarClass, StandsBesideLevelsToo) {
    const std::string levels = R"({"kanon_recoding": 1, "kind": "full-domain", "attributes": [
        {"name": "a", "level": 0, "released": ["1"], "values": [["1", "1"]]},
        {"name": "b", "level": 1, "released": ["*"], "values": []}]})";
    const auto result = carried("1 x p; 1 y q; 2 y r; 3 z t", kStarClass, levels);
    EXPECT_EQ(cells(result->whole().release.table), "1 * p; 1 * q; * * r; * * t");
    EXPECT_EQ(result->audit.measures.suppressed_rows, 0U);
    EXPECT_EQ(cells(carried("1 x p; 1 y q; 2 y r; 3 z t", kStarClass, recoding_text(*result))
                        ->whole()
                        .release.table),
              cells(result->whole().release.table));
}

TEST(StarClass, RowsReleasedAgainstThePatternsAreRefused) {
    const std::string never =
        "privacy: {k-anonymity: 2}\npatterns: {never: [b], all-star: class}\n";
    const std::string starred = R"({"kanon_recoding": 1, "kind": "classes",
        "attributes": [{"name": "a"}, {"name": "b"}], "classes": [["1", "*"]]})";
    EXPECT_NE(refused("1 x p; 1 y q", never, starred).find("patterns do not allow"),
              std::string::npos);
    const std::string sets = R"({"kanon_recoding": 1, "kind": "classes",
        "attributes": [{"name": "a"}, {"name": "b"}], "classes": [["{1, 2}", "x"]]})";
    EXPECT_NE(refused("1 x p; 2 x q", kStarClass, sets).find("patterns do not allow"),
              std::string::npos);
}

}  // namespace
}  // namespace kanon
