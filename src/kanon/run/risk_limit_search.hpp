// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/run/anonymize.hpp"
#include "kanon/run/result.hpp"

namespace kanon::detail {

/// As search(), and keep limits of the risk as well: the highest by k alone; the average by the
/// least k whose release keeps it, found by bisection between the promised one and that by which
/// every class does, at most 2 + log2(1 / limit) searches, each with its share of the time that is
/// left. The release by k - 1 is above the limit; of those tried that keep it the one that loses
/// least is taken. Where no k finds one, all labels are made as general as the policy allows.
void solve(Result& result,
           const AnonymizeOptions& options,
           const RunContext& context,
           Stopwatch& watch);

}  // namespace kanon::detail
