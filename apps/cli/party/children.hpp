// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <string>
#include <vector>

namespace kanon::cli {

/// A run of this program beside this one.
struct Child {
    std::string name;
    std::vector<std::string> words;  ///< of its command line, without the program's own
    int status = 0;                  ///< of its end
    std::string said{};              ///< on standard error
};

/// Run all at the same time, and wait for the last; their standard error goes into files of the
/// folder. Cancelled, they are interrupted and waited for, a few seconds. \throws Error{cancelled},
/// std::system_error
void run_children(std::vector<Child>& children,
                  const std::string& folder,
                  const RunContext& context);

}  // namespace kanon::cli
