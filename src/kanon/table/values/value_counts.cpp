// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/parallel.hpp"
#include "kanon/table/row_types.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

namespace kanon {
namespace {

constexpr std::size_t kTypesAtATime = 8192;  ///< histograms of these are made by one thread

/// The cells of a column that stand beside grouped rows.
struct CellsOfRows {
    const Column& column;
    std::span<const std::uint32_t> rows;  ///< per grouped row its row of the column; empty: i of i
    std::span<const std::uint64_t> weights;  ///< per grouped row; empty: 1 each

    /// Call use(code_of), where code_of(row) is the code beside a grouped row, or kNoRow.
    template <class Use>
    void visit(const Use& use) const {
        column.codes.visit([&](const auto codes) {
            if (rows.empty()) {
                use([codes](std::size_t row) { return static_cast<Code>(codes[row]); });
            } else {
                use([codes, of = rows](std::size_t row) {
                    return of[row] == kNoRow ? kNoRow : static_cast<Code>(codes[of[row]]);
                });
            }
        });
    }

    [[nodiscard]] std::size_t domain_size() const { return column.dictionary->size(); }
};

/// Histograms from a count for every pair of type and value; for small numbers of both.
Histograms dense_histograms(const TypedRows& types, const CellsOfRows& cells, unsigned threads) {
    const std::size_t domain = cells.domain_size();
    std::vector<std::vector<std::uint32_t>> dense(
        threads, std::vector<std::uint32_t>(types.size() * domain));
    const auto count_part = [&](const auto& code_of, const auto& weight_of) {
        parallel_parts(types.type_of_row.size(),
                       threads,
                       threads,
                       [&](std::size_t part, std::size_t begin, std::size_t end) {
                           for (std::size_t row = begin; row < end; ++row) {
                               if (const Code code = code_of(row); code != kNoRow) {
                                   dense[part][types.type_of_row[row] * domain + code] +=
                                       weight_of(row);
                               }
                           }
                       });
    };
    cells.visit([&](const auto& code_of) {
        if (cells.weights.empty()) {
            count_part(code_of, [](std::size_t) { return 1U; });
        } else {
            count_part(code_of, [&cells](std::size_t row) {
                return static_cast<std::uint32_t>(cells.weights[row]);
            });
        }
    });
    Histograms out;
    out.domain_size = domain;
    out.offsets.push_back(0);
    for (std::size_t type = 0; type < types.size(); ++type) {
        for (std::size_t value = 0; value < domain; ++value) {
            std::uint32_t count = 0;
            for (const auto& part : dense) {
                count += part[type * domain + value];
            }
            if (count > 0) {
                out.values.push_back(static_cast<Code>(value));
                out.counts.push_back(count);
            }
        }
        out.offsets.push_back(static_cast<std::uint32_t>(out.values.size()));
    }
    return out;
}

/// Bare values, or values with the weight of their row below them: sorted alike.
std::uint64_t weighted(Code value, std::uint64_t weight) {
    return (std::uint64_t{value} << 32U) | weight;
}

Code value_of(Code value) {
    return value;
}

Code value_of(std::uint64_t entry) {
    return static_cast<Code>(entry >> 32U);
}

std::uint32_t weight_of(Code /*value*/) {
    return 1;
}

std::uint32_t weight_of(std::uint64_t entry) {
    return static_cast<std::uint32_t>(entry);
}

/// The values of each type's rows side by side: type g has starts[g] .. ends[g], sorted.
template <class Entry>
struct SortedValues {
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> ends;
    std::vector<Entry> values;

    [[nodiscard]] std::span<const Entry> of(std::size_t type) const {
        return std::span(values).subspan(starts[type], ends[type] - starts[type]);
    }
};

/// Where the values of each type begin, with room for one per row of the table.
std::vector<std::uint32_t> starts_of(const TypedRows& types, bool weighted) {
    std::vector<std::uint32_t> starts(types.size());
    if (weighted) {
        for (const std::uint32_t type : types.type_of_row) {
            ++starts[type];
        }
        std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), 0U);
    } else {
        std::exclusive_scan(types.counts.begin(), types.counts.end(), starts.begin(), 0U);
    }
    return starts;
}

