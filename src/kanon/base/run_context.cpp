// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/run_context.hpp"

#include "kanon/base/error.hpp"

namespace kanon {

void throw_if_cancelled(const RunContext& context) {
    if (context.cancelled()) {
        throw Error(ErrorCode::cancelled, "stopped before anything was written");
    }
}

}  // namespace kanon
