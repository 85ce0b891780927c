// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/cells/codings.hpp"

#include "kanon/audit/cells/exact_number.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/table/values/written_time.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kanon::auditing {
namespace {

enum class End { none, low, high };

/// The bound of an open end, `20` of `(-inf, 20]` and `80` of `[80, inf)`, and which one it is.
std::pair<End, std::string_view> open_end(std::string_view text) {
    constexpr std::string_view kLow = "(-inf, ";
    constexpr std::string_view kHigh = ", inf)";
    if (text.starts_with(kLow) && text.ends_with(']')) {
        return {End::low, text.substr(kLow.size(), text.size() - kLow.size() - 1)};
    }
    if (text.starts_with('[') && text.ends_with(kHigh)) {
        return {End::high, text.substr(1, text.size() - kHigh.size() - 1)};
    }
    return {End::none, text};
}

/// The day that is a year number of years after a birth: 1 March where that has no 29 February.
std::chrono::sys_days birthday(std::chrono::year_month_day birth, std::chrono::years age) {
    const std::chrono::year_month_day first = (birth.year() + age) / birth.month() / 1;
    return std::chrono::sys_days(first) + (birth.day() - std::chrono::day(1));
}

/// The age at the end of `age at 2024-12-31`, counted by birthdays, which is not how it was
/// derived.
std::optional<std::string> age_at(std::string_view read, std::string_view rule) {
    const std::optional<WrittenMoment> born = written_moment(read, Notation::standard);
    const std::optional<WrittenMoment> at =
        written_moment(rule.substr(rule.rfind(' ') + 1), Notation::standard);
    if (!born || !at || born->day > at->day) {
        return std::nullopt;
    }
    const std::chrono::year_month_day birth = std::chrono::sys_days(std::chrono::days(born->day));
    const std::chrono::sys_days day{std::chrono::days(at->day)};
    int age = 0;
    while (birthday(birth, std::chrono::years(age + 1)) <= day) {
        ++age;
    }
    return std::to_string(age);
}

/// Judges the coded values of one column by their texts.
class CodingJudge {
public:
    CodingJudge(const ValueCoding& coding, ValueType type)
        : coding_(coding), is_date_(is_of_calendar(type) && coding.derive.empty()) {}

    /// What is coded by top, bottom and rounding: the value as it was read, or the age that the
    /// auditor derives from it; none: it has no age at that day.
    [[nodiscard]] std::optional<std::string> source_of(std::string_view read) const {
        return coding_.derive.empty() ? std::string(read) : age_at(read, coding_.derive);
    }

    /// \pre `original` is what source_of() gives
    [[nodiscard]] bool is_right(std::string_view original, std::string_view coded) const {
        const auto [end, bound] = open_end(coded);
        if (is_beyond(original, coding_.bottom, End::low)) {
            return end == End::low && are_equal(bound, coding_.bottom);
        }
        if (is_beyond(original, coding_.top, End::high)) {
            return end == End::high && are_equal(bound, coding_.top);
        }
        if (end != End::none || coding_.round.empty()) {
            return original == coded;
        }
        return is_readable(coded) && ExactNumber(coded).is_nearest_multiple(
                                         ExactNumber(original), ExactNumber(coding_.round));
    }

    /// True if rounding has changed the value, not its spelling alone.
    [[nodiscard]] bool is_rounded(std::string_view original, std::string_view coded) const {
        return !coding_.round.empty() && open_end(coded).first == End::none &&
               !are_equal(original, coded);
    }

private:
    [[nodiscard]] bool is_readable(std::string_view text) const {
        return is_date_ ? written_moment(text, Notation::standard).has_value()
                        : parse_number(text, ValueType::decimal).has_value();
    }

    /// Negative, 0 or positive; both are values of the column's type.
    [[nodiscard]] int compare(std::string_view a, std::string_view b) const {
        if (!is_date_) {
            return ExactNumber(a).compare(ExactNumber(b));
        }
        return written_moment(a, Notation::standard)
            ->compare(*written_moment(b, Notation::standard));
    }

    [[nodiscard]] bool are_equal(std::string_view a, std::string_view b) const {
        return is_readable(a) && is_readable(b) && compare(a, b) == 0;
    }

    [[nodiscard]] bool is_beyond(std::string_view value, const std::string& bound, End end) const {
        if (bound.empty()) {
            return false;
        }
        const int difference = compare(value, bound);
        return end == End::low ? difference <= 0 : difference >= 0;
    }

