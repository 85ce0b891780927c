// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kanon::cli {

/// A run of this program beside this one.
struct Child {
    std::string name;
    std::vector<std::string> words;  ///< of its command line, without the program's own
    int status = 0;                  ///< of its end
    std::string said{};              ///< on standard error
    bool may_fail = false;           ///< is meant to: the others go on
};

/// Run all at the same time, and wait for the last; their standard error goes into files of the
/// folder. Cancelled, they are interrupted and waited for, a few seconds. \throws Error{cancelled},
/// std::system_error
void run_children(std::vector<Child>& children,
                  const std::string& folder,
                  const RunContext& context);

/// The one that failed by itself, and not because another one stopped or failed to come; null: none
/// failed that may not.
[[nodiscard]] const Child* failed_one(const std::vector<Child>& children);

/// What it said last, on one line, without the program's name before it.
[[nodiscard]] std::string said_by(const Child& child);

/// Say what a child said, as one line; `what` is what such a child is. Returns its status.
int say_failed(const Child& child, std::string_view what);

}  // namespace kanon::cli
