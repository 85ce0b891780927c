// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/row_types.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/table/row_groups.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace kanon {
namespace {

constexpr std::size_t kTypesAtATime = 8192;   ///< histograms of these are made by one thread
constexpr std::size_t kParallelRows = 65536;  ///< below it one thread is faster

/// A column of `size` codes: code_of(i) for each i.
template <class CodeOf>
CodeVector column_of(std::size_t size, std::size_t domain_size, unsigned threads, CodeOf code_of) {
    CodeVector column(size, domain_size);
    column.visit_mutable([&](const auto codes) {
        using Narrow = std::remove_cvref_t<decltype(codes[0])>;
        parallel_for(size, kParallelRows, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                codes[i] = static_cast<Narrow>(code_of(i));
            }
        });
    });
    return column;
}

/// Take the row types one step further: group by the types so far and the next attributes whose
/// codes fit into a key beside them.
class Grouping {
public:
    Grouping(const Table& table, std::span<const std::size_t> attributes, unsigned threads)
        : table_(table), attributes_(attributes), threads_(threads) {}

    /// Take groups that there are for the first attribute.
    TypedRows refine(const TypedRows& groups) {
        types_.counts = groups.counts;
        types_.type_of_row = groups.type_of_row;
        return run();
    }

    TypedRows run() {
        do {
            step();
        } while (types_.columns.size() < attributes_.size());
        return std::move(types_);
    }

private:
    std::size_t domain_size(std::size_t place) const {
        return table_.column(attributes_[place]).dictionary->size();
    }

    /// The attributes of this step as digits, after the types so far (0 bits before the first).
    KeyMaker next_maker() const {
        KeyMaker maker{{nullptr, &types_.type_of_row, bits_for(types_.counts.size())}};
        unsigned bits = maker[0].bits;
        for (std::size_t place = types_.columns.size(); place < attributes_.size(); ++place) {
            const unsigned more = bits_for(domain_size(place));
            if (bits + more > kKeyBits) {
                break;
            }
            maker.push_back({&table_.column(attributes_[place]).codes, nullptr, more});
            bits += more;
        }
        return maker;
    }

    void step() {
        const KeyMaker maker = next_maker();
        Groups groups = group_rows(maker, table_.row_count(), threads_);
        const std::size_t known = types_.columns.size();
        unsigned shift = 0;
        for (std::size_t digit = 1; digit < maker.size(); ++digit) {
            shift += maker[digit].bits;
        }
        if (known > 0) {
            carry_over(groups.keys, shift);
        }
        for (std::size_t digit = 1; digit < maker.size(); ++digit) {
            const unsigned bits = maker[digit].bits;
            shift -= bits;
            const Key mask = (Key{1} << bits) - 1;
            types_.columns.push_back(column_of(groups.keys.size(),
                                               domain_size(known + digit - 1),
                                               threads_,
                                               [&groups, shift, mask](std::size_t type) {
                                                   return (groups.keys[type] >> shift) & mask;
                                               }));
        }
        types_.counts = std::move(groups.counts);
        types_.type_of_row = std::move(groups.group_of_row);
    }

    /// Bring the codes known so far from the old types to the new ones.
    void carry_over(const std::vector<Key>& keys, unsigned shift) {
        for (std::size_t place = 0; place < types_.columns.size(); ++place) {
            const CodeVector& old = types_.columns[place];
            types_.columns[place] = old.visit([&](const auto codes) {
                return column_of(keys.size(),
                                 domain_size(place),
                                 threads_,
                                 [&keys, codes, shift](std::size_t type) {
                                     return codes[shift < kKeyBits ? keys[type] >> shift : 0];
                                 });
            });
        }
    }

    const Table& table_;
    std::span<const std::size_t> attributes_;
    unsigned threads_;
    TypedRows types_;
};

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

/// Count the rows of each type anew, each with its weight.
void weigh(TypedRows& types, std::span<const std::uint64_t> weights) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    KANON_CHECK(weights.size() == types.type_of_row.size());
    std::vector<std::uint64_t> counts(types.size());
    for (std::size_t row = 0; row < weights.size(); ++row) {
        std::uint64_t& count = counts[types.type_of_row[row]];
        if (weights[row] == 0 || weights[row] > kMost - count) {
            throw Error(ErrorCode::bad_input,
                        "a row is counted 0 times, or rows that are alike more than " +
                            std::to_string(kMost) + " times in all");
        }
        count += weights[row];
    }
    for (std::size_t type = 0; type < counts.size(); ++type) {
        types.counts[type] = static_cast<std::uint32_t>(counts[type]);
    }
}