template <class Entry, class EntryOf>
SortedValues<Entry> sort_values(const TypedRows& types,
                                const CellsOfRows& cells,
                                unsigned threads,
                                const EntryOf& entry_of) {
    SortedValues<Entry> out;
    out.starts = starts_of(types, !cells.weights.empty());
    out.ends = out.starts;
    out.values.resize(types.type_of_row.size());
    cells.visit([&](const auto& code_of) {
        parallel_for(types.type_of_row.size(),
                     kParallelRows,
                     threads,
                     [&](std::size_t begin, std::size_t end) {
                         for (std::size_t row = begin; row < end; ++row) {
                             if (const Code code = code_of(row); code != kNoRow) {
                                 // Threads may interleave here; each type's values are sorted
                                 // afterwards.
                                 const std::atomic_ref<std::uint32_t> place(
                                     out.ends[types.type_of_row[row]]);
                                 out.values[place.fetch_add(1, std::memory_order_relaxed)] =
                                     entry_of(row, code);
                             }
                         }
                     });
    });
    parallel_for(types.size(), kTypesAtATime, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t type = begin; type < end; ++type) {
            std::sort(out.values.begin() + out.starts[type], out.values.begin() + out.ends[type]);
        }
    });
    return out;
}

/// Histograms from the sorted values of each type.
template <class Entry>
Histograms sorted_histograms(const SortedValues<Entry>& sorted,
                             std::size_t domain_size,
                             unsigned threads) {
    const std::size_t types = sorted.starts.size();
    Histograms out;
    out.domain_size = domain_size;
    out.offsets.assign(types + 1, 0);
    const auto is_new = [](std::span<const Entry> values, std::size_t i) {
        return i == 0 || value_of(values[i]) != value_of(values[i - 1]);
    };
    parallel_for(types, kTypesAtATime, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t type = begin; type < end; ++type) {
            const std::span<const Entry> values = sorted.of(type);
            for (std::size_t i = 0; i < values.size(); ++i) {
                out.offsets[type + 1] += is_new(values, i) ? 1U : 0U;
            }
        }
    });
    std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
    out.values.resize(out.offsets.back());
    out.counts.resize(out.offsets.back());
    parallel_for(types, kTypesAtATime, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t type = begin; type < end; ++type) {
            std::size_t entry = out.offsets[type];
            const std::span<const Entry> values = sorted.of(type);
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (is_new(values, i)) {
                    out.values[entry++] = value_of(values[i]);
                }
                out.counts[entry - 1] += weight_of(values[i]);
            }
        }
    });
    return out;
}

Histograms histograms_by_sorting(const TypedRows& types,
                                 const CellsOfRows& cells,
                                 unsigned threads) {
    if (cells.weights.empty()) {
        const auto bare = [](std::size_t, Code code) { return code; };
        return sorted_histograms(
            sort_values<Code>(types, cells, threads, bare), cells.domain_size(), threads);
    }
    const auto with_weight = [&cells](std::size_t row, Code code) {
        return weighted(code, cells.weights[row]);
    };
    return sorted_histograms(sort_values<std::uint64_t>(types, cells, threads, with_weight),
                             cells.domain_size(),
                             threads);
}
}  // namespace

std::uint64_t minority_rows(const Histograms& histograms, std::size_t group) {
    std::uint64_t rows = 0;
    std::uint64_t most = 0;
    for (std::uint32_t at = histograms.offsets[group]; at < histograms.offsets[group + 1]; ++at) {
        rows += histograms.counts[at];
        most = std::max<std::uint64_t>(most, histograms.counts[at]);
    }
    return rows - most;
}

Histograms count_values(const TypedRows& types,
                        const Column& column,
                        std::span<const std::uint32_t> rows,
                        unsigned threads,
                        std::span<const std::uint64_t> weights) {
    const CellsOfRows cells{.column = column, .rows = rows, .weights = weights};
    const unsigned workers = types.type_of_row.size() < kParallelRows ? 1 : std::max(1U, threads);
    const std::size_t limit = std::max<std::size_t>(types.type_of_row.size() / 4, 4096);
    if (types.size() <= limit / std::max<std::size_t>(1, cells.domain_size())) {
        return dense_histograms(types, cells, workers);
    }
    return histograms_by_sorting(types, cells, workers);
}
}  // namespace kanon
