// SPDX-License-Identifier: Apache-2.0
// A second auditor, naive and on strings alone, must agree with the real one on random releases,
// good ones and ones with a cell, a row or the order changed.
#include "kanon/base/random.hpp"

#include "support/tables.hpp"
#include "world.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kanon {
namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;
using Values = std::set<std::string>;

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

/// What the naive auditor knows of one column.
struct Domain {
    std::size_t column = 0;
    Values values;

    /// The values that a released text may stand for; none: the text means nothing.
    [[nodiscard]] std::optional<Values> meaning(const std::string& text) const {
        if (text == "*") {
            return values;
        }
        if (values.contains(text)) {
            return Values{text};
        }
        const bool is_letter = column == kLetter;
        if (const auto label = kLabels.find(text); label != kLabels.end()) {
            return intersection(label->second);
        }
        if (is_letter && text == "{a,c}") {
            return values.contains("a") && values.contains("c") ? std::optional(Values{"a", "c"})
                                                                : std::nullopt;
        }
        if (!is_letter && text.size() == 5 && text[0] == '[' && text[1] <= text[3]) {
            Values inside;
            for (char digit = text[1]; digit <= text[3]; ++digit) {
                inside.insert(std::string(1, digit));
            }
            Values out;
            std::set_intersection(inside.begin(),
                                  inside.end(),
                                  values.begin(),
                                  values.end(),
                                  std::inserter(out, out.end()));
            return out;
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] std::optional<Values> intersection(const Values& label) const {
        Values out;
        std::set_intersection(label.begin(),
                              label.end(),
                              values.begin(),
                              values.end(),
                              std::inserter(out, out.end()));
        return out.empty() ? std::nullopt : std::optional(out);
    }
};

class NaiveAuditor {
public:
    NaiveAuditor(Rows original, std::uint64_t limit, bool drops)
        : original_(std::move(original)), limit_(limit), drops_(drops) {
        for (const std::size_t column : {kLetter, kNumber}) {
            Domain domain{.column = column, .values = {}};
            for (const Row& row : original_) {
                domain.values.insert(row[column]);
            }
            domains_.push_back(domain);
        }
    }

    /// `rule row attribute` of every fault of a release with as many rows as the original.
    [[nodiscard]] std::multiset<std::string> faults(const Rows& released) const {
        std::multiset<std::string> out;
        for (std::size_t i = 0; i < released.size(); ++i) {
            for (std::size_t j = 0; j < kColumns; ++j) {
                const std::string rule = fault_of_cell(released[i], original_[i], j);
                if (!rule.empty()) {
                    out.insert(rule + " " + std::to_string(i + 1) + " " + kNames[j]);
                }
            }
        }
        add_class_faults(
            released, [&](std::size_t i) { return original_[i][kIllness]; }, out);
        if (suppressed_count(released) > limit_) {
            out.insert("suppression-limit 0");
        }
        return out;
    }

    /// Whether a release with fewer rows, or in another order, is to pass.
    [[nodiscard]] bool passes(const Rows& released, bool shuffled) const {
        if (released.size() > original_.size() || (!drops_ && released.size() < original_.size())) {
            return false;
        }
        std::multiset<std::string> broken;
        add_class_faults(
            released, [&](std::size_t i) { return released[i][kIllness]; }, broken);
        const std::size_t absent = original_.size() - released.size();
        const bool is_blank = std::all_of(released.begin(), released.end(), [](const Row& row) {
            return !is_suppressed(row) || (is_blank_cell(row[2]) && is_blank_cell(row[3]));
        });
        std::vector<bool> taken(original_.size());
        return broken.empty() && is_blank && suppressed_count(released) + absent <= limit_ &&
               (shuffled ? matches(released, 0, taken) : matches_in_order(released, 0, 0));
    }

private:
    static bool is_suppressed(const Row& row) { return row[kLetter] == "*" && row[kNumber] == "*"; }

    static bool is_blank_cell(const std::string& cell) { return cell == "*" || cell == "?"; }

    static std::size_t suppressed_count(const Rows& released) {
        return static_cast<std::size_t>(
            std::count_if(released.begin(), released.end(), is_suppressed));
    }

    [[nodiscard]] std::string fault_of_cell(const Row& released,
                                            const Row& original,
                                            std::size_t column) const {
        if (column == kLetter || column == kNumber) {
            const auto meaning = domains_[column].meaning(released[column]);
            if (!meaning) {
                return "unreadable-value";
            }
            return meaning->contains(original[column]) ? "" : "covers-original";
        }
        if (is_suppressed(released)) {
            return is_blank_cell(released[column]) ? "" : "partly-suppressed";
        }
        return released[column] == original[column] ? "" : "unchanged";
    }

    [[nodiscard]] bool fits(const Row& released, const Row& original) const {
        for (std::size_t j = 0; j < kColumns; ++j) {
            const std::string rule = fault_of_cell(released, original, j);
            if (!rule.empty() && rule != "partly-suppressed") {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool matches_in_order(const Rows& released,
                                        std::size_t row,
                                        std::size_t next) const {
        if (row == released.size()) {
            return true;
        }
        for (std::size_t i = next; i < original_.size(); ++i) {
            if (fits(released[row], original_[i]) && matches_in_order(released, row + 1, i + 1)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool matches(const Rows& released,
                               std::size_t row,
                               std::vector<bool>& taken) const {
        if (row == released.size()) {
            return true;
        }
        for (std::size_t i = 0; i < original_.size(); ++i) {
            if (!taken[i] && fits(released[row], original_[i])) {
                taken[i] = true;
                const bool found = matches(released, row + 1, taken);
                taken[i] = false;
                if (found) {
                    return true;
                }
            }
        }
        return false;
    }

    static void add_class_faults(const Rows& released,
                                 const std::function<std::string(std::size_t)>& illness,
                                 std::multiset<std::string>& out) {
        std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> classes;
        for (std::size_t i = 0; i < released.size(); ++i) {
            if (!is_suppressed(released[i])) {
                classes[{released[i][kLetter], released[i][kNumber]}].push_back(i);
            }
        }
        for (const auto& [key, rows] : classes) {
            Values illnesses;
            for (const std::size_t row : rows) {
                illnesses.insert(illness(row));
            }
            const std::string first = std::to_string(rows.front() + 1);
            if (rows.size() < kK) {
                out.insert("k-anonymity " + first);
            }
            if (illnesses.size() < kL) {
                out.insert("l-diversity " + first + " illness");
            }
        }
    }

    Rows original_;
    std::vector<Domain> domains_;
    std::uint64_t limit_;
    bool drops_;
};

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
    Domain domain{.column = column, .values = {}};
    Values wanted;
    for (std::size_t i = 0; i < original.size(); ++i) {
        domain.values.insert(original[i][column]);
        if (i >= begin && i < end) {
            wanted.insert(original[i][column]);
        }
    }
    for (int attempt = 0; attempt < 40; ++attempt) {
        std::string text = random_cell(random, column);
        const auto meaning = domain.meaning(text);
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
        const NaiveAuditor naive(original, limit, false);
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
        const NaiveAuditor naive(original, 8, false);
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
        const bool expected = NaiveAuditor(original, 3, drops).passes(released, shuffled);
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
