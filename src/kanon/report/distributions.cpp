// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/distributions.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/release/spelling/spelling.hpp"
#include "kanon/report/html/bins.hpp"
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

/// Which original rows count, and as how many: those that a row of the release which is not
/// suppressed comes from.
struct KeptRows {
    std::vector<std::uint32_t> original;
    /// The first kept one of each person, where the policy names persons; else as `original`.
    /// Counting these, no value has more holders than there are persons who hold it.
    std::vector<std::uint32_t> holder;
    std::uint64_t suppressed = 0;
};

/// How often each code of a column stands in kept rows.
struct Tally {
    Counts rows;
    Counts holders;  ///< <= rows; what counts against k
};

/// The first kept row of each person.
std::vector<std::uint32_t> first_rows(const Column& persons,
                                      const std::vector<std::uint32_t>& kept) {
    std::vector<std::uint32_t> first(kept.size());
    std::vector<bool> seen(persons.dictionary->size(), false);
    persons.codes.visit([&](const auto codes) {
        for (std::size_t row = 0; row < kept.size(); ++row) {
            if (kept[row] > 0 && !seen[codes[row]]) {
                first[row] = 1;
                seen[codes[row]] = true;
            }
        }
    });
    return first;
}

KeptRows kept_rows(const Problem& problem, const Release& release, const ReleasedClasses& classes) {
    const std::size_t rows = problem.table.row_count();
    KeptRows kept{.original = std::vector<std::uint32_t>(rows), .holder = {}};
    const bool in_place = release.original_row.empty();
    for (std::size_t row = 0; row < release.table.row_count(); ++row) {
        const std::size_t from = in_place ? row : release.original_row[row];
        if (!classes.is_suppressed_row(row) && from < rows) {
            kept.original[from] += static_cast<std::uint32_t>(classes.rows_of(row));
        }
    }
    const std::optional<std::size_t> persons = problem.table.find(problem.policy.person);
    kept.holder =
        persons ? first_rows(problem.table.column(*persons), kept.original) : kept.original;
    kept.suppressed = classes.original_rows() -
                      std::accumulate(kept.original.begin(), kept.original.end(), std::uint64_t{0});
    return kept;
}

/// Kept rows per code.
Counts count_codes(const Column& column, const std::vector<std::uint32_t>& kept) {
    Counts counts(column.dictionary->size());
    column.codes.visit([&](const auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) {
            counts[codes[row]] += kept[row];
        }
    });
    return counts;
}

