// SPDX-License-Identifier: Apache-2.0
// LIKE and GLOB as SQLite has them, but for the time they take.
#include "kanon/io/foreign/sqlite_patterns.hpp"

#include "kanon/base/random.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace kanon::io {
namespace {

/// A database in memory, asked for one value.
class Asked {
public:
    Asked() { sqlite3_open(":memory:", &connection_); }

    ~Asked() { sqlite3_close(connection_); }

    Asked(const Asked&) = delete;
    Asked& operator=(const Asked&) = delete;

    [[nodiscard]] sqlite3* connection() const { return connection_; }

    /// What an expression of `?1`, `?2`, `?3` is: `0`, `1`, `null`, or the state that it ends with.
    [[nodiscard]] std::string value(const std::string& expression,
                                    const std::vector<std::string>& texts) const {
        sqlite3_stmt* statement = nullptr;
        sqlite3_prepare_v2(connection_, ("SELECT " + expression).c_str(), -1, &statement, nullptr);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            sqlite3_bind_text(statement,
                              static_cast<int>(i + 1),
                              texts[i].c_str(),
                              static_cast<int>(texts[i].size()),
                              SQLITE_TRANSIENT);
        }
        const int state = sqlite3_step(statement);
        std::string out = "state " + std::to_string(state);
        if (state == SQLITE_ROW) {
            out = sqlite3_column_type(statement, 0) == SQLITE_NULL
                      ? "null"
                      : std::to_string(sqlite3_column_int(statement, 0));
        }
        sqlite3_finalize(statement);
        return out;
    }

private:
    sqlite3* connection_ = nullptr;
};

std::string drawn_text(Random& random, const std::vector<std::string>& parts, std::size_t most) {
    std::string out;
    for (std::size_t left = random.below(most + 1); left > 0; --left) {
        out += parts[random.below(parts.size())];
    }
    return out;
}

TEST(SqlitePatterns, SayWhatSqliteSays) {
    const std::function<bool()> never = [] { return false; };
    const Asked plain;
    const Asked bounded;
    use_bounded_patterns(bounded.connection(), never);
    const std::vector<std::string> letters{"a", "A", "b", "\xC3\xA9", "\xC3\x89", "-", "]", "\xFF"};
    const std::vector<std::string> patterns{
        "a", "A", "b", "\xC3\xA9", "%", "%", "_", "*", "*", "?", "[", "]", "^", "-", "[a-b]", "!"};
    constexpr std::array kExpressions{"?2 LIKE ?1",
                                      "?2 GLOB ?1",
                                      "?2 LIKE ?1 ESCAPE ?3",
                                      "NULL LIKE ?1",
                                      "?2 LIKE NULL",
                                      "12 LIKE ?1"};
    Random random(7);
    for (int round = 0; round < 20'000; ++round) {
        const std::vector<std::string> texts{drawn_text(random, patterns, 7),
                                             drawn_text(random, letters, 7),
                                             drawn_text(random, {"!", "%", "_", "a"}, 2)};
        for (const char* expression : kExpressions) {
            ASSERT_EQ(bounded.value(expression, texts), plain.value(expression, texts))
                << expression << " of '" << texts[0] << "' and '" << texts[1] << "', '" << texts[2]
                << "'";
        }
    }
}

TEST(SqlitePatterns, EndSoonForManyWildcards) {
    const std::function<bool()> never = [] { return false; };
    const Asked bounded;
    use_bounded_patterns(bounded.connection(), never);
    std::string pattern;
    for (int i = 0; i < 50; ++i) {
        pattern += "%a";
    }
    EXPECT_EQ(bounded.value("?2 LIKE ?1", {pattern + "%b", std::string(5000, 'a')}), "0");
}

TEST(SqlitePatterns, AreStopped) {
    const std::function<bool()> at_once = [] { return true; };
    const Asked bounded;
    use_bounded_patterns(bounded.connection(), at_once);
    EXPECT_EQ(bounded.value("?2 LIKE ?1", {"%ab", std::string(5000, 'a')}),
              "state " + std::to_string(SQLITE_INTERRUPT));
    EXPECT_EQ(bounded.value("?2 LIKE ?1", {"%a", "aa"}), "1");
}

}  // namespace
}  // namespace kanon::io
