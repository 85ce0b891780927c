// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/quality/measures.hpp"
#include "kanon/quality/objective.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/release/recoding/recoding_text.hpp"

#include <string>

namespace kanon::detail {

/// A saved recoding on another table of the same quasi-identifiers, see find_carried(). Rows
/// without a value, and classes of the result that fail a model, are suppressed.
///
/// \throws Error{bad_policy} where the policy asks for aggregates.
/// The outcome is feasible, without a bound; its loss is to be set, see carried_loss(). Stats:
/// unplaced_rows, failing_rows, starred_rows.
/// \throws Error{bad_input}: other quasi-identifiers, or a saved released value that does not cover
/// its original under the policy's hierarchy; Error{bad_policy}: an objective that needs levels;
/// Error{infeasible}: too many rows would be suppressed, or the policy forbids a level.
[[nodiscard]] Outcome carry_over(const Problem& problem,
                                 const SavedRecoding& saved,
                                 const std::string& file,
                                 const RunContext& context);

/// An objective's value for a recoding whose release has these measures.
[[nodiscard]] double carried_loss(Objective objective,
                                  const Problem& problem,
                                  const std::optional<Recoding>& recoding,
                                  const Measures& measures);

}  // namespace kanon::detail
