// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/inspection.hpp"

#include "kanon/problem/column_facts.hpp"
#include "kanon/problem/name_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kanon {
namespace {

// Thresholds on shares of rows. A column of unknown meaning is let through only where hardly
// anybody could be singled out by it.
constexpr double kNearlyUnique = 0.9;
constexpr double kManyUnique = 0.05;
constexpr double kManyRare = 0.2;
constexpr std::uint64_t kRareRows = 5;    // a value of fewer rows is rare
constexpr std::uint64_t kFewValues = 20;  // so few values can be generalized
constexpr double kMostlyShaped = 0.8;     // share of values that have a telling shape
constexpr std::size_t kShapeSample = 1000;

/// How far a column singles rows out.
struct Spread {
    std::uint64_t distinct = 0;
    std::uint64_t missing_rows = 0;
    double unique_share = 0;
    double rare_share = 0;  ///< rows whose value has fewer than kRareRows rows
};

Spread spread_of(const Column& column, std::size_t row_count) {
    const std::vector<std::uint64_t> rows = detail::rows_of_codes(column);
    Spread out;
    std::uint64_t unique = 0;
    std::uint64_t rare = 0;
    for (Code code = 0; code < rows.size(); ++code) {
        if (column.dictionary->is_missing(code)) {
            out.missing_rows = rows[code];
            continue;
        }
        out.distinct += rows[code] > 0 ? 1U : 0U;
        unique += rows[code] == 1 ? 1U : 0U;
        rare += rows[code] < kRareRows ? rows[code] : 0;
    }
    const double n = std::max<double>(1, static_cast<double>(row_count));
    out.unique_share = static_cast<double>(unique) / n;
    out.rare_share = static_cast<double>(rare) / n;
    return out;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool looks_like_email(std::string_view text) {
    const std::size_t at = text.find('@');
    return at != std::string_view::npos && at > 0 &&
           text.find('@', at + 1) == std::string_view::npos &&
           text.find('.', at + 2) != std::string_view::npos &&
           text.find(' ') == std::string_view::npos;
}

bool looks_like_ip(std::string_view text) {
    const auto dots = std::count(text.begin(), text.end(), '.');
    const auto digits = std::count_if(text.begin(), text.end(), is_digit);
    return dots == 3 && digits >= 4 && digits <= 12 &&
           static_cast<std::size_t>(dots + digits) == text.size() && is_digit(text.front()) &&
           is_digit(text.back());
}

/// Telephone and registration numbers: many digits, and marks between them or a leading + or 0.
bool looks_like_number_of_person(std::string_view text) {
    const auto digits = std::count_if(text.begin(), text.end(), is_digit);
    const auto marks = std::count_if(text.begin(), text.end(), [](char c) {
        return std::string_view(" -/().+").find(c) != std::string_view::npos;
    });
    const bool marked = marks > 0 || text.substr(0, 1) == "0";
    return digits >= 9 && digits <= 16 && marked &&
           static_cast<std::size_t>(digits + marks) == text.size();
}

bool mostly(const Dictionary& dictionary, bool (*shape)(std::string_view)) {
    const std::size_t count = dictionary.value_count();
    const std::size_t step = std::max<std::size_t>(1, count / kShapeSample);
    std::size_t seen = 0;
    std::size_t shaped = 0;
    for (std::size_t code = 0; code < count; code += step) {
        ++seen;
        shaped += shape(dictionary.text(static_cast<Code>(code))) ? 1U : 0U;
    }
    return shaped > 0 && static_cast<double>(shaped) >= kMostlyShaped * static_cast<double>(seen);
}

struct Verdict {
    Role role = Role::insensitive;
    std::string reason;
};

/// What the values look like, whatever the name says.
Verdict judge_shape(const Dictionary& dictionary, const detail::NameHint& hint) {
    if (dictionary.type() != ValueType::text) {
        return {};
    }
    if (mostly(dictionary, looks_like_email)) {
        return {Role::identifying, "values look like e-mail addresses"};
    }
    if (hint.meaning.empty() && mostly(dictionary, looks_like_ip)) {
        return {Role::identifying, "values look like network addresses"};
    }
    if (hint.meaning.empty() && mostly(dictionary, looks_like_number_of_person)) {
        return {Role::identifying, "values look like telephone or registration numbers"};
    }
    return {};
}

Verdict judge_unknown(const Spread& spread) {
    if (spread.unique_share >= kNearlyUnique) {
        return {Role::identifying, "nearly every row has a value of its own"};
    }
    const bool singles_out = spread.unique_share >= kManyUnique || spread.rare_share >= kManyRare;
    if (singles_out && spread.distinct > kFewValues) {
        return {Role::identifying, "of unknown meaning, but it singles many rows out"};
    }
    if (spread.rare_share > 0 && spread.distinct > 1) {
        return spread.distinct <= kFewValues || spread.unique_share > 0
                   ? Verdict{Role::quasi_identifying, "of unknown meaning, with rare values"}
                   : Verdict{Role::insensitive, "of unknown meaning, with few rare values"};
    }
    return {Role::insensitive, "of unknown meaning, singles nobody out"};
}

Verdict judge(const Column& column, const Spread& spread) {
    const Dictionary& dictionary = *column.dictionary;
    const detail::NameHint hint = detail::hint_of_name(column.name);
    const std::string named = "named like " + std::string(hint.meaning);
    if (!hint.meaning.empty() && hint.role == Role::identifying) {
        return {Role::identifying, named};
    }
    Verdict shape = judge_shape(dictionary, hint);
    if (shape.role == Role::identifying) {
        return shape;
    }
    if (dictionary.type() == ValueType::date) {
        return {Role::quasi_identifying, hint.meaning.empty() ? "a date" : named};
    }
    if (hint.meaning.empty()) {
        return judge_unknown(spread);
    }
    const bool free_text = hint.role == Role::sensitive && dictionary.type() == ValueType::text &&
                           spread.unique_share >= kNearlyUnique;
    if (free_text) {
        return {Role::identifying, named + ", but nearly every row has a text of its own"};
    }
    return {hint.role, named};
}

std::string facts_text(ValueType type, const Spread& spread) {
    const double percent = spread.unique_share * 100;
    const std::string alone = percent == 0    ? std::string("none")
                              : percent < 0.1 ? std::string("under 0.1%")
                                              : fmt::format("{:.1f}%", percent);
    return fmt::format("{}, {} distinct value{}, {} of the rows alone with theirs",
                       to_string(type),
                       spread.distinct,
                       spread.distinct == 1 ? "" : "s",
                       alone);
}

}  // namespace

std::vector<ColumnSuggestion> inspect(const Table& table) {
    std::vector<ColumnSuggestion> out;
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        const Column& column = table.column(j);
        const Spread spread = spread_of(column, table.row_count());
        const Verdict verdict = judge(column, spread);
        ColumnSuggestion suggestion;
        suggestion.name = column.name;
        suggestion.type = column.dictionary->type();
        suggestion.distinct = spread.distinct;
        suggestion.missing_rows = spread.missing_rows;
        suggestion.unique_share = spread.unique_share;
        suggestion.role = verdict.role;
        suggestion.why = verdict.reason + "; " + facts_text(suggestion.type, spread);
        if (verdict.role == Role::quasi_identifying && column.dictionary->size() > 0) {
            suggestion.hierarchy = detail::automatic_spec(column);
        }
        out.push_back(std::move(suggestion));
    }
    return out;
}

Policy suggested_policy(const std::vector<ColumnSuggestion>& suggestions) {
    Policy policy;
    for (const ColumnSuggestion& suggestion : suggestions) {
        AttributePolicy& attribute = policy.attributes.emplace_back();
        attribute.name = suggestion.name;
        attribute.role = suggestion.role;
        if (suggestion.type != ValueType::text) {
            attribute.type = suggestion.type;
        }
        attribute.hierarchy = suggestion.hierarchy;
    }
    policy.privacy.push_back({.model = "k-anonymity", .parameter = 5, .attribute = "", .kind = ""});
    return policy;
}

}  // namespace kanon
