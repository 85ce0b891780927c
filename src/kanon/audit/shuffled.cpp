// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/columns.hpp"
#include "kanon/audit/flow.hpp"
#include "kanon/audit/pairing.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/table/row_types.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace kanon::auditing {
namespace {

/// Work that the matching may take: cells compared, and edges between row types.
constexpr std::uint64_t kMaxComparisons = 400'000'000;
constexpr std::uint64_t kMaxEdges = 10'000'000;

/// Pairs of codes looked at to see whether a column's released values partition its domain.
constexpr std::size_t kMaxPairs = std::size_t{1} << 24U;

/// Released and original rows by type. Types have the key columns first, in released codes on both
/// sides: rows can only match if all of these are equal. The other columns are those whose
/// released values overlap, each in its own codes; there the originals must be covered.
struct Sides {
    std::vector<const RecodedColumn*> overlapping;
    std::size_t keys = 0;
    std::vector<std::uint32_t> released_rows;  ///< place -> row, suppressed ones left out
    std::vector<std::uint32_t> original_rows;  ///< place -> row, those without a key left out
    TypedRows released;
    TypedRows original;
};

std::vector<bool> used_codes(const Column& column, const std::vector<std::uint32_t>& rows) {
    std::vector<bool> used(column.dictionary->size());
    for (const std::uint32_t row : rows) {
        used[column.codes[row]] = true;
    }
    return used;
}

/// For each original code the one released code in use that covers it, or kNone; nothing at all
/// if two cover one, or if there are too many pairs to look at.
std::vector<Code> partition_of(const RecodedColumn& column, const std::vector<bool>& used) {
    const std::size_t originals = column.original().dictionary->size();
    if (originals * used.size() > kMaxPairs) {
        return {};
    }
    std::vector<Code> key(originals, kNone);
    for (Code released = 0; released < used.size(); ++released) {
        for (Code original = 0; used[released] && original < originals; ++original) {
            if (!column.covers(released, original)) {
                continue;
            }
            if (key[original] != kNone) {
                return {};
            }
            key[original] = released;
        }
    }
    return key;
}

/// The original cells of a key column in released codes; rows without one are dropped from `rows`.
struct KeyColumn {
    const Column* original = nullptr;
    const Column* released = nullptr;
    std::vector<Code> key_of_code;
};

std::shared_ptr<const Column> translated(const KeyColumn& key,
                                         std::string name,
                                         const std::vector<std::uint32_t>& rows) {
    auto out = std::make_shared<Column>();
    out->name = std::move(name);
    out->dictionary = key.released->dictionary;
    out->codes = CodeVector(rows.size(), out->dictionary->size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        out->codes.set(i, key.key_of_code[key.original->codes[rows[i]]]);
    }
    return out;
}

std::vector<std::uint32_t> rows_with_keys(const Evidence& evidence,
                                          const std::vector<KeyColumn>& keys) {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < evidence.original_rows(); ++row) {
        const bool has_all = std::all_of(keys.begin(), keys.end(), [&](const KeyColumn& key) {
            return key.key_of_code[key.original->codes[row]] != kNone;
        });
        if (has_all) {
            rows.push_back(row);
        }
    }
    return rows;
}

Sides make_sides(const Evidence& evidence) {
    Sides sides;
    for (std::uint32_t row = 0; row < evidence.released_rows(); ++row) {
        if (!evidence.is_suppressed(row)) {
            sides.released_rows.push_back(row);
        }
    }
    std::vector<KeyColumn> keys;
    for (const KeptColumn& column : evidence.kept) {
        keys.push_back({column.original, column.released, column.expected});
    }
    for (const RecodedColumn& column : evidence.recoded) {
        const std::vector<bool> used = used_codes(column.released(), sides.released_rows);
        std::vector<Code> partition = partition_of(column, used);
        if (partition.empty()) {
            sides.overlapping.push_back(&column);
        } else {
            keys.push_back({&column.original(), &column.released(), std::move(partition)});
        }
    }
    sides.original_rows = rows_with_keys(evidence, keys);
    sides.keys = keys.size();
    std::vector<std::shared_ptr<const Column>> released;
    std::vector<std::shared_ptr<const Column>> original;
    for (const KeyColumn& key : keys) {
        const std::string name = std::to_string(released.size());
        released.push_back(gather(*key.released, name, sides.released_rows));
        original.push_back(translated(key, name, sides.original_rows));
    }
    for (const RecodedColumn* column : sides.overlapping) {
        const std::string name = std::to_string(released.size());
        released.push_back(gather(column->released(), name, sides.released_rows));
        original.push_back(gather(column->original(), name, sides.original_rows));
    }
    const std::vector<std::size_t> all = places(0, released.size());
    sides.released = make_row_types(
        Table(std::move(released), sides.released_rows.size()), all, {}, evidence.threads);
    sides.original = make_row_types(
        Table(std::move(original), sides.original_rows.size()), all, {}, evidence.threads);
    return sides;
}

/// Compare the key columns of two row types: negative, 0 or positive.
int compare_keys(
    const Sides& sides, const RowTypes& left, std::size_t a, const RowTypes& right, std::size_t b) {
    for (std::size_t j = 0; j < sides.keys; ++j) {
        const Code x = left.columns[j][a];
        const Code y = right.columns[j][b];
        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return 0;
}

/// A run of types [begin, end) with equal keys on each side.
struct Block {
    std::size_t released_begin = 0;
    std::size_t released_end = 0;
    std::size_t original_begin = 0;
    std::size_t original_end = 0;
};

std::size_t end_of_run(const Sides& sides, const RowTypes& types, std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < types.size() && compare_keys(sides, types, begin, types, end) == 0) {
        ++end;
    }
    return end;
}

