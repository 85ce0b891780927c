// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::cli {

/// A verb of the program: its place on the command line and what it does; returns an exit status.
struct Verb {
    CLI::App* app = nullptr;
    std::function<int()> run;
};

/// The command line as it was typed, quoted for a shell; reports say how to repeat a run.
struct Invocation {
    std::string command;
};

Verb add_anonymize(CLI::App& root, const Invocation& invocation);
Verb add_verify(CLI::App& root);
Verb add_explore(CLI::App& root);
Verb add_inspect(CLI::App& root);
Verb add_methods(CLI::App& root);
Verb add_patterns(CLI::App& root);
std::vector<Verb> add_hierarchy(CLI::App& root);
Verb add_generate(CLI::App& root);
std::vector<Verb> add_bench(CLI::App& root);
std::vector<Verb> add_bench_suites(CLI::App& bench);
Verb add_bench_patterns(CLI::App& bench);
Verb add_bench_covers(CLI::App& bench);

/// A verb below `parent`; `examples` are command lines that work as typed, one after another.
CLI::App* add_verb(CLI::App& parent,
                   const std::string& name,
                   const std::string& purpose,
                   const std::string& examples);

/// Quote the words of a command line for a POSIX shell.
[[nodiscard]] std::string shell_text(int count, const char* const* words);

/// A message on one line.
[[nodiscard]] std::string one_line(std::string text);

/// Write a text to standard output, control characters replaced: a column's name must not steer the
/// terminal. \throws Error{bad_output}
void print_out(std::string_view given);

/// Write a text to standard error, as above; what cannot be written is lost.
void print_err(std::string_view given);

/// Write a text to standard output, or beside it to standard error where one of these targets, `-`,
/// takes standard output for a file.
void print_beside(std::string_view text, std::initializer_list<std::string_view> targets);

}  // namespace kanon::cli
