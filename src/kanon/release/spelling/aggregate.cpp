// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/spelling/aggregate.hpp"

#include "kanon/release/spelling/spelling.hpp"
#include "kanon/table/values/exact_mean.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kanon {
namespace {

using Kind = ReleasedValue::Kind;

/// True if a text is a number in plain decimals, with at most so many digits behind the point.
bool is_plain_number(std::string_view text, unsigned digits) {
    const std::string_view number = text.substr(text.starts_with('-') ? 1 : 0);
    const std::size_t point = std::min(number.find('.'), number.size());
    const std::size_t places = number.size() - std::min(point + 1, number.size());
    return number.find_first_not_of("0123456789.") == std::string_view::npos && places <= digits &&
           parse_number(text, ValueType::decimal).has_value();
}

/// The value of the original that a text spells.
std::optional<Code> spelled_code(std::string_view text, const Dictionary& original) {
    if (const std::optional<std::string_view> value = unescape(text)) {
        const std::optional<Code> code = original.find_equal(*value);
        return code && original.is_open(*code) ? std::nullopt : code;
    }
    const std::optional<Code> code = original.find_equal(text);
    return code && !original.is_open(*code) && needs_escape(text) ? std::nullopt : code;
}

std::optional<ReleasedValue> read_mean(std::string_view text,
                                       unsigned digits,
                                       ReleasedDomain& domain) {
    if (!is_plain_number(text, digits)) {
        return std::nullopt;
    }
    domain.means.emplace_back(text);
    return ReleasedValue{
        .kind = Kind::mean, .first = static_cast<Code>(domain.means.size() - 1), .second = 0};
}

std::optional<ReleasedValue> typical(std::optional<Code> code) {
    return code ? std::optional(ReleasedValue{.kind = Kind::typical, .first = *code, .second = 0})
                : std::nullopt;
}

}  // namespace

std::string_view why_no_aggregate(const Aggregate& aggregate, const Dictionary& dictionary) {
    if (aggregate.kind == Aggregate::Kind::mode) {
        return "";
    }
    const bool is_mean = aggregate.kind == Aggregate::Kind::mean;
    if (!dictionary.is_numeric()) {
        return "holds texts";
    }
    if (is_mean && is_of_calendar(dictionary.type())) {
        return "holds dates";
    }
    if (dictionary.missing()) {
        return "has missing values";
    }
    const OpenEnds& ends = dictionary.open_ends();
    if (is_mean && (ends.low || ends.high)) {
        return "has an open end";
    }
    return is_mean && !has_exact_mean(dictionary, aggregate.digits)
               ? "holds numbers of too many digits"
               : "";
}

ReadDomain read_aggregates(const Dictionary& released,
                           const Dictionary& original,
                           const Aggregate& aggregate) {
    ReadDomain out;
    out.domain.values.resize(released.size());
    out.readable.resize(released.size());
    for (Code code = 0; code < released.size(); ++code) {
        const std::string_view text = released.text(code);
        std::optional<ReleasedValue> value;
        if (released.is_missing(code)) {
            value = typical(original.missing());
        } else if (text == kStar) {
            value = ReleasedValue{.kind = Kind::star, .first = 0, .second = 0};
        } else if (aggregate.kind == Aggregate::Kind::mean) {
            value = read_mean(text, aggregate.digits, out.domain);
        } else {
            value = typical(spelled_code(text, original));
        }
        const bool is_right_kind =
            value && (value->kind != Kind::typical || aggregate.kind != Aggregate::Kind::mean);
        out.readable[code] = is_right_kind;
        out.domain.values[code] = is_right_kind ? *value : ReleasedValue{};
    }
    return out;
}

}  // namespace kanon
