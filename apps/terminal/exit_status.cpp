// SPDX-License-Identifier: Apache-2.0
#include "terminal/exit_status.hpp"

#include <array>

namespace kanon::cli {
namespace {

constexpr std::array<ExitStatus, 12> kStatuses{{
    {kDone, "done; verify: every promise holds"},
    {kBroken,
     "the audit failed; verify, views, tabulate: a promise is broken; attack: more than "
     "--fail-above; "
     "kanon-bench: a wrong answer"},
    {2, "wrong usage; verify, views, tabulate: undecided"},
    {3, "bad input table"},
    {4, "bad policy"},
    {5, "bad hierarchy"},
    {6, "no release that keeps the promises"},
    {7, "the output cannot be written"},
    {8, "out of time before any release was found"},
    {9, "nothing was written: it would disclose too much, or --strict and a warning is open"},
    {kInternalFault, "out of memory, or a fault of kanon"},
    {130, "stopped by the user"},
}};

}  // namespace

std::span<const ExitStatus> exit_statuses() {
    return kStatuses;
}

int exit_status(ErrorCode code) {
    switch (code) {
        case ErrorCode::usage:
            return 2;
        case ErrorCode::bad_input:
            return 3;
        case ErrorCode::bad_policy:
            return 4;
        case ErrorCode::bad_hierarchy:
            return 5;
        case ErrorCode::infeasible:
            return 6;
        case ErrorCode::bad_output:
            return 7;
        case ErrorCode::timed_out:
            return 8;
        case ErrorCode::warned:
            return 9;
        case ErrorCode::audit_failed:
            return kBroken;
        case ErrorCode::cancelled:
            return 130;
    }
    return kInternalFault;
}

std::string exit_status_text() {
    std::string out = "Exit status:\n";
    for (const ExitStatus& line : kStatuses) {
        const std::string number = std::to_string(line.status);
        out +=
            std::string(5 - number.size(), ' ') + number + "  " + std::string(line.meaning) + "\n";
    }
    return out;
}

}  // namespace kanon::cli
