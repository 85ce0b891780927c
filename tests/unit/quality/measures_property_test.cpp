// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/random.hpp"
#include "kanon/quality/measures.hpp"
#include "kanon/release/release.hpp"

#include "support/tables.hpp"
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;

/// A random table of numbers and texts with missing values, recoded by random classes.
struct Case {
    Table table;
    std::vector<std::size_t> columns;
    std::vector<RecodedAttribute> recoded;
    std::vector<double> weights;
    TypedRows types;
    ClassRecoding recoding;
};

/// A released value that covers the codes: as they are, a range, a set, or a star.
ReleasedValue cover(const std::set<Code>& codes,
                    const Dictionary& dictionary,
                    ReleasedDomain& domain,
                    bool star) {
    if (star) {
        return {};
    }
    if (codes.size() == 1) {
        return {Kind::exact, *codes.begin(), 0};
    }
    if (dictionary.is_numeric() && !dictionary.is_missing(*codes.rbegin())) {
        return {Kind::range, *codes.begin(), *codes.rbegin()};
    }
    domain.sets.emplace_back(codes.begin(), codes.end());
    return {Kind::set, static_cast<Code>(domain.sets.size() - 1), 0};
}

Case make_case(Random& random, std::size_t rows, std::uint32_t classes) {
    Case out;
    const std::size_t attributes = 1 + random.below(3);
    std::vector<std::shared_ptr<const Column>> columns;
    for (std::size_t j = 0; j < attributes; ++j) {
        const bool number = random.below(2) == 0;
        const std::uint64_t values = 1 + random.below(12);
        std::vector<std::string> cells;
        for (std::size_t row = 0; row < rows; ++row) {
            const std::uint64_t value = random.below(values + 1);
            cells.push_back(value == values ? "?"
                                            : (number ? "" : "v") + std::to_string(value * value));
        }
        columns.push_back(test::column_of("c" + std::to_string(j), cells));
        out.columns.push_back(j);
        out.recoded.push_back({j, nullptr});
        out.weights.push_back(static_cast<double>(1 + random.below(3)));
    }
    out.table = Table(std::move(columns), rows);
    out.types = make_row_types(out.table, out.columns, {}, 1);
    for (std::size_t type = 0; type < out.types.size(); ++type) {
        const auto drawn = static_cast<std::uint32_t>(random.below(classes + 1));
        out.recoding.class_of_type.push_back(drawn == classes ? kSuppressedClass : drawn);
    }
    out.recoding.domains.resize(attributes);
    out.recoding.value_of_class.resize(attributes);
    for (std::size_t j = 0; j < attributes; ++j) {
        std::vector<std::set<Code>> codes(classes);
        for (std::size_t type = 0; type < out.types.size(); ++type) {
            if (out.recoding.class_of_type[type] != kSuppressedClass) {
                codes[out.recoding.class_of_type[type]].insert(out.types.columns[j][type]);
            }
        }
        ReleasedDomain& domain = out.recoding.domains[j];
        for (const std::set<Code>& members : codes) {
            out.recoding.value_of_class[j].push_back(
                static_cast<std::uint32_t>(domain.values.size()));
            domain.values.push_back(cover(members.empty() ? std::set<Code>{0} : members,
                                          *out.table.column(j).dictionary,
                                          domain,
                                          random.below(5) == 0));
        }
    }
    return out;
}

Measures measured(const Case& c, const Release& release, unsigned threads) {
    constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
    const ReleasedClasses classes(c.table, release.table, c.recoded, {kNever, kNever}, threads);
    return measure(
        classes, release, {.weights = c.weights, .k = 2, .label_column = std::nullopt}, threads);
}

/// The measures, from the definitions and the recoding itself.
struct Reference {
    std::map<std::vector<std::string>, std::vector<std::size_t>> classes;  ///< spellings -> rows
    std::uint64_t suppressed = 0;
    std::uint64_t stars = 0;
    double loss = 0;
};

double naive_loss(const ReleasedValue& value, const ReleasedDomain& domain, const Dictionary& d) {
    if (d.size() == 1 || value.kind == Kind::exact) {
        return 0;
    }
    if (value.kind == Kind::star) {
        return 1;
    }
    if (value.kind == Kind::set) {
        return (static_cast<double>(domain.sets[value.first].size()) - 1) /
               (static_cast<double>(d.size()) - 1);
    }
    return (d.number(value.second) - d.number(value.first)) /
           (d.number(static_cast<Code>(d.value_count() - 1)) - d.number(0));
}

