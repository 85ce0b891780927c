// SPDX-License-Identifier: Apache-2.0
#include "documents/writers.hpp"
#include <fmt/format.h>

#include <string_view>

namespace kanon::cli {
namespace {

std::string fish_quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' || c == '\\' ? "\\" : "";
        out += c;
    }
    return out + "'";
}

/// True while this verb is being typed: `__fish_seen_subcommand_from a; and ... b`.
std::string seen(const std::vector<std::string>& path) {
    std::string out;
    for (const std::string& verb : path) {
        out += (out.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + verb);
    }
    return out;
}

/// Where a verb below this one is to come next.
std::string awaited(const Command& command, const std::vector<std::string>& path) {
    if (path.empty()) {
        return "__fish_use_subcommand";
    }
    std::string out = seen(path) + "; and not __fish_seen_subcommand_from";
    for (const Command& verb : command.verbs) {
        out += " " + verb.name;
    }
    return out;
}

std::string fish_words(const CommandValue& value) {
    std::string words;
    for (const std::string& word : value.words) {
        words += (words.empty() ? "" : " ") + word;
    }
    return words;
}

std::string flag_line(const CommandFlag& flag, const std::string& condition) {
    std::string out = "complete -c kanon";
    out += condition.empty() ? "" : " -n " + fish_quoted(condition);
    out += flag.short_name.empty() ? "" : " -s " + flag.short_name.substr(1);
    out += " -l " + flag.long_name.substr(2);
    if (!flag.value.words.empty()) {
        out += " -x -a " + fish_quoted(fish_words(flag.value));
    } else if (flag.value.is_file) {
        out += " -r -F";
    } else if (!flag.value.name.empty()) {
        out += " -x";
    }
    return out + " -d " + fish_quoted(flag.help) + "\n";
}

void add_lines(std::string& out, const Command& command, const std::vector<std::string>& path) {
    const std::string condition = path.empty() ? "__fish_use_subcommand" : seen(path);
    for (const CommandFlag& flag : command.flags) {
        out += flag_line(flag, condition);
    }
    if (!command.arguments.empty() && !command.arguments.front().value.words.empty()) {
        out += fmt::format("complete -c kanon -f -n {} -a {}\n",
                           fish_quoted(condition),
                           fish_quoted(fish_words(command.arguments.front().value)));
    }
    for (const Command& verb : command.verbs) {
        out += fmt::format("complete -c kanon -f -n {} -a {} -d {}\n",
                           fish_quoted(awaited(command, path)),
                           verb.name,
                           fish_quoted(verb.purpose));
        std::vector<std::string> below = path;
        below.push_back(verb.name);
        add_lines(out, verb, below);
    }
}

}  // namespace

std::string fish_completion(const Command& program) {
    std::string out = "# Completion of kanon for fish; made from the flags of the program.\n";
    add_lines(out, program, {});
    return out +
           "complete -c kanon -f -n __fish_use_subcommand -a help -d 'Tell more of a verb.'\n"
           "complete -c kanon -f -n __fish_use_subcommand -a version -d 'Tell the version.'\n";
}

}  // namespace kanon::cli
