// SPDX-License-Identifier: Apache-2.0
#include "support/naive_domain.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::test {
namespace {

std::string cell_text(const Column& column, Code code) {
    return column.dictionary->is_missing(code) ? "?" : std::string(column.dictionary->text(code));
}

bool looks_like_date(const std::string& text) {
    return text.size() == 10 && text[4] == '-' && text[7] == '-';
}

std::chrono::year_month_day date_of(const std::string& text) {
    return {std::chrono::year(std::stoi(text.substr(0, 4))),
            std::chrono::month(static_cast<unsigned>(std::stoi(text.substr(5, 2)))),
            std::chrono::day(static_cast<unsigned>(std::stoi(text.substr(8, 2))))};
}

/// The number of an integer or decimal, days since 1970 of YYYY-MM-DD.
double number_of(const std::string& text) {
    if (!looks_like_date(text)) {
        return std::stod(text);
    }
    return static_cast<double>(std::chrono::sys_days(date_of(text)).time_since_epoch().count());
}

/// True for a number, or a date, as kanon spells the ends of ranges.
bool is_end(const std::string& text, bool date) {
    constexpr std::size_t kLongest = 15;  // digits that a double tells apart
    if (text.empty() || text.size() > kLongest) {
        return false;
    }
    if (date) {
        return looks_like_date(text) &&
               text.find_first_not_of("0123456789-") == std::string::npos &&
               std::ranges::count(text, '-') == 2 && date_of(text).ok();
    }
    const std::string digits = text.substr(text[0] == '-' ? 1 : 0);
    return !digits.empty() && digits.find_first_not_of("0123456789.") == std::string::npos &&
           std::ranges::count(digits, '.') <= 1 && digits.front() != '.' && digits.back() != '.';
}

struct TextRange {
    double low = 0;
    double high = 0;
    bool has_high = true;
};

/// `[low, high]`, `[low, high)`, `(-inf, high)` or `[low, inf)` of numbers or dates as kanon spells
/// them; the blank may be left out.
std::optional<TextRange> parse_range(const std::string& text, bool dates) {
    const std::size_t comma = text.find(',');
    if (text.size() < 5 || comma == std::string::npos ||
        (text.back() != ']' && text.back() != ')')) {
        return std::nullopt;
    }
    const std::string low = text.substr(0, comma);
    const std::string high = text.substr(comma + (text[comma + 1] == ' ' ? 2 : 1));
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    TextRange range{.low = -kInfinity, .high = kInfinity, .has_high = high.back() == ']'};
    if (low != "(-inf") {
        if (low[0] != '[' || !is_end(low.substr(1), dates)) {
            return std::nullopt;
        }
        range.low = number_of(low.substr(1));
    }
    if (high != "inf)") {
        if (!is_end(high.substr(0, high.size() - 1), dates)) {
            return std::nullopt;
        }
        range.high = number_of(high.substr(0, high.size() - 1));
    }
    const bool empty = range.low > range.high || (range.low == range.high && !range.has_high);
    return empty ? std::nullopt : std::optional(range);
}

/// The members of `{a, b}` or the ends of `[a, b]`: a backslash takes the next character as it is,
/// `\e` is an empty text, nothing is the missing value. None if it is spelled in any other way than
/// kanon does.
std::optional<std::vector<std::string>> parse_members(const std::string& text,
                                                      char opening,
                                                      char closing) {
    constexpr std::string_view kMarked = ",{}\\ e";
    if (text.size() < 2 || text.front() != opening || text.back() != closing) {
        return std::nullopt;
    }
    std::vector<std::string> members;
    std::string member;
    bool empty_text = false;
    const auto finish = [&] {
        members.push_back(member.empty() && !empty_text ? "?" : member);
        member.clear();
        empty_text = false;
    };
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        if (text[i] == '\\') {
            if (++i + 1 == text.size() || kMarked.find(text[i]) == std::string_view::npos) {
                return std::nullopt;
            }
            empty_text = empty_text || text[i] == 'e';
            member += text[i] == 'e' ? "" : text.substr(i, 1);
        } else if (text[i] == ',') {
            if (text[i + 1] != ' ') {
                return std::nullopt;
            }
            finish();
            ++i;
        } else if (text[i] == '{' || text[i] == '}' ||
                   (text[i] == ' ' &&
                    (member.empty() || text[i + 1] == ',' || i + 2 == text.size()))) {
            return std::nullopt;
        } else {
            member += text[i];
        }
    }
    finish();
    return members;
}

