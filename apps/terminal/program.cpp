// SPDX-License-Identifier: Apache-2.0
#include "terminal/program.hpp"

#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"

#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"
#include "terminal/signals.hpp"
#include "terminal/standard_streams.hpp"
#include <CLI/CLI.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <sstream>
#include <string_view>
#include <system_error>

namespace kanon::cli {
namespace {

/// Flags of a verb's own that few need, and flags of the groups that most need.
constexpr std::array<std::string_view, 6> kRareFlags{
    "title", "no-date", "save-recoding", "input", "apply", "evaluate"};
constexpr std::array<std::string_view, 6> kCommonFlags{
    "k", "qi", "sensitive", "drop", "l-diversity", "max-suppression"};

bool is_among(std::span<const std::string_view> flags, const CLI::Option& option) {
    return std::ranges::any_of(option.get_lnames(), [&](const std::string& name) {
        return std::ranges::find(flags, name) != flags.end();
    });
}

/// Help with the flags most used, or with all, and without CLI11's `...` behind a flag that may be
/// repeated: it reads as if more words could follow it, which would be taken for the input.
class HelpFormatter : public CLI::Formatter {
public:
    void show_all() { shows_all_ = true; }

    std::string make_option_opts(const CLI::Option* option) const override {
        std::string text = CLI::Formatter::make_option_opts(option);
        const std::string_view more = " ...";
        const std::size_t at = text.find(more);
        return at == std::string::npos ? text : text.erase(at, more.size());
    }

    std::string make_help(const CLI::App* app,
                          std::string name,
                          CLI::AppFormatMode mode) const override {
        std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
        for (std::size_t at = text.find("\n\n\n"); at != std::string::npos;) {
            text.erase(at, 1);  // of groups of which nothing is shown
            at = text.find("\n\n\n", at);
        }
        return text;
    }

    std::string make_group(std::string group,
                           bool is_positional,
                           std::vector<const CLI::Option*> options) const override {
        std::erase_if(options, [this](const CLI::Option* option) { return !shows(*option); });
        return options.empty() ? ""
                               : CLI::Formatter::make_group(
                                     std::move(group), is_positional, std::move(options));
    }

    std::string make_footer(const CLI::App* app) const override {
        const auto all = app->get_options();
        const bool hides =
            std::ranges::any_of(all, [this](const auto* option) { return !shows(*option); });
        return (hides ? "\n--help-all shows all flags.\n\n" : "\n") +
               CLI::Formatter::make_footer(app);
    }

private:
    [[nodiscard]] bool shows(const CLI::Option& option) const {
        return shows_all_ || option.get_lnames().empty() || is_among(kCommonFlags, option) ||
               (option.get_group() == "Options" && !is_among(kRareFlags, option));
    }

    bool shows_all_ = false;
};

constexpr const char* kHelpAll = "--help-all";

void show_all(const CLI::App& root) {
    std::dynamic_pointer_cast<HelpFormatter>(root.get_formatter())->show_all();
}

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

/// True for verbs whose input can be a pattern of files.
bool reads_tables(const CLI::App& app) {
    return app.get_option_no_throw("INPUT") != nullptr ||
           app.get_option_no_throw("ORIGINAL") != nullptr;
}

/// \throws Error{usage} that names a word the verb does not know, and the nearest it knows.
void refuse_leftovers(const CLI::App& app) {
    const std::vector<std::string> left = app.remaining();
    if (left.empty()) {
        return;
    }
    // Behind an unknown flag stands its value, which is no fault of its own; behind an unknown verb
    // all that belongs to it.
    const bool wants_verb = !app.get_subcommands({}).empty() && left.front()[0] != '-';
    const auto flag =
        wants_verb ? left.end() : std::find_if(left.begin(), left.end(), [](const auto& word) {
            return word[0] == '-';
        });
    const std::string word =
        flag != left.end() ? flag->substr(0, flag->find('=')) : shown_input(left.front());
    std::vector<std::string> known;
    const bool verbs = wants_verb;
    if (verbs) {
        known = verb_names(app);
    } else {
        for (const CLI::Option* option : app.get_options()) {
            for (const std::string& name : option->get_lnames()) {
                known.push_back("--" + name);
            }
        }
    }
    if (!verbs && word[0] != '-' && reads_tables(app)) {
        throw Error(ErrorCode::usage,
                    "argument '" + word +
                        "' is one too many; quote a pattern of several files ('*.csv'), and write "
                        "a list as one word with commas (--qi age,zip)");
    }
    const std::string what = verbs ? "verb" : word[0] == '-' ? "flag" : "argument";
    refuse_word(what, word, known, app);
}

/// The flag or argument by the name that help gives it.
std::string name_of(const CLI::Option& option) {
    return option.get_lnames().empty() ? option.get_name() : "--" + option.get_lnames().front();
}

/// A text given as '' is a slip, such as a shell variable that is not set, never a wish.
void refuse_empty_values(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& value : option->results()) {
            if (value.empty() && !takes_empty_text(*option)) {
                throw Error(ErrorCode::usage,
                            name_of(*option) + ": the value is empty" + help_hint(app));
            }
        }
    }
}

