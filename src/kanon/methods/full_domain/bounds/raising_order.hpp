// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/full_domain/nodes/level_tables.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <vector>

namespace kanon::full_domain {

/// In which order attributes are best raised to get from a barren node to one that leaves few and
/// dear ways past it.
///
/// Ours. A node stays barren as long as its labels tell enough of each row. To raise an attribute
/// loses about the bits that its labels tell more than those above. One that is not raised leaves a
/// way past the node: the cheaper it is, the more boxes come of it. So those go first that lose few
/// bits and close a cheap way.
class RaisingOrder {
public:
    /// Cost O(row types * attributes). Borrows the tables.
    RaisingOrder(const Task& task, const LevelTables& tables);

    /// Sort attributes that are to be raised from one node to another; ways past `from` are paid
    /// for from `low` on. Ties stay in order. \pre low <= from < to for each of the attributes
    void sort(std::vector<std::size_t>& attributes,
              const Node& low,
              const Node& from,
              const Node& to) const;

private:
    const LevelTables& tables_;
    std::vector<std::vector<double>> bits_;  ///< per attribute and level: entropy of its labels
    double column_ = 1;                      ///< cost of a column all starred, on average
};

}  // namespace kanon::full_domain
