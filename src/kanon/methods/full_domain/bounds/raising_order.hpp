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
/// Ours. Of what may be raised before too few rows are suppressed, each attribute takes about the
/// bits that its labels tell of a row and no longer would. One that is left out leaves a way past
/// the node: the cheaper it is, the more boxes come of it. So those go first that take few bits
/// for a cheap way.
class RaisingOrder {
public:
    /// Cost O(row types * attributes). Borrows the tables.
    RaisingOrder(const Task& task, const LevelTables& tables);

    /// Sort attributes that are to be raised from one node to another, all of them in between;
    /// ways past `from` are paid for from `low` on. \pre low <= from < to for each attribute
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
