// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <string>

namespace kanon::serve {

/// A run by its files, as paths that are typed in the start folder; "": not written.
struct RepeatedRun {
    std::string input;
    std::string policy;
    std::string output;
    std::string summary{};
    std::string report{};
    std::string recoding{};
    ReadWords read{};
    std::string ledger{};
    bool shuffle = false;
    bool force = false;
};

/// The command line that makes the same release.
[[nodiscard]] std::string shell_command(const RepeatedRun& run);

/// The same in Python.
[[nodiscard]] std::string python_lines(const RepeatedRun& run);

}  // namespace kanon::serve
