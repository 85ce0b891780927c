// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "documents/command_tree.hpp"

#include <string>
#include <vector>

namespace kanon::cli {

/// What a shell sources, or finds in its folder of completions, to complete verbs, flags, their
/// words and files.
[[nodiscard]] std::string bash_completion(const Command& program);
[[nodiscard]] std::string zsh_completion(const Command& program);
[[nodiscard]] std::string fish_completion(const Command& program);

/// A page of the manual, section 1.
struct ManPage {
    std::string file;  ///< `kanon-hierarchy-build.1`
    std::string text;  ///< roff, man(7)
};

/// One for the program, and one for each verb. The same bytes every time: no date stands in them.
[[nodiscard]] std::vector<ManPage> man_pages(const Command& program);

}  // namespace kanon::cli
