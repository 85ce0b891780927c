// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/parts/node_groups.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

namespace kanon {
namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
/// A dense table of this many bits always pays: it fits in the first-level cache.
constexpr std::size_t kSmallDenseBits = 13;
constexpr std::size_t kLargestDenseBits = 24;
/// Keys that differ in these lowest bits alone hash to neighbouring slots, so that sources in order
/// walk the table instead of jumping about in it.
constexpr unsigned kBlockBits = 5;

std::uint64_t mix(std::uint64_t key) {
    key *= 0x9E3779B97F4A7C15ULL;
    return key ^ (key >> 32U);
}

}  // namespace

KeyLayout::KeyLayout(const LevelTables& tables, std::span<const Level> node)
    : word(node.size()), shift(node.size()), bits(node.size()) {
    for (std::size_t j = node.size(); j-- > 0;) {
        const std::size_t labels = tables.label_count(j, node[j]);
        const auto width = static_cast<std::uint8_t>(std::bit_width(labels - 1));
        if (width != 0 && total_bits + width > 64) {
            ++words;
            total_bits = 0;
        }
        word[j] = static_cast<std::uint8_t>(words - 1);
        shift[j] = static_cast<std::uint8_t>(total_bits % 64);
        bits[j] = width;
        total_bits += width;
    }
    KANON_CHECK(words < 256);
}

void GroupMerger::plan(const NodeGroups& source, const NodeGroups& target) {
    pieces_.clear();
    const KeyLayout& from = source.layout;
    const KeyLayout& to = target.layout;
    std::size_t run_end = 0;  // bits of the last piece, if the next attribute may join it
    for (std::size_t j = source.node.size(); j-- > 0;) {
        if (to.bits[j] == 0) {
            run_end = 0;
            continue;
        }
        const bool same = source.node[j] == target.node[j];
        const std::uint64_t mask = (std::uint64_t{1} << from.bits[j]) - 1;
        if (same && run_end != 0) {
            Piece& last = pieces_.back();
            const bool joins = last.from_word == from.word[j] && last.to_word == to.word[j] &&
                               last.from_shift + run_end == from.shift[j] &&
                               last.to_shift + run_end == to.shift[j];
            if (joins) {
                last.mask |= mask << run_end;
                run_end += from.bits[j];
                continue;
            }
        }
        pieces_.push_back(
            Piece{.mask = mask,
                  .from_word = from.word[j],
                  .from_shift = from.shift[j],
                  .to_word = to.word[j],
                  .to_shift = to.shift[j],
                  .map = same ? nullptr : tables_.map(j, source.node[j], target.node[j]).data()});
        run_end = same ? from.bits[j] : 0;
    }
}

void GroupMerger::merge_dense(const NodeGroups& source, NodeGroups& target) {
    const std::size_t needed = std::size_t{1} << target.layout.total_bits;
    if (slots_.size() < needed) {
        slots_.resize(needed, kFree);
    }
    for (std::size_t g = 0; g < source.size(); ++g) {
        const std::uint64_t key = source.keys[g];
        std::uint64_t moved = 0;
        for (const Piece& piece : pieces_) {
            const std::uint64_t field = (key >> piece.from_shift) & piece.mask;
            moved |= (piece.map != nullptr ? std::uint64_t{piece.map[field]} : field)
                     << piece.to_shift;
        }
        std::uint32_t& slot = slots_[moved];
        if (slot == kFree) {
            slot = static_cast<std::uint32_t>(target.rows.size());
            target.keys.push_back(moved);
            target.rows.push_back(0);
        }
        target_of_[g] = slot;
        target.rows[slot] += source.rows[g];
    }
    for (const std::uint64_t key : target.keys) {
        slots_[key] = kFree;
    }
}

void GroupMerger::merge_hashed(const NodeGroups& source, NodeGroups& target) {
    const std::size_t capacity = std::bit_ceil(source.size() * 2 + 2);
    slots_.resize(std::max(slots_.size(), capacity), kFree);
    const std::size_t mask = capacity - 1;
    std::vector<std::uint32_t> used;
    used.reserve(1024);
    for (std::size_t g = 0; g < source.size(); ++g) {
        const std::uint64_t key = source.keys[g];
        std::uint64_t moved = 0;
        for (const Piece& piece : pieces_) {
            const std::uint64_t field = (key >> piece.from_shift) & piece.mask;
            moved |= (piece.map != nullptr ? std::uint64_t{piece.map[field]} : field)
                     << piece.to_shift;
        }
        std::size_t at = (mix(moved >> kBlockBits) + moved) & mask;
        while (slots_[at] != kFree && target.keys[slots_[at]] != moved) {
            at = (at + 1) & mask;
        }
        if (slots_[at] == kFree) {
            slots_[at] = static_cast<std::uint32_t>(target.rows.size());
            used.push_back(static_cast<std::uint32_t>(at));
            target.keys.push_back(moved);
            target.rows.push_back(0);
        }
        target_of_[g] = slots_[at];
        target.rows[slots_[at]] += source.rows[g];
    }
    for (const std::uint32_t at : used) {
        slots_[at] = kFree;
    }
}

