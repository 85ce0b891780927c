// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/members.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::bench {

/// Numbers of a column made texts of intervals: `low-X` below `from`, `[a-b)` of `width` each, and
/// `high-Y` from `to` on.
struct BinnedColumn {
    std::uint64_t column = 0;  ///< from 1; 0: none
    std::uint64_t width = 1;
    std::uint64_t from = 0;
    std::uint64_t to = 0;

    friend bool operator==(const BinnedColumn&, const BinnedColumn&) = default;
};

/// Where a benchmark's table comes from: made by `kanon generate` (rows > 0), a file of the shared
/// folder, or the first argument that a Python script of the shared folder writes.
struct DataSource {
    std::uint64_t rows = 0;
    std::uint64_t seed = 1;
    std::string format = "csv";
    std::vector<std::string> leave_out;
    std::string file;                     ///< relative to the shared folder; .xz is unpacked first
    std::vector<std::string> more_files;  ///< joined to it, in this order
    bool tidy = false;  ///< of UCI's files: no blanks behind commas, no empty line, none that
                        ///< begins with `|`, no full stop at the end of a line
    std::vector<std::uint64_t> numbered;  ///< columns, from 1, whose values (but `?`) become
                                          ///< numbers in the order in which they first appear
    BinnedColumn binned;                  ///< after the joining
    std::uint64_t first_lines = 0;        ///< of the file, the heading among them; 0: all
    std::string script;                   ///< relative to the shared folder

    friend bool operator==(const DataSource&, const DataSource&) = default;

    /// The extension of the table's name, which is also that of the release.
    [[nodiscard]] std::string extension() const;

    /// In a few words, for people.
    [[nodiscard]] std::string text() const;
};

/// \throws Error{bad_input} unless there is exactly one source.
[[nodiscard]] DataSource read_data(Members members);

/// The policy that `words` of a benchmark's file stand for: YAML itself if there is more than one
/// line or a map in them, else the text of a file beside. "" only for generated tables, which
/// come with one. \throws Error{bad_input}
[[nodiscard]] std::string read_policy(const std::string& words,
                                      const DataSource& data,
                                      const std::string& file);

}  // namespace kanon::bench