    const ValueCoding& coding_;
    bool is_date_;
};

/// What became of each original value: its coded one and its rows.
struct Seen {
    std::vector<Code> coded;  ///< per original code, or kNone
    std::vector<std::uint64_t> rows;
};

/// Note what each row's value became; `strange` is told of a row whose value became another before.
template <class From, class To, class Strange>
void note(
    const ReleasedClasses& classes, const From& from, const To& to, Seen& seen, Strange strange) {
    for (std::size_t row = 0; row < from.size(); ++row) {
        Code& known = seen.coded[from[row]];
        known = known == kNone ? Code{to[row]} : known;
        seen.rows[from[row]] += classes.rows_of_original(row);
        if (known != to[row]) {
            strange(row);
        }
    }
}

Seen see(const Evidence& evidence, const Column& original, const Column& coded, FaultLog& log) {
    Seen out{.coded = std::vector<Code>(original.dictionary->size(), kNone),
             .rows = std::vector<std::uint64_t>(original.dictionary->size())};
    const std::size_t place = *evidence.problem->table.find(coded.name);
    const auto strange = [&](std::size_t row) {
        log.add({.row = row + 1, .place = place}, rules::kCoding, coded.name, [] {
            return "two rows of one value are coded in two ways";
        });
    };
    original.codes.visit([&](const auto from) {
        coded.codes.visit([&](const auto to) { note(*evidence.classes, from, to, out, strange); });
    });
    return out;
}

bool is_right_value(const CodingJudge& judge,
                    const Dictionary& original,
                    Code code,
                    const Dictionary& coded,
                    Code to) {
    if (original.is_missing(code) || coded.is_missing(to)) {
        return original.is_missing(code) && coded.is_missing(to);
    }
    const std::optional<std::string> source = judge.source_of(original.text(code));
    return source && judge.is_right(*source, coded.text(to));
}

/// The first row of an original value, counted from 1.
std::uint64_t first_row(const Column& column, Code code) {
    std::uint64_t row = 0;
    while (column.codes[row] != code) {
        ++row;
    }
    return row + 1;
}

/// Rows by what coding did to them, and the mean share of the column's other values that a cell may
/// stand for.
void measure(const CodingJudge& judge,
             const Dictionary& original,
             const Dictionary& coded,
             const Seen& seen,
             CodingFigures& out) {
    std::vector<std::uint64_t> covered(coded.size());
    for (const Code to : seen.coded) {
        covered[to == kNone ? 0 : to] += to == kNone ? 0U : 1U;
    }
    double lost = 0;
    std::uint64_t rows = 0;
    for (Code code = 0; code < original.size(); ++code) {
        const Code to = seen.coded[code];
        if (to == kNone) {
            continue;
        }
        rows += seen.rows[code];
        lost += static_cast<double>(covered[to] - 1) * static_cast<double>(seen.rows[code]);
        if (original.is_missing(code) || coded.is_missing(to)) {
            continue;
        }
        const End end = open_end(coded.text(to)).first;
        out.low_rows += end == End::low ? seen.rows[code] : 0;
        out.high_rows += end == End::high ? seen.rows[code] : 0;
        out.derived_rows += out.coding.derive.empty() ? 0 : seen.rows[code];
        const std::optional<std::string> source = judge.source_of(original.text(code));
        const bool is_rounded = source && judge.is_rounded(*source, coded.text(to));
        out.rounded_rows += is_rounded ? seen.rows[code] : 0;
    }
    const double others = static_cast<double>(original.size()) - 1;
    out.loss = others > 0 && rows > 0 ? lost / others / static_cast<double>(rows) : 0;
}

CodingFigures judge_column(const Evidence& evidence,
                           const ValueCoding& coding,
                           const Column& original,
                           const Column& coded,
                           FaultLog& log) {
    const CodingJudge judge(coding, original.dictionary->type());
    const Seen seen = see(evidence, original, coded, log);
    const std::size_t place = *evidence.problem->table.find(coded.name);
    for (Code code = 0; code < original.dictionary->size(); ++code) {
        const Code to = seen.coded[code];
        const bool right =
            to == kNone || is_right_value(judge, *original.dictionary, code, *coded.dictionary, to);
        if (!right) {
            log.add(
                {.row = first_row(original, code), .place = place},
                rules::kCoding,
                coded.name,
                [&] { return "the value is not coded as stated: " + coding.text(); },
                seen.rows[code]);
        }
    }
    CodingFigures out{.column = coded.name, .coding = coding};
    measure(judge, *original.dictionary, *coded.dictionary, seen, out);
    return out;
}

}  // namespace

bool is_coded(const Problem& problem, std::size_t column) {
    return problem.uncoded.column_count() > 0 &&
           problem.uncoded.shared_column(column) != problem.table.shared_column(column);
}

std::vector<CodingFigures> judge_codings(const Evidence& evidence, FaultLog& log) {
    const Problem& problem = *evidence.problem;
    std::vector<CodingFigures> out;
    for (std::size_t j = 0; j < problem.table.column_count(); ++j) {
        const Column& column = problem.table.column(j);
        const AttributePolicy* attribute = problem.policy.find(column.name);
        const bool asked = attribute != nullptr && !attribute->coding.empty();
        if (attribute != nullptr && attribute->is_keyed()) {
            continue;  // see judge_keyed()
        }
        if (asked && is_coded(problem, j)) {
            out.push_back(
                judge_column(evidence, attribute->coding, problem.uncoded.column(j), column, log));
        } else if (asked || is_coded(problem, j)) {
            log.add({.row = 0, .place = j}, rules::kCoding, column.name, [&] {
                return asked ? "the policy codes the column, but it stands as it was read"
                             : "the column is coded, but the policy does not ask for it";
            });
        }
    }
    return out;
}

}  // namespace kanon::auditing
