// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/sets/dependence.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/profile/sets/combination_counts.hpp"
#include "kanon/profile/sets/distinctness.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace kanon::profile {
namespace {

constexpr std::size_t kSampledRows = std::size_t{1} << 17U;
/// A share of the sample that rules a pair out, of the share that is asked for: chance would have
/// to move a tenth of it, which is ten and more times what it moves.
constexpr double kFarFewer = 0.9;

/// Codes of some rows, in one order for all columns.
using Codes = std::vector<Code>;

/// Rows of the table, one drawn from each of as many equal stretches of those that it stands for:
/// so they are spread evenly, and no order of the rows keeps in step with them.
std::vector<std::size_t> sampled_rows(const Table& table, std::span<const std::uint64_t> counts) {
    const std::size_t n = counts.empty()
                              ? table.row_count()
                              : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    const std::size_t size = std::min(n, kSampledRows);
    std::vector<std::size_t> out(size);
    std::size_t row = 0;
    std::uint64_t end = counts.empty() ? 0 : counts.front();
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t begin = n / size * i + n % size * i / size;
        const std::size_t stretch = n / size * (i + 1) + n % size * (i + 1) / size - begin;
        const std::size_t place = begin + mixed(i) % stretch;
        while (!counts.empty() && place >= end) {
            end += counts[++row];
        }
        out[i] = counts.empty() ? place : row;
    }
    return out;
}

Codes sampled(const Column& column, const std::vector<std::size_t>& rows) {
    Codes out;
    out.reserve(rows.size());
    column.codes.visit([&](const auto codes) {
        for (const std::size_t row : rows) {
            out.push_back(codes[row]);
        }
    });
    return out;
}

/// `counts`: see DependenceSearch.
template <class Known, class Shown>
DeterminedValues told_by(const Known& known,
                         std::size_t values,
                         const Shown& shown,
                         std::span<const std::uint64_t> counts) {
    DeterminedValues out{.rows = std::vector<std::uint64_t>(values),
                         .value = Codes(values, DeterminedValues::kUnseen)};
    for (std::size_t row = 0; row < known.size(); ++row) {
        const Code code = known[row];
        out.rows[code] += counts.empty() ? 1 : counts[row];
        Code& value = out.value[code];
        value = value == DeterminedValues::kUnseen || value == shown[row]
                    ? static_cast<Code>(shown[row])
                    : DeterminedValues::kSeveral;
    }
    return out;
}

std::uint64_t disclosed_rows(const DeterminedValues& determined, std::uint64_t least_group) {
    std::uint64_t rows = 0;
    for (std::size_t code = 0; code < determined.rows.size(); ++code) {
        const bool tells = determined.value[code] != DeterminedValues::kSeveral &&
                           determined.rows[code] >= least_group;
        rows += tells ? determined.rows[code] : 0;
    }
    return rows;
}

/// Rows that chance would tell, by the most frequent of the shown values: others it tells hardly.
double determined_by_chance(const DeterminedValues& determined,
                            std::uint64_t least_group,
                            std::vector<std::uint64_t> shown_rows,
                            double n) {
    constexpr std::size_t kFrequent = 64;
    const std::size_t frequent = std::min(kFrequent, shown_rows.size());
    const auto end = shown_rows.begin() + static_cast<std::ptrdiff_t>(frequent);
    std::partial_sort(shown_rows.begin(), end, shown_rows.end(), std::greater<>());
    std::map<std::uint64_t, double> rows_of_size;
    for (const std::uint64_t group : determined.rows) {
        rows_of_size[group] += group < least_group ? 0 : static_cast<double>(group);
    }
    double rows = 0;
    for (const auto& [group, all] : rows_of_size) {
        for (auto count = shown_rows.begin(); all > 0 && count != end; ++count) {
            rows += all * std::pow(static_cast<double>(*count) / n, static_cast<double>(group));
        }
    }
    return rows;
}

/// Rows that are determined, if they are far more than chance tells; else 0. `shown_rows`: per
/// value of the shown column.
std::uint64_t determined_rows(const DeterminedValues& determined,
                              std::vector<std::uint64_t> shown_rows,
                              const DependenceSearch& search) {
    const std::uint64_t rows = disclosed_rows(determined, search.least_group);
    const auto n = static_cast<double>(
        std::accumulate(determined.rows.begin(), determined.rows.end(), std::uint64_t{0}));
    const double least = search.least_share * n;
    if (static_cast<double>(rows) < least) {
        return 0;
    }
    const double chance =
        determined_by_chance(determined, search.least_group, std::move(shown_rows), n);
    return static_cast<double>(rows) - chance < least ? 0 : rows;
}

