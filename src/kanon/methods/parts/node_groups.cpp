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

/// Keys of `count` source groups from `first` on, moved to the target's layout.
void GroupMerger::move_keys(const NodeGroups& source, std::size_t first, std::size_t count) {
    std::fill_n(moved_.begin(), count, 0);
    for (const Piece& piece : pieces_) {
        const std::uint64_t* keys = source.keys.data() + first;
        if (piece.map == nullptr) {
            for (std::size_t i = 0; i < count; ++i) {
                moved_[i] |= ((keys[i] >> piece.from_shift) & piece.mask) << piece.to_shift;
            }
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                const Code label = piece.map[(keys[i] >> piece.from_shift) & piece.mask];
                moved_[i] |= std::uint64_t{label} << piece.to_shift;
            }
        }
    }
}

/// Group one-word keys through a table that knows where a key belongs: `prefetch(i)` for the i-th
/// key of a batch, then `find(i)` for the place of its group number, which is kFree for a new
/// group.
template <class Prefetch, class Find>
void GroupMerger::merge_packed(const NodeGroups& source,
                               NodeGroups& target,
                               Prefetch prefetch,
                               Find find) {
    for (std::size_t first = 0; first < source.size(); first += kBatch) {
        const std::size_t count = std::min(kBatch, source.size() - first);
        move_keys(source, first, count);
        for (std::size_t i = 0; i < count; ++i) {
            prefetch(i);
        }
        for (std::size_t i = 0; i < count; ++i) {
            std::uint32_t& group = find(i);
            if (group == kFree) {
                group = static_cast<std::uint32_t>(target.rows.size());
                target.keys.push_back(moved_[i]);
                target.rows.push_back(0);
                member_of_.push_back(static_cast<std::uint32_t>(first + i));
            }
            target_of_[first + i] = group;
            target.rows[group] += source.rows[first + i];
        }
    }
}

void GroupMerger::merge_dense(const NodeGroups& source, NodeGroups& target) {
    const std::size_t needed = std::size_t{1} << target.layout.total_bits;
    if (slots_.size() < needed) {
        slots_.resize(needed, kFree);
    }
    merge_packed(
        source,
        target,
        [this](std::size_t i) { __builtin_prefetch(&slots_[moved_[i]], 1); },
        [this](std::size_t i) -> std::uint32_t& { return slots_[moved_[i]]; });
    for (const std::uint64_t key : target.keys) {
        slots_[key] = kFree;
    }
}

void GroupMerger::merge_hashed(const NodeGroups& source, NodeGroups& target) {
    const std::size_t capacity = std::bit_ceil(source.size() * 2 + 2);
    if (entries_.size() < capacity) {
        entries_.resize(capacity, {.key = 0, .group = kFree});
    }
    const std::size_t mask = capacity - 1;
    used_.clear();
    merge_packed(
        source,
        target,
        [this, mask](std::size_t i) {
            home_[i] = mix(moved_[i]) & mask;
            __builtin_prefetch(&entries_[home_[i]], 1);
        },
        [this, mask](std::size_t i) -> std::uint32_t& {
            std::size_t at = home_[i];
            while (entries_[at].group != kFree && entries_[at].key != moved_[i]) {
                at = (at + 1) & mask;
            }
            if (entries_[at].group == kFree) {
                entries_[at].key = moved_[i];
                used_.push_back(static_cast<std::uint32_t>(at));
            }
            return entries_[at].group;
        });
    for (const std::uint32_t at : used_) {
        entries_[at].group = kFree;
    }
}

void GroupMerger::merge_wide(const NodeGroups& source, NodeGroups& target) {
    const std::size_t from_words = source.layout.words;
    const std::size_t to_words = target.layout.words;
    const std::size_t capacity = std::bit_ceil(source.size() * 2 + 2);
    slots_.resize(std::max(slots_.size(), capacity), kFree);
    const std::size_t mask = capacity - 1;
    std::vector<std::uint64_t> moved(to_words);
    used_.clear();
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
            used_.push_back(static_cast<std::uint32_t>(at));
            target.keys.insert(target.keys.end(), moved.begin(), moved.end());
            target.rows.push_back(0);
            member_of_.push_back(static_cast<std::uint32_t>(g));
        }
        target_of_[g] = slots_[at];
        target.rows[slots_[at]] += source.rows[g];
    }
    for (const std::uint32_t at : used_) {
        slots_[at] = kFree;
    }
}

void GroupMerger::merge(const NodeGroups& source, std::span<const Level> node, NodeGroups& target) {
    KANON_DCHECK(at_most(source.node, node));
    target.node.assign(node.begin(), node.end());
    target.layout = KeyLayout(tables_, node);
    target.keys.clear();
    target.rows.clear();
    target.released.clear();
    target.histograms.clear();
    target_of_.resize(source.size());
    member_of_.clear();
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

void GroupMerger::plan_costs(const NodeGroups& source, const NodeGroups& target) {
    cost_steps_.clear();
    added_.clear();
    for (std::size_t j = 0; j < source.node.size(); ++j) {
        const Level from = source.node[j];
        const Level to = target.node[j];
        if (from == to) {
            continue;
        }
        const std::span<const Code> map = tables_.map(j, from, to);
        const std::span<const Cost> before = tables_.cell_cost(j, from);
        const std::span<const Cost> after = tables_.cell_cost(j, to);
        cost_steps_.push_back({.mask = (std::uint64_t{1} << source.layout.bits[j]) - 1,
                               .first = added_.size(),
                               .word = source.layout.word[j],
                               .shift = source.layout.shift[j]});
        for (std::size_t label = 0; label < map.size(); ++label) {
            added_.push_back(after[map[label]] - before[label]);
        }
    }
}

void GroupMerger::merge_costs(const NodeGroups& source, NodeGroups& target) {
    plan_costs(source, target);
    target.released.resize(target.size());
    for (std::size_t group = 0; group < target.size(); ++group) {
        target.released[group] = released(source, group);
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

void GroupMerger::merge_histograms(const NodeGroups& source,
                                   const std::vector<bool>& wanted,
                                   NodeGroups& target) {
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
        if (wanted[tracked]) {
            sum_histogram(source.histograms[tracked], target.size(), target.histograms[tracked]);
        }
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
    merger.merge_costs(leaves, groups);
    merger.merge_histograms(leaves, std::vector<bool>(leaves.histograms.size(), true), groups);
    return groups;
}

}  // namespace kanon
