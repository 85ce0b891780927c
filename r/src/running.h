// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/kanon.h"

#include <cpp11/list.hpp>
#include <cpp11/sexp.hpp>

#include <cstdint>
#include <functional>

namespace kanon_r {

// What a call of the library gave.
struct Outcome {
    std::int32_t status = KANON_OK;
    kanon_error* error = nullptr;
    bool is_interrupted = false;
    bool is_late = false;  // `stop_after` has passed
};

// Carry a call out on a thread of its own, while R's own waits: so that Ctrl-C is heard, and R can
// show the progress. `settings`: seed, threads, time_limit, node_limit, memory, stop_after;
// `progress`: a function of stage, done and total, or null. What it throws ends the call.
Outcome carry_out(const cpp11::list& settings,
                  SEXP progress,
                  const std::function<std::int32_t(const kanon_run&, kanon_error**)>& call);

}  // namespace kanon_r
