// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/release/recoding/recoding.hpp"

#include <vector>

namespace kanon {

/// NCP of one released value of an attribute, in [0, 1] (DESIGN section 5): a numeric range
/// (u-l)/(U-L), clipped to the domain's least and greatest number; label, set, text range (covered
/// - 1)/(|A| - 1), |A| = distinct values in the data, missing included; an exact value 0; a star 1;
/// anything in a one-value domain 0. Labels of interval hierarchies are measured as ranges.
/// Not a number for an aggregate, which says nothing of the cell: see SquaredError.
///
/// Of a column whose ends were coded, an open end is a range as well, over the numbers that the
/// column had before; a label or a set over it loses no less.
[[nodiscard]] double ncp(const ReleasedValue& value,
                         const ReleasedDomain& domain,
                         const Dictionary& dictionary,
                         const Hierarchy* hierarchy);

/// NCP of every label of a level; one entry per label.
[[nodiscard]] std::vector<double> ncp_of_labels(const Hierarchy& hierarchy, Level level);

/// What labels are counted by.
enum class CellLoss {
    ncp,  ///< the values of the data that they cover
    lm    ///< the leaves under them in the hierarchy file or tree, in the data or not
};

/// Loss of one released value, in [0, 1]: ncp(), or Iyengar's LM (Transforming data to satisfy
/// privacy constraints, KDD 2002, section 4). LM is ncp() but for the labels of a hierarchy file or
/// tree, (leaves under the label - 1)/(M - 1) with M leaves in all, sets of its values, (values -
/// 1)/(M - 1), and a domain that costs nothing, which is one of M = 1. A text that labels the same
/// values of the data on several levels is measured on the lowest: a reader cannot tell which.
[[nodiscard]] double cell_loss(CellLoss loss,
                               const ReleasedValue& value,
                               const ReleasedDomain& domain,
                               const Dictionary& dictionary,
                               const Hierarchy* hierarchy);

/// The loss of every label of a level; one entry per label. It never falls on the way up.
[[nodiscard]] std::vector<double> loss_of_labels(CellLoss loss,
                                                 const Hierarchy& hierarchy,
                                                 Level level);

/// The loss of a starred cell: 1, or 0 in a domain that costs nothing.
[[nodiscard]] double star_loss(CellLoss loss, const Hierarchy& hierarchy);

}  // namespace kanon