unsigned workers_for(std::size_t rows, unsigned threads) {
    return rows < kParallelRows ? 1 : std::max(1U, threads);
}

/// The tuples of the tracked columns in each type: the rows are grouped once more, by type first.
JointTuples count_tuples(const TypedRows& types,
                         const Table& table,
                         std::span<const std::size_t> tracked,
                         unsigned threads,
                         std::span<const std::uint64_t> weights) {
    TypedRows within = Grouping(table, tracked, threads).refine(types);
    if (!weights.empty()) {
        weigh(within, weights);
    }
    JointTuples out;
    out.offsets.assign(types.size() + 1, 0);
    std::vector<std::uint32_t> type_of_entry(within.size());
    for (std::size_t row = 0; row < within.type_of_row.size(); ++row) {
        type_of_entry[within.type_of_row[row]] = types.type_of_row[row];
    }
    for (const std::uint32_t type : type_of_entry) {
        ++out.offsets[type + std::size_t{1}];
    }
    std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
    out.values = std::move(within.columns);
    out.counts = std::move(within.counts);
    return out;
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

std::span<const std::uint32_t> RowTypes::tuple_counts(std::size_t type) const {
    const auto entries = [type](const auto& offsets, const std::vector<std::uint32_t>& of_entry) {
        return std::span(of_entry).subspan(offsets[type], offsets[type + 1] - offsets[type]);
    };
    if (histograms.empty()) {
        return std::span(counts).subspan(type, 1);
    }
    return histograms.size() == 1 ? entries(histograms[0].offsets, histograms[0].counts)
                                  : entries(joint.offsets, joint.counts);
}

std::size_t RowTypes::find_tuple(std::size_t type, std::span<const Code> codes) const {
    if (histograms.empty()) {
        return 0;
    }
    const bool one = histograms.size() == 1;
    const std::vector<std::uint32_t>& offsets = one ? histograms[0].offsets : joint.offsets;
    const auto is_below = [&](std::uint32_t entry) {
        for (std::size_t j = 0; j < codes.size(); ++j) {
            const Code code = one ? histograms[0].values[entry] : joint.values[j][entry];
            if (code != codes[j]) {
                return code < codes[j];
            }
        }
        return false;
    };
    std::uint32_t low = offsets[type];
    std::uint32_t high = offsets[type + 1];
    const std::uint32_t end = high;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (is_below(middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const auto matches = [&](std::uint32_t entry) {
        for (std::size_t j = 0; j < codes.size(); ++j) {
            if ((one ? histograms[0].values[entry] : joint.values[j][entry]) != codes[j]) {
                return false;
            }
        }
        return true;
    };
    return low < end && matches(low) ? low - offsets[type] : end - offsets[type];
}

Histograms count_values(const TypedRows& types,
                        const Column& column,
                        std::span<const std::uint32_t> rows,
                        unsigned threads,
                        std::span<const std::uint64_t> weights) {
    const CellsOfRows cells{.column = column, .rows = rows, .weights = weights};
    const unsigned workers = workers_for(types.type_of_row.size(), threads);
    const std::size_t limit = std::max<std::size_t>(types.type_of_row.size() / 4, 4096);
    if (types.size() <= limit / std::max<std::size_t>(1, cells.domain_size())) {
        return dense_histograms(types, cells, workers);
    }
    return histograms_by_sorting(types, cells, workers);
}

TypedRows make_row_types(const Table& table,
                         std::span<const std::size_t> quasi_identifiers,
                         std::span<const std::size_t> tracked,
                         unsigned threads,
                         std::span<const std::uint64_t> weights) {
    const unsigned workers = workers_for(table.row_count(), threads);
    TypedRows types = Grouping(table, quasi_identifiers, workers).run();
    if (!weights.empty()) {
        weigh(types, weights);
    }
    types.rows = std::reduce(types.counts.begin(), types.counts.end(), std::uint64_t{0});
    for (const std::size_t column : tracked) {
        types.histograms.push_back(count_values(types, table.column(column), {}, threads, weights));
    }
    if (tracked.size() > 1) {
        types.joint = count_tuples(types, table, tracked, workers, weights);
    }
    return types;
}

}  // namespace kanon
