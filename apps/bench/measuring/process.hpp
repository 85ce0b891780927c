// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace kanon::bench {

/// How a child process ended and what it took, as the kernel counted it.
struct ChildRun {
    int status = 0;  ///< of exit, or 128 + signal
    double wall_seconds = 0;
    double cpu_seconds = 0;  ///< user and system, all threads
    double peak_rss_mb = 0;  ///< MiB; at least what this process itself has held
};

/// A program to run: words[0] is searched for in PATH.
struct Command {
    std::vector<std::string> words;
    std::string output = "/dev/null";  ///< file for standard output
    std::string errors = "/dev/null";  ///< file for standard error
};

/// Run a child to its end. A stop signal to this process is handed on to it.
/// \throws Error{bad_input} if it cannot be started, Error{cancelled} if a stop was asked for.
[[nodiscard]] ChildRun run_child(const Command& command);

/// The path of a program in the folder of the running one.
[[nodiscard]] std::string program_beside(const std::string& name);

}  // namespace kanon::bench
