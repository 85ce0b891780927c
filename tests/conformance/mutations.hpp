// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutant.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace kanon::test {

/// What is to come of a mutant: the rules (or models), one of which must be named, or one of these.
using Verdict = std::vector<std::string_view>;
inline constexpr std::string_view kPasses = "passes";
inline constexpr std::string_view kRefused = "refused";  ///< the file cannot be read as a table

/// One kind of change to a release, with what it must lead to wherever there is a place for it.
struct Mutation {
    std::string_view name;
    bool (*change)(Mutant& mutant);  ///< false: the release has no place for it
    Verdict in_place;                ///< suppressed rows are starred, rows stand as in the original
    Verdict dropped;                 ///< suppressed rows are left out
    Verdict shuffled;                ///< rows stand in any order
};

/// Of cells of quasi-identifiers.
[[nodiscard]] std::span<const Mutation> quasi_mutations();

/// Of cells that are released as they are, and of suppressed rows.
[[nodiscard]] std::span<const Mutation> kept_mutations();

/// Of rows.
[[nodiscard]] std::span<const Mutation> row_mutations();

/// Of columns, of how the file is written, and of the summary.
[[nodiscard]] std::span<const Mutation> file_mutations();

}  // namespace kanon::test
