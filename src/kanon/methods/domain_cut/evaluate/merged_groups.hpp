// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/domain_cut/domains/value_tree.hpp"
#include "kanon/task/class_checker.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::domain_cut {

/// A generalization: the children of a node of an attribute's tree are replaced by the node.
struct Generalization {
    std::size_t attribute = 0;
    std::uint32_t node = 0;
};

/// The groups of row types under cuts of hierarchies that are generalized step by step.
///
/// The anonymity of a group is its rows, but at most what every class must have at least (k, or
/// what another model asks); one less than that where the group has the rows and fails another
/// model. The anonymity of the table is the least one of its groups, those left aside that may be
/// suppressed: the greatest a such that groups of less than a hold no more rows than the limit.
class MergedGroups {
public:
    /// Groups under the finest cuts. Borrows the task and the trees. Cost O(t m).
    MergedGroups(const Task& task,
                 std::span<const OrderedDomain> domains,
                 std::span<const ValueTree> trees);

    [[nodiscard]] std::uint64_t anonymity() const { return anonymity_; }

    /// True if no more rows fail than may be suppressed, and some group holds.
    [[nodiscard]] bool keeps_promises() const;

    /// Rows at the anonymity of the table or below, per attribute and node of the cut.
    /// Cost O(groups * m).
    [[nodiscard]] std::vector<std::vector<std::uint64_t>> lowest_rows() const;

    /// True unless the generalization leaves the table's anonymity as it is, as it does if too many
    /// of the rows at that anonymity have none of its values. `lowest` is lowest_rows().
    [[nodiscard]] bool may_be_critical(const Generalization& step,
                                       const std::vector<std::vector<std::uint64_t>>& lowest) const;

    /// The anonymity of the table after a generalization. \pre the children are in the cut. Cost
    /// O(g log g * m + k) for g groups that have one of the children's values.
    [[nodiscard]] std::uint64_t anonymity_after(const Generalization& step);

    /// Carry out a generalization. Cost as anonymity_after().
    void generalize(const Generalization& step);

    [[nodiscard]] std::size_t size() const { return live_; }

private:
    struct Group {
        std::uint64_t rows = 0;
        std::uint64_t anonymity = 0;
        bool live = true;
        std::vector<std::uint32_t> types;  ///< empty where rows decide
    };

    /// Groups that become one: places first .. last - 1 in members_.
    struct Union {
        std::size_t first = 0;
        std::size_t last = 0;
        std::uint64_t rows = 0;
        std::uint64_t anonymity = 0;
    };

    [[nodiscard]] std::uint32_t& node_of(std::size_t group, std::size_t attribute) {
        return node_of_[group * trees_.size() + attribute];
    }

    [[nodiscard]] std::uint64_t anonymity_of(std::uint64_t rows,
                                             std::span<const std::uint32_t> members);
    [[nodiscard]] std::uint64_t table_anonymity(const std::vector<std::uint64_t>& rows_at) const;
    void gather(const Generalization& step);
    void unite(const Generalization& step);
    void count(const Union& united, std::vector<std::uint64_t>& rows_at) const;

    const Task& task_;
    std::span<const ValueTree> trees_;
    ClassChecker checker_;
    std::uint64_t enough_;  ///< the anonymity of a group that holds
    std::vector<Group> groups_;
    std::vector<std::uint32_t> node_of_;  ///< per group, per attribute
    /// Per attribute, per node: groups with that value, and some that are no more.
    std::vector<std::vector<std::vector<std::uint32_t>>> groups_of_;
    std::vector<std::uint64_t> rows_at_;  ///< per anonymity
    std::uint64_t anonymity_ = 0;
    std::size_t live_ = 0;
    std::vector<std::uint32_t> members_;  ///< scratch: of one generalization, side by side
    std::vector<Union> unions_;
};

}  // namespace kanon::domain_cut
