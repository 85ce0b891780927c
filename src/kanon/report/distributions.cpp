// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/distributions.hpp"

#include "kanon/base/count_text.hpp"
#include "kanon/release/reading.hpp"
#include "kanon/release/spelling.hpp"
#include "kanon/report/bins.hpp"
#include "kanon/report/released_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>

namespace kanon {
namespace {

using Counts = std::vector<std::uint64_t>;

/// Which rows count, on either side.
struct KeptRows {
    std::vector<bool> released;  ///< per row of the release: not suppressed
    std::vector<bool> original;  ///< per original row: the row that such a row comes from
    std::uint64_t suppressed = 0;
};

/// Rows of the release whose quasi-identifier cells are not all stars.
std::vector<bool> rows_not_starred(const Problem& problem, const Table& release) {
    std::vector<bool> kept(release.row_count(), false);
    for (const QuasiIdentifier& qi : problem.quasi_identifiers) {
        const std::optional<std::size_t> place = release.find(qi.name);
        if (!place) {
            continue;
        }
        const Column& column = release.column(*place);
        const std::optional<Code> star = column.dictionary->find(kStar);
        column.codes.visit([&](const auto codes) {
            for (std::size_t row = 0; row < kept.size(); ++row) {
                kept[row] = kept[row] || !star || codes[row] != *star;
            }
        });
    }
    return kept;
}

KeptRows kept_rows(const Problem& problem, const Release& release) {
    const std::size_t rows = problem.table.row_count();
    KeptRows kept{.released = rows_not_starred(problem, release.table),
                  .original = std::vector<bool>(rows, false)};
    const bool in_place = release.original_row.empty();
    for (std::size_t row = 0; row < kept.released.size(); ++row) {
        const std::size_t from = in_place ? row : release.original_row[row];
        if (kept.released[row] && from < rows) {
            kept.original[from] = true;
        }
    }
    const auto counted = std::count(kept.original.begin(), kept.original.end(), true);
    kept.suppressed = rows - static_cast<std::uint64_t>(counted);
    return kept;
}

/// Kept rows per code.
Counts count_codes(const Column& column, const std::vector<bool>& kept) {
    Counts counts(column.dictionary->size());
    column.codes.visit([&](const auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) {
            counts[codes[row]] += kept[row] ? 1U : 0U;
        }
    });
    return counts;
}

/// Codes that occur in kept rows.
std::size_t occurring(const Counts& counts) {
    return counts.size() -
           static_cast<std::size_t>(std::count(counts.begin(), counts.end(), std::uint64_t{0}));
}

Bar rows_bar(std::string label, std::uint64_t rows) {
    return {
        .label = std::move(label), .size = static_cast<double>(rows), .figure = count_text(rows)};
}

Bar pooled_bar(std::string label, std::uint64_t rows) {
    Bar bar = rows_bar(std::move(label), rows);
    bar.pooled = true;
    return bar;
}

void add_suppressed(std::vector<Bar>& bars, std::uint64_t rows) {
    if (rows > 0) {
        bars.push_back(pooled_bar("(suppressed rows)", rows));
    }
}

std::string shown(const Dictionary& dictionary, Code code) {
    if (dictionary.is_missing(code)) {
        return "(missing)";
    }
    const std::string_view text = dictionary.text(code);
    return text.empty() ? "(empty)" : std::string(text);
}

/// Bars of single codes: the most frequent ones that k rows hold, ordered by `rank` where there is
/// one, else by frequency; the others are pooled.
std::vector<Bar> code_bars(const Dictionary& dictionary,
                           const Counts& counts,
                           std::uint64_t k,
                           const std::vector<double>& rank) {
    std::vector<Code> order(counts.size());
    std::iota(order.begin(), order.end(), Code{0});
    std::stable_sort(
        order.begin(), order.end(), [&](Code a, Code b) { return counts[a] > counts[b]; });
    const auto held = std::partition_point(order.begin(), order.end(), [&](Code code) {
        return counts[code] >= std::max<std::uint64_t>(k, 1);
    });
    const auto fit =
        order.begin() +
        std::min<std::ptrdiff_t>(held - order.begin(), static_cast<std::ptrdiff_t>(kMostBars));
    if (!rank.empty()) {
        std::stable_sort(order.begin(), fit, [&](Code a, Code b) { return rank[a] < rank[b]; });
    }
    std::vector<Bar> bars;
    for (auto place = order.begin(); place != fit; ++place) {
        bars.push_back(rows_bar(shown(dictionary, *place), counts[*place]));
    }
    std::uint64_t values = 0;
    std::uint64_t rows = 0;
    for (auto place = fit; place != order.end() && counts[*place] > 0; ++place) {
        ++values;
        rows += counts[*place];
    }
    if (values > 0) {
        bars.push_back(pooled_bar(
            fmt::format("other ({} value{})", count_text(values), values == 1 ? "" : "s"), rows));
    }
    return bars;
}

/// Numbers with at least k rows, and one in 200 of all, at or beyond them on their side: where the
/// bins begin and end. None if the two meet.
std::optional<NumericRange> middle(const Dictionary& dictionary,
                                   const Counts& counts,
                                   std::uint64_t k) {
    const std::size_t values = dictionary.value_count();
    const auto end = counts.begin() + static_cast<std::ptrdiff_t>(values);
    const std::uint64_t rows = std::accumulate(counts.begin(), end, std::uint64_t{0});
    const std::uint64_t beyond = std::max(std::max<std::uint64_t>(k, 1), rows / 200);
    if (rows < 2 * beyond) {
        return std::nullopt;
    }
    std::size_t low = 0;
    for (std::uint64_t seen = counts[0]; seen < beyond; seen += counts[low]) {
        ++low;
    }
    std::size_t high = values - 1;
    for (std::uint64_t seen = counts[high]; seen < beyond; seen += counts[high]) {
        --high;
    }
    if (low >= high) {
        return std::nullopt;
    }
    return NumericRange{.low = dictionary.number(static_cast<Code>(low)),
                        .high = dictionary.number(static_cast<Code>(high)),
                        .high_included = true};
}

/// Bins for a column of many numbers or dates; none for others.
Bins bins_of(const Dictionary& dictionary, const Counts& counts, std::uint64_t k) {
    if (!dictionary.is_numeric() || occurring(counts) <= kMostBars) {
        return {};
    }
    const std::optional<NumericRange> range = middle(dictionary, counts, k);
    return range ? round_bins(range->low, range->high, dictionary.type(), kMostBars - 2) : Bins{};
}

/// One bar per bin and one for the missing value; rows below k are not told.
std::vector<Bar> bin_bars(const Bins& bins,
                          const std::vector<double>& rows,
                          double missing_rows,
                          std::uint64_t k) {
    std::vector<Bar> bars;
    const auto add = [&](const std::string& label, double size) {
        const auto whole = static_cast<std::uint64_t>(std::llround(size));
        bars.push_back(whole >= k ? rows_bar(label, whole)
                                  : Bar{.label = label,
                                        .size = 0,
                                        .figure = fmt::format("fewer than {}", count_text(k))});
    };
    for (std::size_t bin = 0; bin < rows.size(); ++bin) {
        const bool beyond = bin == 0 || bin + 1 == rows.size();
        if (!beyond || rows[bin] > 0) {
            add(bins.labels[bin], rows[bin]);
        }
    }
    if (missing_rows > 0) {
        add("(missing)", missing_rows);
    }
    return bars;
}

std::vector<Bar> before_bars(const Dictionary& dictionary,
                             const Counts& counts,
                             const Bins& bins,
                             std::uint64_t k) {
    if (bins.empty()) {
        std::vector<double> rank;
        if (dictionary.is_numeric()) {
            rank.resize(dictionary.size());
            std::iota(rank.begin(), rank.end(), 0);
        }
        return code_bars(dictionary, counts, k, rank);
    }
    std::vector<double> rows(bins.labels.size());
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        rows[bins.bin_of(dictionary.number(code))] += static_cast<double>(counts[code]);
    }
    const auto missing = dictionary.missing();
    return bin_bars(bins, rows, missing ? static_cast<double>(counts[*missing]) : 0, k);
}

