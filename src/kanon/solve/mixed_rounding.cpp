// SPDX-License-Identifier: Apache-2.0
#include "kanon/solve/mixed_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace kanon {
namespace {

constexpr double kNoCoefficient = 1e-9;  ///< a coefficient that came to nothing
constexpr double kUnbounded = 1e20;      ///< a bound that is none
constexpr double kFarFromWhole = 1e-5;   ///< farther from 0 and 1: not whole at the point
constexpr double kLeastFraction = 0.01;  ///< of the right side: less is not safe to round
constexpr double kLeastGain = 1e-4;
constexpr double kMostRatio = 1e5;  ///< of the coefficients of a cut
constexpr double kSlack = 1e-9;     ///< a cut's right side is let out by it
constexpr double kMostSlack = 0.1;  ///< a row this loose gives no cut
constexpr std::size_t kMostWhole = 400;
constexpr std::size_t kMostDivisors = 20;

/// What a coefficient is rounded to.
double rounded(double coefficient, double fraction) {
    const double floor = std::floor(coefficient + kNoCoefficient);
    const double own = coefficient - floor;
    return floor + (own > fraction ? (own - fraction) / (1 - fraction) : 0);
}

bool is_fractional(double value) {
    return value > kFarFromWhole && value < 1 - kFarFromWhole;
}

}  // namespace

MixedRounding::MixedRounding(const RoundingPoint& point)
    : point_(point),
      sums_(point.values.size()),
      added_(point.values.size()),
      whole_sums_(point.values.size()),
      cut_sums_(point.values.size()) {}

void MixedRounding::clear() {
    for (const int column : columns_) {
        sums_[at(column)] = 0;
        added_[at(column)] = 0;
    }
    columns_.clear();
    used_.clear();
}

void MixedRounding::add_sum(int column, double value) {
    if (added_[at(column)] == 0) {
        added_[at(column)] = 1;
        columns_.push_back(column);
    }
    sums_[at(column)] += value;
}

void MixedRounding::add(const RoundingRow& row, double weight) {
    const double above = row.upper < kUnbounded ? row.upper - row.activity : kUnbounded;
    const double below = row.lower > -kUnbounded ? row.activity - row.lower : kUnbounded;
    used_.push_back({.row = row, .weight = weight, .at_upper = above <= below});
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
        add_sum(row.columns[i], weight * row.values[i]);
    }
}

void MixedRounding::add_rest(Rest rest, double amount) {
    rests_.push_back(rest);
    rest_ += std::abs(rest.coefficient) * std::max(amount, 0.0);
}

/// A continuous column as its distance from the nearer bound; positive ones may be left out.
bool MixedRounding::take_continuous(int column, double coefficient) {
    const double value = point_.values[at(column)];
    const double above_lower = value - point_.lower[at(column)];
    const VariableBound& bound = point_.bounds[at(column)];
    const double below_bound =
        bound.column < 0 ? kUnbounded : bound.factor * point_.values[at(bound.column)] - value;
    if (above_lower <= below_bound + kNoCoefficient) {
        right_ -= coefficient * point_.lower[at(column)];
        if (coefficient < 0) {
            add_rest({.kind = Rest::Kind::column, .index = column, .coefficient = coefficient},
                     above_lower);
        }
        return point_.lower[at(column)] > -kUnbounded;
    }
    const auto whole = at(bound.column);
    if (whole_sums_[whole] == 0) {
        whole_columns_.push_back(bound.column);
    }
    whole_sums_[whole] += coefficient * bound.factor;
    if (coefficient > 0) {
        add_rest({.kind = Rest::Kind::variable_bound, .index = column, .coefficient = -coefficient},
                 below_bound);
    }
    return true;
}

/// A row is what its side says, less a slack of at least 0; what the slack adds may be left out.
void MixedRounding::take_slacks(double sign) {
    for (std::size_t i = 0; i < used_.size(); ++i) {
        const Used& used = used_[i];
        const RoundingRow& row = used.row;
        const double weight = sign * used.weight;
        right_ += weight * (used.at_upper ? row.upper : row.lower);
        const bool helps = (weight > 0) == used.at_upper;
        if (!helps && row.upper - row.lower > kNoCoefficient) {
            const double slack =
                used.at_upper ? row.upper - row.activity : row.activity - row.lower;
            add_rest({.kind = Rest::Kind::slack,
                      .index = static_cast<int>(i),
                      .coefficient = -std::abs(weight)},
                     slack);
        }
    }
}

