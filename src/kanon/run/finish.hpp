// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/run/result.hpp"

namespace kanon::detail {

/// Tell what the release is still good for. \pre it is proven and has its classes
void evaluate_result(Result& result, const RunContext& context, Stopwatch& watch);

/// Note how the run was carried out and what it cost.
void fill_facts(Result& result, const RunContext& context, const Stopwatch& watch);

}  // namespace kanon::detail