/// Spread rows evenly over the bins that a range meets; open ends reach to the outermost edges.
void spread(const Bins& bins, NumericRange range, double rows, std::vector<double>& rows_of_bin) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double low =
        range.low == -infinity ? std::min(bins.edges.front(), range.high) : range.low;
    const double high = range.high == infinity ? std::max(bins.edges.back(), low) : range.high;
    if (!(high > low)) {
        rows_of_bin[bins.bin_of(low)] += rows;
        return;
    }
    for (std::size_t bin = bins.bin_of(low); bin < rows_of_bin.size(); ++bin) {
        const double begin = bin == 0 ? low : std::max(low, bins.edges[bin - 1]);
        const double end = bin < bins.edges.size() ? std::min(high, bins.edges[bin]) : high;
        if (end > begin) {
            rows_of_bin[bin] += rows * ((end - begin) / (high - low));
        }
    }
}

using Ranges = std::vector<std::optional<NumericRange>>;

/// Bars of the bins, filled by the released ranges; stars and the rest have bars of their own.
std::vector<Bar> spread_bars(const Dictionary& released,
                             const Counts& counts,
                             const Ranges& ranges,
                             const Bins& bins,
                             std::uint64_t k) {
    std::vector<double> rows(bins.labels.size());
    double missing = 0;
    std::uint64_t stars = 0;
    std::uint64_t others = 0;
    for (Code code = 0; code < released.size(); ++code) {
        if (ranges[code]) {
            spread(bins, *ranges[code], static_cast<double>(counts[code]), rows);
        } else if (released.is_missing(code)) {
            missing = static_cast<double>(counts[code]);
        } else {
            (released.text(code) == kStar ? stars : others) += counts[code];
        }
    }
    std::vector<Bar> bars = bin_bars(bins, rows, missing, k);
    if (stars > 0) {
        bars.push_back(rows_bar(std::string(kStar), stars));
    }
    if (others > 0) {
        bars.push_back(pooled_bar("other", others));
    }
    return bars;
}

