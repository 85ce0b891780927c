// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/shared/type_grouper.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace kanon::domain_cut {

inline constexpr std::uint32_t kNoItem = std::numeric_limits<std::uint32_t>::max();

/// One decision of a recoding by cuts: start parts at some ranks of one attribute, or do not.
struct CutItem {
    std::size_t attribute = 0;
    std::vector<Rank> starts;        ///< ascending; one, unless it opens a label of a hierarchy
    std::uint32_t parent = kNoItem;  ///< the item that must be taken before this one
    std::uint32_t index = 0;         ///< of the first start: see value_index()
};

/// Consecutive positions [from, to) of the pivot's domain.
struct PivotRun {
    std::uint32_t from = 0;
    std::uint32_t to = 0;

    friend bool operator==(const PivotRun&, const PivotRun&) = default;
};

/// The number of an attribute's value when the ordered values of all attributes are numbered
/// through from 1 (Bayardo & Agrawal 2005; Ciriani et al. 2007, Fig. 12). A set of such numbers
/// stands for the cuts that start a part at each of them; the least value of an attribute starts
/// one anyway and is left out.
[[nodiscard]] std::uint32_t value_index(std::span<const OrderedDomain> domains,
                                        std::size_t attribute,
                                        Rank rank);

/// All recodings by cuts that a task allows, as sets of items and one path.
///
/// One attribute, the pivot, has no items: given the cuts of the others its best cut is the
/// shortest path over its positions, whose steps are the runs allowed as parts. A position is a
/// part of the pivot's finest cut. Every other attribute has an item for each rank at which a part
/// may start but need not; or, by hierarchy, one for each label that may be opened, to start a part
/// at each of its children: it is under the item of the label above.
struct CutSpace {
    /// What recodings are looked for.
    struct Form {
        bool by_hierarchy = false;   ///< every part is the values under one label
        bool with_pivot = true;      ///< else every attribute has items, and there is one position
        std::vector<bool> labels{};  ///< per attribute: by hierarchy in any case; empty: none

        [[nodiscard]] bool is_by_hierarchy(std::size_t attribute) const {
            return by_hierarchy || (!labels.empty() && labels[attribute]);
        }
    };

    /// \pre the domains are the task's; those by hierarchy are ordered by leaves.
    CutSpace(std::span<const OrderedDomain> of, const Form& form);

    /// The parts of each attribute that the items start; one part for the pivot. Items may come in
    /// two lists. Cost O(values).
    [[nodiscard]] std::vector<PartMap> part_maps(std::span<const std::uint32_t> some,
                                                 std::span<const std::uint32_t> more) const;

    /// The cuts that a set of items and a path of the pivot stand for.
    [[nodiscard]] std::vector<DomainCut> cuts(std::span<const std::uint32_t> chosen,
                                              std::span<const PivotRun> path) const;

    std::span<const OrderedDomain> domains;
    std::vector<CutItem> items;        ///< by attribute, then rank; below a parent, after it
    std::optional<std::size_t> pivot;  ///< attribute
    std::size_t positions = 1;
    std::vector<PivotRun> runs;                   ///< by `to`, then `from`
    std::vector<std::uint32_t> position_of_code;  ///< of the pivot

private:
    void choose_pivot();
    void add_runs(bool by_hierarchy);
    void add_items(std::size_t attribute, bool by_hierarchy);
    void mark_starts(std::span<const std::uint32_t> chosen,
                     std::vector<std::vector<bool>>& starts) const;
};

}  // namespace kanon::domain_cut