std::optional<Values> parse_set(const std::string& text) {
    const auto members = parse_members(text, '{', '}');
    return members ? std::optional(Values(members->begin(), members->end())) : std::nullopt;
}

double mean_loss(const NaiveJudge& judge,
                 const TextRows& released,
                 double (NaiveDomain::*loss)(const std::string&) const) {
    double lost = 0;
    for (const TextRow& row : released) {
        for (std::size_t j = 0; j < judge.domains.size(); ++j) {
            lost += judge.weights[j] * (judge.domains[j].*loss)(row[judge.released_place[j]]);
        }
    }
    const double weights = std::accumulate(judge.weights.begin(), judge.weights.end(), 0.0);
    return lost / (weights * static_cast<double>(released.size()));
}

}  // namespace

NaiveDomain::NaiveDomain(const QuasiIdentifier& attribute, const Column& column) {
    const Hierarchy& hierarchy = attribute.hierarchy;
    for (Code code = 0; code < column.dictionary->size(); ++code) {
        const std::string value = cell_text(column, code);
        values_.insert(value);
        if (column.dictionary->is_numeric() && value != "?") {
            numbers_[value] = number_of(value);
            dates_ = looks_like_date(value);
        }
        for (Level level = 1; level <= hierarchy.height(); ++level) {
            const std::string label(hierarchy.text(level, hierarchy.label_of(level, code)));
            if (!label.empty()) {
                labels_[label].insert(value);
            }
        }
    }
    for (Level level = hierarchy.height(); level > 0; --level) {
        for (Code label = 0; label < hierarchy.label_count(level); ++label) {
            const std::string text(hierarchy.text(level, label));
            const auto known = labels_.find(text);
            if (known != labels_.end() &&
                known->second.size() == hierarchy.cover_count(level, label)) {
                leaves_[text] = static_cast<double>(hierarchy.file_leaf_count(level, label));
            }
        }
    }
    for (const std::string& value : values_) {
        if (const auto label = labels_.find(value); label != labels_.end()) {
            leaves_[value] = label->second == Values{value} ? 1 : leaves_[value];
        }
    }
    all_leaves_ = static_cast<double>(hierarchy.file_leaf_count(hierarchy.height(), 0));
}

std::optional<Values> NaiveDomain::meaning(const std::string& text) const {
    if (text == "*") {
        return values_;
    }
    if (text.starts_with('\\')) {
        const std::string value = text.substr(1);
        return values_.contains(value) ? std::optional(Values{value}) : std::nullopt;
    }
    if (const auto label = labels_.find(text); label != labels_.end()) {
        return label->second;
    }
    if (auto inside = range_values(text)) {
        return inside;
    }
    if (auto members = parse_set(text)) {
        return std::ranges::includes(values_, *members) ? members : std::nullopt;
    }
    return values_.contains(text) ? std::optional(Values{text}) : std::nullopt;
}

std::optional<Values> NaiveDomain::range_values(const std::string& text) const {
    if (numbers_.empty()) {
        return text_range_values(text);
    }
    const auto range = parse_range(text, dates_);
    if (!range) {
        return std::nullopt;
    }
    Values inside;
    for (const auto& [value, number] : numbers_) {
        if (number >= range->low &&
            (number < range->high || (range->has_high && number == range->high))) {
            inside.insert(value);
        }
    }
    return inside;
}

