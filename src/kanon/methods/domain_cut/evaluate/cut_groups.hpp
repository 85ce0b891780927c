// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/task/class_checker.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::domain_cut {

/// A part of some attribute's cut, now or earlier.
struct CutValue {
    std::size_t attribute = 0;
    RankRun run;
    std::vector<RankRun> parts;         ///< what it would be specialized to; empty: nothing
    std::vector<std::uint32_t> groups;  ///< those whose rows have this value
    bool replaced = false;              ///< specialized: no longer in the cut
};

/// What becomes of rows: of all of them, or of those of some groups.
struct GroupFacts {
    std::uint64_t failing_rows = 0;  ///< in groups that fail a model
    std::uint64_t classes = 0;       ///< groups that hold
    std::uint64_t least_rows = 0;    ///< of a class; 0 without one
};

/// The groups of row types under cuts that are refined value by value.
///
/// The structure of Fung, Wang, Yu 2005 (section 4.2, TIPS): every value of a cut is linked to the
/// groups that have it, so that a specialization divides these groups and touches no other row, and
/// what a specialization would do to a group is reckoned once, until the group is divided.
///
/// Attributes may be somewhere else: then the task lacks their columns, and what is known of their
/// values is which row types have them, as told. Runs of such values mean nothing.
///
/// Row types of a group stand side by side. Memory O(t + groups * m).
class CutGroups {
public:
    /// Groups under the coarsest cuts. Borrows the task and the domains. Cost O(t m).
    CutGroups(const Task& task, std::span<const OrderedDomain> domains);

    /// All row types in one group, with one value in each of `attributes` attributes: value j is
    /// all of attribute j. That of domain j is places[j]; those of no domain are somewhere else.
    /// Coarsest cuts are not yet made.
    CutGroups(const Task& task,
              std::span<const OrderedDomain> domains,
              std::span<const std::size_t> places,
              std::size_t attributes);

    /// Replace a value of the whole domain by the parts of its coarsest cut, unless it is one.
    /// \pre the domain of this attribute is here
    void divide_coarsely(std::uint32_t attribute);

    [[nodiscard]] const std::vector<CutValue>& values() const { return values_; }

    /// Over all groups.
    [[nodiscard]] const GroupFacts& facts() const { return facts_; }

    [[nodiscard]] std::size_t size() const { return groups_.size(); }

    /// Say what a value would be specialized to: runs that make up its own, in any order.
    void plan(std::uint32_t value, std::vector<RankRun> parts);

    /// facts() if the value were specialized to its parts. Cost O(links of the value), plus the
    /// rows of the groups divided or planned for since. \pre it has parts.
    [[nodiscard]] GroupFacts facts_after(std::uint32_t value);

    /// Rows of the value's groups that would be in parts of fewer rows than any class must have, if
    /// the value were divided in two before each of its ranks but the first; the figures are of
    /// these groups alone, and all that counts where the models look at rows alone.
    /// Cost O(s log s) for s row types of the value.
    [[nodiscard]] std::vector<std::uint64_t> failing_by_threshold(std::uint32_t value);

    /// Failing rows outside the value's groups.
    [[nodiscard]] std::uint64_t failing_elsewhere(std::uint32_t value) const;

    /// Replace a value by its parts. The first new value is values().size() before the call.
    /// Cost O(rows types of the value + m * groups made).
    void specialize(std::uint32_t value);

    /// As specialize(), for a value of an attribute that is somewhere else: `parts` parts, and that
    /// of each of types_with() the value. \pre all below `parts`
    void specialize_as_told(std::uint32_t value,
                            std::uint32_t parts,
                            std::span<const std::uint32_t> part_of_type);

    /// Row types that have a value of a cut. Cost O(links of the value).
    [[nodiscard]] std::size_t count_types_with(std::uint32_t value) const;

    /// These, ascending. Cost O(s + t / 64).
    [[nodiscard]] std::vector<std::uint32_t> types_with(std::uint32_t value) const;

    /// For each of types_with() the value, its part of the plan. \pre it has parts
    [[nodiscard]] std::vector<std::uint32_t> planned_parts(std::uint32_t value);

    /// The cut of each domain.
    [[nodiscard]] std::vector<DomainCut> cuts() const;

    /// Per row type: true if its group fails a model.
    [[nodiscard]] std::vector<bool> failing_types() const;

private:
    struct Group {
        std::uint32_t begin = 0;  ///< in types_
        std::uint32_t end = 0;
        std::uint64_t rows = 0;
        bool holds = false;
    };

    /// What becomes of one group by the plan for one of its values.
    struct Outlook {
        GroupFacts facts;
        bool known = false;
    };

    /// Row types of a group with their values in one part.
    struct Piece {
        std::uint32_t part = 0;
        std::vector<std::uint32_t> types;
        std::uint64_t rows = 0;
    };

    [[nodiscard]] static std::uint64_t failing_rows(const Group& group) {
        return group.holds ? 0 : group.rows;
    }

    [[nodiscard]] std::size_t attribute_count() const { return ranks_.size(); }

    [[nodiscard]] std::span<const std::uint32_t> types_of(const Group& group) const {
        return std::span(types_).subspan(group.begin, group.end - group.begin);
    }

    void take_ranks(std::size_t domain_place);
    void number_parts(const CutValue& value);
    void divide(const Group& group, std::size_t attribute);
    [[nodiscard]] bool holds(const Piece& piece);
    [[nodiscard]] GroupFacts judge_pieces();
    [[nodiscard]] std::uint64_t least_rows_without(std::uint32_t value) const;
    std::uint32_t add_group_like(std::uint32_t group, std::size_t but_attribute);
    void split(std::uint32_t group, std::uint32_t value, std::uint32_t first_new);
    void replace(std::uint32_t value);
    void count();

    const Task& task_;
    std::span<const OrderedDomain> domains_;
    std::vector<std::size_t> places_;  ///< per domain: its attribute
    ClassChecker checker_;
    std::vector<std::uint32_t> types_;
    /// Per attribute, per row type; the part last told, where the attribute is somewhere else.
    std::vector<std::vector<Rank>> ranks_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> value_of_;  ///< per group, per attribute
    std::vector<Outlook> outlook_;         ///< per group, per attribute
    std::vector<std::uint32_t> by_rows_;   ///< groups that hold, fewest rows first
    std::vector<CutValue> values_;
    GroupFacts facts_;
    // Scratch.
    std::vector<std::uint32_t> part_of_rank_;
    std::vector<Piece> pieces_;
    std::vector<std::uint32_t> piece_of_part_;
    std::size_t piece_count_ = 0;
};

}  // namespace kanon::domain_cut
