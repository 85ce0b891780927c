// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/row_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace kanon {
namespace {

constexpr double kDeviations = 6;
constexpr double kOneWayShare = 0.75;
constexpr double kLeastCorrelation = 0.5;
constexpr double kGroupedShare = 0.5;
constexpr double kLeastChanges = 20;
constexpr std::size_t kLookedAtFirst = std::size_t{1} << 20U;  // rows of a longer table

/// What chance knows: how often each value occurs.
struct Frequencies {
    double values = 0;              ///< rows that have one
    double distinct = 0;            ///< d
    double squares = 0;             ///< sum of f^2
    double cubes = 0;               ///< sum of f^3
    double log_factorials = 0;      ///< sum of log f!
    std::vector<double> rank = {};  ///< per code: mean of the ranks of its rows, from 0
};

/// Stirling's series; off by less than 0.001.
double log_factorial(double n) {
    constexpr double kHalfLogTwoPi = 0.918938533204672742;
    return n < 2 ? 0 : (n + 0.5) * std::log(n) - n + kHalfLogTwoPi + 1 / (12 * n);
}

Frequencies frequencies_of(std::span<const std::uint64_t> rows, std::optional<Code> missing) {
    Frequencies out;
    out.rank.resize(rows.size());
    for (Code code = 0; code < rows.size(); ++code) {
        if (code == missing || rows[code] == 0) {
            continue;
        }
        const auto f = static_cast<double>(rows[code]);
        out.rank[code] = out.values + (f - 1) / 2;
        out.values += f;
        out.distinct += 1;
        out.squares += f * f;
        out.cubes += f * f * f;
        out.log_factorials += log_factorial(f);
    }
    return out;
}

/// What the rows show, one after the other, those without a value passed over.
struct Neighbours {
    double up = 0;        ///< neighbours of which the second is greater
    double down = 0;      ///< ... is less
    double products = 0;  ///< sum of row number * rank, both from their means
};

/// \pre some row has a value
template <class Codes>
Neighbours neighbours_of(const Codes& codes, std::optional<Code> without, const Frequencies& by) {
    Neighbours out;
    constexpr Code kNoCode = std::numeric_limits<Code>::max();
    const Code missing = without.value_or(kNoCode);
    const double middle = (by.values - 1) / 2;
    const auto has_value = [missing](Code code) { return code != missing; };
    const auto first = std::find_if(codes.begin(), codes.end(), has_value);
    std::uint64_t up = 0;
    std::uint64_t down = 0;
    double row = -middle;
    Code last = *first;
    for (auto at = first; at != codes.end(); ++at) {
        const Code code = *at;
        if (!has_value(code)) {
            continue;
        }
        up += last < code ? 1U : 0U;
        down += last > code ? 1U : 0U;
        out.products += row * (by.rank[code] - middle);
        row += 1;
        last = code;
    }
    out.up = static_cast<double>(up);
    out.down = static_cast<double>(down);
    return out;
}

/// True if what chance does with this probability, given by its logarithm, is not put down to it.
bool is_no_chance(double log_probability) {
    constexpr double kProbability = 1e-6;
    return log_probability < std::log(kProbability);
}

bool is_sorted(const Neighbours& seen, const Frequencies& by) {
    const double log_probability = std::log(2.0) + by.log_factorials - log_factorial(by.values);
    return (seen.up == 0 || seen.down == 0) && is_no_chance(log_probability);
}

bool is_grouped_throughout(const Neighbours& seen, const Frequencies& by) {
    const double log_probability =
        log_factorial(by.distinct) + by.log_factorials - log_factorial(by.values);
    return seen.up + seen.down == by.distinct - 1 && is_no_chance(log_probability);
}

/// Whatever their order, the signs of neighbours' differences are not positively correlated, so up
/// minus down deviates by no more than the root of their number.
bool goes_one_way(const Neighbours& seen) {
    const double differ = seen.up + seen.down;
    const double more = std::abs(seen.up - seen.down);
    return more >= (2 * kOneWayShare - 1) * differ && more >= kDeviations * std::sqrt(differ) &&
           differ > 0;
}

/// Without order the correlation deviates by the root of 1/(n-1).
bool has_trend(const Neighbours& seen, const Frequencies& by) {
    const double n = by.values;
    const double rows = (n * n * n - n) / 12;         // squares of row numbers from their mean
    const double ranks = rows - (by.cubes - n) / 12;  // of ranks, of which ties take some
    const double correlation = std::abs(seen.products) / std::sqrt(rows * ranks);
    return ranks > 0 && correlation >= kLeastCorrelation &&
           correlation * std::sqrt(n - 1) >= kDeviations;
}

/// Mean and variance of the number of runs: Wald and Wolfowitz, for more than two values.
bool is_grouped(const Neighbours& seen, const Frequencies& by) {
    const double n = by.values;
    const double q = by.squares;
    const double expected = n - q / n;  // neighbours that differ
    const double variance =
        (q * (q + n * (n + 1)) - 2 * n * by.cubes - n * n * n) / (n * n * (n - 1));
    const double fewer = expected - (seen.up + seen.down);
    return expected >= kLeastChanges && fewer >= (1 - kGroupedShare) * expected &&
           fewer >= kDeviations * std::sqrt(std::max(variance, 0.0));
}

/// The order of the rows that these are the codes of, as they stand.
template <class Codes>
OrderFinding order_of(const Codes& codes, const Dictionary& dictionary) {
    std::vector<std::uint64_t> rows(dictionary.size());
    for (const auto code : codes) {
        ++rows[code];
    }
    const Frequencies by = frequencies_of(rows, dictionary.missing());
    if (by.distinct < 2) {
        return OrderFinding::none;
    }
    const Neighbours seen = neighbours_of(codes, dictionary.missing(), by);
    if (is_sorted(seen, by)) {
        return OrderFinding::sorted;
    }
    if (goes_one_way(seen)) {
        return OrderFinding::nearly;
    }
    if (is_grouped_throughout(seen, by) || is_grouped(seen, by)) {
        return OrderFinding::grouped;
    }
    return has_trend(seen, by) ? OrderFinding::trend : OrderFinding::none;
}

/// Rows that stand together, from all over the table.
template <class Codes>
std::vector<Code> windows_of(const Codes& codes) {
    constexpr std::size_t kWindow = 4096;
    constexpr std::size_t kWindows = kLookedAtFirst / kWindow;
    std::vector<Code> out;
    out.reserve(kLookedAtFirst);
    for (std::size_t window = 0; window < kWindows; ++window) {
        const std::size_t begin = (codes.size() - kWindow) / (kWindows - 1) * window;
        for (std::size_t row = begin; row < begin + kWindow; ++row) {
            out.push_back(codes[row]);
        }
    }
    return out;
}

}  // namespace

std::string_view to_string(OrderFinding finding) {
    constexpr std::array<std::string_view, 5> kNames{
        "in no order", "sorted", "nearly sorted", "in the main sorted", "grouped"};
    return kNames[static_cast<std::size_t>(finding)];
}

OrderFinding find_order(const Column& column) {
    return column.codes.visit([&](const auto codes) {
        const bool is_long = codes.size() > kLookedAtFirst;
        return is_long && order_of(windows_of(codes), *column.dictionary) == OrderFinding::none
                   ? OrderFinding::none
                   : order_of(codes, *column.dictionary);
    });
}

}  // namespace kanon
