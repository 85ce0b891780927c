// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "terminal/verb.hpp"

#include <functional>
#include <string>
#include <vector>

namespace kanon::cli {

/// A program of verbs.
struct Program {
    std::string name;
    std::string purpose;
    std::string examples;   ///< command lines that work as typed
    std::string example{};  ///< the one for who types no verb; "" for none
    /// Makes the verbs below the root.
    std::function<std::vector<Verb>(CLI::App& root)> add_verbs;
};

/// Read the command line, run the verb it names; `help`, `help VERB`, `version` and their flags are
/// answered here. Every way a run can fail ends here as well: one line on standard error that
/// begins with the program's name, and the exit status that belongs to it, which is returned.
[[nodiscard]] int run_program(const Program& program, int argc, const char* const* argv);

}  // namespace kanon::cli