/// Dependences of one shown column.
class DependenceFinder {
public:
    /// `sample`: codes of the shown column, as those of the known ones will be.
    DependenceFinder(const Table& table,
                     const DependenceSearch& search,
                     std::size_t shown,
                     Codes sample)
        : table_(table), search_(search), shown_(shown), sample_(std::move(sample)) {}

    [[nodiscard]] std::optional<Dependence> best(const std::vector<Codes>& known) const {
        std::optional<Dependence> out;
        for (std::size_t i = 0; i < known.size(); ++i) {
            const std::uint64_t rows =
                is_possible(i, known[i]) ? determined_rows(search_.known[i]) : 0;
            if (rows > (out ? out->disclosed_rows : 0)) {
                out =
                    Dependence{.column = shown_, .from = search_.known[i], .disclosed_rows = rows};
            }
        }
        return out;
    }

private:
    /// False if even the sample, in which every value tells at least as much, tells far too little.
    [[nodiscard]] bool is_possible(std::size_t i, const Codes& known) const {
        const std::size_t values = table_.column(search_.known[i]).dictionary->size();
        const auto determined =
            static_cast<double>(disclosed_rows(told_by(known, values, sample_, {}), 1));
        return determined >= kFarFewer * search_.least_share * static_cast<double>(sample_.size());
    }

    /// Rows that a known column tells; 0 if they are not far more than chance tells.
    [[nodiscard]] std::uint64_t determined_rows(std::size_t known) const {
        const Column& from = table_.column(known);
        const Column& shown = table_.column(shown_);
        const DeterminedValues determined = from.codes.visit([&](const auto codes) {
            return shown.codes.visit([&](const auto values) {
                return told_by(codes, from.dictionary->size(), values, search_.counts);
            });
        });
        return kanon::profile::determined_rows(
            determined, rows_of_codes(shown, search_.counts), search_);
    }

    const Table& table_;
    const DependenceSearch& search_;
    std::size_t shown_;
    Codes sample_;
};

/// Those that there are.
std::vector<Dependence> present(const std::vector<std::optional<Dependence>>& found) {
    std::vector<Dependence> out;
    for (const std::optional<Dependence>& one : found) {
        if (one) {
            out.push_back(*one);
        }
    }
    return out;
}

}  // namespace

std::vector<Dependence> find_dependences(const Table& table, const DependenceSearch& search) {
    if (table.row_count() == 0) {
        return {};
    }
    const std::vector<std::size_t> sample = sampled_rows(table, search.counts);
    std::vector<Codes> known(search.known.size());
    parallel_for(known.size(), 1, search.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            known[i] = sampled(table.column(search.known[i]), sample);
        }
    });
    std::vector<std::optional<Dependence>> found(search.shown.size());
    parallel_for(found.size(), 1, search.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Column& column = table.column(search.shown[i]);
            if (column.dictionary->size() > 1) {
                Codes codes = sampled(column, sample);
                found[i] =
                    DependenceFinder(table, search, search.shown[i], std::move(codes)).best(known);
            }
        }
    });
    return present(found);
}

std::vector<Dependence> find_dependences_among(
    const Table& table,
    const DependenceSearch& search,
    const std::function<std::vector<DeterminedValues>(std::size_t known)>& determined) {
    std::vector<std::vector<std::uint64_t>> shown_rows;
    for (const std::size_t column : search.shown) {
        shown_rows.push_back(rows_of_codes(table.column(column), search.counts));
    }
    std::vector<std::optional<Dependence>> found(search.shown.size());
    for (const std::size_t known : search.known) {
        const std::vector<DeterminedValues> by_known = determined(known);
        for (std::size_t i = 0; i < found.size(); ++i) {
            const std::size_t column = search.shown[i];
            const std::uint64_t rows = table.column(column).dictionary->size() > 1
                                           ? determined_rows(by_known[i], shown_rows[i], search)
                                           : 0;
            if (rows > (found[i] ? found[i]->disclosed_rows : 0)) {
                found[i] = Dependence{.column = column, .from = known, .disclosed_rows = rows};
            }
        }
    }
    return present(found);
}

}  // namespace kanon::profile