/// What a verb has to say must be able to arrive; then it is refused before any work is done.
void refuse_closed_output(const CLI::App& app) {
    const CLI::Option* quiet = app.get_option_no_throw("--quiet");
    if (!standard_output_is_open() && (quiet == nullptr || quiet->count() == 0)) {
        throw Error(ErrorCode::bad_output,
                    std::string("standard output is closed; open it") +
                        (quiet == nullptr ? "" : ", or say nothing there with --quiet"));
    }
}

int run_verb(CLI::App& root, const std::vector<Verb>& verbs) {
    CLI::App* called = called_verb(root);
    refuse_leftovers(root);
    refuse_leftovers(*called);
    refuse_empty_values(*called);
    refuse_closed_output(*called);
    for (const Verb& verb : verbs) {
        if (verb.app == called) {
            return verb.run();
        }
    }
    throw Error(ErrorCode::usage, "a verb is missing" + help_hint(*called));
}

/// The help of the program, or of the verb that these words name; with all flags behind
/// `--help-all`. \throws Error{usage}
std::string help_of(CLI::App& root, const std::vector<std::string>& words) {
    CLI::App* at = &root;
    for (const std::string& word : words) {
        if (word == kHelpAll) {
            show_all(root);
            continue;
        }
        const std::vector<std::string> known = verb_names(*at);
        if (std::find(known.begin(), known.end(), word) == known.end()) {
            refuse_word("verb", word, known, *at);
        }
        at = at->get_subcommand(word);
    }
    return at->help(words_before(*at));
}

/// The help of the verb that was called. \throws Error{usage} if there is no such verb
std::string help_of_called(CLI::App& root) {
    const CLI::App* verb = called_verb(root);
    if (!verb->get_subcommands({}).empty()) {
        refuse_leftovers(*verb);
    }
    return verb->help(words_before(*verb));
}

/// What who types no verb needs to go on: the verbs by groups, a line each, and an example.
std::string overview(const Program& program, const CLI::App& root) {
    std::size_t width = 0;
    const auto in_group = [&root](const std::string& group) {
        return root.get_subcommands(
            [&](const CLI::App* verb) { return verb->get_group() == group; });
    };
    std::vector<std::string> groups;
    for (const CLI::App* verb : root.get_subcommands([](const CLI::App*) { return true; })) {
        const std::string& group = verb->get_group();
        if (!group.empty()) {
            width = std::max(width, verb->get_name().size());
            if (std::ranges::find(groups, group) == groups.end()) {
                groups.push_back(group);
            }
        }
    }
    std::string out;
    for (const std::string& group : groups) {
        out += group + "\n";
        for (const CLI::App* verb : in_group(group)) {
            const std::string name = verb->get_name();
            out += "  " + name + std::string(width + 2 - name.size(), ' ') +
                   verb->get_description() + "\n";
        }
    }
    if (!program.example.empty()) {
        out += "For example: " + program.example + "\n";
    }
    return out + "`" + program.name + " help VERB` says more about a verb\n";
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
    return false;
}

/// What CLI11 finds wrong, in plain words.
std::string parse_fault(const CLI::App& verb, const CLI::ParseError& error) {
    for (const CLI::Option* option : verb.get_options()) {
        if (option->get_expected_max() == 1 && option->count() > 1) {
            return name_of(*option) + " is given " + std::to_string(option->count()) +
                   " times; give it once";
        }
    }
    std::string message = error.what();
    if (message.ends_with(" missing")) {  // `--k: 1 required K missing`
        return message.substr(0, message.find(':')) + " needs a value";
    }
    return message;
}

