// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/cluster/class_template.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::linked {

/// Divide the subjects into parts of near ones, of at most `most` each where they can be told
/// apart, so that classes need not be sought among all. As Mondrian does (LeFevre, DeWitt,
/// Ramakrishnan, ICDE 2006) by the widest dimension at its median, but over what is near in a tree
/// of rows: each quasi-identifier of the subject, the number of its rows in each table, and the
/// mean of each quasi-identifier over its rows. A dimension is as wide as its standard deviation,
/// times what a cell, or a row, of it weighs. No part has fewer than `least`, unless there are no
/// more.
///
/// Cost O(subjects dimensions log parts) time, 4 bytes a subject and dimension. \pre 2 least <=
/// most
[[nodiscard]] std::vector<std::vector<std::uint32_t>> divide(const Ground& ground,
                                                             std::size_t least,
                                                             std::size_t most);

}  // namespace kanon::linked
