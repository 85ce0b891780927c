// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/release/recoding.hpp"
#include "kanon/release/recoding_text.hpp"

#include <string>

/// The steps that a job on files and one in memory share. Each writes its seconds into the facts.
namespace kanon::detail {

/// \throws Error{warned} with every warning that is open, if a run with these options refuses them.
void check_warnings(const Problem& problem, const AnonymizeOptions& options);

/// Choose and run the method. \throws Error if there is no recoding in the end, or options do not
/// fit the method.
void search(Result& result,
            const AnonymizeOptions& options,
            const RunContext& context,
            Stopwatch& watch);

/// As search(), and keep limits of the risk as well: the highest by k alone; the average by the
/// least k whose release keeps it, found by bisection between the promised one and that by which
/// every class does, at most 2 + log2(1 / limit) searches, each with its share of the time that is
/// left. The release by k - 1 is above the limit; of those tried that keep it the one that loses
/// least is taken. Where no k finds one, all labels are made as general as the policy allows.
void solve(Result& result,
           const AnonymizeOptions& options,
           const RunContext& context,
           Stopwatch& watch);

/// In place of solve(): take the decision of another run. \throws Error
void solve_by(const SavedRecoding& saved,
              const std::string& file,
              Result& result,
              const RunContext& context,
              Stopwatch& watch);

/// Carry the recoding out and audit the release. An assignment is drawn first, by this seed, see
/// SecretRandom, and anew where what is drawn does not hold every model, kMostDraws times at most.
/// \throws Error{audit_failed, infeasible}
void release_and_prove(Result& result,
                       const std::optional<std::uint64_t>& secret_seed,
                       const RunContext& context,
                       Stopwatch& watch);

/// Withhold what the auditor does not call proven. \throws Error{audit_failed}
void require_proof(const AuditReport& audit);

/// Draws that are tried in all. Each that is thrown away makes what is released a little less than
/// uniform, so there are few.
inline constexpr int kMostDraws = 20;

/// Draw for an assignment until every model holds over its candidates and `accept` says so too.
/// \throws Error{infeasible} if none of the draws does, or the members of a record break a model
/// whatever is drawn
void draw_until(const Task& task,
                AssignmentRecoding& recoding,
                SecretRandom& random,
                const RunContext& context,
                const std::function<bool()>& accept);

/// Methods of cell suppression count stars alone. Where top or bottom coding took from values that
/// are not starred as well, take the measured loss in place of the method's, let the bound be at
/// least what coding alone loses, and call the release the best only if both agree.
/// \pre the release is measured
void settle_coded_loss(Result& result);

/// Tell what the release is still good for. \pre it is proven and has its classes
void evaluate_result(Result& result, const RunContext& context, Stopwatch& watch);

/// Note how the run was carried out and what it cost.
void fill_facts(Result& result, const RunContext& context, const Stopwatch& watch);

}  // namespace kanon::detail
