// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/base/run_context.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace kanon {

/// Read a small text file (policy, hierarchy) whole. `what` names it in messages, e.g. `policy`.
/// Waits for a pipe to deliver.
/// \throws Error{code} naming the file: missing, a directory, unreadable, more than `limit` bytes,
/// changed while it was read;
/// Error{cancelled} soon after the run was cancelled.
[[nodiscard]] std::string read_text_file(const std::string& path,
                                         std::string_view what,
                                         ErrorCode code,
                                         std::size_t limit,
                                         const RunContext& context = {});

/// The text without a UTF-8 byte order mark.
[[nodiscard]] std::string_view without_bom(std::string_view text);

/// Refuse NUL bytes and invalid UTF-8. \throws Error{code} with line and column (characters).
void check_text(std::string_view text, const std::string& file, ErrorCode code);

}  // namespace kanon