/// The blocks of all released types, by merging the two sorted sides.
std::vector<Block> make_blocks(const Sides& sides) {
    std::vector<Block> blocks;
    std::size_t original = 0;
    for (std::size_t begin = 0; begin < sides.released.size();) {
        const std::size_t end = end_of_run(sides, sides.released, begin);
        while (original < sides.original.size() &&
               compare_keys(sides, sides.original, original, sides.released, begin) < 0) {
            ++original;
        }
        const bool has_originals =
            original < sides.original.size() &&
            compare_keys(sides, sides.original, original, sides.released, begin) == 0;
        const std::size_t original_end =
            has_originals ? end_of_run(sides, sides.original, original) : original;
        blocks.push_back({begin, end, original, original_end});
        begin = end;
    }
    return blocks;
}

bool type_covers(const Sides& sides, std::size_t released, std::size_t original) {
    for (std::size_t j = 0; j < sides.overlapping.size(); ++j) {
        const std::size_t column = sides.keys + j;
        if (!sides.overlapping[j]->covers(sides.released.columns[column][released],
                                          sides.original.columns[column][original])) {
            return false;
        }
    }
    return true;
}

/// How many rows of each released type stand for rows of which original type.
struct Matching {
    std::vector<Shipment> shipments;     ///< released type, original type, rows
    std::vector<std::uint32_t> missing;  ///< per released type: rows without an original
    bool is_decided = true;
};

void match_block(const Sides& sides, const Block& block, std::uint64_t& edge_count, Matching& out) {
    std::vector<std::vector<std::uint32_t>> edges;
    std::vector<std::uint32_t> supply;
    for (std::size_t r = block.released_begin; r < block.released_end; ++r) {
        edges.emplace_back();
        for (std::size_t o = block.original_begin; o < block.original_end; ++o) {
            if (type_covers(sides, r, o)) {
                edges.back().push_back(static_cast<std::uint32_t>(o - block.original_begin));
            }
        }
        supply.push_back(sides.released.counts[r]);
        edge_count += edges.back().size();
        if (edge_count > kMaxEdges) {
            out.is_decided = false;
            return;
        }
    }
    const auto& counts = sides.original.counts;
    std::vector<std::uint32_t> demand(
        counts.begin() + static_cast<std::ptrdiff_t>(block.original_begin),
        counts.begin() + static_cast<std::ptrdiff_t>(block.original_end));
    for (Shipment shipment : ship(edges, supply, demand)) {
        shipment.source += static_cast<std::uint32_t>(block.released_begin);
        shipment.sink += static_cast<std::uint32_t>(block.original_begin);
        out.shipments.push_back(shipment);
    }
    std::copy(supply.begin(),
              supply.end(),
              out.missing.begin() + static_cast<std::ptrdiff_t>(block.released_begin));
}

Matching match(const Sides& sides) {
    Matching out;
    out.missing.resize(sides.released.size());
    const std::vector<Block> blocks = make_blocks(sides);
    std::uint64_t comparisons = 0;
    for (const Block& block : blocks) {
        comparisons += (block.released_end - block.released_begin) *
                       (block.original_end - block.original_begin);
    }
    out.is_decided = comparisons <= kMaxComparisons;
    std::uint64_t edge_count = 0;
    for (std::size_t i = 0; i < blocks.size() && out.is_decided; ++i) {
        match_block(sides, blocks[i], edge_count, out);
    }
    return out;
}

/// The rows of each type, ascending: the entries of type t are offsets[t] .. offsets[t+1]-1.
struct RowsOfTypes {
    std::vector<std::uint32_t> next;  ///< per type: place of its first row not yet taken
    std::vector<std::uint32_t> rows;
};

RowsOfTypes rows_of_types(const TypedRows& types, const std::vector<std::uint32_t>& rows) {
    RowsOfTypes out;
    out.next.resize(types.size());
    std::exclusive_scan(types.counts.begin(), types.counts.end(), out.next.begin(), 0U);
    out.rows.resize(rows.size());
    std::vector<std::uint32_t> fill = out.next;
    for (std::size_t place = 0; place < rows.size(); ++place) {
        out.rows[fill[types.type_of_row[place]]++] = rows[place];
    }
    return out;
}

}  // namespace

Pairing pair_in_any_order(const Evidence& evidence, FaultLog& log) {
    const Sides sides = make_sides(evidence);
    const Matching matching = match(sides);
    std::vector<std::uint32_t> pairs(evidence.released_rows(), kNone);
    if (!matching.is_decided) {
        log.add({}, rules::kNotDecided, "", [] {
            return "too many rows could stand for too many others; verify the release in the order "
                   "of the original";
        });
        return Pairing::listed(std::move(pairs));
    }
    RowsOfTypes released = rows_of_types(sides.released, sides.released_rows);
    RowsOfTypes original = rows_of_types(sides.original, sides.original_rows);
    for (const Shipment& shipment : matching.shipments) {
        for (std::uint32_t i = 0; i < shipment.amount; ++i) {
            pairs[released.rows[released.next[shipment.source]++]] =
                original.rows[original.next[shipment.sink]++];
        }
    }
    for (std::size_t type = 0; type < matching.missing.size(); ++type) {
        for (std::uint32_t i = 0; i < matching.missing[type]; ++i) {
            const std::uint32_t row = released.rows[released.next[type]++];
            log.add({.row = std::uint64_t{row} + 1, .place = 0}, rules::kNoOriginal, "", [] {
                return "no original row is left that the row could stand for";
            });
        }
    }
    return Pairing::listed(std::move(pairs));
}

}  // namespace kanon::auditing
