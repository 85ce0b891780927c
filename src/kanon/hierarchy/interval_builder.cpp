// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/builders.hpp"
#include "kanon/hierarchy/builders_internal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace kanon {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxScale = 18;           // 10^18 fits in 64 bits
constexpr double kMaxIndex = 0x1.0p50;  // intervals from the anchor to a value, at most
constexpr std::string_view kTooFine =
    "the interval widths are too fine for the values; give greater ones, or with fewer digits";

/// A finite number as mantissa * 10^exponent, from its shortest decimal form.
struct Decimal {
    std::int64_t mantissa = 0;
    int exponent = 0;
};

Decimal decimal_of(double number) {
    std::array<char, 32> buffer{};
    const char* const end =
        std::to_chars(
            buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific)
            .ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t e = text.find('e');
    const std::string_view exponent = text.substr(text[e + 1] == '+' ? e + 2 : e + 1);
    Decimal decimal;
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), decimal.exponent);
    std::string digits(text.substr(0, e));
    if (const std::size_t dot = digits.find('.'); dot != std::string::npos) {
        decimal.exponent -= static_cast<int>(digits.size() - dot - 1);
        digits.erase(dot, 1);
    }
    std::from_chars(digits.data(), digits.data() + digits.size(), decimal.mantissa);
    return decimal;
}

/// Bounds of intervals as whole multiples of 10^-scale, so that they are exact decimals.
class Grid {
public:
    Grid(const IntervalOptions& options, const BuildContext& context) : context_(context) {
        std::vector<double> numbers = options.widths;
        numbers.push_back(options.open_below.value_or(0));
        numbers.push_back(options.open_above.value_or(0));
        for (const double number : numbers) {
            scale_ = std::max(scale_, -decimal_of(number).exponent);
        }
        if (scale_ > kMaxScale) {
            detail::refuse(context_, std::string(kTooFine));
        }
    }

    [[nodiscard]] int scale() const { return scale_; }

    /// A number in units of 10^-scale.
    [[nodiscard]] std::int64_t units(double number) const {
        Decimal decimal = decimal_of(number);
        for (; decimal.mantissa != 0 && decimal.exponent < -scale_; ++decimal.exponent) {
            decimal.mantissa /= 10;
        }
        for (; decimal.mantissa != 0 && decimal.exponent > -scale_; --decimal.exponent) {
            decimal.mantissa = times(decimal.mantissa, 10);
        }
        return decimal.mantissa;
    }

    [[nodiscard]] std::string text(std::int64_t units) const {
        const bool negative = units < 0;
        std::string digits = std::to_string(units).substr(negative ? 1 : 0);
        const auto scale = static_cast<std::size_t>(scale_);
        if (digits.size() <= scale) {
            digits.insert(0, scale + 1 - digits.size(), '0');
        }
        if (scale > 0) {
            digits.insert(digits.size() - scale, 1, '.');
            digits.erase(digits.find_last_not_of('0') + 1);
            digits.erase(digits.find_last_not_of('.') + 1);
        }
        return (negative ? "-" : "") + digits;
    }

    /// The double nearest to the decimal: what its text reads back as.
    [[nodiscard]] double number(std::int64_t units) const {
        const std::string digits = text(units);
        double value = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
    }

    [[nodiscard]] std::int64_t plus(std::int64_t a, std::int64_t b) const {
        std::int64_t sum = 0;
        if (__builtin_add_overflow(a, b, &sum)) {
            detail::refuse(context_, std::string(kTooFine));
        }
        return sum;
    }

    [[nodiscard]] std::int64_t times(std::int64_t a, std::int64_t b) const {
        std::int64_t product = 0;
        if (__builtin_mul_overflow(a, b, &product)) {
            detail::refuse(context_, std::string(kTooFine));
        }
        return product;
    }

    /// The bound at or below `value` among anchor + i * width.
    [[nodiscard]] std::int64_t floor(double value, std::int64_t anchor, std::int64_t width) const {
        const double index = std::floor((value - number(anchor)) / number(width));
        if (!(std::abs(index) < kMaxIndex)) {
            detail::refuse(context_, std::string(kTooFine));
        }
        std::int64_t low = plus(anchor, times(static_cast<std::int64_t>(index), width));
        if (number(low) >= number(plus(low, width))) {
            detail::refuse(context_, std::string(kTooFine));
        }
        // The division rounds, so the index may be off by one.
        while (value < number(low)) {
            low = plus(low, -width);
        }
        while (value >= number(plus(low, width))) {
            low = plus(low, width);
        }
        return low;
    }

private:
    const BuildContext& context_;
    int scale_ = 0;
};

