// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/policy/policy_reader.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::parties {

/// A file that all have alike, as they compare it before anything else is sent.
struct AgreedText {
    std::string file;
    /// Of the file, without blanks at their ends; and what else must be the same.
    std::vector<std::string> lines;
    std::string sha256;  ///< of these lines
};

/// The lines of a text, without blanks at their ends and empty lines at its end.
[[nodiscard]] std::vector<std::string> agreed_lines(std::string_view text);

/// SHA-256 of lines.
[[nodiscard]] std::string hash_of_lines(const std::vector<std::string>& lines);

/// How another party's text differs from one's own, a line each, at most `most`, then how many more
/// there are; empty where they are the same. `peer` names the other.
[[nodiscard]] std::vector<std::string> agreement_differences(const std::vector<std::string>& own,
                                                             const std::vector<std::string>& theirs,
                                                             std::string_view peer,
                                                             std::size_t most = 5);

/// Who somebody is, and where: a row of such a file.
struct AgreedRow {
    std::string name;         ///< letters, digits, `-` and `_`
    std::string address;      ///< `host:port` where it listens; "": it only dials
    std::string fingerprint;  ///< of its certificate, as written; "": for rehearsals only
};

/// Read `name: {address: ..., fingerprint: ...}`; `what` is who has such rows, `known` the keys
/// that a row may have. \throws Error{bad_policy} with file:line:column
[[nodiscard]] AgreedRow read_agreed_row(const detail::PolicyReader& reader,
                                        const ConfigNode& key,
                                        const ConfigNode& node,
                                        std::string_view what,
                                        std::span<const std::string_view> known);

}  // namespace kanon::parties
