// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/secret_random.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/table/row_types.hpp"

#include <cstdint>
#include <vector>

namespace kanon {

/// Split the graph of an assignment into perfect matchings at random, see RandomMatchings, and take
/// one of them, each as probably as the others. Returns the row behind each record.
/// Expected cost O(k n log n) for degree k.
/// \throws std::system_error if the system gives no random numbers
[[nodiscard]] std::vector<std::uint32_t> draw_rows(const AssignmentRecoding& recoding,
                                                   SecretRandom& random);

/// Draw which row stands behind which record of an assignment, see draw_rows(): so a row is behind
/// each of its records with the same probability, and one who knows the graph, the way in which it
/// was made and the row behind one record does not know which of many splits it came from. Rows
/// that are alike get theirs in random order.
///
/// Returns the row behind each record. To draw twice from one graph and release both is to let the
/// candidates be intersected. Expected cost O(k n log n) for degree k.
/// \throws std::system_error if the system gives no random numbers
std::vector<std::uint32_t> draw_assignment(const RowTypes& types,
                                           SecretRandom& random,
                                           AssignmentRecoding& recoding);

}  // namespace kanon
