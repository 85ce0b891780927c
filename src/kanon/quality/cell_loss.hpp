// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/release/recoding.hpp"

#include <vector>

namespace kanon {

/// NCP of one released value of an attribute, in [0, 1] (DESIGN section 5): a numeric range
/// (u-l)/(U-L), clipped to the domain's least and greatest number; a label or a set (values covered
/// - 1)/(|A| - 1), |A| = distinct values in the data, missing included; an exact value 0; a star 1;
/// anything in a one-value domain 0. Labels of interval hierarchies are measured as ranges.
[[nodiscard]] double ncp(const ReleasedValue& value,
                         const ReleasedDomain& domain,
                         const Dictionary& dictionary,
                         const Hierarchy* hierarchy);

/// NCP of every label of a level; one entry per label.
[[nodiscard]] std::vector<double> ncp_of_labels(const Hierarchy& hierarchy, Level level);

}  // namespace kanon
