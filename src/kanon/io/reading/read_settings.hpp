// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/io/reading/read_options.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What is said of how a file is read, in words: the flags of the command line, the keys of a
/// policy for the files that it names, and Python's `read` are these.
namespace kanon {

/// One setting: a row of the table.
struct ReadSetting {
    std::string_view name;      ///< as policies have it; with `_` for `-` that of Python
    std::string_view flag;      ///< of the command line
    std::string_view negation;  ///< the flag that says no; "": there is none
    std::string_view takes;     ///< what it takes, for help; "": yes or no, `true` or `false`
    std::string_view meaning;   ///< for help
    /// \throws Error{usage} that names no setting
    void (*set)(ReadOptions& options, std::string_view text);
};

/// All of them, in the order of help.
[[nodiscard]] std::span<const ReadSetting> read_settings();

/// The setting of that name. \throws Error{usage} with the nearest.
[[nodiscard]] const ReadSetting& find_read_setting(std::string_view name);

/// Take settings. \throws Error{usage} that names the setting.
void set_read_options(ReadOptions& options, const ReadWords& words);

/// Throw a fault of reading a file that no flag speaks of once more: `--header` becomes
/// `header: true`, `--no-header` `header: false`, and so on. `place` says where they stand, such as
/// `under population`, `is` what stands between a setting and its value.
[[noreturn]] void rethrow_with_settings(const Error& fault,
                                        std::string_view place,
                                        std::string_view is = ": ");

}  // namespace kanon
