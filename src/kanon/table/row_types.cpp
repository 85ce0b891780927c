// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/row_types.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/grouped.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/table/row_groups.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace kanon {
namespace {

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
    std::vector<std::uint32_t> type_of_entry(within.size());
    for (std::size_t row = 0; row < within.type_of_row.size(); ++row) {
        type_of_entry[within.type_of_row[row]] = types.type_of_row[row];
    }
    out.offsets = group_starts<std::uint32_t>(
        within.size(), types.size(), [&](std::size_t entry) { return type_of_entry[entry]; });
    out.values = std::move(within.columns);
    out.counts = std::move(within.counts);
    return out;
}

}  // namespace

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

Code RowTypes::tuple_value(std::size_t type, std::size_t tuple, std::size_t column) const {
    return histograms.size() == 1 ? histograms[0].values[histograms[0].offsets[type] + tuple]
                                  : joint.values[column][joint.offsets[type] + tuple];
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
