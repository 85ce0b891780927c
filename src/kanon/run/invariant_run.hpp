// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/ledger/ledger.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/run/result.hpp"
#include "kanon/source/reading.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kanon::detail {

/// What the auditor holds an m-invariant release against.
struct InvariantDecision {
    std::unique_ptr<const Problem> original;  ///< the persons as they were read
    std::vector<std::uint32_t> original_row;  ///< per row of the result's problem; or kNoRow
    Ledger::Release noted;                    ///< what the ledger is to have of it
};

/// Decide an m-invariant release of the persons of a source: class them so that each has the values
/// around it that it had in the releases of the ledger, with counterfeits where values are lacking
/// (invariant_classes()). The result has the rows of the release as its problem, in an order that
/// tells nothing, and its decision; classes are numbered by this seed, see SecretRandom.
///
/// Values are taken for what never changes: one within the values around its person is not noticed
/// and does no harm, for each of these stays as likely as the others; of one beyond them a class
/// that is as before would not be true, and a class that is not, or none, would tell of the change.
/// \throws Error{infeasible}: a person has such a value, fewer values around him than m, or one
/// that nobody has any more and no hierarchy of the column names; too many counterfeits are needed;
/// and as bind_source()
[[nodiscard]] InvariantDecision decide_invariant(const PolicySource& source,
                                                 const BindOptions& circumstances,
                                                 const std::optional<std::uint64_t>& secret_seed,
                                                 const RunContext& context,
                                                 Result& result,
                                                 Stopwatch& watch);

/// Judge the release that came of it, as a ledger has it whose last release it is; and take the
/// risk before from the persons alone. \throws Error{audit_failed}
void prove_invariant(const InvariantDecision& decision,
                     const Ledger& ledger,
                     unsigned threads,
                     Result& result);

}  // namespace kanon::detail
