// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "terminal/progress.hpp"
#include <CLI/App.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Groups of flags that several verbs share, and what they stand for.
namespace kanon::cli {

/// A flag whose value is written nowhere, the command line that repeats a run included.
inline constexpr std::string_view kSecretSeed = "--secret-seed";

/// How a run is carried out.
struct RunFlags {
    unsigned threads = 0;  ///< 0: one per core
    std::uint64_t seed = 1;
    std::uint64_t memory = 0;  ///< bytes; 0: no limit
    std::optional<double> time_limit;
    std::optional<std::uint64_t> node_limit;
    std::optional<double> stop_after;  ///< seconds, of the whole run
    bool quiet = false;
};

void add_run_flags(CLI::App& app, RunFlags& flags);

/// As add_run_flags(), with the limits of a search.
void add_search_run_flags(CLI::App& app, RunFlags& flags);

/// The flag that fixes what protects by chance, for tests.
void add_secret_seed(CLI::App& app, std::optional<std::uint64_t>& seed);

/// `progress` must outlive the context. \throws Error{usage}
[[nodiscard]] RunContext make_context(const RunFlags& flags, ProgressLine& progress);

/// The items of a list in one word: parted by commas; `\,` is a comma of an item, `\\` a backslash.
/// Empty items are none.
[[nodiscard]] std::vector<std::string> list_items(std::string_view word);

/// A list flag: one argument each time, see list_items(); may be repeated.
CLI::Option* add_list(CLI::App& app,
                      const std::string& names,
                      std::vector<std::string>& target,
                      const std::string& help);

/// A list flag of spellings, the one flag that takes the empty text: the empty cell is missing
/// anyway, and who says so may.
CLI::Option* add_marks(CLI::App& app,
                       const std::string& names,
                       std::vector<std::string>& target,
                       const std::string& help);

/// True if an option came from add_marks().
[[nodiscard]] bool takes_empty_text(const CLI::Option& option);

/// A list flag of whole numbers.
CLI::Option* add_counts(CLI::App& app,
                        const std::string& names,
                        std::vector<std::uint64_t>& target,
                        const std::string& help);

/// Let an option take whole numbers alone: digits, without sign, below 2^64.
CLI::Option* whole(CLI::Option* option);

/// Let an option take numbers alone.
CLI::Option* number(CLI::Option* option);

/// \throws Error{usage} that names the flag.
[[noreturn]] void refuse_flag(std::string_view flag, const std::string& message);

/// The place of a flag's word among those known. \throws Error{usage} with the nearest.
[[nodiscard]] inline std::size_t place_of(std::string_view word,
                                          std::span<const std::string_view> known,
                                          std::string_view flag) {
    const auto found = std::find(known.begin(), known.end(), word);
    if (found == known.end()) {
        refuse_flag(flag, "'" + std::string(word) + "' is not known" + suggestion(word, known));
    }
    return static_cast<std::size_t>(found - known.begin());
}

/// The whole number that a text is. \throws Error{usage}
[[nodiscard]] std::uint64_t whole_of(const std::string& text, std::string_view flag);

/// The number a flag holds. \throws Error{usage}
[[nodiscard]] double number_of(std::string_view text, std::string_view flag);

/// The same where a share may be meant: `5%` is 0.05. \throws Error{usage}
[[nodiscard]] double share_of(std::string_view text, std::string_view flag);

}  // namespace kanon::cli
