// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/microaggregation/exact_places.hpp"

#include "kanon/base/check.hpp"
#include "kanon/table/values/decimal_digits.hpp"
#include "kanon/table/values/exact_mean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace kanon::microaggregation {
namespace {

using Kind = Aggregate::Kind;

constexpr int kDigits = std::numeric_limits<double>::digits;

Natural square(SignedWide number) {
    const Natural size = size_of(number);
    return size * size;
}

std::vector<std::uint64_t> rows_of_codes(const Task& task, std::size_t attribute) {
    std::vector<std::uint64_t> rows(task.quasi_identifiers[attribute].dictionary().size());
    const RowTypes& types = task.row_types();
    types.columns[attribute].visit([&](const auto codes) {
        for (std::size_t type = 0; type < codes.size(); ++type) {
            rows[codes[type]] += types.counts[type];
        }
    });
    return rows;
}

/// n times the sum of squared distances from the mean: n sum x^2 - (sum x)^2.
Natural whole_of_mean(std::span<const SignedWide> places, std::span<const std::uint64_t> rows) {
    const SignedWide least = *std::ranges::min_element(places);
    Natural sum;
    Natural squares;
    std::uint64_t all = 0;
    for (std::size_t code = 0; code < places.size(); ++code) {
        const Natural away = size_of(places[code] - least);
        sum += away * Natural(rows[code]);
        squares += away * away * Natural(rows[code]);
        all += rows[code];
    }
    return squares * Natural(all) - sum * sum;
}

/// n times the sum of squared distances from a place.
Natural whole_about(SignedWide centre,
                    std::span<const SignedWide> places,
                    std::span<const std::uint64_t> rows) {
    Natural sum;
    std::uint64_t all = 0;
    for (std::size_t code = 0; code < places.size(); ++code) {
        sum += square(places[code] - centre) * Natural(rows[code]);
        all += rows[code];
    }
    return sum * Natural(all);
}

}  // namespace

std::strong_ordering operator<=>(const ExactDistance& a, const ExactDistance& b) {
    if (a.rows == b.rows) {
        return a.size <=> b.size;
    }
    return a.size * b.rows * b.rows <=> b.size * a.rows * a.rows;
}

bool operator==(const ExactDistance& a, const ExactDistance& b) {
    return (a <=> b) == std::strong_ordering::equal;
}

double ExactPlaces::add(const Task& task, std::size_t attribute, const SquaredError& error) {
    const QuasiIdentifier& one = task.quasi_identifiers[attribute];
    const std::vector<std::uint64_t> rows = rows_of_codes(task, attribute);
    const auto all = std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
    Lane& lane = lanes_.emplace_back();
    lane.codes = &task.row_types().columns[attribute];
    const double mantissa = std::frexp(one.weight, &lane.exponent);
    lane.weight = static_cast<std::uint64_t>(std::ldexp(mantissa, kDigits));
    if (one.aggregate->kind == Kind::mode) {
        lane.whole = Natural(static_cast<std::uint64_t>(error.whole())) * Natural(all);
    } else {
        ++coordinates_;
        place_values(one, error, std::span(rows).first(one.dictionary().value_count()), lane);
    }
    return lane.whole.rounded() / static_cast<double>(all) / (lane.one * lane.one);
}

void ExactPlaces::place_values(const QuasiIdentifier& attribute,
                               const SquaredError& error,
                               std::span<const std::uint64_t> rows,
                               Lane& lane) {
    lane.places.resize(rows.size());
    if (attribute.aggregate->kind == Kind::median) {
        for (Code code = 0; code < rows.size(); ++code) {
            lane.places[code] = static_cast<std::int64_t>(error.place(code));
        }
        const double centre = error.place(ReleasedValue{}, ReleasedDomain{});
        lane.whole = whole_about(static_cast<std::int64_t>(centre), lane.places, rows);
        return;
    }
    const ExactMean mean(attribute.dictionary(), attribute.aggregate->digits);
    for (Code code = 0; code < rows.size(); ++code) {
        lane.places[code] = mean.units(code);
    }
    lane.one = mean.one();
    lane.whole = whole_of_mean(lane.places, rows);
}

