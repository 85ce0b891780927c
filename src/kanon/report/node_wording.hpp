// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/report/exploration.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// Short names of attributes: the fewest first letters that tell each from the others, the first in
/// upper case; R and Z for Race and ZIP.
[[nodiscard]] std::vector<std::string> short_names(const Problem& problem);

/// A node as in the literature: `<R0,Z1>`.
[[nodiscard]] std::string node_label(const std::vector<std::string>& names,
                                     std::span<const Level> levels);

/// A loss in four digits; `-` where there is none.
[[nodiscard]] std::string loss_text(double loss);

/// What is known of a node in one line, without its label.
[[nodiscard]] std::string node_text(const ExplorationRecord& record, const DecidedNode& node);

/// `12,960 nodes`, or `more than 2^64 nodes`.
[[nodiscard]] std::string lattice_text(const SolutionSpace& space);

/// How much of the lattice was decided, in words.
[[nodiscard]] std::string decided_text(const SolutionSpace& space);

/// An objective's name as a key: `c_avg` for `c-avg`.
[[nodiscard]] std::string key_of(std::string_view name);

/// What the space was made for: whoever holds the table.
inline constexpr std::string_view kCustodianNote =
    "for the data custodian: levels and counts of the original table, no values; not part of a "
    "release";

}  // namespace kanon
