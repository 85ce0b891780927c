// SPDX-License-Identifier: Apache-2.0
#include "terminal/flags.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/api/memory_limit.hpp"
#include "kanon/api/numbers.hpp"

#include "terminal/signals.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace kanon::cli {
namespace {

constexpr const char* kColumns = "COLUMN,...";
constexpr const char* kMarks = "MARK,...";

/// \throws Error{usage}
double checked_seconds(const char* flag, double seconds) {
    constexpr double kMostSeconds = 1e9;
    if (!(seconds > 0) || seconds > kMostSeconds) {
        refuse_flag(flag, "give more than 0 and at most 10^9 seconds");
    }
    return seconds;
}

/// Take the whole number that a text is; what is wrong with it, "": nothing.
std::string take_whole(const std::string& text, std::uint64_t& value) {
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    if (fault == std::errc{} && stop == end) {
        return "";
    }
    const bool negative = text.size() > 1 && text[0] == '-' &&
                          text.find_first_not_of("0123456789", 1) == std::string::npos;
    return "'" + text + (negative ? "' is less than 0" : "' is not a whole number");
}

}  // namespace

void refuse_flag(std::string_view flag, const std::string& message) {
    throw Error(ErrorCode::usage, std::string(flag) + ": " + message);
}

double number_of(std::string_view text, std::string_view flag) {
    const std::optional<double> value = decimal_or_fraction(text);
    if (!value) {
        refuse_flag(flag, "'" + std::string(text) + "' is not a number");
    }
    return *value;
}

double share_of(std::string_view text, std::string_view flag) {
    const std::optional<double> value = number_or_percent(text);
    if (!value) {
        refuse_flag(flag, "'" + std::string(text) + "' is not a number");
    }
    return *value;
}

std::uint64_t whole_of(const std::string& text, std::string_view flag) {
    std::uint64_t value = 0;
    const std::string fault = take_whole(text, value);
    if (!fault.empty()) {
        refuse_flag(flag, fault);
    }
    return value;
}

CLI::Option* whole(CLI::Option* option) {
    return option->check(CLI::Validator(
        [](const std::string& text) {
            std::uint64_t value = 0;
            return take_whole(text, value);
        },
        ""));
}

CLI::Option* number(CLI::Option* option) {
    return option->check(CLI::Validator(
        [](const std::string& text) {
            double value = 0;
            const char* end = text.data() + text.size();
            const auto [stop, fault] = std::from_chars(text.data(), end, value);
            return fault == std::errc{} && stop == end ? std::string()
                                                       : "'" + text + "' is not a number";
        },
        ""));
}

std::vector<std::string> list_items(std::string_view word) {
    std::vector<std::string> items(1);
    for (std::size_t at = 0; at < word.size(); ++at) {
        const bool escapes = word[at] == '\\' && at + 1 < word.size() &&
                             (word[at + 1] == ',' || word[at + 1] == '\\');
        if (word[at] == ',') {
            items.emplace_back();
        } else {
            at += escapes ? 1 : 0;
            items.back() += word[at];
        }
    }
    std::erase(items, "");
    return items;
}

CLI::Option* add_list(CLI::App& app,
                      const std::string& names,
                      std::vector<std::string>& target,
                      const std::string& help) {
    const auto take = [&target](const CLI::results_t& words) {
        target.clear();
        for (const std::string& word : words) {
            const std::vector<std::string> items = list_items(word);
            target.insert(target.end(), items.begin(), items.end());
        }
        return true;
    };
    constexpr int kAnyNumber = CLI::detail::expected_max_vector_size;
    return app.add_option(names, CLI::callback_t(take), help)
        ->expected(1, kAnyNumber)
        ->allow_extra_args(false)
        ->type_name(kColumns);
}

CLI::Option* add_marks(CLI::App& app,
                       const std::string& names,
                       std::vector<std::string>& target,
                       const std::string& help) {
    return add_list(app, names, target, help)->type_name(kMarks);
}

bool takes_empty_text(const CLI::Option& option) {
    return option.get_type_name() == kMarks;
}

CLI::Option* add_counts(CLI::App& app,
                        const std::string& names,
                        std::vector<std::uint64_t>& target,
                        const std::string& help) {
    return whole(app.add_option(names, target, help)->delimiter(',')->allow_extra_args(false));
}

void add_run_flags(CLI::App& app, RunFlags& flags) {
    constexpr const char* kGroup = "Running";
    app.add_option("--threads", flags.threads, "default: one per core; never changes a result")
        ->type_name("N")
        ->group(kGroup);
    app.add_option("--memory",
                   flags.memory,
                   "such as 4G, at least 128M: half of it is for DuckDB, which beyond it writes to "
                   "a private folder beside its file, or beside Parquet files; the other, from "
                   "table to table, for distinct rows, beyond which a table is solved in pieces; "
                   "never changes a result")
        ->type_name("SIZE")
        ->transform(CLI::AsSizeValue(false))
        ->group(kGroup);
    app.add_option("--seed", flags.seed, "of searches and made-up tables (1)")
        ->type_name("N")
        ->group(kGroup);
    app.add_option("--stop-after",
                   flags.stop_after,
                   "seconds, of the whole run; then it ends as at Ctrl-C: exit status 130, nothing "
                   "written")
        ->type_name("SECONDS")
        ->group(kGroup);
    app.add_flag("-q,--quiet", flags.quiet, "no progress and no report on the terminal")
        ->group(kGroup);
    number(app.get_option("--stop-after"));
    whole(app.get_option("--threads"));
    whole(app.get_option("--seed"));
}

void add_search_run_flags(CLI::App& app, RunFlags& flags) {
    add_run_flags(app, flags);
    app.add_option("--time-limit", flags.time_limit, "seconds; then the best found so far is taken")
        ->type_name("SECONDS")
        ->group("Running");
    number(app.get_option("--time-limit"));
    app.add_option(
           "--node-limit", flags.node_limit, "as a time limit, but repeatable: steps of search")
        ->type_name("N")
        ->group("Running");
    whole(app.get_option("--node-limit"));
}

void add_secret_seed(CLI::App& app, std::optional<std::uint64_t>& seed) {
    app.add_option(std::string(kSecretSeed),
                   seed,
                   "for tests: what protects by chance (--shuffle) by this seed, which is never "
                   "written; default: unforeseeable")
        ->type_name("N")
        ->group("Running");
    whole(app.get_option(std::string(kSecretSeed)));
}

RunContext make_context(const RunFlags& flags, ProgressLine& progress) {
    if (flags.threads > Threads::kMost) {
        refuse_flag("--threads", "at most " + std::to_string(Threads::kMost));
    }
    RunContext context;
    context.threads = flags.threads;
    context.seed = flags.seed;
    context.memory_limit = flags.memory == 0 ? 0 : engine_memory(flags.memory, "--memory");
    context.cancel = &stop_requested();
    context.node_limit = flags.node_limit.value_or(context.node_limit);
    context.progress = [&progress](const Progress& now) { progress.show(now); };
    if (flags.time_limit) {
        context.deadline =
            std::chrono::steady_clock::now() +
            std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                std::chrono::duration<double>(checked_seconds("--time-limit", *flags.time_limit)));
    }
    if (flags.stop_after) {
        stop_after(checked_seconds("--stop-after", *flags.stop_after));
    }
    return context;
}

}  // namespace kanon::cli
