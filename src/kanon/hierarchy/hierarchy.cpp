// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/hierarchy.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace kanon {
namespace {

constexpr Code kNoLabel = std::numeric_limits<Code>::max();

/// Renumber labels in order of their least code, so that numbering depends on the data alone.
void renumber(Hierarchy::LevelMap& level) {
    std::vector<Code> number(level.labels.size(), kNoLabel);
    Code next = 0;
    for (Code& label : level.label_of_code) {
        KANON_CHECK(label < number.size());
        if (number[label] == kNoLabel) {
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
        if (label == kNoLabel) {
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

/// Refuse labels that a reader of the release would take for something else.
void check_label(const std::string& label, Level level, bool covers_all, bool covers_missing_only) {
    const auto refuse = [level](const std::string& what) {
        throw Error(ErrorCode::bad_hierarchy, "level " + std::to_string(level) + ": " + what);
    };
    if (label.empty() && !covers_missing_only) {
        refuse("an empty label stands for the missing value alone; give the label a name");
    }
    if (label == "*" && !covers_all) {
        refuse(
            "the label * stands for every value, but here it covers some only; repeat the value or "
            "its group instead");
    }
    if (label.starts_with('\\')) {
        refuse("a label may not begin with a backslash, the mark of escaped values in a release");
    }
}

/// Codes sorted by top label, then by the level below, ..., then as they came: a stable counting
/// sort per level, lowest first, with the labels of a level in the order of their first codes.
std::vector<Code> depth_first_order(const std::vector<Hierarchy::LevelMap>& levels,
                                    const std::vector<std::vector<std::uint32_t>>& counts,
                                    const std::vector<Code>& codes_in_order) {
    std::vector<Code> order(codes_in_order);
    std::vector<Code> sorted(order.size());
    for (std::size_t level = 1; level < levels.size(); ++level) {
        std::vector<std::uint32_t> next(counts[level].size(), kNoLabel);
        std::uint32_t placed = 0;
        for (const Code code : codes_in_order) {
            const Code label = levels[level].label_of_code[code];
            if (next[label] == kNoLabel) {
                next[label] = placed;
                placed += counts[level][label];
            }
        }
        for (const Code code : order) {
            sorted[next[levels[level].label_of_code[code]]++] = code;
        }
        order.swap(sorted);
    }
    return order;
}

}  // namespace

Hierarchy::Hierarchy(std::shared_ptr<const Dictionary> dictionary,
                     std::vector<LevelMap> levels_above,
                     HierarchyKind kind,
                     const std::vector<Code>& codes_in_order)
    : dictionary_(std::move(dictionary)), kind_(kind) {
    const std::size_t codes = dictionary_->size();
    KANON_CHECK(!levels_above.empty() && levels_above.size() <= kMaxHeight);
    if (codes == 0) {
        throw Error(ErrorCode::bad_hierarchy, "the column has no values, so no hierarchy");
    }
    LevelMap identity;
    identity.label_of_code.resize(codes);
    std::iota(identity.label_of_code.begin(), identity.label_of_code.end(), Code{0});
    levels_.push_back(std::move(identity));
    counts_.emplace_back(codes, 1);
    for (LevelMap& above : levels_above) {
        add_level(std::move(above));
    }
    if (counts_.back().size() != 1) {
        throw Error(ErrorCode::bad_hierarchy,
                    "the top level has " + std::to_string(counts_.back().size()) +
                        " labels; add a last level with one label for all values");
    }
    KANON_CHECK(codes_in_order.empty() || codes_in_order.size() == codes);
    leaf_order_ = depth_first_order(
        levels_, counts_, codes_in_order.empty() ? levels_[0].label_of_code : codes_in_order);
    leaf_rank_.resize(codes);
    for (std::uint32_t rank = 0; rank < codes; ++rank) {
        leaf_rank_[leaf_order_[rank]] = rank;
    }
}

void Hierarchy::add_level(LevelMap above) {
    const std::size_t codes = dictionary_->size();
    KANON_CHECK(above.label_of_code.size() == codes);
    KANON_CHECK(above.ranges.empty() || above.ranges.size() == above.labels.size());
    KANON_CHECK(above.file_leaves.empty() || above.file_leaves.size() == above.labels.size());
    renumber(above);
    const auto number = static_cast<Level>(levels_.size());
    const LevelMap& below = levels_.back();
    std::vector<Code> parents(counts_.back().size(), kNoLabel);
    std::vector<std::uint32_t> counts(above.labels.size());
    std::vector<Code> least(above.labels.size());
    for (Code code = 0; code < codes; ++code) {
        Code& parent = parents[below.label_of_code[code]];
        const Code label = above.label_of_code[code];
        if (parent != kNoLabel && parent != label) {
            throw Error(ErrorCode::bad_hierarchy,
                        "level " + std::to_string(number) +
                            ": a value of the level below has two parents; give each value "
                            "exactly one");
        }
        parent = label;
        least[label] = counts[label] == 0 ? code : least[label];
        ++counts[label];
    }
    const std::optional<Code> missing = dictionary_->missing();
    for (Code label = 0; label < counts.size(); ++label) {
        const bool missing_only =
            missing && above.label_of_code[*missing] == label && counts[label] == 1;
        check_label(above.labels[label], number, counts[label] == codes, missing_only);
    }
    parents_.push_back(std::move(parents));
    least_codes_.push_back(std::move(least));
    counts_.push_back(std::move(counts));
    levels_.push_back(std::move(above));
}

std::string_view Hierarchy::text(Level level, Code label) const {
    return level == 0 ? dictionary_->text(label) : std::string_view(levels_[level].labels[label]);
}

std::optional<NumericRange> Hierarchy::range(Level level, Code label) const {
    const LevelMap& map = levels_[level];
    if (map.ranges.empty() || std::isnan(map.ranges[label].low)) {
        return std::nullopt;
    }
    return map.ranges[label];
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
