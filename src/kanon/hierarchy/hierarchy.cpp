// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/hierarchy.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

constexpr Code kNone = std::numeric_limits<Code>::max();

/// Renumber labels in order of their least code, so that numbering depends on the data alone.
void renumber(Hierarchy::LevelMap& level) {
    std::vector<Code> number(level.labels.size(), kNone);
    Code next = 0;
    for (Code& label : level.label_of_code) {
        KANON_CHECK(label < number.size());
        if (number[label] == kNone) {
            number[label] = next++;
        }
        label = number[label];
    }
    Hierarchy::LevelMap sorted;
    sorted.labels.resize(next);
    sorted.ranges.resize(level.ranges.empty() ? 0 : next);
    sorted.file_leaves.resize(level.file_leaves.empty() ? 0 : next);
    for (std::size_t old = 0; old < number.size(); ++old) {
        const Code label = number[old];
        if (label == kNone) {
            continue;
        }
        sorted.labels[label] = std::move(level.labels[old]);
        if (!level.ranges.empty()) {
            sorted.ranges[label] = level.ranges[old];
        }
        if (!level.file_leaves.empty()) {
            sorted.file_leaves[label] = level.file_leaves[old];
        }
    }
    sorted.label_of_code = std::move(level.label_of_code);
    level = std::move(sorted);
}

}  // namespace

Hierarchy::Hierarchy(std::shared_ptr<const Dictionary> dictionary,
                     std::vector<LevelMap> levels_above,
                     HierarchyKind kind)
    : dictionary_(std::move(dictionary)), kind_(kind) {
    const std::size_t codes = dictionary_->size();
    KANON_CHECK(!levels_above.empty() && levels_above.size() < 255 && codes > 0);
    LevelMap identity;
    identity.label_of_code.resize(codes);
    std::iota(identity.label_of_code.begin(), identity.label_of_code.end(), Code{0});
    levels_.push_back(std::move(identity));
    counts_.emplace_back(codes, 1);
    for (LevelMap& above : levels_above) {
        KANON_CHECK(above.label_of_code.size() == codes);
        renumber(above);
        const LevelMap& below = levels_.back();
        std::vector<Code> parents(counts_.back().size(), kNone);
        std::vector<std::uint32_t> counts(above.labels.size());
        for (Code code = 0; code < codes; ++code) {
            Code& parent = parents[below.label_of_code[code]];
            const Code label = above.label_of_code[code];
            if (parent != kNone && parent != label) {
                throw Error(ErrorCode::bad_hierarchy,
                            "level " + std::to_string(levels_.size()) +
                                ": a value of the level below has two parents; give each value "
                                "exactly one");
            }
            parent = label;
            ++counts[label];
        }
        parents_.push_back(std::move(parents));
        counts_.push_back(std::move(counts));
        levels_.push_back(std::move(above));
    }
    if (counts_.back().size() != 1) {
        throw Error(ErrorCode::bad_hierarchy,
                    "the top level has " + std::to_string(counts_.back().size()) +
                        " labels; add a last level with one label for all values");
    }
    leaf_order_.resize(codes);
    std::iota(leaf_order_.begin(), leaf_order_.end(), Code{0});
    std::stable_sort(leaf_order_.begin(), leaf_order_.end(), [this](Code a, Code b) {
        for (std::size_t level = levels_.size(); level-- > 0;) {
            const Code left = levels_[level].label_of_code[a];
            const Code right = levels_[level].label_of_code[b];
            if (left != right) {
                return left < right;
            }
        }
        return false;
    });
    leaf_rank_.resize(codes);
    for (std::uint32_t rank = 0; rank < codes; ++rank) {
        leaf_rank_[leaf_order_[rank]] = rank;
    }
}

std::string_view Hierarchy::text(Level level, Code label) const {
    return level == 0 ? dictionary_->text(label) : std::string_view(levels_[level].labels[label]);
}

std::optional<NumericRange> Hierarchy::range(Level level, Code label) const {
    const LevelMap& map = levels_[level];
    return map.ranges.empty() ? std::nullopt : std::optional<NumericRange>(map.ranges[label]);
}

std::size_t Hierarchy::file_leaf_count(Level level, Code label) const {
    const LevelMap& map = levels_[level];
    return map.file_leaves.empty() ? cover_count(level, label) : map.file_leaves[label];
}

Level Hierarchy::meeting_level(Code a, Code b) const {
    Level level = 0;
    while (label_of(level, a) != label_of(level, b)) {
        ++level;
    }
    return level;
}

}  // namespace kanon