/// False if one is neither 0 nor 1.
bool MixedRounding::take_whole() {
    bool binary = true;
    for (const int column : whole_columns_) {
        const double coefficient = whole_sums_[at(column)];
        whole_sums_[at(column)] = 0;
        if (std::abs(coefficient) < kNoCoefficient) {
            continue;
        }
        const double lower = point_.lower[at(column)];
        const double upper = point_.upper[at(column)];
        if (upper - lower < 0.5) {
            right_ -= coefficient * lower;
            continue;
        }
        binary = binary && lower == 0 && upper == 1;
        const double value = point_.values[at(column)];
        wholes_.push_back({.column = column,
                           .coefficient = coefficient,
                           .value = value,
                           .complemented = value > 0.5});
    }
    return binary;
}

/// The sum in terms of whole columns and rests. False if some column is not of 0 or 1, or has no
/// bound.
bool MixedRounding::substitute(double sign) {
    right_ = 0;
    rest_ = 0;
    whole_columns_.clear();
    wholes_.clear();
    rests_.clear();
    bool bounded = true;
    for (const int column : columns_) {
        const double coefficient = sign * sums_[at(column)];
        if (std::abs(coefficient) < kNoCoefficient) {
            continue;
        }
        if (point_.whole[at(column)] == 0) {
            bounded = take_continuous(column, coefficient) && bounded;
            continue;
        }
        if (whole_sums_[at(column)] == 0) {
            whole_columns_.push_back(column);
        }
        whole_sums_[at(column)] += coefficient;
    }
    take_slacks(sign);
    std::sort(whole_columns_.begin(), whole_columns_.end());
    whole_columns_.erase(std::unique(whole_columns_.begin(), whole_columns_.end()),
                         whole_columns_.end());
    return take_whole() && bounded;
}

double MixedRounding::complemented_right() const {
    double right = right_;
    for (const Whole& whole : wholes_) {
        right -= whole.complemented ? whole.coefficient : 0;
    }
    return right;
}

MixedRounding::Rounded MixedRounding::divided_by(double divisor) const {
    const double right = complemented_right() / divisor;
    Rounded out{.divisor = divisor, .right = std::floor(right + kNoCoefficient)};
    out.fraction = right - out.right;
    if (out.fraction < kLeastFraction || out.fraction > 1 - kLeastFraction) {
        return {};
    }
    const double scale = 1 / (divisor * (1 - out.fraction));
    double broken = -out.right - rest_ * scale;
    double length = 0;
    for (const Whole& whole : wholes_) {
        const double value = rounded(whole.signed_coefficient() / divisor, out.fraction);
        broken += value * whole.distance();
        length += value * value;
    }
    for (const Rest& rest : rests_) {
        length += rest.coefficient * rest.coefficient * scale * scale;
    }
    out.efficacy = length > 0 ? broken / std::sqrt(length) : 0;
    return out;
}

/// Coefficients of the columns that are not whole; one above all, and 1.
std::vector<double> MixedRounding::divisors() const {
    constexpr double kSame = 1e-9;
    std::vector<double> out;
    double greatest = 0;
    for (const Whole& whole : wholes_) {
        const double size = std::abs(whole.coefficient);
        greatest = std::max(greatest, size);
        const bool known = std::any_of(
            out.begin(), out.end(), [size](double one) { return std::abs(one - size) < kSame; });
        if (is_fractional(whole.value) && !known && out.size() < kMostDivisors) {
            out.push_back(size);
        }
    }
    out.push_back(greatest + 1);
    out.push_back(1);
    return out;
}

MixedRounding::Rounded MixedRounding::best() {
    Rounded out{.efficacy = kLeastGain};
    const auto take = [&](double divisor) {
        const Rounded found = divided_by(divisor);
        if (found.divisor > 0 && found.efficacy > out.efficacy + kNoCoefficient) {
            out = found;
        }
    };
    for (const double divisor : divisors()) {
        take(divisor);
    }
    const double whole = out.divisor;
    for (const double part : {2.0, 4.0, 8.0}) {
        if (whole > 0) {
            take(whole / part);
        }
    }
    if (out.divisor > 0) {
        flip(out);
    }
    return out;
}

