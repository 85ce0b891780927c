// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

#include <string>

namespace kanon::io {

/// False if nothing can be written to standard output.
[[nodiscard]] bool standard_output_is_open();

/// Copy an open file, from its beginning, into a target that is no regular file (a pipe, a device);
/// into standard output where `place` is "". Waits for the other end of a pipe.
/// \throws std::system_error; Error{cancelled} soon after the run was cancelled.
void pour(int from, const std::string& place, const RunContext& context);

}  // namespace kanon::io
