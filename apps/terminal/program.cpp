// SPDX-License-Identifier: Apache-2.0
#include "terminal/program.hpp"

#include "kanon/api/kanon.hpp"

#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/signals.hpp"
#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <string_view>

namespace kanon::cli {
namespace {

/// The verb that was called: the deepest one on the command line.
CLI::App* called_verb(CLI::App& app) {
    CLI::App* at = &app;
    for (auto below = at->get_subcommands(); !below.empty(); below = at->get_subcommands()) {
        at = below.front();
    }
    return at;
}

/// The words before a verb's own name, such as `kanon hierarchy`.
std::string words_before(const CLI::App& app) {
    std::string out;
    for (const CLI::App* up = app.get_parent(); up != nullptr; up = up->get_parent()) {
        out.insert(0, up->get_name() + (out.empty() ? "" : " "));
    }
    return out;
}

std::string help_hint(const CLI::App& app) {
    const std::string before = words_before(app);
    return "; see `" + before + (before.empty() ? "" : " ") + app.get_name() + " --help`";
}

std::vector<std::string> verb_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands({})) {
        names.push_back(verb->get_name());
    }
    return names;
}

/// \throws Error{usage} that names a word which is not among those known, and the nearest that is.
[[noreturn]] void refuse_word(const std::string& what,
                              const std::string& word,
                              const std::vector<std::string>& known,
                              const CLI::App& app) {
    const std::vector<std::string_view> words(known.begin(), known.end());
    const std::string_view near = nearest_word(word, words);
    throw Error(
        ErrorCode::usage,
        what + " '" + word + "' is not known" +
            (near.empty() ? help_hint(app) : " (did you mean '" + std::string(near) + "'?)"));
}

/// \throws Error{usage} that names a word the verb does not know, and the nearest it knows.
void refuse_leftovers(const CLI::App& app) {
    const std::vector<std::string> left = app.remaining();
    if (left.empty()) {
        return;
    }
    // Behind an unknown flag stands its value, which is no fault of its own.
    const auto flag =
        std::find_if(left.begin(), left.end(), [](const auto& word) { return word[0] == '-'; });
    const std::string word = flag != left.end() ? flag->substr(0, flag->find('=')) : left.front();
    std::vector<std::string> known;
    const bool verbs = flag == left.end() && !app.get_subcommands({}).empty();
    if (verbs) {
        known = verb_names(app);
    } else {
        for (const CLI::Option* option : app.get_options()) {
            for (const std::string& name : option->get_lnames()) {
                known.push_back("--" + name);
            }
        }
    }
    const std::string what = verbs ? "verb" : word[0] == '-' ? "flag" : "argument";
    refuse_word(what, word, known, app);
}

/// A text given as '' is a slip, such as a shell variable that is not set, never a wish.
void refuse_empty_values(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& value : option->results()) {
            if (value.empty() && !takes_empty_text(*option)) {
                const std::string name = option->get_lnames().empty()
                                             ? option->get_name()
                                             : "--" + option->get_lnames().front();
                throw Error(ErrorCode::usage, name + ": the value is empty" + help_hint(app));
            }
        }
    }
}

int run_verb(CLI::App& root, const std::vector<Verb>& verbs) {
    CLI::App* called = called_verb(root);
    refuse_leftovers(root);
    refuse_leftovers(*called);
    refuse_empty_values(*called);
    for (const Verb& verb : verbs) {
        if (verb.app == called) {
            return verb.run();
        }
    }
    throw Error(ErrorCode::usage, "a verb is missing" + help_hint(*called));
}

/// The help of the program, or of the verb that these words name. \throws Error{usage}
std::string help_of(CLI::App& root, const std::vector<std::string>& words) {
    CLI::App* at = &root;
    for (const std::string& word : words) {
        const std::vector<std::string> known = verb_names(*at);
        if (std::find(known.begin(), known.end(), word) == known.end()) {
            refuse_word("verb", word, known, *at);
        }
        at = at->get_subcommand(word);
    }
    return at->help(words_before(*at));
}

std::string version_line(const Program& program) {
    return program.name + " " + std::string(version());
}

/// Answer `help` and `version`, words that are no verbs: behind a verb's name, CLI11 takes that of
/// another for a new verb. Whether it was one of them. \throws Error{usage}
bool answered(const Program& program, CLI::App& root, const std::vector<std::string>& words) {
    if (words.empty()) {
        return false;
    }
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    if (words[0] == "help") {
        print_out(help_of(root, rest));
        return true;
    }
    if (words[0] == "version") {
        if (!rest.empty()) {
            refuse_word("argument", rest[0], {}, root);
        }
        print_out(version_line(program) + "\n");
        return true;
    }
    if (words[0] == program.former_verb) {
        throw Error(ErrorCode::usage, program.former_verb_text);
    }
    return false;
}

int parse_and_run(const Program& program, int argc, const char* const* argv) {
    CLI::App root(program.purpose, program.name);
    root.set_version_flag("-V,--version", version_line(program));
    root.footer("`" + program.name + " help VERB` tells more of a verb.\n\nEXAMPLE\n" +
                program.examples + "\n" + exit_status_text());
    root.allow_extras();
    const std::vector<Verb> verbs = program.add_verbs(root);
    if (answered(program, root, {argv + std::min(argc, 1), argv + argc})) {
        return kDone;
    }
    try {
        root.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const CLI::App* verb = called_verb(root);
        print_out(verb->help(words_before(*verb)));
        return kDone;
    } catch (const CLI::CallForVersion& version_text) {
        print_out(std::string(version_text.what()) + "\n");
        return kDone;
    } catch (const CLI::ParseError& error) {
        refuse_leftovers(*called_verb(root));
        throw Error(ErrorCode::usage, one_line(error.what()) + help_hint(*called_verb(root)));
    }
    return run_verb(root, verbs);
}

int fail(const Program& program, int status, std::string_view message) {
    print_err(program.name + ": " + one_line(std::string(message)) + "\n");
    return status;
}

}  // namespace

int run_program(const Program& program, int argc, const char* const* argv) {
    try {
        install_signal_handlers();
        return parse_and_run(program, argc, argv);
    } catch (const Error& error) {
        return fail(program, exit_status(error.code()), error.what());
    } catch (const std::bad_alloc&) {
        return fail(program,
                    kInternalFault,
                    "out of memory; use fewer threads, fewer columns or a larger machine");
    } catch (const std::exception& error) {
        return fail(program,
                    kInternalFault,
                    std::string("internal fault, please report it: ") + error.what());
    } catch (...) {
        return fail(program, kInternalFault, "internal fault of unknown kind, please report it");
    }
}

}  // namespace kanon::cli
