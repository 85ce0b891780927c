// SPDX-License-Identifier: Apache-2.0
#include "documents/writers.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace kanon::cli {
namespace {

/// A text within single quotes, with a backslash before these characters.
std::string quoted(std::string_view text, std::string_view special) {
    std::string out;
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
            continue;
        }
        out += special.find(c) == std::string_view::npos ? "" : "\\";
        out += c;
    }
    return out;
}

std::string function_of(const Command& command) {
    std::string out = "_" + command.words;
    std::ranges::replace(out, ' ', '_');
    std::ranges::replace(out, '-', '_');
    return out;
}

std::string action(const CommandValue& value) {
    std::string words;
    for (const std::string& word : value.words) {
        words += (words.empty() ? "" : " ") + word;
    }
    if (words.empty()) {
        return value.is_file ? "_files" : " ";
    }
    return value.is_list ? "_sequence compadd - " + words : "(" + words + ")";
}

std::string spec_of(const CommandFlag& flag) {
    constexpr std::string_view kSpecial = "[]:\\";
    std::string names;
    std::string quote = "'";
    if (flag.short_name.empty()) {
        names = "'*" + flag.long_name;
    } else {
        names = fmt::format("'*'{{{},{}}}'", flag.short_name, flag.long_name);
    }
    std::string out = names + "[" + quoted(flag.help, kSpecial) + "]";
    if (!flag.value.name.empty()) {
        out += ":" + quoted(flag.value.name, kSpecial) + ":" + action(flag.value);
    }
    return out + "'";
}

std::string spec_of(const CommandArgument& argument) {
    return fmt::format("'{}:{}:{}'",
                       argument.repeats ? "*" : "",
                       quoted(argument.value.name, ":\\"),
                       action(argument.value));
}

std::string arguments_of(const Command& command) {
    std::string out = "    _arguments -s -S";
    for (const CommandFlag& flag : command.flags) {
        out += " \\\n        " + spec_of(flag);
    }
    for (const CommandArgument& argument : command.arguments) {
        out += " \\\n        " + spec_of(argument);
    }
    return out + "\n";
}

/// A function that completes a verb and then hands over to the function of that verb.
std::string verbs_of(const Command& command) {
    std::string out =
        "    local curcontext=\"$curcontext\" state line\n    local -a verbs\n    verbs=(\n";
    for (const Command& verb : command.verbs) {
        out += fmt::format("        '{}:{}'\n", verb.name, quoted(verb.purpose, ":\\"));
    }
    if (command.words.find(' ') == std::string::npos) {
        out += "        'help:Tell more of a verb.'\n        'version:Tell the version.'\n";
    }
    out += "    )\n    _arguments -C";
    for (const CommandFlag& flag : command.flags) {
        out += " \\\n        " + spec_of(flag);
    }
    out +=
        " \\\n        '1: :->verb' '*:: :->rest'\n    case $state in\n        verb) _describe -t "
        "verbs verb verbs ;;\n        rest)\n            case $line[1] in\n";
    for (const Command& verb : command.verbs) {
        out += fmt::format("                {}) {} ;;\n", verb.name, function_of(verb));
    }
    return out + "            esac ;;\n    esac\n";
}

void add_functions(std::string& out, const Command& command) {
    for (const Command& verb : command.verbs) {
        add_functions(out, verb);
    }
    out += fmt::format("{}() {{\n{}}}\n\n",
                       function_of(command),
                       command.verbs.empty() ? arguments_of(command) : verbs_of(command));
}

}  // namespace

std::string zsh_completion(const Command& program) {
    std::string out =
        "#compdef kanon\n# Completion of kanon for zsh; made from the flags of the program.\n\n";
    add_functions(out, program);
    return out +
           "if [ \"$funcstack[1]\" = _kanon ]; then\n    _kanon \"$@\"\nelse\n    compdef _kanon "
           "kanon\nfi\n";
}

}  // namespace kanon::cli
