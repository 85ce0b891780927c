// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/counted_rows.hpp"

#include "kanon/base/error.hpp"

#include "unit/engine/engine_test.hpp"

#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace kanon::engine {
namespace {

using testing_with::engine_name;
using testing_with::engines;
using testing_with::EngineTableTest;
using testing_with::Text;

using Counts = std::map<std::vector<std::string>, std::uint64_t>;

class EngineCounts : public EngineTableTest {
protected:
    [[nodiscard]] CountedRows count(std::uint64_t most = Table::kMostRows) const {
        return count_rows(*connection_, {.table = kTable}, kColumns, most);
    }

    static Counts as_map(const CountedRows& counted) {
        Counts out;
        for (std::size_t row = 0; row < counted.counts.size(); ++row) {
            out[{std::string(counted.table.column(0).text(row)),
                 std::string(counted.table.column(1).text(row))}] += counted.counts[row];
        }
        return out;
    }
};

TEST_P(EngineCounts, RowsAreAlikeByEveryByte) {
    const std::vector<Text> values{"a",
                                   "A",
                                   "a ",
                                   " a",
                                   "ä",
                                   "a\u0308",
                                   "1.50",
                                   "1.5",
                                   "1.500",
                                   "01",
                                   "NULL",
                                   "\U0001F600",
                                   "",
                                   std::nullopt};
    std::mt19937_64 random(1);
    std::vector<std::vector<Text>> cells;
    Counts expected;
    for (int row = 0; row < 300; ++row) {
        const Text& first = values[random() % values.size()];
        const Text& second = values[random() % 3 + 11];
        cells.push_back({first, second});
        ++expected[{first.value_or(""), second.value_or("")}];
    }
    make(cells);
    const CountedRows counted = count();
    EXPECT_EQ(as_map(counted), expected);
    EXPECT_EQ(counted.counts.size(), expected.size()) << "each distinct row once";
    EXPECT_EQ(counted.rows, 300U);
}

TEST_P(EngineCounts, RowsAreSortedByTheirCodes) {
    make({{"b", "10"}, {"b", "9"}, {std::nullopt, "9"}, {"a", "9"}, {"b", "9"}});
    const CountedRows counted = count();
    EXPECT_EQ(counted.table.column(1).dictionary->type(), ValueType::integer);
    std::vector<std::string> rows;
    for (std::size_t row = 0; row < counted.counts.size(); ++row) {
        rows.push_back(std::string(counted.table.column(0).text(row)) + "|" +
                       std::string(counted.table.column(1).text(row)) + "|" +
                       std::to_string(counted.counts[row]));
    }
    EXPECT_EQ(rows, (std::vector<std::string>{"a|9|1", "b|9|2", "b|10|1", "|9|1"}));
}

TEST_P(EngineCounts, AQueryIsASourceToo) {
    make({{"a", "1"}, {"b", "1"}, {"a", "2"}});
    const SourceAddress query{.query = "SELECT * FROM " + name(kTable) + " WHERE " +
                                       name(kColumns[0]) + " = 'a'"};
    EXPECT_EQ(as_map(count_rows(*connection_, query, kColumns)),
              (Counts{{{"a", "1"}, 1}, {{"a", "2"}, 1}}));
}

TEST_P(EngineCounts, NoRowsAndTooManyAreRefused) {
    make({});
    EXPECT_THROW(static_cast<void>(count()), Error);
    drop();
    make({{"a", "1"}, {"b", "1"}, {"b", "1"}});
    EXPECT_EQ(count(2).rows, 3U);
    EXPECT_THROW(static_cast<void>(count(1)), Error);
}

INSTANTIATE_TEST_SUITE_P(, EngineCounts, engines(), engine_name);

}  // namespace
}  // namespace kanon::engine
