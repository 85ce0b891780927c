// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "exit_status.hpp"
#include "signals.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::cli {
namespace {

constexpr const char* kPurpose =
    "kanon: turn a table about people into a release in which nobody stands alone, and prove it.";
constexpr const char* kExample =
    "  kanon generate --rows 1000 -o people.csv\n"
    "  kanon anonymize people.csv --k 5 -o release.csv\n"
    "  kanon verify people.csv release.csv --k 5\n";

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
        for (const CLI::App* verb : app.get_subcommands({})) {
            known.push_back(verb->get_name());
        }
    } else {
        for (const CLI::Option* option : app.get_options()) {
            for (const std::string& name : option->get_lnames()) {
                known.push_back("--" + name);
            }
        }
    }
    const std::vector<std::string_view> words(known.begin(), known.end());
    const std::string_view near = nearest_word(word, words);
    const std::string what = verbs ? "verb" : word[0] == '-' ? "flag" : "argument";
    throw Error(
        ErrorCode::usage,
        what + " '" + word + "' is not known" +
            (near.empty() ? help_hint(app) : " (did you mean '" + std::string(near) + "'?)"));
}

/// A text given as '' is a slip, such as a shell variable that is not set, never a wish.
void refuse_empty_values(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& value : option->results()) {
            if (value.empty()) {
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

int parse_and_run(int argc, const char* const* argv) {
    const Invocation invocation{shell_text(argc, argv)};
    CLI::App root(kPurpose, "kanon");
    root.set_version_flag("--version", "kanon " + std::string(version()));
    root.footer("`kanon VERB --help` tells more of a verb.\n\nEXAMPLE\n" + std::string(kExample) +
                "\n" + exit_status_text());
    root.allow_extras();
    std::vector<Verb> verbs{add_anonymize(root, invocation),
                            add_verify(root),
                            add_explore(root),
                            add_patterns(root),
                            add_inspect(root),
                            add_methods(root)};
    for (const Verb& verb : add_hierarchy(root)) {
        verbs.push_back(verb);
    }
    verbs.push_back(add_generate(root));
    for (const Verb& verb : add_bench(root)) {
        verbs.push_back(verb);
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

int fail(int status, std::string_view message) {
    print_err("kanon: " + one_line(std::string(message)) + "\n");
    return status;
}

/// Every way a run can fail ends here: one line and the exit status that belongs to it.
int run(int argc, const char* const* argv) {
    try {
        install_signal_handlers();
        return parse_and_run(argc, argv);
    } catch (const Error& error) {
        return fail(exit_status(error.code()), error.what());
    } catch (const std::bad_alloc&) {
        return fail(kInternalFault,
                    "out of memory; use fewer threads, fewer columns or a larger machine");
    } catch (const std::exception& error) {
        return fail(kInternalFault,
                    std::string("internal fault, please report it: ") + error.what());
    } catch (...) {
        return fail(kInternalFault, "internal fault of unknown kind, please report it");
    }
}

}  // namespace
}  // namespace kanon::cli

int main(int argc, char** argv) {
    return kanon::cli::run(argc, argv);
}