void GroupMerger::merge_wide(const NodeGroups& source, NodeGroups& target) {
    const std::size_t from_words = source.layout.words;
    const std::size_t to_words = target.layout.words;
    const std::size_t capacity = std::bit_ceil(source.size() * 2 + 2);
    slots_.resize(std::max(slots_.size(), capacity), kFree);
    const std::size_t mask = capacity - 1;
    std::vector<std::uint64_t> moved(to_words);
    std::vector<std::uint32_t> used;
    for (std::size_t g = 0; g < source.size(); ++g) {
        const std::uint64_t* key = source.keys.data() + g * from_words;
        std::fill(moved.begin(), moved.end(), 0);
        for (const Piece& piece : pieces_) {
            const std::uint64_t field = (key[piece.from_word] >> piece.from_shift) & piece.mask;
            moved[piece.to_word] |= (piece.map != nullptr ? std::uint64_t{piece.map[field]} : field)
                                    << piece.to_shift;
        }
        std::uint64_t hash = 0;
        for (const std::uint64_t word : moved) {
            hash = mix(hash ^ word);
        }
        std::size_t at = hash & mask;
        while (
            slots_[at] != kFree &&
            !std::equal(moved.begin(),
                        moved.end(),
                        target.keys.begin() + static_cast<std::ptrdiff_t>(slots_[at] * to_words))) {
            at = (at + 1) & mask;
        }
        if (slots_[at] == kFree) {
            slots_[at] = static_cast<std::uint32_t>(target.rows.size());
            used.push_back(static_cast<std::uint32_t>(at));
            target.keys.insert(target.keys.end(), moved.begin(), moved.end());
            target.rows.push_back(0);
        }
        target_of_[g] = slots_[at];
        target.rows[slots_[at]] += source.rows[g];
    }
    for (const std::uint32_t at : used) {
        slots_[at] = kFree;
    }
}

void GroupMerger::merge(const NodeGroups& source, std::span<const Level> node, NodeGroups& target) {
    KANON_DCHECK(at_most(source.node, node));
    target.node.assign(node.begin(), node.end());
    target.layout = KeyLayout(tables_, node);
    target.keys.clear();
    target.rows.clear();
    target.histograms.clear();
    target_of_.resize(source.size());
    plan(source, target);
    const std::size_t bits = target.layout.total_bits;
    if (source.layout.words > 1 || target.layout.words > 1) {
        merge_wide(source, target);
    } else if (bits <= kSmallDenseBits ||
               (bits <= kLargestDenseBits && (std::size_t{1} << bits) <= source.size() * 8)) {
        merge_dense(source, target);
    } else {
        merge_hashed(source, target);
    }
}

void GroupMerger::sum_histogram(const Histograms& source, std::size_t groups, Histograms& target) {
    target.domain_size = source.domain_size;
    target.offsets.assign(1, 0);
    target.offsets.reserve(groups + 1);
    target.values.clear();
    target.counts.clear();
    tally_.assign(source.domain_size, 0);
    for (std::size_t group = 0; group < groups; ++group) {
        touched_.clear();
        for (std::uint32_t at = starts_[group]; at < starts_[group + 1]; ++at) {
            const std::uint32_t from = bucket_[at];
            for (std::uint32_t e = source.offsets[from]; e < source.offsets[from + 1]; ++e) {
                std::uint32_t& tally = tally_[source.values[e]];
                if (tally == 0) {
                    touched_.push_back(source.values[e]);
                }
                tally += source.counts[e];
            }
        }
        std::sort(touched_.begin(), touched_.end());
        for (const Code value : touched_) {
            target.values.push_back(value);
            target.counts.push_back(tally_[value]);
            tally_[value] = 0;
        }
        target.offsets.push_back(static_cast<std::uint32_t>(target.values.size()));
    }
}

void GroupMerger::merge_histograms(const NodeGroups& source, NodeGroups& target) {
    starts_.assign(target.size() + 1, 0);
    for (const std::uint32_t group : target_of_) {
        ++starts_[group + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    bucket_.resize(source.size());
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    for (std::uint32_t g = 0; g < source.size(); ++g) {
        bucket_[next[target_of_[g]]++] = g;
    }
    target.histograms.resize(source.histograms.size());
    for (std::size_t tracked = 0; tracked < source.histograms.size(); ++tracked) {
        sum_histogram(source.histograms[tracked], target.size(), target.histograms[tracked]);
    }
}

NodeGroups groups_of_row_types(const RowTypes& types,
                               const LevelTables& tables,
                               std::span<const Level> node) {
    NodeGroups leaves;
    leaves.node.assign(node.size(), 0);
    leaves.layout = KeyLayout(tables, leaves.node);
    leaves.keys.resize(types.size() * leaves.layout.words);
    leaves.rows = types.counts;
    for (std::size_t j = 0; j < node.size(); ++j) {
        const std::size_t word = leaves.layout.word[j];
        const unsigned shift = leaves.layout.shift[j];
        types.columns[j].visit([&](const auto column) {
            for (std::size_t type = 0; type < column.size(); ++type) {
                leaves.keys[type * leaves.layout.words + word] |= std::uint64_t{column[type]}
                                                                  << shift;
            }
        });
    }
    leaves.histograms = types.histograms;
    if (height_of(node) == 0) {
        return leaves;
    }
    NodeGroups groups;
    GroupMerger merger(tables);
    merger.merge(leaves, node, groups);
    merger.merge_histograms(leaves, groups);
    return groups;
}

}  // namespace kanon
