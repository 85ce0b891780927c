// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/lattice/nodes/node_groups.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>

namespace kanon::lattice {
namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
/// A dense table of this many bits always pays: it fits in the first-level cache.
constexpr std::size_t kSmallDenseBits = 13;
constexpr std::size_t kLargestDenseBits = 20;
/// An estimate counts the groups whose keys fall in one of so many parts.
constexpr std::uint64_t kSlices = 64;

std::uint64_t mix(std::uint64_t key) {
    key *= 0x9E3779B97F4A7C15ULL;
    return key ^ (key >> 32U);
}

}  // namespace

void NodeGroups::fit() {
    if (keys.capacity() > keys.size() * 2) {
        keys.shrink_to_fit();
        rows.shrink_to_fit();
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
        mover_.move(source.keys.data() + first, count, moved_.data());
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

/// Make room for more groups than the table has, but no more than `most` entries.
void GroupMerger::widen(const NodeGroups& target, std::size_t most) {
    for (const std::uint32_t at : used_) {
        entries_[at].group = kFree;
    }
    used_.clear();
    capacity_ = std::min(capacity_ * kWiden, most);
    if (entries_.size() < capacity_) {
        entries_ = {};  // given back first: nothing in it is worth a copy
        entries_.resize(capacity_, {.key = 0, .group = kFree});
    }
    for (std::uint32_t group = 0; group < target.size(); ++group) {
        std::size_t at = mix(target.keys[group]) & (capacity_ - 1);
        while (entries_[at].group != kFree) {
            at = (at + 1) & (capacity_ - 1);
        }
        entries_[at] = {.key = target.keys[group], .group = group};
        used_.push_back(static_cast<std::uint32_t>(at));
    }
}

void GroupMerger::merge_hashed(const NodeGroups& source, NodeGroups& target) {
    const std::size_t most = std::max(kFirstEntries, std::bit_ceil(source.size() / 2 * 3 + 2));
    capacity_ = kFirstEntries;
    if (entries_.size() < capacity_) {
        entries_.resize(capacity_, {.key = 0, .group = kFree});
    }
    used_.clear();
    merge_packed(
        source,
        target,
        [this](std::size_t i) {
            home_[i] = mix(moved_[i]);
            __builtin_prefetch(&entries_[home_[i] & (capacity_ - 1)], 1);
        },
        [this, &target, most](std::size_t i) -> std::uint32_t& {
            if (target.size() * 3 > capacity_ * 2 && capacity_ < most) {
                widen(target, most);
            }
            const std::size_t mask = capacity_ - 1;
            std::size_t at = home_[i] & mask;
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
        mover_.move_wide(key, moved);
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
    // Room that is not used costs addresses, not memory; to grow into it would touch it twice.
    target.keys.reserve(source.size() * target.layout.words);
    target.rows.reserve(source.size());
    member_of_.reserve(source.size());
    mover_.plan({.node = source.node, .layout = source.layout},
                {.node = target.node, .layout = target.layout},
                source.size());
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

std::size_t GroupMerger::estimate(const NodeGroups& source, std::span<const Level> node) {
    const KeyLayout layout(tables_, node);
    if (source.layout.words > 1 || layout.words > 1) {
        return source.size();
    }
    mover_.plan({.node = source.node, .layout = source.layout},
                {.node = node, .layout = layout},
                source.size());
    std::vector<std::uint64_t> keys;
    for (std::size_t first = 0; first < source.size(); first += kBatch) {
        const std::size_t count = std::min(kBatch, source.size() - first);
        mover_.move(source.keys.data() + first, count, moved_.data());
        std::copy_if(moved_.begin(),
                     moved_.begin() + static_cast<std::ptrdiff_t>(count),
                     std::back_inserter(keys),
                     [](std::uint64_t key) { return mix(key) % kSlices == 0; });
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return std::min(keys.size() * kSlices, source.size());
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

void GroupMerger::merge_histograms(const NodeGroups& source,
                                   const std::vector<bool>& wanted,
                                   NodeGroups& target) {
    target.histograms.resize(source.histograms.size());
    for (std::size_t tracked = 0; tracked < source.histograms.size(); ++tracked) {
        if (wanted[tracked]) {
            sum_.merge(
                source.histograms[tracked], target_of_, target.size(), target.histograms[tracked]);
        }
    }
}

namespace {

/// What a row of each group loses at the bottom of the lattice, if a value there loses anything: an
/// open end of a coded column does.
std::vector<Cost> costs_at_the_bottom(const NodeGroups& leaves, const LevelTables& tables) {
    std::vector<Cost> released;
    for (std::size_t j = 0; j < leaves.node.size(); ++j) {
        const std::span<const Cost> lost = tables.cell_cost(j, 0);
        if (std::ranges::all_of(lost, [](Cost cost) { return cost == 0; })) {
            continue;
        }
        released.resize(leaves.size());
        for (std::size_t group = 0; group < leaves.size(); ++group) {
            released[group] += lost[leaves.label(group, j)];
        }
    }
    return released;
}

}  // namespace

NodeGroups groups_of_row_types(const RowTypes& types,
                               const LevelTables& tables,
                               std::span<const Level> node) {
    NodeGroups leaves;
    leaves.node.assign(node.size(), 0);
    leaves.layout = KeyLayout(tables, leaves.node);
    leaves.keys.resize(types.size() * leaves.layout.words);
    leaves.rows = types.counts;
    for (std::size_t j = 0; j < node.size(); ++j) {
        const std::size_t words = leaves.layout.words;
        std::uint64_t* keys = leaves.keys.data() + leaves.layout.word[j];
        const unsigned shift = leaves.layout.shift[j];
        types.columns[j].visit([&](const auto column) {
            for (std::size_t type = 0; type < column.size(); ++type) {
                keys[type * words] |= std::uint64_t{column[type]} << shift;
            }
        });
    }
    leaves.histograms = types.histograms;
    leaves.released = costs_at_the_bottom(leaves, tables);
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

}  // namespace kanon::lattice