void ExactPlaces::settle() {
    int least = 0;
    for (const Lane& lane : lanes_) {
        least = std::min(least, lane.exponent);
    }
    for (Lane& lane : lanes_) {
        lane.weight =
            lane.weight * Natural::power_of_two(static_cast<unsigned>(lane.exponent - least));
        for (const Lane& other : lanes_) {
            if (&other != &lane) {
                lane.weight = lane.weight * other.whole;
            }
        }
    }
}

ExactPlace ExactPlaces::place(std::uint32_t type) const {
    ExactPlace out;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        if (lane < coordinates_) {
            out.lanes.push_back(unit(lane, type));
        } else {
            out.codes.push_back((*lanes_[lane].codes)[type]);
        }
    }
    return out;
}

bool ExactPlaces::mirror(std::uint32_t a, std::uint32_t b, const ExactPlace& from) const {
    if (a == b) {
        return true;
    }
    const auto rows = static_cast<SignedWide>(from.rows);
    for (std::size_t lane = 0; lane < coordinates_; ++lane) {
        const SignedWide left = unit(lane, a) * rows - from.lanes[lane];
        const SignedWide right = unit(lane, b) * rows - from.lanes[lane];
        if (left != right && left != -right) {
            return false;
        }
    }
    for (std::size_t lane = coordinates_; lane < lanes_.size(); ++lane) {
        const CodeVector& codes = *lanes_[lane].codes;
        const Code target = from.codes[lane - coordinates_];
        if ((codes[a] == target) != (codes[b] == target)) {
            return false;
        }
    }
    return true;
}

ExactDistance ExactPlaces::distance(std::uint32_t type, const ExactPlace& from) const {
    const Natural rows = from.rows;
    ExactDistance out{.size = {}, .rows = rows};
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        const Lane& one = lanes_[lane];
        if (lane < coordinates_) {
            const SignedWide away =
                unit(lane, type) * static_cast<SignedWide>(from.rows) - from.lanes[lane];
            out.size += square(away) * one.weight;
        } else if ((*one.codes)[type] != from.codes[lane - coordinates_]) {
            out.size += rows * rows * one.weight;
        }
    }
    return out;
}

ExactDistance ExactPlaces::distance(const ExactPlace& a, const ExactPlace& b) const {
    const Natural rows = Natural(a.rows) * Natural(b.rows);
    ExactDistance out{.size = {}, .rows = rows};
    for (std::size_t lane = 0; lane < coordinates_; ++lane) {
        const Natural left = Natural(size_of(a.lanes[lane])) * Natural(b.rows);
        const Natural right = Natural(size_of(b.lanes[lane])) * Natural(a.rows);
        const bool apart = (a.lanes[lane] < 0) != (b.lanes[lane] < 0);
        const Natural away = apart ? left + right : left < right ? right - left : left - right;
        out.size += away * away * lanes_[lane].weight;
    }
    for (std::size_t code = 0; code < a.codes.size(); ++code) {
        if (a.codes[code] != b.codes[code]) {
            out.size += rows * rows * lanes_[coordinates_ + code].weight;
        }
    }
    return out;
}

Fraction decimal_fraction(double number) {
    const std::optional<DecimalDigits> digits = decimal_digits(fmt::format("{}", number));
    KANON_CHECK(digits && !digits->negative);
    Fraction out{.numerator = {}, .denominator = 1};
    for (const char digit : digits->digits) {
        out.numerator = out.numerator * Natural(10) + Natural(static_cast<unsigned>(digit - '0'));
    }
    const auto places = static_cast<unsigned>(std::abs(digits->exponent));
    (digits->exponent < 0 ? out.denominator : out.numerator) =
        (digits->exponent < 0 ? out.denominator : out.numerator) * Natural::power(10, places);
    return out;
}

}  // namespace kanon::microaggregation