Reference reference(const Case& c) {
    Reference out;
    double weights = 0;
    for (const double weight : c.weights) {
        weights += weight;
    }
    for (std::size_t row = 0; row < c.table.row_count(); ++row) {
        const std::uint32_t group = c.recoding.class_of_type[c.types.type_of_row[row]];
        std::vector<std::string> spellings;
        for (std::size_t j = 0; j < c.columns.size(); ++j) {
            const Dictionary& dictionary = *c.table.column(j).dictionary;
            const ReleasedDomain& domain = c.recoding.domains[j];
            const ReleasedValue value = group == kSuppressedClass
                                            ? ReleasedValue{}
                                            : domain.values[c.recoding.value_of_class[j][group]];
            spellings.push_back(spell(value, domain, dictionary, nullptr));
            out.stars += value.kind == Kind::star ? 1 : 0;
            out.loss += c.weights[j] / weights * naive_loss(value, domain, dictionary);
        }
        if (std::ranges::count(spellings, "*") == std::ssize(spellings)) {
            ++out.suppressed;
        } else {
            out.classes[spellings].push_back(row);
        }
    }
    return out;
}

/// How much of the column's domain these rows span.
double naive_spread(const Column& column, const std::vector<std::size_t>& rows) {
    const Dictionary& d = *column.dictionary;
    std::set<Code> codes;
    std::set<double> numbers;
    for (const std::size_t row : rows) {
        codes.insert(column.codes[row]);
        if (d.is_numeric() && !d.is_missing(column.codes[row])) {
            numbers.insert(d.number(column.codes[row]));
        }
    }
    if (!d.is_numeric()) {
        return static_cast<double>(codes.size()) / static_cast<double>(d.size());
    }
    return numbers.size() < 2
               ? 0
               : (*numbers.rbegin() - *numbers.begin()) /
                     (d.number(static_cast<Code>(d.value_count() - 1)) - d.number(0));
}

double naive_usefulness(const Case& c, const Reference& expected) {
    double sum = 0;
    for (const auto& [spellings, rows] : expected.classes) {
        for (std::size_t j = 0; j < c.columns.size(); ++j) {
            sum += naive_spread(c.table.column(j), rows);
        }
    }
    return sum / static_cast<double>(expected.classes.size());
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

void compare(const Case& c, const Reference& expected, const Measures& m) {
    RC_ASSERT(m.classes == expected.classes.size());
    RC_ASSERT(m.suppressed_rows == expected.suppressed);
    RC_ASSERT(m.released_rows + m.suppressed_rows == c.table.row_count());
    RC_ASSERT(m.stars == expected.stars);
    RC_ASSERT(near(m.gcp, expected.loss / static_cast<double>(c.table.row_count())));
    double squares = 0;
    for (const auto& [spellings, rows] : expected.classes) {
        squares += static_cast<double>(rows.size() * rows.size());
        RC_ASSERT(m.min_class <= rows.size() && rows.size() <= m.max_class);
    }
    RC_ASSERT(m.squared_sizes == squares);
    RC_ASSERT(near(m.dm, squares + static_cast<double>(c.table.row_count() * expected.suppressed)));
    if (!expected.classes.empty()) {
        RC_ASSERT(near(m.usefulness, naive_usefulness(c, expected)));
    }
}

OriginalRows rows_of(const Case& c) {
    return {.table = &c.table, .types = &c.types, .type_of_row = c.types.type_of_row};
}

TEST(MeasuresProperty, AgreeWithTheirDefinitionsOnRandomReleases) {
    EXPECT_TRUE(rc::check("measure a random release", [] {
        Random random(*rc::gen::arbitrary<std::uint64_t>());
        const auto rows = *rc::gen::inRange<std::size_t>(1, 60);
        const Case c = make_case(random, rows, *rc::gen::inRange<std::uint32_t>(1, 9));
        const Reference expected = reference(c);
        for (const SuppressedRows mode : {SuppressedRows::star, SuppressedRows::drop}) {
            const Release release = apply(rows_of(c), c.recoded, {}, c.recoding, mode, 1);
            compare(c, expected, measured(c, release, 1));
        }
    }));
}

TEST(MeasuresProperty, DoNotDependOnTheNumberOfThreads) {
    Random random(7);
    for (int round = 0; round < 3; ++round) {
        const Case c = make_case(random, 100000, 500);
        const Release release =
            apply(rows_of(c), c.recoded, {}, c.recoding, SuppressedRows::star, 2);
        const Measures one = measured(c, release, 1);
        const Measures many = measured(c, release, 3);
        EXPECT_EQ(one.gcp, many.gcp);
        EXPECT_EQ(one.usefulness, many.usefulness);
        EXPECT_EQ(one.dm, many.dm);
        EXPECT_EQ(one.stars, many.stars);
        EXPECT_EQ(one.class_sizes_histogram, many.class_sizes_histogram);
    }
}

}  // namespace
}  // namespace kanon
