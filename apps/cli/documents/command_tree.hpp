// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace kanon::cli {

/// What stands behind a flag, or as an argument.
struct CommandValue {
    std::string name;                ///< as help writes it: FILE, star|drop, COLUMN,...; "": none
    bool is_file = false;            ///< names of files complete it
    bool is_list = false;            ///< several in one word, parted by commas
    std::vector<std::string> words;  ///< what it may be, as far as that is a few words
};

struct CommandFlag {
    std::string long_name;   ///< with its dashes
    std::string short_name;  ///< with its dash, or ""
    CommandValue value;
    std::string help;
    std::string group;  ///< its heading in the help
    bool required = false;
};

struct CommandArgument {
    CommandValue value;
    std::string help;
    bool required = false;
    bool repeats = false;
};

/// A verb, or the program, as its help tells it.
struct Command {
    std::string name;   ///< the verb
    std::string words;  ///< all that is typed: `kanon hierarchy build`
    std::string purpose;
    std::vector<CommandArgument> arguments;
    std::vector<CommandFlag> flags;
    std::vector<std::string> examples;  ///< a line each
    std::vector<Command> verbs;         ///< in the order of the help; hidden ones are left out
};

/// The program with all of its verbs: the one walk by which completions and man pages are made.
[[nodiscard]] Command command_tree(const CLI::App& root);

}  // namespace kanon::cli
