// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/cell_suppression/improvement/changing_classes.hpp"

#include <cstdint>

namespace kanon::cell_suppression {

/// Lower the cost of classes by changes of a few rows each, until none of these helps:
/// - rows that their class can spare, or that are starred throughout, move to the cheapest class
///   that shows their values;
/// - a class is dissolved, its rows move to such classes;
/// - a class is starred less if its rows allow that, or split in two by the values of an attribute.
/// Classes are not merged: one class of two never costs less than the two.
///
/// Every class keeps the privacy models; where these look beyond rows, the rows of a type move
/// together. Row types in their order, classes by number. Returns the number of changes. Cost of a
/// round: O(t P m) for P patterns in use; rounds are few. Stops between two classes.
std::uint64_t move_rows(const PolishScope& scope, ChangingClasses& classes);

}  // namespace kanon::cell_suppression
