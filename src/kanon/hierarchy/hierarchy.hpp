// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/forms.hpp"
#include "kanon/table/values/dictionary.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// A closed or half-open numeric range [low, high] or [low, high); infinite ends are open ends.
struct NumericRange {
    double low = 0;
    double high = 0;
    bool high_included = true;
};

/// How a hierarchy came about; decides how labels are measured and whether local recoding may use
/// ranges instead (a file or tree given by the user wins over ranges, DESIGN section 5).
enum class HierarchyKind { flat, file, tree, intervals, mask, date };

/// One generalization of a column: for each level, which label each code of the column's
/// dictionary has. Level 0 is the identity (label = code); the top level has exactly one label.
/// Labels of a level are numbered 0 .. label_count(level)-1 in order of their least code. Only
/// values of the data are leaves; leaves of a hierarchy file that do not occur are counted apart.
class Hierarchy {
public:
    struct LevelMap {
        std::vector<Code> label_of_code;  ///< one per code of the dictionary
        std::vector<std::string> labels;  ///< one per label; distinct within a level
        /// One per label, or empty: not numeric ranges. NaN ends: this label is not a range.
        std::vector<NumericRange> ranges;
        /// Per label: leaves in the file under it, or empty: there is no file.
        std::vector<std::uint32_t> file_leaves;
    };

    Hierarchy() = default;

    /// Build from the levels above 0, lowest first; at least one, at most kMaxHeight. Labels that
    /// no code has are dropped. The checks: each level is a function of the level below (one parent
    /// each), the top has one label, and no label reads as something else in a release: `*` covers
    /// every value, "" the missing value alone, none begins with a backslash. That labels of a
    /// level are distinct is up to the builder. `codes_in_order` holds every code once, or is empty
    /// for the order of codes; leaf_order() follows it where the tree leaves a choice. Cost O(d h)
    /// for d codes, h levels. \throws Error{bad_hierarchy} if a check fails or the dictionary is
    /// empty.
    Hierarchy(std::shared_ptr<const Dictionary> dictionary,
              std::vector<LevelMap> levels_above,
              HierarchyKind kind,
              const std::vector<Code>& codes_in_order = {});

    /// Number of levels above 0; the top level's number. >= 1.
    [[nodiscard]] Level height() const { return static_cast<Level>(levels_.size() - 1); }

    /// Number of codes: the size of the attribute's domain A_j, the missing value included.
    [[nodiscard]] std::size_t domain_size() const { return dictionary_->size(); }

    [[nodiscard]] std::size_t label_count(Level level) const { return counts_[level].size(); }

    [[nodiscard]] Code label_of(Level level, Code code) const {
        return levels_[level].label_of_code[code];
    }

    [[nodiscard]] const std::vector<Code>& level_map(Level level) const {
        return levels_[level].label_of_code;
    }

    /// Label of `level + 1` above a label of `level`. \pre level < height().
    [[nodiscard]] Code parent(Level level, Code label) const { return parents_[level][label]; }

    /// The text of a label; at level 0 the original spelling ("" for missing).
    [[nodiscard]] std::string_view text(Level level, Code label) const;

    /// Number of codes that the label covers, >= 1.
    [[nodiscard]] std::size_t cover_count(Level level, Code label) const {
        return counts_[level][label];
    }

    /// The least code that the label covers.
    [[nodiscard]] Code least_code(Level level, Code label) const {
        return level == 0 ? label : least_codes_[level - 1U][label];
    }

    /// The numeric range of a label, if it is one: none for the missing value's own label.
    [[nodiscard]] std::optional<NumericRange> range(Level level, Code label) const;

    /// Leaves of the file under a label, data or not; cover_count() where there is no file.
    [[nodiscard]] std::size_t file_leaf_count(Level level, Code label) const;

    [[nodiscard]] HierarchyKind kind() const { return kind_; }

    [[nodiscard]] const Dictionary& dictionary() const { return *dictionary_; }

    [[nodiscard]] const std::shared_ptr<const Dictionary>& shared_dictionary() const {
        return dictionary_;
    }

    /// All codes in depth-first order of the tree: every label of every level covers a run of it.
    /// Siblings stand as their first leaves do in the hierarchy's file, or else by their least
    /// code.
    [[nodiscard]] const std::vector<Code>& leaf_order() const { return leaf_order_; }

    /// Place of a code in leaf_order().
    [[nodiscard]] std::uint32_t leaf_rank(Code code) const { return leaf_rank_[code]; }

    /// The least level at which two codes have the same label.
    [[nodiscard]] Level meeting_level(Code a, Code b) const;

private:
    void add_level(LevelMap above);

    std::shared_ptr<const Dictionary> dictionary_;
    std::vector<LevelMap> levels_;                    ///< height + 1; level 0 has no labels text
    std::vector<std::vector<std::uint32_t>> counts_;  ///< per level, per label: codes covered
    std::vector<std::vector<Code>> parents_;          ///< per level below the top
    std::vector<std::vector<Code>> least_codes_;      ///< per level above 0, per label
    std::vector<Code> leaf_order_;
    std::vector<std::uint32_t> leaf_rank_;
    HierarchyKind kind_ = HierarchyKind::flat;
};

}  // namespace kanon
