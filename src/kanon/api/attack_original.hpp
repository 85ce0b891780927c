// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"
#include "kanon/attack/finer_nodes.hpp"
#include "kanon/attack/linkage.hpp"
#include "kanon/attack/minimality.hpp"

#include <optional>
#include <string>
#include <vector>

/// What somebody learns from a release who knows what it was made of: attacks that need the
/// original beside it, to be played and to be counted.
namespace kanon {

/// Link the rows of a release with those of its original by their numbers.
struct LinkageJob {
    std::string original;
    std::string release;
    Policy policy;
    ReadOptions read;                  ///< of the original
    ReadOptions read_release;          ///< types and missing marks are those of the policy
    std::vector<std::string> columns;  ///< quasi-identifiers of numbers; empty: all that there are
    attack::LinkageOptions options{};
    RunContext context;
};

struct LinkageReport {
    attack::LinkageFindings findings;
    std::vector<std::string> columns;   ///< that were linked by, as findings.columns
    std::vector<std::string> left_out;  ///< quasi-identifiers that are no numbers
};

/// A released cell stands for one number: an aggregate or a value for itself; a range, label or set
/// for the middle between the least and the greatest number of the original that it covers; a star,
/// a missing value and what covers no number for none. Originals are as they were before coding.
/// \throws Error{bad_input} if row i of the release is not known to be row i of the original, if
/// the release lacks a column, or there is none of numbers; Error{bad_policy} for a column that is
/// no quasi-identifier of numbers; as verify() and attack::link_nearest()
[[nodiscard]] LinkageReport linkage(const LinkageJob& job);

/// Reason from a release being minimal.
struct MinimalityJob {
    std::string original;
    std::string release;
    Policy policy;
    ReadOptions read;          ///< of the original
    ReadOptions read_release;  ///< types and missing marks are those of the policy
    /// Greatest credibility that is promised; none: 1 / l of l-diversity, 1 / p of p-sensitive,
    /// alpha of alpha-k.
    std::optional<double> bound{};
    RunContext context;
};

/// As attack::minimality_of(). \throws Error{bad_input}: as linkage()
[[nodiscard]] MinimalityReport minimality(const MinimalityJob& job);

}  // namespace kanon
