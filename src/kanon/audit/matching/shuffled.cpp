// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/classes/undecided_classes.hpp"
#include "kanon/audit/matching/cover_search.hpp"
#include "kanon/audit/matching/flow.hpp"
#include "kanon/audit/matching/matching_types.hpp"
#include "kanon/audit/matching/pairing.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/base/grouped.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kanon::auditing {
namespace {

/// Edges between row types that the matching may take.
constexpr std::uint64_t kMaxEdges = 10'000'000;

/// Compare the key columns of two row types: negative, 0 or positive.
int compare_keys(const MatchingTypes& sides,
                 const RowTypes& left,
                 std::size_t a,
                 const RowTypes& right,
                 std::size_t b) {
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

std::size_t end_of_run(const MatchingTypes& sides, const RowTypes& types, std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < types.size() && compare_keys(sides, types, begin, types, end) == 0) {
        ++end;
    }
    return end;
}

/// The blocks of all released types, by merging the two sorted sides.
std::vector<Block> make_blocks(const MatchingTypes& sides) {
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

/// How many rows of each released type stand for rows of which original type.
struct Matching {
    std::vector<Shipment> shipments;     ///< released type, original type, rows
    std::vector<std::uint32_t> missing;  ///< per released type: rows without an original
    EdgesOfTypes edges;                  ///< per released type: the original types it may stand for
    bool is_decided = true;

    [[nodiscard]] bool is_whole() const {
        return std::all_of(
            missing.begin(), missing.end(), [](std::uint32_t rows) { return rows == 0; });
    }
};

void match_block(const MatchingTypes& sides,
                 const Block& block,
                 CoverSearch& search,
                 std::uint64_t& edge_count,
                 Matching& out) {
    std::vector<std::vector<std::uint32_t>> edges;
    std::vector<std::uint32_t> supply;
    for (std::size_t r = block.released_begin; r < block.released_end; ++r) {
        edges.emplace_back();
        out.is_decided = search.find(r, block.original_begin, block.original_end, edges.back());
        supply.push_back(sides.released.counts[r]);
        edge_count += edges.back().size();
        if (!out.is_decided || edge_count > kMaxEdges) {
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
    for (std::size_t r = 0; r < edges.size(); ++r) {
        for (std::uint32_t& original : edges[r]) {
            original += static_cast<std::uint32_t>(block.original_begin);
        }
        out.edges[block.released_begin + r] = std::move(edges[r]);
    }
}

Matching match(const MatchingTypes& sides, std::uint64_t most_looks) {
    Matching out;
    out.missing.resize(sides.released.size());
    out.edges.resize(sides.released.size());
    const std::vector<Block> blocks = make_blocks(sides);
    CoverSearch search(sides, most_looks);
    std::uint64_t edge_count = 0;
    for (std::size_t i = 0; i < blocks.size() && out.is_decided; ++i) {
        match_block(sides, blocks[i], search, edge_count, out);
    }
    return out;
}

/// The rows of each type, ascending, and which of them is the next that is not yet taken.
struct RowsOfTypes {
    std::uint32_t take(std::size_t type) { return of_types.values()[next[type]++]; }

    Grouped<> of_types;
    std::vector<std::uint32_t> next;
};

RowsOfTypes rows_of_types(const TypedRows& types, const std::vector<std::uint32_t>& rows) {
    RowsOfTypes out;
    out.of_types.assign(
        rows.size(),
        types.size(),
        [&](std::size_t place) { return types.type_of_row[place]; },
        [&](std::size_t place) { return rows[place]; });
    out.next = out.of_types.starts();
    return out;
}

}  // namespace

Pairing pair_in_any_order(const Evidence& evidence, FaultLog& log) {
    const MatchingTypes sides = make_matching_types(evidence);
    const Matching matching = match(sides, evidence.options->most_looks);
    if (!matching.is_decided) {
        return Pairing::undecided(evidence.released_rows());
    }
    std::vector<std::uint32_t> pairs(evidence.released_rows(), kNone);
    RowsOfTypes released = rows_of_types(sides.released, sides.released_rows);
    RowsOfTypes original = rows_of_types(sides.original, sides.original_rows);
    for (const Shipment& shipment : matching.shipments) {
        for (std::uint32_t i = 0; i < shipment.amount; ++i) {
            pairs[released.take(shipment.source)] = original.take(shipment.sink);
        }
    }
    for (std::size_t type = 0; type < matching.missing.size(); ++type) {
        for (std::uint32_t i = 0; i < matching.missing[type]; ++i) {
            const std::uint32_t row = released.take(type);
            log.add({.row = std::uint64_t{row} + 1, .place = 0}, rules::kNoOriginal, "", [] {
                return "no original row is left that the row could stand for";
            });
        }
    }
    Pairing pairing = Pairing::listed(std::move(pairs));
    if (matching.is_whole()) {
        pairing.doubt(find_undecided_classes(evidence, sides, matching.edges));
    }
    return pairing;
}

}  // namespace kanon::auditing
