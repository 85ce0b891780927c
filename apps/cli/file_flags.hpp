// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include <CLI/App.hpp>

#include <string>
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

/// How an input file is to be read.
struct ReadFlags {
    std::string format;
    std::string delimiter;
    std::string quote;
    bool header = false;
    bool no_header = false;
    bool folder_columns = false;
    std::string encoding;
    std::string member;
    std::string sheet;
    std::string table;
    std::string unpack_limit;
    std::string labels;
    bool decimal_comma = false;
    bool thousands = false;
    bool keep_blank_rows = false;
    std::vector<std::string> date_formats;  ///< `PATTERN`, or `COLUMN=PATTERN`
    bool show_values = false;
};

void add_read_flags(CLI::App& app, ReadFlags& flags);

/// \throws Error{usage}
[[nodiscard]] ReadOptions make_read_options(const ReadFlags& flags);

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

}  // namespace kanon::cli
