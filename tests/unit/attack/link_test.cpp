// SPDX-License-Identifier: Apache-2.0
#include "kanon/attack/link.hpp"

#include "kanon/base/error.hpp"
#include "kanon/hierarchy/builders.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace kanon::attack {
namespace {

using test::column_of;
using test::table_of;

/// An outside list whose columns have a star above their values.
OutsideList list_of(const Table& table) {
    OutsideList out{.table = table};
    for (std::size_t place = 0; place < table.column_count(); ++place) {
        QuasiIdentifier column;
        column.name = table.column(place).name;
        column.hierarchy = flat_hierarchy(table.column(place).dictionary);
        out.columns.push_back(std::move(column));
    }
    return out;
}

LinkFindings link_of(const OutsideList& outside, const Table& release) {
    const std::vector<std::string> sensitive{"ill"};
    return link(outside, release, sensitive, {}, {});
}

Table release_of(const std::vector<std::string>& ages,
                 const std::vector<std::string>& sexes,
                 const std::vector<std::string>& ills) {
    return Table({column_of("age", ages, ValueType::text),
                  column_of("sex", sexes, ValueType::text),
                  column_of("ill", ills, ValueType::text)},
                 ages.size());
}

TEST(Link, CountsWhatCellsCover) {
    const Table release = release_of({"[20, 29]", "[20, 29]", "[30, 39]", "*", "{41, 77}"},
                                     {"f", "f", "*", "*", "m"},
                                     {"flu", "flu", "gout", "cold", "gout"});
    const OutsideList outside = list_of(table_of("age sex", "25 f; 25 m; 31 m; 41 m; 50 f"));
    const LinkFindings found = link_of(outside, release);
    EXPECT_EQ(found.starred_rows, 1U);
    EXPECT_EQ(found.outside.rows, 5U);
    EXPECT_EQ(found.outside.none, 2U);  // 25 m, 50 f
    EXPECT_EQ(found.outside.one, 2U);   // 31 m; 41 m, though nobody is 77
    EXPECT_DOUBLE_EQ(found.outside.expected, 2.5);
    EXPECT_EQ(found.outside.least, 1U);
    EXPECT_EQ(found.disclosed.at(0).rows, 3U);
    EXPECT_EQ(found.released.rows, 4U);
    EXPECT_EQ(found.released.one, 4U);
    EXPECT_EQ(found.released.none, 0U);
}

TEST(Link, TakesStarsWhereThereIsNothingElse) {
    const Table release = release_of({"*", "*"}, {"*", "*"}, {"flu", "gout"});
    const LinkFindings found = link_of(list_of(table_of("age sex", "25 f; 31 m")), release);
    EXPECT_EQ(found.starred_rows, 0U);
    EXPECT_EQ(found.outside.least, 2U);
    EXPECT_EQ(found.disclosed.at(0).rows, 0U);
}

TEST(Link, AMissingValueDisclosesNothing) {
    const Table release = release_of({"25", "31"}, {"f", "m"}, {"", "flu"});
    const LinkFindings found = link_of(list_of(table_of("age sex", "25 f; 31 m")), release);
    EXPECT_EQ(found.outside.one, 2U);
    EXPECT_EQ(found.disclosed.at(0).rows, 1U);
}

TEST(Link, RefusesWhatItCannotJoin) {
    const Table release = release_of({"25"}, {"f"}, {"flu"});
    EXPECT_THROW(static_cast<void>(link_of(list_of(table_of("zip", "4711")), release)), Error);
    const std::vector<std::string> unknown{"pay"};
    const OutsideList outside = list_of(table_of("age sex", "25 f; 25 f"));
    EXPECT_THROW(static_cast<void>(link(outside, release, unknown, {}, {})), Error);
    EXPECT_THROW(static_cast<void>(link(outside, release, {}, {.most_pairs = 0}, {})), Error);
}

/// Ends of `[low, high]`, or a value twice, or everything.
bool naive_covers(const std::string& cell, int value) {
    if (cell == "*") {
        return true;
    }
    if (cell[0] != '[') {
        return std::stoi(cell) == value;
    }
    const std::size_t comma = cell.find(',');
    return std::stoi(cell.substr(1)) <= value && value <= std::stoi(cell.substr(comma + 2));
}

/// A release of random cells, and persons.
struct RandomLink {
    std::vector<std::string> a{"7"};  // one row is no star
    std::vector<std::string> b{"7"};
    std::vector<std::string> ill{"x"};
    std::vector<int> persons_a;
    std::vector<int> persons_b;
};

RandomLink draw_link(unsigned seed) {
    std::mt19937 random(seed);
    const auto draw = [&](unsigned below) { return static_cast<int>(random() % below); };
    const auto cell = [&]() -> std::string {
        const int low = draw(8);
        const int high = low + 1 + draw(3);
        const std::vector<std::string> cells{
            std::to_string(low),
            "[" + std::to_string(low) + ", " + std::to_string(high) + "]",
            "*"};
        return cells[random() % cells.size()];
    };
    RandomLink out;
    for (int row = 0; row < 12; ++row) {
        out.a.push_back(cell());
        out.b.push_back(cell());
        out.ill.emplace_back(draw(2) == 0 ? "x" : "y");
    }
    for (int person = 0; person < 10; ++person) {
        out.persons_a.push_back(draw(8));
        out.persons_b.push_back(draw(8));
    }
    return out;
}

/// What the candidates of a person show.
std::vector<std::string> naive_candidates(const RandomLink& from, std::size_t person) {
    std::vector<std::string> out;
    for (std::size_t row = 0; row < from.a.size(); ++row) {
        const bool starred = from.a[row] == "*" && from.b[row] == "*";
        if (!starred && naive_covers(from.a[row], from.persons_a[person]) &&
            naive_covers(from.b[row], from.persons_b[person])) {
            out.push_back(from.ill[row]);
        }
    }
    return out;
}

LinkFindings link_of(const RandomLink& from) {
    std::vector<std::string> a;
    std::vector<std::string> b;
    for (std::size_t person = 0; person < from.persons_a.size(); ++person) {
        a.push_back(std::to_string(from.persons_a[person]));
        b.push_back(std::to_string(from.persons_b[person]));
    }
    return link_of(list_of(Table({column_of("age", a), column_of("sex", b)}, a.size())),
                   release_of(from.a, from.b, from.ill));
}

TEST(Link, AgreesWithAllPairs) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        const RandomLink from = draw_link(seed);
        std::uint64_t one = 0;
        std::uint64_t none = 0;
        std::uint64_t told = 0;
        double expected = 0;
        for (std::size_t person = 0; person < from.persons_a.size(); ++person) {
            const std::vector<std::string> shown = naive_candidates(from, person);
            if (shown.empty()) {
                ++none;
                continue;
            }
            one += shown.size() == 1 ? 1U : 0U;
            told += std::ranges::count(shown, shown[0]) == std::ssize(shown) ? 1U : 0U;
            expected += 1.0 / static_cast<double>(shown.size());
        }
        const LinkFindings found = link_of(from);
        EXPECT_EQ(found.outside.one, one) << seed;
        EXPECT_EQ(found.outside.none, none) << seed;
        EXPECT_NEAR(found.outside.expected, expected, 1e-9) << seed;
        EXPECT_EQ(found.disclosed.at(0).rows, told) << seed;
    }
}

}  // namespace
}  // namespace kanon::attack
