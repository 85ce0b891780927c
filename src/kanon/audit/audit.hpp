// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"
#include "kanon/release/release.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon {

/// Re-derive every promise of a problem from the original table and the release alone: no
/// identifying column is released; columns are coded as the policy asks; every released cell covers
/// its original, coded or not, or is the aggregate of its class (judge_aggregates()); other columns
/// are unchanged; every class holds each model, or, where the problem promises candidates, these do
/// (docs/freeform.md); every row
/// is released or counted as suppressed; the limit is kept. Knows no method and reads only
/// spellings, so it judges a file as it does memory.
///
/// Row i of the release is held against row i of the original; against the row it claims, if the
/// release has claims (Release::original_row, checked too) or is counted, for counted rows have no
/// order; in a release with fewer rows against
/// the earliest one it fits after the row before; with `shuffled` against any, by a maximum
/// matching. Where another matching might give a model's verdict another turn, the model is not
/// told. Where rows do not fit in order and all would in another, that is one fault of `order`.
/// Cost O(n m), with `shuffled` and where order fails that of the matching, bounded: what
/// would cost more is not proven. Same result for any thread count. \throws Error{cancelled}
[[nodiscard]] AuditReport audit(const Problem& problem,
                                const Release& release,
                                const AuditOptions& options,
                                const RunContext& context);

/// As above, with the classes of the release, which classes_of() made: they can then serve others
/// as well, and the rows are grouped once.
[[nodiscard]] AuditReport audit(const Problem& problem,
                                const Release& release,
                                const ReleasedClasses& classes,
                                const AuditOptions& options,
                                const RunContext& context);

/// The classes of a release of this problem, as a reader of the release tells them apart. Where the
/// problem's rows are counted, those of the release are, and both must outlive the result.
[[nodiscard]] ReleasedClasses classes_of(const Problem& problem,
                                         const Release& release,
                                         unsigned threads);

}  // namespace kanon
