// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include <functional>
#include <string>

namespace kanon::cli {

/// A verb of a program: its place on the command line and what it does; returns an exit status.
struct Verb {
    CLI::App* app = nullptr;
    std::function<int()> run;
};

/// A verb below `parent`; `examples` are command lines that work as typed, one after another.
CLI::App* add_verb(CLI::App& parent,
                   const std::string& name,
                   const std::string& purpose,
                   const std::string& examples);

}  // namespace kanon::cli