/// Released rows that are not suppressed, per code of an attribute.
Counts count_codes(const ReleasedClasses& classes, std::size_t attribute) {
    Counts counts(classes.attributes()[attribute].released->dictionary->size());
    classes.codes(attribute).visit([&](const auto codes) {
        for (std::size_t index = 0; index < codes.size(); ++index) {
            counts[codes[index]] += classes.is_suppressed(index) ? 0U : classes.rows()[index];
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

/// Bars of single codes: the most frequent ones that k hold, ordered by `rank` where there is one,
/// else by frequency; the others are pooled.
std::vector<Bar> code_bars(const Dictionary& dictionary,
                           const Tally& tally,
                           std::uint64_t k,
                           const std::vector<double>& rank) {
    std::vector<Code> order(tally.rows.size());
    std::iota(order.begin(), order.end(), Code{0});
    std::stable_sort(
        order.begin(), order.end(), [&](Code a, Code b) { return tally.rows[a] > tally.rows[b]; });
    const auto held = std::stable_partition(
        order.begin(), order.end(), [&](Code code) { return tally.holders[code] >= k; });
    const auto fit =
        order.begin() +
        std::min<std::ptrdiff_t>(held - order.begin(), static_cast<std::ptrdiff_t>(kMostBars));
    if (!rank.empty()) {
        std::stable_sort(order.begin(), fit, [&](Code a, Code b) { return rank[a] < rank[b]; });
    }
    std::vector<Bar> bars;
    for (auto place = order.begin(); place != fit; ++place) {
        bars.push_back(rows_bar(shown(dictionary, *place), tally.rows[*place]));
    }
    std::uint64_t values = 0;
    std::uint64_t rows = 0;
    for (auto place = fit; place != order.end(); ++place) {
        values += tally.rows[*place] > 0 ? 1U : 0U;
        rows += tally.rows[*place];
    }
    if (values > 0) {
        bars.push_back(pooled_bar(
            fmt::format("other ({} value{})", count_text(values), values == 1 ? "" : "s"), rows));
    }
    return bars;
}

/// Numbers with at least k holders, and one in 200 of all, at or beyond them on their side: where
/// the bins begin and end. None if the two meet.
std::optional<NumericRange> middle(const Dictionary& dictionary,
                                   const Counts& counts,
                                   std::uint64_t k) {
    const std::size_t values = dictionary.value_count();
    const auto end = counts.begin() + static_cast<std::ptrdiff_t>(values);
    const std::uint64_t holders = std::accumulate(counts.begin(), end, std::uint64_t{0});
    const std::uint64_t beyond = std::max(k, holders / 200);
    if (holders < 2 * beyond) {
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
Bins bins_of(const Dictionary& dictionary, const Tally& tally, std::uint64_t k) {
    if (!dictionary.is_numeric() || occurring(tally.rows) <= kMostBars) {
        return {};
    }
    const std::optional<NumericRange> range = middle(dictionary, tally.holders, k);
    return range ? round_bins(range->low, range->high, dictionary.type(), kMostBars - 2) : Bins{};
}

/// What is counted in each bin, and beside them.
struct Filling {
    std::vector<double> rows;
    std::vector<double> holders;
    double missing_rows = 0;
    double missing_holders = 0;
};

/// One bar per bin and one for the missing value; how many rows there are is told from k holders
/// on.
std::vector<Bar> bin_bars(const Bins& bins, const Filling& filling, std::uint64_t k) {
    std::vector<Bar> bars;
    const auto add = [&](const std::string& label, double rows, double holders) {
        bars.push_back(std::round(holders) >= static_cast<double>(k)
                           ? rows_bar(label, static_cast<std::uint64_t>(std::llround(rows)))
                           : Bar{.label = label,
                                 .size = 0,
                                 .figure = fmt::format("fewer than {}", count_text(k))});
    };
    for (std::size_t bin = 0; bin < bins.labels.size(); ++bin) {
        const bool beyond = bin == 0 || bin + 1 == bins.labels.size();
        if (!beyond || filling.rows[bin] > 0) {
            add(bins.labels[bin], filling.rows[bin], filling.holders[bin]);
        }
    }
    if (filling.missing_rows > 0) {
        add("(missing)", filling.missing_rows, filling.missing_holders);
    }
    return bars;
}

std::vector<Bar> before_bars(const Dictionary& dictionary,
                             const Tally& tally,
                             const Bins& bins,
                             std::uint64_t k) {
    if (bins.empty()) {
        std::vector<double> rank(dictionary.is_numeric() ? dictionary.size() : 0);
        std::iota(rank.begin(), rank.end(), 0);
        return code_bars(dictionary, tally, k, rank);
    }
    Filling filling{.rows = std::vector<double>(bins.labels.size()),
                    .holders = std::vector<double>(bins.labels.size())};
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        const std::size_t bin = bins.bin_of(dictionary.number(code));
        filling.rows[bin] += static_cast<double>(tally.rows[code]);
        filling.holders[bin] += static_cast<double>(tally.holders[code]);
    }
    if (const auto missing = dictionary.missing()) {
        filling.missing_rows = static_cast<double>(tally.rows[*missing]);
        filling.missing_holders = static_cast<double>(tally.holders[*missing]);
    }
    return bin_bars(bins, filling, k);
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
    Filling filling{.rows = std::vector<double>(bins.labels.size()), .holders = {}};
    std::uint64_t stars = 0;
    std::uint64_t others = 0;
    for (Code code = 0; code < released.size(); ++code) {
        if (ranges[code]) {
            spread(bins, *ranges[code], static_cast<double>(counts[code]), filling.rows);
        } else if (released.is_missing(code)) {
            filling.missing_rows = static_cast<double>(counts[code]);
        } else {
            (released.text(code) == kStar ? stars : others) += counts[code];
        }
    }
    filling.holders = filling.rows;
    filling.missing_holders = filling.missing_rows;
    std::vector<Bar> bars = bin_bars(bins, filling, k);
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
                const ReleasedAttribute& attribute,
                const Counts& counts,
                const Bins& bins,
                std::uint64_t k) {
    const Dictionary& dictionary = *attribute.released->dictionary;
    Ranges ranges;
    if (attribute.original->dictionary->is_numeric()) {
        ranges = released_numbers(attribute.reading, *attribute.hierarchy);
    }
    if (!bins.empty() && occurring(counts) > kMostBars) {
        out.kind = Distribution::After::spread;
        out.after = spread_bars(dictionary, counts, ranges, bins, k);
    } else {
        out.after = code_bars(dictionary, {counts, counts}, k, ranks_of(ranges));
    }
}

}  // namespace

std::vector<Distribution> distributions(const RunRecord& record) {
    const Problem& problem = *record.problem;
    std::optional<ReleasedClasses> made;
    if (record.classes == nullptr) {
        made = classes_of(problem, *record.release, record.threads);
    }
    const ReleasedClasses& classes = made ? *made : *record.classes;
    const KeptRows kept = kept_rows(problem, *record.release, classes);
    std::vector<Distribution> all;
    const auto add = [&](const Column& column, std::optional<std::size_t> attribute) {
        const Tally tally{.rows = count_codes(column, kept.original),
                          .holders = count_codes(column, kept.holder)};
        const Bins bins = bins_of(*column.dictionary, tally, problem.k);
        Distribution& out = all.emplace_back();
        out.attribute = column.name;
        out.before = before_bars(*column.dictionary, tally, bins, problem.k);
        if (attribute) {
            fill_after(out,
                       classes.attributes()[*attribute],
                       count_codes(classes, *attribute),
                       bins,
                       problem.k);
        } else {
            out.kind = Distribution::After::unchanged;
            out.after = out.before;
        }
        add_suppressed(out.before, kept.suppressed);
        add_suppressed(out.after, kept.suppressed);
    };
    for (std::size_t j = 0; j < classes.attributes().size(); ++j) {
        add(*classes.attributes()[j].original, j);
    }
    for (const std::size_t column : problem.sensitive) {
        if (record.release->table.find(problem.table.column(column).name)) {
            add(problem.table.column(column), std::nullopt);
        }
    }
    return all;
}

}  // namespace kanon
