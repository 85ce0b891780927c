// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/attack/class_attacks.hpp"
#include "kanon/attack/compose.hpp"
#include "kanon/attack/link.hpp"
#include "kanon/attack/shown_classes.hpp"

#include <optional>
#include <string>
#include <vector>

/// What somebody learns from a release: read it as he would, then attack it.
namespace kanon {

using OpenStream = decltype(ReadOptions::open_stream);

/// A column that a release is joined on, and what the outside list calls it.
struct JoinedColumn {
    std::string released;
    std::string outside;
};

/// Join a release with an outside list.
struct LinkJob {
    std::string release;
    std::string outside;
    std::string original;  ///< "": not told; else what is released, joined likewise
    std::vector<JoinedColumn> on;
    std::vector<std::string> sensitive;  ///< columns of the release that may be told
    Policy policy;                       ///< hierarchies and types of the columns
    ReadOptions read;
    /// Tables in memory in place of files, whose paths are `-` then; see ReadOptions::open_stream.
    OpenStream open_release{};
    OpenStream open_outside{};
    OpenStream open_original{};
    ReadWords read_outside{};  ///< what of it the outside list has otherwise, see read_settings()
    attack::LinkOptions options{};
    RunContext context;
};

struct LinkReport {
    attack::LinkFindings after;
    std::optional<attack::LinkFindings> before;  ///< of the original
};

/// Hierarchies are built over the outside list's values; a hierarchy file must have all of them.
/// \throws Error: usage (no columns), bad_input, bad_hierarchy; see attack::link()
[[nodiscard]] LinkReport link(const LinkJob& job);

/// The report as JSON, with a schema number: `outside` and `released` of the release, and of the
/// original where it was told.
[[nodiscard]] std::string link_json(const LinkReport& report);

/// Releases, and the policy that says which columns are known and which sensitive.
struct AttackJob {
    std::vector<std::string> releases;
    Policy policy;
    ReadOptions read;
    RunContext context;
};

/// Read releases as an attacker sees them: quasi-identifying columns are known, in cells as they
/// are spelled; a star in a sensitive column is no value. A release may lack columns that another
/// has. \throws Error: usage for standard input, bad_policy where the policy names no known or no
/// sensitive column, or promises candidates in place of classes; bad_input where no release has a
/// column of the policy
[[nodiscard]] std::vector<attack::ShownRelease> read_shown(const AttackJob& job);

}  // namespace kanon