/// Order of released codes: by the least number they stand for, stars and the like last.
std::vector<double> ranks_of(const Ranges& ranges) {
    std::vector<double> ranks;
    for (const std::optional<NumericRange>& range : ranges) {
        ranks.push_back(range ? range->low : std::numeric_limits<double>::infinity());
    }
    return ranks;
}

/// The side of the release for a quasi-identifier.
void fill_after(Distribution& out,
                const QuasiIdentifier& attribute,
                const Column& released,
                const Counts& counts,
                const Bins& bins,
                std::uint64_t k) {
    const Dictionary& original = attribute.hierarchy.dictionary();
    const Dictionary& dictionary = *released.dictionary;
    Ranges ranges;
    if (original.is_numeric()) {
        const ReadDomain reading = read_domain(dictionary, original, &attribute.hierarchy);
        ranges = released_numbers(reading, attribute.hierarchy);
    }
    if (!bins.empty() && occurring(counts) > kMostBars) {
        out.kind = Distribution::After::spread;
        out.after = spread_bars(dictionary, counts, ranges, bins, k);
    } else {
        out.after = code_bars(dictionary, counts, k, ranks_of(ranges));
    }
}

}  // namespace

std::vector<Distribution> distributions(const RunRecord& record) {
    const Problem& problem = *record.problem;
    const Table& release = record.release->table;
    const KeptRows kept = kept_rows(problem, *record.release);
    std::vector<Distribution> all;
    const auto add = [&](std::size_t index, const QuasiIdentifier* attribute) {
        const Column& column = problem.table.column(index);
        const std::optional<std::size_t> place = release.find(column.name);
        if (!place) {
            return;
        }
        const Counts counts = count_codes(column, kept.original);
        const Bins bins = bins_of(*column.dictionary, counts, problem.k);
        Distribution& out = all.emplace_back();
        out.attribute = column.name;
        out.before = before_bars(*column.dictionary, counts, bins, problem.k);
        if (attribute == nullptr) {
            out.kind = Distribution::After::unchanged;
            out.after = out.before;
        } else {
            const Column& released = release.column(*place);
            fill_after(
                out, *attribute, released, count_codes(released, kept.released), bins, problem.k);
        }
        add_suppressed(out.before, kept.suppressed);
        add_suppressed(out.after, kept.suppressed);
    };
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers) {
        add(attribute.column, &attribute);
    }
    for (const std::size_t column : problem.sensitive) {
        add(column, nullptr);
    }
    return all;
}

}  // namespace kanon
