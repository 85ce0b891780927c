// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/node_groups.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <utility>

namespace kanon::full_domain {
namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
/// A dense table of this many bits always pays: it fits in the first-level cache.
constexpr std::size_t kSmallDenseBits = 13;
constexpr std::size_t kLargestDenseBits = 20;
/// An estimate counts the groups whose keys fall in one of so many parts.
constexpr std::uint64_t kSlices = 64;
constexpr std::size_t kPackedAtOnce = std::size_t{1} << 16U;

/// Append the keys of row types.
void add_keys(const RowTypes& types, unsigned threads, NodeGroups& groups) {
    const std::size_t words = groups.layout.words;
    const std::size_t before = groups.keys.size();
    groups.keys.resize(before + types.size() * words);
    parallel_for(types.size(), kPackedAtOnce, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = 0; j < types.columns.size(); ++j) {
            std::uint64_t* keys = groups.keys.data() + before + groups.layout.word[j];
            const unsigned shift = groups.layout.shift[j];
            types.columns[j].visit([&](const auto column) {
                for (std::size_t type = begin; type < end; ++type) {
                    keys[type * words] |= std::uint64_t{column[type]} << shift;
                }
            });
        }
    });
}

/// Append the row types of a population as groups without rows, and count it.
void add_population(const RowTypes& population, unsigned threads, NodeGroups& groups) {
    const std::size_t before = groups.rows.size();
    const std::size_t size = before + population.size();
    add_keys(population, threads, groups);
    groups.rows.resize(size);
    for (Histograms& of_column : groups.histograms) {
        of_column.offsets.resize(size + 1, of_column.offsets.back());
    }
    Histograms people{.domain_size = 1,
                      .offsets = std::vector<std::uint32_t>(before + 1),
                      .values = std::vector<Code>(population.size()),
                      .counts = population.counts};
    people.offsets.reserve(size + 1);
    for (std::uint32_t entry = 1; entry <= population.size(); ++entry) {
        people.offsets.push_back(entry);
    }
    groups.histograms.push_back(std::move(people));
}

}  // namespace

void NodeGroups::fit() {
    if (keys.capacity() > keys.size() * 2) {
        keys.shrink_to_fit();
        rows.shrink_to_fit();
    }
}

void GroupMerger::merge_dense(const NodeGroups& source, NodeGroups& target) {
    const std::size_t needed = std::size_t{1} << target.layout.total_bits;
    if (slots_.size() < needed) {
        slots_.resize(needed, kFree);
    }
    for (std::size_t first = 0; first < source.size(); first += kBatch) {
        const std::size_t count = std::min(kBatch, source.size() - first);
        mover_.move(source.keys.data() + first, count, moved_.data());
        for (std::size_t i = 0; i < count; ++i) {
            __builtin_prefetch(&slots_[moved_[i]], 1);
        }
        for (std::size_t i = 0; i < count; ++i) {
            std::uint32_t& group = slots_[moved_[i]];
            if (group == kFree) {
                group = target.add(moved_[i]);
            }
            target_of_[first + i] = group;
            target.rows[group] += source.rows[first + i];
        }
    }
    for (const std::uint64_t key : target.keys) {
        slots_[key] = kFree;
    }
}

void GroupMerger::merge_counted(const NodeGroups& source, NodeGroups& target) {
    dense_.group({.keys = source.keys, .rows = source.rows},
                 mover_,
                 target.layout.total_bits,
                 target_of_,
                 target.keys,
                 target.rows);
    known_ = Known::by_key;
}

void GroupMerger::merge_hashed(const NodeGroups& source, NodeGroups& target) {
    parts_.group(source.keys, source.rows, mover_, target.keys, target.rows);
    known_ = Known::by_part;
}

std::span<const std::uint32_t> GroupMerger::target_of_source() {
    if (known_ == Known::by_part) {
        parts_.find_groups(target_of_);
    } else if (known_ == Known::by_key) {
        dense_.find_groups(target_of_);
    }
    known_ = Known::here;
    return target_of_;
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
            hash = mixed_key(hash ^ word);
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
    target.histograms.clear();
    target_of_.resize(source.size());
    known_ = Known::here;
    // Room that is not used costs addresses, not memory; to grow into it would touch it twice.
    target.keys.reserve(source.size() * target.layout.words);
    target.rows.reserve(source.size());
    mover_.plan({.node = source.node, .layout = source.layout},
                {.node = target.node, .layout = target.layout},
                source.size());
    const std::size_t bits = target.layout.total_bits;
    if (source.layout.words > 1 || target.layout.words > 1) {
        merge_wide(source, target);
    } else if (bits <= kSmallDenseBits ||
               (bits <= kLargestDenseBits && (std::size_t{1} << bits) <= source.size() * 8)) {
        if (source.size() < DenseKeys::kLeastKeys) {
            merge_dense(source, target);
        } else {
            merge_counted(source, target);
        }
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
                     [](std::uint64_t key) { return mixed_key(key) % kSlices == 0; });
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return std::min(keys.size() * kSlices, source.size());
}

void GroupMerger::merge_histograms(const NodeGroups& source,
                                   const std::vector<bool>& wanted,
                                   NodeGroups& target) {
    target.histograms.resize(source.histograms.size());
    const std::span<const std::uint32_t> target_of = target_of_source();
    for (std::size_t tracked = 0; tracked < source.histograms.size(); ++tracked) {
        if (wanted[tracked]) {
            sum_.merge(
                source.histograms[tracked], target_of, target.size(), target.histograms[tracked]);
        }
    }
}

NodeGroups groups_of_row_types(const Task& task,
                               const LevelTables& tables,
                               std::span<const Level> node,
                               unsigned threads) {
    const RowTypes& types = task.row_types();
    NodeGroups leaves;
    leaves.node.assign(node.size(), 0);
    leaves.layout = KeyLayout(tables, leaves.node);
    leaves.rows = types.counts;
    leaves.histograms = types.histograms;
    add_keys(types, threads, leaves);
    if (task.population) {
        add_population(*task.population, threads, leaves);
    }
    if (height_of(node) == 0) {
        return leaves;
    }
    NodeGroups groups;
    GroupMerger merger(tables, threads);
    merger.merge(leaves, node, groups);
    merger.merge_histograms(leaves, std::vector<bool>(leaves.histograms.size(), true), groups);
    return groups;
}

}  // namespace kanon::full_domain