int parse_and_run(const Program& program, int argc, const char* const* argv) {
    CLI::App root(program.purpose, program.name);
    root.formatter(std::make_shared<HelpFormatter>());
    root.set_help_all_flag(kHelpAll, "Print help with all flags and exit");
    root.set_version_flag("-V,--version", version_line(program));
    root.footer("`" + program.name + " help VERB` says more about a verb.\n\nEXAMPLE\n" +
                program.examples + "\n" + exit_status_text());
    root.allow_extras();
    const std::vector<Verb> verbs = program.add_verbs(root);
    if (argc <= 1) {
        print_out(overview(program, root));
        throw Error(ErrorCode::usage, "a verb is missing" + help_hint(root));
    }
    if (answered(program, root, {argv + std::min(argc, 1), argv + argc})) {
        return kDone;
    }
    try {
        root.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        print_out(help_of_called(root));
        return kDone;
    } catch (const CLI::CallForAllHelp&) {
        show_all(root);
        print_out(help_of_called(root));
        return kDone;
    } catch (const CLI::CallForVersion& version_text) {
        print_out(std::string(version_text.what()) + "\n");
        return kDone;
    } catch (const CLI::ParseError& error) {
        refuse_leftovers(*called_verb(root));
        const CLI::App& verb = *called_verb(root);
        throw Error(ErrorCode::usage, one_line(parse_fault(verb, error)) + help_hint(verb));
    }
    return run_verb(root, verbs);
}

/// True where a run ended because the machine had no memory, or no thread, left for it; TBB says
/// the latter in words alone.
bool is_lack_of_memory(const std::exception& fault) {
    const auto* system = dynamic_cast<const std::system_error*>(&fault);
    return dynamic_cast<const std::bad_alloc*>(&fault) != nullptr ||
           std::string_view(fault.what()).starts_with("pthread_create") ||
           (system != nullptr && (system->code() == std::errc::not_enough_memory ||
                                  system->code() == std::errc::resource_unavailable_try_again));
}

constexpr std::string_view kOutOfMemory =
    "out of memory; use fewer threads (--threads), fewer columns, more --memory or a larger "
    "machine";

/// An exception that nobody could take, from a thread that is not ours as a rule: nothing can be
/// relied on but the system.
[[noreturn]] void end_uncaught() {
    bool lacks_memory = false;
    try {
        if (const std::exception_ptr fault = std::current_exception()) {
            std::rethrow_exception(fault);
        }
    } catch (const std::exception& fault) {
        lacks_memory = is_lack_of_memory(fault);
    } catch (...) {
        lacks_memory = false;
    }
    const std::string_view words =
        lacks_memory ? kOutOfMemory : "internal fault of unknown kind, please report it";
    for (const std::string_view part :
         {std::string_view("kanon: "), words, std::string_view("\n")}) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, part.data(), part.size());
    }
    remove_pending_files();
    ::_exit(kInternalFault);
}

int fail(const Program& program, int status, std::string_view message) {
    print_err(program.name + ": " + one_line(std::string(message)) + "\n");
    return status;
}

/// What keeps a release from being written is said in several lines.
int refuse(const Program& program, const Error& error) {
    if (error.code() != ErrorCode::warned) {
        return fail(program, exit_status(error.code()), error.what());
    }
    std::string text;
    std::istringstream lines(error.what());
    for (std::string line; std::getline(lines, line);) {
        text += one_line(line) + "\n";
    }
    print_err(program.name + ": " + text);
    return exit_status(error.code());
}

}  // namespace

int run_program(const Program& program, int argc, const char* const* argv) {
    try {
        hold_standard_streams();
        install_signal_handlers();
        std::set_terminate(end_uncaught);
        return parse_and_run(program, argc, argv);
    } catch (const Error& error) {
        return refuse(program, error);
    } catch (const std::exception& fault) {
        return fail(program,
                    kInternalFault,
                    is_lack_of_memory(fault)
                        ? std::string(kOutOfMemory)
                        : std::string("internal fault, please report it: ") + fault.what());
    } catch (...) {
        return fail(program, kInternalFault, "internal fault of unknown kind, please report it");
    }
}

}  // namespace kanon::cli
