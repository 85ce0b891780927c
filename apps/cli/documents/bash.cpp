// SPDX-License-Identifier: Apache-2.0
#include "documents/writers.hpp"
#include <fmt/format.h>

namespace kanon::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : " ") + word;
    }
    return out;
}

/// What is typed behind the program's name, to tell verbs apart; "" for the program itself.
std::string path_of(const Command& command) {
    const std::size_t space = command.words.find(' ');
    return space == std::string::npos ? "" : command.words.substr(space + 1);
}

/// `anonymize:--policy|anonymize:-p`
std::string pattern_of(const Command& command, const CommandFlag& flag) {
    std::string out;
    for (const std::string& name : {flag.long_name, flag.short_name}) {
        if (!name.empty()) {
            out += (out.empty() ? "" : " | ") + fmt::format("\"{}:{}\"", path_of(command), name);
        }
    }
    return out;
}

std::string action_of(const CommandValue& value) {
    if (!value.words.empty()) {
        return fmt::format(
            "_kanon_{} \"{}\"", value.is_list ? "items" : "words", joined(value.words));
    }
    return value.is_file ? "_kanon_files" : ":";
}

void add_verb_cases(std::string& out, const Command& command) {
    for (const Command& verb : command.verbs) {
        out += fmt::format(
            "            \"{} {}\") verb=\"{}\" ;;\n", path_of(command), verb.name, path_of(verb));
        add_verb_cases(out, verb);
    }
}

void add_value_cases(std::string& out, const Command& command) {
    for (const CommandFlag& flag : command.flags) {
        if (!flag.value.name.empty()) {
            out += fmt::format("        {})\n            {}\n            return ;;\n",
                               pattern_of(command, flag),
                               action_of(flag.value));
        }
    }
    for (const Command& verb : command.verbs) {
        add_value_cases(out, verb);
    }
}

std::string flags_of(const Command& command) {
    std::vector<std::string> names;
    for (const CommandFlag& flag : command.flags) {
        names.push_back(flag.long_name);
        if (!flag.short_name.empty()) {
            names.push_back(flag.short_name);
        }
    }
    return joined(names);
}

void add_word_cases(std::string& out, const Command& command) {
    std::string words;
    for (const Command& verb : command.verbs) {
        words += (words.empty() ? "" : " ") + verb.name;
    }
    words += path_of(command).empty() ? " help version" : "";
    std::string action = words.empty() ? ":" : fmt::format("_kanon_words \"{}\"", words);
    if (!command.arguments.empty()) {
        action = action_of(command.arguments.front().value);
    }
    out += fmt::format(
        "        \"{}\")\n            if [[ $cur == -* ]]; then\n                _kanon_words "
        "\"{}\"\n            else\n                {}\n            fi ;;\n",
        path_of(command),
        flags_of(command),
        action);
    for (const Command& verb : command.verbs) {
        add_word_cases(out, verb);
    }
}

constexpr const char* kHelpers =
    R"(# Completion of kanon for bash; made from the flags of the program.

_kanon_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

_kanon_items() {
    local before=""
    [[ $cur == *,* ]] && before="${cur%,*},"
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
    compopt -o nospace 2>/dev/null
}

_kanon_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

_kanon() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="" verb="" word
    COMPREPLY=()
    ((COMP_CWORD > 0)) && prev="${COMP_WORDS[COMP_CWORD - 1]}"
    # bash takes `--flag=value` for three words
    if [[ $cur == "=" ]]; then
        cur=""
    elif [[ $prev == "=" ]] && ((COMP_CWORD > 1)); then
        prev="${COMP_WORDS[COMP_CWORD - 2]}"
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$verb $word" in
)";

}  // namespace

std::string bash_completion(const Command& program) {
    std::string out = kHelpers;
    add_verb_cases(out, program);
    out += "        esac\n    done\n    case \"$verb:$prev\" in\n";
    add_value_cases(out, program);
    out += "    esac\n    case \"$verb\" in\n";
    add_word_cases(out, program);
    return out + "    esac\n}\n\ncomplete -F _kanon kanon\n";
}

}  // namespace kanon::cli
