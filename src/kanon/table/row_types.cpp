// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/row_types.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/table/row_groups.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
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

    RowTypes run() {
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
    RowTypes types_;
};

/// Histograms from a count for every pair of type and value; for small numbers of both.
Histograms dense_histograms(const RowTypes& types, const Column& column, unsigned threads) {
    const std::size_t domain = column.dictionary->size();
    std::vector<std::vector<std::uint32_t>> dense(
        threads, std::vector<std::uint32_t>(types.size() * domain));
    column.codes.visit([&](const auto codes) {
        parallel_parts(codes.size(),
                       threads,
                       threads,
                       [&](std::size_t part, std::size_t begin, std::size_t end) {
                           for (std::size_t row = begin; row < end; ++row) {
                               ++dense[part][types.type_of_row[row] * domain + codes[row]];
                           }
                       });
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

/// The values of each type's rows side by side: type g has starts[g] .. starts[g + 1], unordered.
std::vector<Code> gather_values(const RowTypes& types,
                                const Column& column,
                                const std::vector<std::uint32_t>& starts,
                                unsigned threads) {
    std::vector<Code> values(types.row_count());
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    column.codes.visit([&](const auto codes) {
        parallel_for(codes.size(), kParallelRows, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                // Threads may interleave here; each type's values are sorted afterwards.
                const std::atomic_ref<std::uint32_t> place(next[types.type_of_row[row]]);
                values[place.fetch_add(1, std::memory_order_relaxed)] = codes[row];
            }
        });
    });
    return values;
}

/// Histograms by sorting the values of each type.
Histograms sorted_histograms(const RowTypes& types, const Column& column, unsigned threads) {
    Histograms out;
    out.domain_size = column.dictionary->size();
    std::vector<std::uint32_t> starts(types.size() + 1, 0);
    std::partial_sum(types.counts.begin(), types.counts.end(), starts.begin() + 1);
    std::vector<Code> values = gather_values(types, column, starts, threads);
    out.offsets.assign(types.size() + 1, 0);
    const auto at = [&values](std::size_t place) {
        return values.begin() + static_cast<std::ptrdiff_t>(place);
    };
    parallel_for(types.size(), kTypesAtATime, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t type = begin; type < end; ++type) {
            std::sort(at(starts[type]), at(starts[type + 1]));
            for (std::size_t i = starts[type]; i < starts[type + 1]; ++i) {
                out.offsets[type + 1] += i == starts[type] || values[i] != values[i - 1] ? 1U : 0U;
            }
        }
    });
    std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
    out.values.resize(out.offsets.back());
    out.counts.resize(out.offsets.back());
    parallel_for(types.size(), kTypesAtATime, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t type = begin; type < end; ++type) {
            std::size_t entry = out.offsets[type];
            for (std::size_t i = starts[type]; i < starts[type + 1]; ++i) {
                if (i == starts[type] || values[i] != values[i - 1]) {
                    out.values[entry++] = values[i];
                }
                ++out.counts[entry - 1];
            }
        }
    });
    return out;
}

Histograms make_histograms(const RowTypes& types, const Column& column, unsigned threads) {
    const std::size_t rows = types.row_count();
    const std::size_t limit = std::max<std::size_t>(rows / 4, 4096);
    if (types.size() <= limit / std::max<std::size_t>(1, column.dictionary->size())) {
        return dense_histograms(types, column, threads);
    }
    return sorted_histograms(types, column, threads);
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

std::vector<std::uint64_t> first_rows(const RowTypes& types,
                                      std::span<const std::uint32_t> wanted,
                                      std::size_t most) {
    std::vector<std::uint64_t> out;
    for (std::size_t row = 0; row < types.row_count() && out.size() < most; ++row) {
        if (std::binary_search(wanted.begin(), wanted.end(), types.type_of_row[row])) {
            out.push_back(row + 1);
        }
    }
    return out;
}

RowTypes make_row_types(const Table& table,
                        std::span<const std::size_t> quasi_identifiers,
                        std::span<const std::size_t> tracked,
                        unsigned threads) {
    const unsigned workers = table.row_count() < kParallelRows ? 1 : std::max(1U, threads);
    RowTypes types = Grouping(table, quasi_identifiers, workers).run();
    for (const std::size_t column : tracked) {
        types.histograms.push_back(make_histograms(types, table.column(column), workers));
    }
    return types;
}

}  // namespace kanon
