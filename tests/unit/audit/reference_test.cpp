// SPDX-License-Identifier: Apache-2.0
// A second auditor, naive and on strings alone, must agree with the real one on random releases,
// good ones and ones with a cell, a row or the order changed.
#include "kanon/base/random.hpp"

#include "support/naive_auditor.hpp"
#include "support/tables.hpp"
#include "world.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kanon {
namespace {

using test::NaiveAuditor;
using test::NaivePromise;
using Row = test::TextRow;
using Rows = test::TextRows;
using Values = test::Values;

// Columns: letter and number are quasi-identifying, illness is sensitive, town is neither.
constexpr std::size_t kLetter = 0;
constexpr std::size_t kNumber = 1;
constexpr std::size_t kIllness = 2;
constexpr std::size_t kColumns = 4;
constexpr std::size_t kK = 2;
constexpr std::size_t kL = 2;
const std::vector<std::string> kNames{"letter", "number", "illness", "town"};

const std::map<std::string, Values> kLabels{{"AB", {"a", "b"}},
                                            {"CD", {"c", "d"}},
                                            {"low", {"1", "2", "3"}},
                                            {"high", {"4", "5", "6"}},
                                            {"other", {"?"}}};

std::string label_of(std::string_view value, Level /*level*/) {
    const std::string text = value.empty() ? "?" : std::string(value);
    const auto place = std::find_if(kLabels.begin(), kLabels.end(), [&](const auto& label) {
        return label.second.contains(text);
    });
    return place->first;
}

std::string text_of(const Rows& rows) {
    std::string out;
    for (const Row& row : rows) {
        for (const std::string& cell : row) {
            out += cell + " ";
        }
        out += ";";
    }
    return out;
}

/// What a released text may stand for, given the values of its column.
std::optional<Values> meaning_of(std::size_t column,
                                 const Values& values,
                                 const std::string& text) {
    const auto among_values = [&values](const Values& wanted) {
        Values out;
        std::ranges::set_intersection(wanted, values, std::inserter(out, out.end()));
        return out;
    };
    if (text == "*") {
        return values;
    }
    if (values.contains(text)) {
        return Values{text};
    }
    if (const auto label = kLabels.find(text); label != kLabels.end()) {
        const Values covered = among_values(label->second);
        return covered.empty() ? std::nullopt : std::optional(covered);
    }
    if (column == kLetter && text == "{a,c}") {
        const Values covered = among_values({"a", "c"});
        return covered.size() == 2 ? std::optional(covered) : std::nullopt;
    }
    if (column == kNumber && text.size() == 5 && text[0] == '[' && text[1] <= text[3]) {
        Values inside;
        for (char digit = text[1]; digit <= text[3]; ++digit) {
            inside.insert(std::string(1, digit));
        }
        return among_values(inside);
    }
    return std::nullopt;
}

Values values_of(const Rows& rows, std::size_t column) {
    Values values;
    for (const Row& row : rows) {
        values.insert(row[column]);
    }
    return values;
}

NaiveAuditor naive_auditor(const Rows& original, std::uint64_t limit, bool drops) {
    NaivePromise promise{.limit = limit, .drops = drops};
    for (std::size_t column = 0; column < kColumns; ++column) {
        promise.columns.push_back({.name = kNames[column]});
        if (column == kLetter || column == kNumber) {
            promise.columns.back().meaning =
                [column, values = values_of(original, column)](const std::string& text) {
                    return meaning_of(column, values, text);
                };
        }
    }
    promise.models = {{.model = "k-anonymity", .parameter = kK},
                      {.model = "l-diversity", .parameter = kL, .column = kIllness}};
    return {original, std::move(promise)};
}

const std::string& pick(Random& random, const std::vector<std::string>& from) {
    return from[random.below(from.size())];
}

std::string random_range(Random& random) {
    const auto digit = [&] { return std::to_string(1 + random.below(6)); };
    return "[" + digit() + "," + digit() + "]";
}

/// A text that may or may not stand for something.
std::string random_cell(Random& random, std::size_t column) {
    switch (column) {
        case kLetter:
            return pick(random, {"a", "b", "c", "d", "?", "AB", "CD", "*", "{a,c}", "z", "other"});
        case kNumber:
            return random.below(2) == 0
                       ? random_range(random)
                       : pick(random,
                              {"1", "2", "3", "4", "5", "6", "?", "low", "high", "*", "other"});
        case kIllness:
            return pick(random, {"flu", "hiv", "cold", "?", "*"});
        default:
            return pick(random, {"X", "Y", "?", "*"});
    }
}

Rows random_original(Random& random) {
    Rows rows(4 + random.below(4));
    for (Row& row : rows) {
        row = {pick(random, {"a", "b", "c", "d", "?"}),
               pick(random, {"1", "2", "3", "4", "5", "6", "?"}),
               pick(random, {"flu", "hiv", "cold"}),
               pick(random, {"X", "Y", "?"})};
    }
    rows[0][kNumber] = "3";  // so that the column is one of numbers
    return rows;
}

/// A text that covers the rows [begin, end) in a column: a random one, or `*` if none is found.
std::string covering_text(
    Random& random, const Rows& original, std::size_t column, std::size_t begin, std::size_t end) {
    const Values values = values_of(original, column);
    Values wanted;
    for (std::size_t i = begin; i < end; ++i) {
        wanted.insert(original[i][column]);
    }
    for (int attempt = 0; attempt < 40; ++attempt) {
        std::string text = random_cell(random, column);
        const auto meaning = meaning_of(column, values, text);
        if (meaning && std::ranges::includes(*meaning, wanted)) {
            return text;
        }
    }
    return "*";
}

/// Classes of neighbouring rows with texts that cover them all; some rows suppressed.
Rows random_release(Random& random, const Rows& original) {
    Rows released = original;
    for (std::size_t begin = 0; begin < original.size();) {
        const std::size_t end = std::min(original.size(), begin + 1 + random.below(5));
        for (const std::size_t column : {kLetter, kNumber}) {
            const std::string text = covering_text(random, original, column, begin, end);
            for (std::size_t i = begin; i < end; ++i) {
                released[i][column] = text;
            }
        }
        begin = end;
    }
    for (Row& row : released) {
        if ((row[kLetter] == "*" && row[kNumber] == "*") || random.below(12) == 0) {
            row = {"*", "*", "*", random.below(2) == 0 ? "*" : "?"};
        }
    }
    return released;
}

Problem problem_of(const Rows& original, std::uint64_t limit, bool drops) {
    return test::problem_of(test::table_of("letter number illness town", text_of(original)),
                            {.quasi_identifiers = {"letter", "number"},
                             .models = {{"k-anonymity", kK}, {"l-diversity", kL, "illness"}},
                             .suppression_limit = limit,
                             .suppressed = drops ? SuppressedRows::drop : SuppressedRows::star,
                             .label_of = label_of});
}

AuditReport judge(const Problem& problem, const Rows& released, bool shuffled, unsigned threads) {
    return test::audit_table(problem,
                             test::table_of("letter number illness town", text_of(released)),
                             {.max_faults = 1000, .shuffled = shuffled},
                             threads);
}

/// Change one cell; where `moves` is set, perhaps drop, repeat or swap rows instead.
void mutate(Random& random, Rows& released, bool moves) {
    const std::size_t row = random.below(released.size());
    switch (moves ? random.below(4) : 0) {
        case 1:
            released.erase(released.begin() + static_cast<std::ptrdiff_t>(row));
            break;
        case 2:
            std::swap(released[row], released[random.below(released.size())]);
            break;
        case 3:
            released[random.below(released.size())] = released[row];
            break;
        default: {
            const std::size_t column = random.below(kColumns);
            released[row][column] = random_cell(random, column);
        }
    }
}

TEST(AuditAgainstNaiveAuditor, NamesTheSameFaultsInTheSamePlaces) {
    int passed = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        Random random(seed);
        const Rows original = random_original(random);
        const std::uint64_t limit = random.below(4);
        Rows released = random_release(random, original);
        for (std::uint64_t change = random.below(3); change > 0; --change) {
            mutate(random, released, false);
        }
        const NaiveAuditor naive = naive_auditor(original, limit, false);
        const Problem problem = problem_of(original, limit, false);
        const AuditReport report = judge(problem, released, false, 1 + seed % 2);
        const std::vector<std::string> names = test::named(report);
        const std::multiset<std::string> found(names.begin(), names.end());
        ASSERT_EQ(found, naive.faults(released)) << "seed " << seed << "\n"
                                                 << text_of(original) << "\n"
                                                 << text_of(released);
        ASSERT_EQ(report.passed, found.empty());
        ASSERT_EQ(report.fault_count, found.size());
        passed += report.passed ? 1 : 0;
    }
    EXPECT_GT(passed, 100) << "the releases must not all be broken";
}

