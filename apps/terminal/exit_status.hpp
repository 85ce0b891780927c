// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <span>
#include <string>
#include <string_view>

namespace kanon::cli {

/// One line of the table of exit statuses: help, docs and the program itself read it.
struct ExitStatus {
    int status;
    std::string_view meaning;
};

constexpr int kDone = 0;
constexpr int kBroken = 1;          ///< the auditor says no, or a benchmark's answer is wrong
constexpr int kCouldNotTell = 2;    ///< verify came to no verdict
constexpr int kInternalFault = 70;  ///< a fault of kanon or of the machine: out of memory

[[nodiscard]] std::span<const ExitStatus> exit_statuses();

/// The exit status of an error.
[[nodiscard]] int exit_status(ErrorCode code);

/// The foot of every help text: the exit statuses in a few lines.
[[nodiscard]] std::string exit_status_text();

}  // namespace kanon::cli