/// Of `[a, b]`, byte for byte: both ends are values.
std::optional<Values> NaiveDomain::text_range_values(const std::string& text) const {
    const auto ends = parse_members(text, '[', ']');
    if (!ends || ends->size() != 2 || ends->front() >= ends->back() || ends->front() == "?" ||
        ends->back() == "?" || !values_.contains(ends->front()) ||
        !values_.contains(ends->back())) {
        return std::nullopt;
    }
    Values inside(values_.find(ends->front()), std::next(values_.find(ends->back())));
    inside.erase("?");
    return inside;
}

double NaiveDomain::ncp(const std::string& text) const {
    const auto known = meaning(text);
    return loss(
        text, known ? static_cast<double>(known->size()) : 0, static_cast<double>(values_.size()));
}

double NaiveDomain::lm(const std::string& text) const {
    const auto leaves = leaves_.find(text);
    const auto known = meaning(text);
    const double covered = leaves != leaves_.end() ? leaves->second
                           : known                 ? static_cast<double>(known->size())
                                                   : 0;
    return loss(text, covered, all_leaves_);
}

double NaiveDomain::loss(const std::string& text, double covered, double domain) const {
    if (domain <= 1) {
        return 0;
    }
    if (text == "*") {
        return 1;
    }
    if (const auto range = numbers_.empty() ? std::nullopt : parse_range(text, dates_)) {
        const auto by_number = [](const auto& a, const auto& b) { return a.second < b.second; };
        const double least = std::ranges::min_element(numbers_, by_number)->second;
        const double greatest = std::ranges::max_element(numbers_, by_number)->second;
        const double length = std::min(range->high, greatest) - std::max(range->low, least);
        return greatest > least ? std::max(0.0, length) / (greatest - least) : 0;
    }
    return (covered - 1) / (domain - 1);
}

TextRows text_rows(const Table& table, const std::vector<std::size_t>& columns) {
    TextRows rows(table.row_count());
    for (const std::size_t j : columns) {
        const Column& column = table.column(j);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            rows[row].push_back(cell_text(column, column.codes[row]));
        }
    }
    return rows;
}

NaiveJudge naive_judge(const Problem& problem, std::vector<NaiveModel> models) {
    std::vector<std::size_t> order;
    NaivePromise promise{.limit = problem.suppression_limit,
                         .drops = problem.suppressed == SuppressedRows::drop};
    for (std::size_t column = 0; column < problem.table.column_count(); ++column) {
        if (std::ranges::find(problem.withheld, column) == problem.withheld.end()) {
            order.push_back(column);
            promise.columns.push_back({.name = problem.table.column(column).name});
        }
    }
    order.insert(order.end(), problem.withheld.begin(), problem.withheld.end());
    const auto place_of = [&order](std::size_t column) {
        return static_cast<std::size_t>(std::ranges::find(order, column) - order.begin());
    };
    for (NaiveModel& model : models) {
        model.column = model.column ? std::optional(place_of(*model.column)) : std::nullopt;
    }
    promise.models = std::move(models);
    std::vector<NaiveDomain> domains;
    std::vector<std::size_t> places;
    std::vector<double> weights;
    for (std::size_t j = 0; j < problem.columns.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        domains.emplace_back(attribute, problem.table.column(problem.columns[j]));
        places.push_back(place_of(problem.columns[j]));
        weights.push_back(attribute.weight);
        promise.columns[places.back()].meaning =
            [domain = domains.back()](const std::string& text) { return domain.meaning(text); };
    }
    return {.auditor = NaiveAuditor(text_rows(problem.table, order), std::move(promise)),
            .domains = std::move(domains),
            .released_place = std::move(places),
            .weights = std::move(weights)};
}

double naive_gcp(const NaiveJudge& judge, const TextRows& released) {
    return mean_loss(judge, released, &NaiveDomain::ncp);
}

double naive_lm(const NaiveJudge& judge, const TextRows& released) {
    return mean_loss(judge, released, &NaiveDomain::lm);
}

}  // namespace kanon::test
