// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/check.hpp"
#include "kanon/methods/cell_suppression/covers/cover.hpp"
#include "kanon/methods/cell_suppression/partition/class_numbers.hpp"
#include "kanon/methods/cell_suppression/patterns/packed_types.hpp"
#include "kanon/methods/shared/disjoint_sets.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kanon::cell_suppression {
namespace {

constexpr std::uint32_t kNoSet = std::numeric_limits<std::uint32_t>::max();

/// CONVERT, slot by slot. A slot that is done is in one set alone.
class Converter {
public:
    Converter(const Cover& cover, std::size_t slots, std::uint64_t k)
        : k_(k),
          members_(cover),
          set_of_slot_(slots, kNoSet),
          sets_of_slot_(slots),
          sets_(cover.size()) {
        for (std::uint32_t set = 0; set < cover.size(); ++set) {
            sizes_.push_back(cover[set].size());
            for (const std::uint32_t slot : cover[set]) {
                sets_of_slot_[slot].push_back(set);
            }
        }
    }

    std::vector<std::uint32_t> run() {
        for (std::uint32_t slot = 0; slot < set_of_slot_.size(); ++slot) {
            set_of_slot_[slot] = settle(slot);
        }
        for (std::uint32_t& set : set_of_slot_) {
            set = sets_.find(set);
        }
        for (std::uint32_t set = 0; set < sizes_.size(); ++set) {
            KANON_CHECK(sets_.find(set) != set || (sizes_[set] >= k_ && sizes_[set] < 2 * k_));
        }
        return std::move(set_of_slot_);
    }

private:
    /// The sets that a slot is in now, each once, in the order of the cover.
    std::vector<std::uint32_t> sets_of(std::uint32_t slot) {
        std::vector<std::uint32_t> out;
        for (const std::uint32_t old : sets_of_slot_[slot]) {
            const std::uint32_t set = sets_.find(old);
            if (std::find(out.begin(), out.end(), set) == out.end()) {
                out.push_back(set);
            }
        }
        return out;
    }

    std::uint32_t settle(std::uint32_t slot) {
        std::vector<std::uint32_t> sets = sets_of(slot);
        KANON_CHECK(!sets.empty());
        while (sets.size() > 1) {
            const std::uint32_t a = sets[0];
            const std::uint32_t b = sets[1];
            if (sizes_[a] > k_ || sizes_[b] > k_) {
                const bool leaves_a = sizes_[a] > sizes_[b];
                --sizes_[leaves_a ? a : b];
                sets.erase(sets.begin() + (leaves_a ? 0 : 1));
            } else {
                unite(a, b, slot);
                sets.erase(sets.begin() + 1);
            }
        }
        return sets[0];
    }

    /// Put b into a. Slots before `now` are in one set alone; those from `now` on may be in both.
    void unite(std::uint32_t a, std::uint32_t b, std::uint32_t now) {
        std::size_t both = 0;
        for (const std::uint32_t slot : members_[b]) {
            const bool in_a = slot >= now && in(slot, a);
            both += in_a ? 1U : 0U;
            if (!in_a) {
                members_[a].push_back(slot);
            }
        }
        members_[b].clear();
        sizes_[a] += sizes_[b] - both;
        sets_.put(b, a);
    }

    bool in(std::uint32_t slot, std::uint32_t set) {
        return std::any_of(sets_of_slot_[slot].begin(),
                           sets_of_slot_[slot].end(),
                           [&](std::uint32_t old) { return sets_.find(old) == set; });
    }

    std::uint64_t k_;
    Cover members_;  ///< per set that is its own: all slots it ever had, those from now on once
    std::vector<std::uint32_t> set_of_slot_;
    std::vector<std::vector<std::uint32_t>> sets_of_slot_;
    DisjointSets sets_;
    std::vector<std::uint64_t> sizes_;
};

/// The rows of one type in one set.
struct RowsShare {
    std::uint32_t set = 0;
    std::uint32_t type = 0;
    std::uint32_t rows = 0;
};

/// By set, then type.
std::vector<RowsShare> shares_of(const Slots& slots, std::span<const std::uint32_t> set_of_slot) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    pairs.reserve(set_of_slot.size());
    for (std::size_t slot = 0; slot < set_of_slot.size(); ++slot) {
        pairs.emplace_back(set_of_slot[slot], slots.type_of_slot[slot]);
    }
    std::sort(pairs.begin(), pairs.end());
    std::vector<RowsShare> out;
    for (const auto& [set, type] : pairs) {
        if (out.empty() || out.back().set != set || out.back().type != type) {
            out.push_back({.set = set, .type = type});
        }
        ++out.back().rows;
    }
    return out;
}

}  // namespace

std::vector<std::uint32_t> convert(const Cover& cover, std::size_t slots, std::uint64_t k) {
    return Converter(cover, slots, k).run();
}

StarPartition partition_of_sets(const Task& task,
                                const Slots& slots,
                                std::span<const std::uint32_t> set_of_slot) {
    const PackedTypes packed(task.row_types());
    StarPartition out;
    out.class_of_type.assign(task.row_types().size(), kSuppressedClass);
    ClassNumbers numbers(packed, out);
    const bool star_class = task.patterns.all_star == AllStar::as_class;
    const std::vector<RowsShare> shares = shares_of(slots, set_of_slot);
    for (std::size_t begin = 0; begin < shares.size();) {
        std::size_t end = begin;
        Pattern stars = 0;
        while (end < shares.size() && shares[end].set == shares[begin].set) {
            stars |= packed.difference(shares[begin].type, shares[end++].type);
        }
        if (stars != task.patterns.everything() || star_class) {
            const std::uint32_t index = numbers.number(stars, shares[begin].type);
            for (std::size_t i = begin; i < end; ++i) {
                out.rows[index] += shares[i].rows;
                out.moves.push_back({.type = shares[i].type, .to = index, .rows = shares[i].rows});
            }
        }
        begin = end;
    }
    out.settle_moves(task.row_types().counts);
    return out;
}

Outcome finish_sets(StarSearch& search,
                    const Slots& slots,
                    std::span<const std::uint32_t> set_of_slot) {
    StarPartition partition = partition_of_sets(search.task(), slots, set_of_slot);
    if (partition.stars.empty()) {
        partition = greedy_partition(search, search.patterns());
    }
    return search.finish(std::move(partition));
}

}  // namespace kanon::cell_suppression