TEST(AuditAgainstNaiveAuditor, FindsEveryChangedCellThatBreaksAGoodRelease) {
    int good = 0;
    int broken = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        const Rows original = random_original(random);
        Rows released = random_release(random, original);
        const NaiveAuditor naive = naive_auditor(original, 8, false);
        if (!naive.faults(released).empty()) {
            continue;
        }
        ++good;
        mutate(random, released, false);
        const bool holds = naive.faults(released).empty();
        broken += holds ? 0 : 1;
        ASSERT_EQ(judge(problem_of(original, 8, false), released, false, 1).passed, holds)
            << "seed " << seed << "\n"
            << text_of(original) << "\n"
            << text_of(released);
    }
    EXPECT_GT(good, 300);
    EXPECT_GT(broken, 100);
}

/// Releases with rows left out, repeated or swapped.
void compare_moved(bool shuffled) {
    int passed = 0;
    int failed = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        Random random(seed);
        const Rows original = random_original(random);
        Rows released = random_release(random, original);
        const bool drops = random.below(4) != 0;
        if (shuffled) {
            for (std::size_t i = released.size(); i-- > 1;) {
                std::swap(released[i], released[random.below(i + 1)]);
            }
        }
        for (std::uint64_t change = random.below(3); change > 0; --change) {
            mutate(random, released, true);
        }
        const bool expected = naive_auditor(original, 3, drops).passes(released, shuffled);
        const Problem problem = problem_of(original, 3, drops);
        ASSERT_EQ(judge(problem, released, shuffled, 1).passed, expected)
            << "seed " << seed << "\n"
            << text_of(original) << "\n"
            << text_of(released);
        (expected ? passed : failed) += 1;
    }
    EXPECT_GT(passed, 200);
    EXPECT_GT(failed, 200);
}

TEST(AuditAgainstNaiveAuditor, FindsAMatchInOrderExactlyWhereThereIsOne) {
    compare_moved(false);
}

TEST(AuditAgainstNaiveAuditor, FindsAMatchInAnyOrderExactlyWhereThereIsOne) {
    compare_moved(true);
}

}  // namespace
}  // namespace kanon