/// Complement what is not whole the other way where that helps, the least whole first.
void MixedRounding::flip(Rounded& best) {
    std::vector<Whole*> order;
    for (Whole& whole : wholes_) {
        if (is_fractional(whole.value)) {
            order.push_back(&whole);
        }
    }
    std::stable_sort(order.begin(), order.end(), [](const Whole* a, const Whole* b) {
        return std::abs(a->value - 0.5) < std::abs(b->value - 0.5);
    });
    for (Whole* whole : order) {
        whole->complemented = !whole->complemented;
        const Rounded found = divided_by(best.divisor);
        if (found.divisor > 0 && found.efficacy > best.efficacy + kNoCoefficient) {
            best = found;
        } else {
            whole->complemented = !whole->complemented;
        }
    }
}

void MixedRounding::add_to_cut(int column, double value) {
    if (cut_sums_[at(column)] == 0) {
        cut_columns_.push_back(column);
    }
    cut_sums_[at(column)] += value;
}

/// A rest in terms of columns again.
void MixedRounding::add_rest_to_cut(const Rest& rest, double scale, double& right) {
    const double value = rest.coefficient * scale;
    const auto index = static_cast<std::size_t>(rest.index);
    if (rest.kind == Rest::Kind::column) {
        add_to_cut(rest.index, value);
        right += value * point_.lower[index];
        return;
    }
    if (rest.kind == Rest::Kind::variable_bound) {
        add_to_cut(point_.bounds[index].column, value * point_.bounds[index].factor);
        add_to_cut(rest.index, -value);
        return;
    }
    const Used& used = used_[index];
    const double sign = used.at_upper ? -1 : 1;
    right += value * sign * (used.at_upper ? used.row.upper : used.row.lower);
    for (std::size_t i = 0; i < used.row.columns.size(); ++i) {
        add_to_cut(used.row.columns[i], value * sign * used.row.values[i]);
    }
}

CutRow MixedRounding::build(const Rounded& rounded_sum) {
    cut_columns_.clear();
    double right = rounded_sum.right;
    for (const Whole& whole : wholes_) {
        const double value =
            rounded(whole.signed_coefficient() / rounded_sum.divisor, rounded_sum.fraction);
        if (value != 0) {
            add_to_cut(whole.column, whole.complemented ? -value : value);
            right -= whole.complemented ? value : 0;
        }
    }
    const double scale = 1 / (rounded_sum.divisor * (1 - rounded_sum.fraction));
    for (const Rest& rest : rests_) {
        add_rest_to_cut(rest, scale, right);
    }
    return collect(right);
}

/// What is too small beside the others is put at its bound.
CutRow MixedRounding::collect(double right) {
    std::sort(cut_columns_.begin(), cut_columns_.end());
    cut_columns_.erase(std::unique(cut_columns_.begin(), cut_columns_.end()), cut_columns_.end());
    double greatest = 0;
    for (const int column : cut_columns_) {
        greatest = std::max(greatest, std::abs(cut_sums_[at(column)]));
    }
    CutRow out;
    for (const int column : cut_columns_) {
        const double value = cut_sums_[at(column)];
        cut_sums_[at(column)] = 0;
        if (std::abs(value) * kMostRatio >= greatest) {
            out.columns.push_back(column);
            out.values.push_back(value);
        } else {
            const double bound = value > 0 ? point_.lower[at(column)] : point_.upper[at(column)];
            right -= value * bound;
        }
    }
    out.upper = right + kSlack * std::max(1.0, std::abs(right));
    return out;
}

std::optional<CutRow> MixedRounding::cut(bool negated) {
    const double sign = negated ? -1 : 1;
    const bool loose = std::any_of(used_.begin(), used_.end(), [](const Used& used) {
        const RoundingRow& row = used.row;
        return (used.at_upper ? row.upper - row.activity : row.activity - row.lower) > kMostSlack;
    });
    if (loose || !substitute(sign) || wholes_.empty() || wholes_.size() > kMostWhole) {
        return std::nullopt;
    }
    const Rounded found = best();
    if (found.divisor == 0) {
        return std::nullopt;
    }
    CutRow out = build(found);
    double activity = 0;
    for (std::size_t i = 0; i < out.columns.size(); ++i) {
        activity += out.values[i] * point_.values[at(out.columns[i])];
    }
    constexpr double kBroken = 1e-6;
    if (out.columns.empty() || !std::isfinite(out.upper) || activity <= out.upper + kBroken) {
        return std::nullopt;
    }
    return out;
}

}  // namespace kanon
