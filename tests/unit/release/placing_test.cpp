// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/placing.hpp"

#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace kanon {
namespace {

std::shared_ptr<const Column> numbers(const std::string& name, Random& random, std::size_t rows) {
    std::vector<std::string> cells;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint64_t number = random.below(40);
        cells.push_back(number == 0 ? "?" : std::to_string(number));
    }
    return test::column_of(name, cells);
}

/// Random classes of one attribute: exact values, ranges, sets, stars, and some that are
/// unreadable.
struct Classes {
    ReadDomain read;
    std::vector<std::uint32_t> value_of_class;
};

Classes random_classes(const Dictionary& dictionary, Random& random, std::size_t count) {
    Classes out;
    const auto code = [&] { return static_cast<Code>(random.below(dictionary.value_count())); };
    for (int i = 0; i < 60; ++i) {
        const Code a = code();
        const Code b = code();
        const std::uint64_t kind = random.below(20);
        if (kind == 0) {
            out.read.domain.values.push_back({.kind = ReleasedValue::Kind::star});
        } else if (kind < 10 && a < b) {
            out.read.domain.values.push_back({ReleasedValue::Kind::range, a, b});
        } else if (kind < 13 && a < b) {
            out.read.domain.sets.push_back({a, b});
            out.read.domain.values.push_back(
                {ReleasedValue::Kind::set, static_cast<Code>(out.read.domain.sets.size() - 1), 0});
        } else {
            out.read.domain.values.push_back({ReleasedValue::Kind::exact, a, 0});
        }
        out.read.readable.push_back(random.below(10) > 0);
    }
    for (std::size_t i = 0; i < count; ++i) {
        out.value_of_class.push_back(static_cast<std::uint32_t>(random.below(60)));
    }
    return out;
}

bool class_covers(const std::vector<Classes>& classes,
                  std::size_t place,
                  const Table& table,
                  const RowTypes& types,
                  std::size_t type) {
    for (std::size_t j = 0; j < classes.size(); ++j) {
        const std::uint32_t value = classes[j].value_of_class[place];
        if (!classes[j].read.readable[value] || !covers(classes[j].read.domain.values[value],
                                                        classes[j].read.domain,
                                                        nullptr,
                                                        *table.column(j).dictionary,
                                                        types.columns[j][type])) {
            return false;
        }
    }
    return true;
}

TEST(Placing, FindsAClassThatCoversEveryValueTheFirstIfNoneLacksRows) {
    Random random(7);
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{65}, std::size_t{9000}}) {
        const Table table({numbers("a", random, 300), numbers("b", random, 300)}, 300);
        const std::array<std::size_t, 2> columns{0, 1};
        const RowTypes types = make_row_types(table, columns, {}, 1);
        std::vector<Classes> classes;
        std::vector<PlacingAttribute> attributes;
        for (std::size_t j = 0; j < 2; ++j) {
            classes.push_back(random_classes(*table.column(j).dictionary, random, count));
        }
        for (std::size_t j = 0; j < 2; ++j) {
            attributes.push_back({.read = &classes[j].read,
                                  .value_of_class = classes[j].value_of_class,
                                  .hierarchy = nullptr,
                                  .dictionary = table.column(j).dictionary.get()});
        }
        const std::vector<std::uint32_t> placed = place_types(types, attributes, 0, 1);
        EXPECT_EQ(place_types(types, attributes, 0, 3), placed);
        ASSERT_EQ(placed.size(), types.size());
        for (std::size_t type = 0; type < types.size(); ++type) {
            std::uint32_t expected = 0;
            while (expected < count && !class_covers(classes, expected, table, types, type)) {
                ++expected;
            }
            EXPECT_EQ(placed[type], expected < count ? expected : kSuppressedClass)
                << "type " << type << " of " << count << " classes";
        }
    }
}

/// Ranges of one attribute as classes, over the numbers 0 to 9, `rows` of each.
std::vector<std::uint32_t> place_in_ranges(const std::vector<std::pair<Code, Code>>& ranges,
                                           std::uint64_t least_rows) {
    std::vector<std::string> cells;
    cells.reserve(10);
    for (int number = 0; number < 10; ++number) {
        cells.push_back(std::to_string(number));
    }
    const Table table({test::column_of("a", cells)}, 10);
    const std::array<std::size_t, 1> columns{0};
    const RowTypes types = make_row_types(table, columns, {}, 1);
    Classes classes;
    for (const auto& [low, high] : ranges) {
        classes.read.domain.values.push_back({ReleasedValue::Kind::range, low, high});
        classes.read.readable.push_back(true);
        classes.value_of_class.push_back(static_cast<std::uint32_t>(classes.value_of_class.size()));
    }
    const std::array<PlacingAttribute, 1> attributes{
        {{.read = &classes.read,
          .value_of_class = classes.value_of_class,
          .hierarchy = nullptr,
          .dictionary = table.column(0).dictionary.get()}}};
    return place_types(types, attributes, least_rows, 1);
}

TEST(Placing, GivesRowsToTheClassThatLacksThem) {
    // 0 to 3 have no choice, nor have 8 and 9; the second class needs two of 4 to 7.
    EXPECT_EQ(place_in_ranges({{0, 7}, {4, 9}}, 4),
              (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 0, 0, 1, 1}));
}

TEST(Placing, EmptiesClassesThatCannotBeFilled) {
    // The second class can have three rows at most, the first takes them in.
    EXPECT_EQ(place_in_ranges({{0, 9}, {4, 6}}, 4), (std::vector<std::uint32_t>(10, 0)));
}

}  // namespace
}  // namespace kanon
