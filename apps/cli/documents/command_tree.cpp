// SPDX-License-Identifier: Apache-2.0
#include "documents/command_tree.hpp"

#include "kanon/api/kanon.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

namespace kanon::cli {
namespace {

bool is_lower(std::string_view word) {
    return !word.empty() &&
           std::ranges::all_of(word, [](char c) { return std::islower(c) != 0 || c == '-'; });
}

/// `star|drop` as its words, without those that stand for something, such as CHAR.
std::vector<std::string> alternatives(std::string_view name) {
    std::vector<std::string> out;
    if (name.find('|') == std::string_view::npos) {
        return out;
    }
    std::istringstream rest{std::string(name)};
    for (std::string word; std::getline(rest, word, '|');) {
        if (is_lower(word)) {
            out.push_back(word);
        }
    }
    return out;
}

std::vector<std::string> method_words(bool with_auto) {
    std::vector<std::string> out;
    if (with_auto) {
        out.emplace_back("auto");
    }
    for (const MethodInfo& info : methods()) {
        out.emplace_back(info.name);
    }
    return out;
}

std::vector<std::string> objective_words() {
    std::vector<std::string> out;
    for (const ObjectiveInfo& info : objectives()) {
        out.emplace_back(info.name);
    }
    return out;
}

CommandValue value_of(const CLI::Option& option, const CLI::App& app) {
    CommandValue out;
    out.name = option.get_type_size_max() == 0 ? "" : option.get_type_name();
    out.is_list = out.name.ends_with(",...");
    out.is_file = out.name == "FILE" || option.get_positional();
    out.words = alternatives(out.name);
    const std::string name = option.get_name();
    if (name == "--method") {
        out.words = method_words(true);
    } else if (name == "--objective") {
        out.words = objective_words();
    } else if (option.get_positional() && app.get_name() == "methods") {
        out.words = method_words(false);
        out.is_file = false;
    }
    return out;
}

CommandFlag flag_of(const CLI::Option& option, const CLI::App& app) {
    CommandFlag out;
    if (!option.get_lnames().empty()) {
        out.long_name = "--" + option.get_lnames().front();
    }
    if (!option.get_snames().empty()) {
        out.short_name = "-" + option.get_snames().front();
    }
    out.value = value_of(option, app);
    out.help = option.get_description();
    out.group = option.get_group();
    out.required = option.get_required();
    return out;
}

CommandArgument argument_of(const CLI::Option& option, const CLI::App& app) {
    CommandArgument out;
    out.value = value_of(option, app);
    out.value.name = option.get_name();
    out.help = option.get_description();
    out.required = option.get_required();
    out.repeats = option.get_expected_max() > 1;
    return out;
}

/// The lines below `EXAMPLE` in the foot of a help text.
std::vector<std::string> examples_in(const std::string& foot) {
    std::vector<std::string> out;
    std::istringstream lines(foot);
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line == "EXAMPLE") {
            inside = true;
        } else if (inside && line.starts_with("  ")) {
            out.push_back(line.substr(2));
        } else {
            inside = false;
        }
    }
    return out;
}

Command command_of(const CLI::App& app, const std::string& before) {
    Command out;
    out.name = app.get_name();
    out.words = before + (before.empty() ? "" : " ") + out.name;
    out.purpose = app.get_description();
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional()) {
            out.arguments.push_back(argument_of(*option, app));
        } else {
            out.flags.push_back(flag_of(*option, app));
        }
    }
    out.examples = examples_in(app.get_footer());
    for (const CLI::App* verb : app.get_subcommands({})) {
        if (!verb->get_group().empty()) {
            out.verbs.push_back(command_of(*verb, out.words));
        }
    }
    return out;
}

}  // namespace

Command command_tree(const CLI::App& root) {
    return command_of(root, "");
}

}  // namespace kanon::cli
