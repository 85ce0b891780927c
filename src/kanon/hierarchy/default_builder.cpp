// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/ascii.hpp"
#include "kanon/hierarchy/builders.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kLeastNumbers = 5;  // fewer distinct numbers: star only
constexpr double kFirstIntervals = 20;    // intervals of the narrowest width, about
constexpr std::size_t kMostWidths = 5;
constexpr std::size_t kMostMaskLevels = 6;  // star included
constexpr std::size_t kFewCodes = 12;       // which are released as sets

/// A width of 1, 2 or 5 times 10^exponent.
struct NiceWidth {
    double mantissa = 1;
    int exponent = 0;

    /// Exact where 10^exponent is; for negative exponents the double nearest to the decimal.
    [[nodiscard]] double value(double factor = 1) const {
        const double power = std::pow(10.0, std::abs(exponent));
        return exponent >= 0 ? factor * mantissa * power : factor * mantissa / power;
    }
};

/// The least nice width >= `least`.
NiceWidth nice_width(double least) {
    NiceWidth width{.mantissa = 1, .exponent = static_cast<int>(std::floor(std::log10(least)))};
    for (const double mantissa : {1.0, 2.0, 5.0}) {
        width.mantissa = mantissa;
        if (width.value() >= least) {
            return width;
        }
    }
    return {.mantissa = 1, .exponent = width.exponent + 1};
}

/// Widths for a numeric column, or none where intervals would not help.
std::vector<double> default_widths(const Dictionary& dictionary) {
    if (dictionary.value_count() < kLeastNumbers) {
        return {};
    }
    const double least = dictionary.number(0);
    const double greatest = dictionary.number(static_cast<Code>(dictionary.value_count() - 1));
    const bool whole = dictionary.type() == ValueType::integer;
    const double range = greatest - least + (whole ? 1 : 0);
    const double reach = std::max(std::abs(least), std::abs(greatest));
    // Outside these bounds exact decimal intervals are not sure to exist.
    if (!(range > 1e-9 && reach < 1e15 && reach / range < 1e9)) {
        return {};
    }
    const NiceWidth first = nice_width(std::max(range / kFirstIntervals, whole ? 2.0 : 0.0));
    std::vector<double> widths;
    for (double factor = 1; widths.size() < kMostWidths && first.value(factor) < range;
         factor *= 2) {
        widths.push_back(first.value(factor));
    }
    return widths;
}

/// The shortest plain decimal spelling.
std::string spelled(double number) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed);
    return {buffer.data(), end.ptr};
}

/// The common length of values that are digits only; 0 if they are not or differ.
std::size_t digit_length(const Dictionary& dictionary) {
    const std::size_t length = dictionary.text(0).size();
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const std::string_view text = dictionary.text(code);
        const bool digits = std::all_of(text.begin(), text.end(), is_digit);
        if (!digits || text.size() != length) {
            return 0;
        }
    }
    return length;
}

std::string period_words(const std::vector<Period>& periods) {
    std::string out;
    for (std::size_t i = 0; i < periods.size(); ++i) {
        out += i == 0 ? "" : i + 1 == periods.size() ? " and " : ", ";
        out += to_string(periods[i]);
    }
    return out;
}

std::size_t longest_text(const Dictionary& dictionary) {
    std::size_t length = 0;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        length = std::max(length, dictionary.text(code).size());
    }
    return length;
}

/// Texts: digits of one length, and codes, are masked.
std::optional<DefaultHierarchy> masked_texts(const std::shared_ptr<const Dictionary>& dictionary) {
    const std::size_t digits = digit_length(*dictionary);
    const bool codes =
        digits == 0 && dictionary->value_count() > kFewCodes && has_codes(*dictionary);
    if (digits <= 1 && !codes) {
        return std::nullopt;
    }
    const std::size_t length = codes ? longest_text(*dictionary) : digits;
    const std::size_t step = (length + kMostMaskLevels - 1) / kMostMaskLevels;
    return DefaultHierarchy{
        .hierarchy = mask_hierarchy(dictionary, {.step = step, .by_parts = codes}),
        .description = std::string(codes ? "codes masked by parts" : "digits masked") +
                       " from the right, " + std::to_string(step) + " at a time",
        .widths = {},
        .mask_step = step,
        .mask_parts = codes};
}

}  // namespace

DefaultHierarchy default_hierarchy(std::shared_ptr<const Dictionary> dictionary) {
    const Dictionary& values = *dictionary;
    if (values.value_count() > 0 && is_of_calendar(values.type())) {
        const std::string periods = period_words(periods_of(values));
        return {.hierarchy = date_hierarchy(std::move(dictionary)),
                .description = "dates by " + periods,
                .widths = {}};
    }
    if (values.type() == ValueType::integer || values.type() == ValueType::decimal) {
        const std::vector<double> widths = default_widths(values);
        if (!widths.empty()) {
            std::string description = "intervals of ";
            for (std::size_t i = 0; i < widths.size(); ++i) {
                description += (i == 0 ? "" : ", ") + spelled(widths[i]);
            }
            return {.hierarchy = interval_hierarchy(std::move(dictionary), {.widths = widths}),
                    .description = description,
                    .widths = widths};
        }
    }
    if (values.value_count() > 1 && values.type() == ValueType::text) {
        if (std::optional<DefaultHierarchy> masked = masked_texts(dictionary)) {
            return *std::move(masked);
        }
    }
    return {.hierarchy = flat_hierarchy(std::move(dictionary)),
            .description = "star only",
            .widths = {}};
}

}  // namespace kanon
