// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/release/recoding_text.hpp"
#include "kanon/release/table_facts.hpp"

#include <string>
#include <string_view>

namespace kanon::detail {

/// The problem as saving and carrying over recodings sees it; borrows it.
[[nodiscard]] TableFacts facts_of(const Problem& problem);

/// Refuse to carry a recoding over where a model is judged by more than classes, such as by the
/// population. \throws Error{bad_policy}, which names the flag
void refuse_more_than_classes(const Problem& problem, std::string_view flag);

/// Refuse to save a recoding by aggregates: they are of the rows that they were computed from, and
/// say nothing of others. \throws Error{bad_policy}
void require_savable(const Problem& problem);

/// See kanon::save_recoding(). Cost O(t m) for t row types, m attributes, plus the histogram
/// entries of the types m times where a model needs them.
[[nodiscard]] SavedRecoding save_recoding(const Problem& problem, const Recoding& recoding);

/// Read a file that save_recoding() went into. \throws Error{bad_input}
[[nodiscard]] SavedRecoding read_recoding(const std::string& path, const RunContext& context);

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
                                  const Recoding& recoding,
                                  const Measures& measures);

}  // namespace kanon::detail
