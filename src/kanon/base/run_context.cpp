// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/run_context.hpp"

#include "kanon/base/error.hpp"

#include <algorithm>
#include <thread>

namespace kanon {

unsigned Threads::settled(unsigned asked) {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    return std::min(asked == 0 ? cores : asked, kMost);
}

void throw_if_cancelled(const RunContext& context) {
    if (context.cancelled()) {
        throw Error(ErrorCode::cancelled, "stopped before anything was written");
    }
}

}  // namespace kanon