/// Builds one level after the other; values ascend, so each level is one pass.
class IntervalLevels {
public:
    IntervalLevels(const Dictionary& dictionary,
                   const IntervalOptions& options,
                   const BuildContext& context)
        : dictionary_(dictionary), options_(options), grid_(options, context) {
        if (dictionary.type() == ValueType::integer && grid_.scale() > 0) {
            detail::refuse(context, "interval widths and ends of an integer column are integers");
        }
        for (const double width : options.widths) {
            widths_.push_back(grid_.units(width));
        }
        for (std::size_t i = 1; i < widths_.size(); ++i) {
            if (widths_[i] <= widths_[i - 1] || widths_[i] % widths_[i - 1] != 0) {
                detail::refuse(context,
                               "interval width " + grid_.text(widths_[i]) +
                                   " is not a multiple of the width before it, " +
                                   grid_.text(widths_[i - 1]) + "; intervals must nest");
            }
        }
        anchor_ = grid_.units(options.open_below.value_or(0));
        end_ = options.open_above ? grid_.units(*options.open_above)
                                  : std::numeric_limits<std::int64_t>::max();
    }

    [[nodiscard]] std::vector<Hierarchy::LevelMap> build() const {
        std::vector<Hierarchy::LevelMap> levels;
        for (const std::int64_t width : widths_) {
            levels.push_back(level(width));
        }
        levels.push_back(detail::star_level(dictionary_.size()));
        levels.back().ranges = {{.low = -kInfinity, .high = kInfinity}};
        return levels;
    }

private:
    [[nodiscard]] Hierarchy::LevelMap level(std::int64_t width) const {
        Hierarchy::LevelMap map;
        map.label_of_code.resize(dictionary_.size());
        double end = -kInfinity;  // values below it belong to the last label
        for (Code code = 0; code < dictionary_.value_count(); ++code) {
            const double value = dictionary_.number(code);
            if (code == 0 || value >= end) {
                end = add_label(value, width, map);
            }
            map.label_of_code[code] = static_cast<Code>(map.labels.size() - 1);
        }
        if (const auto missing = dictionary_.missing()) {
            const double none = std::numeric_limits<double>::quiet_NaN();
            map.label_of_code[*missing] = static_cast<Code>(map.labels.size());
            map.labels.emplace_back();
            map.ranges.push_back({.low = none, .high = none});
        }
        return map;
    }

    /// Append the label of the interval around `value`; returns the end of the interval.
    double add_label(double value, std::int64_t width, Hierarchy::LevelMap& map) const {
        if (options_.open_below && value < *options_.open_below) {
            map.labels.push_back("(-inf, " + grid_.text(anchor_) + ")");
            map.ranges.push_back(
                {.low = -kInfinity, .high = *options_.open_below, .high_included = false});
            return *options_.open_below;
        }
        if (options_.open_above && value >= *options_.open_above) {
            map.labels.push_back("[" + grid_.text(end_) + ", inf)");
            map.ranges.push_back(
                {.low = *options_.open_above, .high = kInfinity, .high_included = false});
            return kInfinity;
        }
        const std::int64_t low = grid_.floor(value, anchor_, width);
        const std::int64_t high = std::min(grid_.plus(low, width), end_);
        const bool whole = dictionary_.type() == ValueType::integer;
        const std::int64_t last = whole ? high - 1 : high;
        map.labels.push_back("[" + grid_.text(low) + ", " + grid_.text(last) + (whole ? "]" : ")"));
        map.ranges.push_back(
            {.low = grid_.number(low), .high = grid_.number(last), .high_included = whole});
        return grid_.number(high);
    }

    const Dictionary& dictionary_;
    const IntervalOptions& options_;
    Grid grid_;
    std::vector<std::int64_t> widths_;
    std::int64_t anchor_ = 0;
    std::int64_t end_ = 0;
};

void check(const Dictionary& dictionary,
           const IntervalOptions& options,
           const BuildContext& context) {
    if (dictionary.type() != ValueType::integer && dictionary.type() != ValueType::decimal) {
        detail::refuse(context,
                       "intervals need numbers, but the column is of type " +
                           std::string(to_string(dictionary.type())) +
                           "; use another hierarchy, or declare the type and the missing marks");
    }
    if (options.widths.empty() || options.widths.size() >= kMaxHeight) {
        detail::refuse(context,
                       "intervals need 1 to " + std::to_string(kMaxHeight - 1) + " widths");
    }
    for (const double width : options.widths) {
        if (!std::isfinite(width) || width <= 0) {
            detail::refuse(context, "an interval width is a positive number");
        }
    }
    const double below = options.open_below.value_or(0);
    const double above = options.open_above.value_or(0);
    const bool crossed = options.open_below && options.open_above && below >= above;
    if (!std::isfinite(below) || !std::isfinite(above) || crossed) {
        detail::refuse(context, "the open ends are finite numbers, below less than above");
    }
}

}  // namespace

Hierarchy interval_hierarchy(std::shared_ptr<const Dictionary> dictionary,
                             const IntervalOptions& options,
                             const BuildContext& context) {
    if (dictionary->value_count() == 0) {
        return flat_hierarchy(std::move(dictionary));
    }
    check(*dictionary, options, context);
    auto levels = IntervalLevels(*dictionary, options, context).build();
    return {std::move(dictionary), std::move(levels), HierarchyKind::intervals};
}

}  // namespace kanon
