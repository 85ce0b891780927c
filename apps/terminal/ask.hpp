// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kanon::cli {

/// Whether somebody can be asked: nothing of the program is part of a pipe.
[[nodiscard]] bool can_ask();

/// Ask on standard error, and take a line of standard input for the answer; an empty one is the
/// default. \pre can_ask() \throws Error{usage} at the end of the input
[[nodiscard]] std::string ask(std::string_view question, std::string_view by_default);

}  // namespace kanon::cli
