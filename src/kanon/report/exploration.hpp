// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/methods/contract/solution_space.hpp"
#include "kanon/problem/problem.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kanon {

/// What is known of a look at the solution space beside the space.
struct ExplorationFacts {
    std::optional<std::size_t> chosen;  ///< place in the space; none: no node was found
    std::string method;                 ///< catalogue name of the method that chose
    std::string method_why;             ///< why not the policy's; else ""
    std::string version;
};

/// Everything that can be told of a look at the solution space, to be made anew for each use
/// (record_of()). Pointers are not owned and outlive the record's use. Levels and counts of the
/// original table, no value of it.
struct ExplorationRecord : ExplorationFacts {
    const Problem* problem = nullptr;
    const SolutionSpace* space = nullptr;
    const Outcome* outcome = nullptr;  ///< of the method that chose
};

/// Takes the parts of a text, one after another.
using TextSink = std::function<void(std::string_view)>;

/// The space as JSON, a line a node, written node by node; keys are documented in docs/explore.md
/// and stable. Same bytes for any number of threads. Cost O(nodes m).
void write_space_json(const ExplorationRecord& record, const TextSink& sink);

/// The space as one SVG without script, font or link, to be read on paper too: the lattice with its
/// edges where it is whole and fits a page, else loss against suppressed rows.
[[nodiscard]] std::string space_svg(const ExplorationRecord& record);

/// The space in some lines for a terminal: how much was decided, what was chosen, the front.
[[nodiscard]] std::string space_text(const ExplorationRecord& record);

}  // namespace kanon
