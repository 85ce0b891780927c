// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "terminal/verb.hpp"

#include <string>
#include <vector>

namespace kanon::cli {

/// The command line as it was typed, quoted for a shell, addresses as they may be shown; reports
/// say how to repeat a run.
struct Invocation {
    std::string command;
};

/// Quote the words of a command line for a POSIX shell.
[[nodiscard]] Invocation invocation_of(int count, const char* const* words);

Verb add_anonymize(CLI::App& root, const Invocation& invocation);
Verb add_verify(CLI::App& root);
Verb add_tabulate(CLI::App& root);
Verb add_views(CLI::App& root);
Verb add_evaluate(CLI::App& root);
Verb add_risk(CLI::App& root);
Verb add_compare(CLI::App& root);
Verb add_completion(CLI::App& root);

/// Hidden: for the build, which installs what it writes.
Verb add_documents(CLI::App& root);

Verb add_explore(CLI::App& root);
Verb add_inspect(CLI::App& root);
Verb add_methods(CLI::App& root);
Verb add_patterns(CLI::App& root);
std::vector<Verb> add_hierarchy(CLI::App& root);
std::vector<Verb> add_attack(CLI::App& root);
std::vector<Verb> add_party(CLI::App& root);
Verb add_key(CLI::App& root);
std::vector<Verb> add_ledger(CLI::App& root);
Verb add_locate(CLI::App& root);
std::vector<Verb> add_message(CLI::App& root);
Verb add_generate(CLI::App& root);

}  // namespace kanon::cli
