// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/task/task.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace kanon {

/// The quasi-identifiers of a task in groups that no adversary's columns join, each ascending;
/// empty: the groups cannot be solved each by itself.
///
/// They can for full-domain recodings where every promise is of somebody who knows columns of one
/// group, no row may be suppressed, and the objective is gcp, the sum of what the columns lose.
/// What an adversary finds alike at a node of the lattice depends on the levels of his columns
/// alone, for no row is taken out. So a node holds exactly if its levels in each group hold there,
/// and loses what they lose: the best node is made of the best ones of the groups. A suppressed row
/// would be missing in all groups at once; then they are solved together. That rows starred in all
/// columns are suppressed does not join them either: a label that is a star covers all values, so
/// all rows are starred at such a node, and the table is one class.
[[nodiscard]] std::vector<std::vector<std::size_t>> apart_attributes(const Task& task);

/// A full-domain method that is asked to solve each group of apart_attributes() by itself. The
/// outcome is of the whole task: optimal if each is, and its bound is made of theirs. The lattice
/// that is searched is the sum of those of the groups, not their product.
/// \pre tasks that run() is given have such groups
[[nodiscard]] std::unique_ptr<Method> solve_apart(std::unique_ptr<Method> method);

}  // namespace kanon
