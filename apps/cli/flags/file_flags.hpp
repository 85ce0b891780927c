// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <CLI/App.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The flags of verbs that read a table or write one, and what they stand for.
namespace kanon::cli {

/// The table that a verb reads.
CLI::Option* add_input(CLI::App& app, std::string& target);

/// The two tables of a verb that holds a release against its original; `purpose`: of the second.
void add_original_and_release(CLI::App& app,
                              std::string& original,
                              std::string& release,
                              const std::string& purpose);

/// How an input file is to be read: a flag for each of read_settings().
struct ReadFlags {
    /// By setting; of one that is yes or no, whether its flag and the one that says no are given.
    std::map<std::string, std::vector<std::string>, std::less<>> texts;
    std::map<std::string, bool, std::less<>> given;
    std::map<std::string, bool, std::less<>> denied;
    bool show_values = false;
};

void add_read_flags(CLI::App& app, ReadFlags& flags);

/// Whether any flag says how the file is to be read.
[[nodiscard]] bool says_how_to_read(const ReadFlags& flags);

/// \throws Error{usage}
[[nodiscard]] ReadOptions make_read_options(const ReadFlags& flags);

/// A flag that takes settings of another file than the input: `--population-read header=true`.
CLI::Option* add_read_words(CLI::App& app,
                            const std::string& name,
                            std::vector<std::string>& target,
                            const std::string& file);

/// What such a flag says. \throws Error{usage}
[[nodiscard]] ReadWords read_words(const std::vector<std::string>& texts, std::string_view flag);

/// How the release that stands beside an original is to be read, where that differs.
struct ReleaseReadFlags {
    std::string format;
    std::string delimiter;
};

void add_release_read_flags(CLI::App& app, ReleaseReadFlags& flags);

/// With what the flags of the original say of messages. \throws Error{usage}
[[nodiscard]] ReadOptions make_read_options(const ReleaseReadFlags& flags,
                                            const ReadFlags& original);

/// How an output file is to be written.
struct WriteFlags {
    std::string format;
    std::string delimiter;
    std::string encoding;
    bool force = false;
};

void add_write_flags(CLI::App& app, WriteFlags& flags);

/// \throws Error{usage}
[[nodiscard]] WriteOptions make_write_options(const WriteFlags& flags);

/// Make sure that writing `target` leaves all that is read; "" and `-` are no files. `what` is the
/// target's name in the message. \throws Error{usage}, Error{bad_input}
void check_target_leaves(const std::string& what,
                         const std::string& target,
                         const std::vector<std::string>& read);

}  // namespace kanon::cli
