// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/cell_suppression/adversaries/shown_rows.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace kanon::cell_suppression {

/// Which patterns a row can be released with at all: in what it still shows of each set, enough
/// rows of the table are alike, and have what is asked of them by models that more rows never hurt.
/// Borrows what it is given.
class ServingPatterns {
public:
    /// `patterns`: allowed ones, by cost.
    ServingPatterns(const Task& task,
                    std::span<const KnownSet> sets,
                    std::span<const Pattern> patterns);

    /// True if a row of this type can be released so.
    [[nodiscard]] bool serves(std::uint32_t type, Pattern stars);

    /// Place among the patterns of the cheapest that serves; their number if none does.
    [[nodiscard]] std::size_t cheapest(std::uint32_t type);

private:
    /// Rows of the table by their values in these attributes.
    [[nodiscard]] ShownRows& projection(Pattern attributes);

    const Task& task_;
    std::span<const KnownSet> sets_;
    std::span<const Pattern> patterns_;
    bool with_values_;
    std::map<Pattern, ShownRows> projections_;
    std::vector<KnownSet> failing_;  ///< scratch
};

/// What no release by values and stars can cost less than, in units of PatternCosts: each row costs
/// what its cheapest serving pattern does, for the rows that an adversary finds alike to it are
/// some of those that share what it shows of the set; or as a suppressed row where none serves. As
/// OPT-LB (Park, Shim 2007, section 4.5), set by set. `cheapest`: per type a place among the
/// patterns. Cost O(t) for a projection, and O(p s) for a type, p patterns and s sets, where few
/// serve.
[[nodiscard]] StarCost cost_of_cheapest(const Task& task,
                                        std::span<const Pattern> patterns,
                                        const PatternCosts& costs,
                                        std::span<const std::size_t> cheapest);

}  // namespace kanon::cell_suppression
