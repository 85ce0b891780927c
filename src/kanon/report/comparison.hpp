// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/quality/measures.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// One run of a comparison: what was asked, and what came of it.
struct ComparedRun {
    std::optional<std::uint64_t> k;  ///< none: the policy's models say nothing of k
    std::string method;              ///< as asked for: a name of the catalogue, or `auto`
    std::string refused;             ///< why there is no release, in one line; "": there is one
    std::string made_by;             ///< the method that made it; "" without a release
    std::string recoding;            ///< of that method
    Ending ending = Ending::infeasible;
    Objective objective = Objective::gcp;
    double loss = 0;  ///< by the objective
    std::optional<double> lower_bound;
    std::optional<double> gap;  ///< see gap_of()
    Measures measures;
    /// One in so many may be the person looked for: of the smallest class in rows, of persons where
    /// these are counted, of candidates where they are. None: nothing is released.
    std::optional<double> highest_risk;
    /// The same, mean over the released rows; none where persons or candidates are counted.
    std::optional<double> average_risk;
    double seconds = 0;  ///< to bind, search, carry out and audit
};

/// Several runs of one table side by side; nothing of them is released. Counts of the original, no
/// value of it.
struct Comparison {
    std::unique_ptr<const Problem> problem;  ///< as bound for the first release
    std::vector<Warning> warnings;           ///< of the first release
    std::vector<ComparedRun> runs;           ///< in the order asked for
    std::string version;
};

/// The comparison as a table for a terminal or page: a row of cells for each run, all as long as
/// the first, which is the head.
[[nodiscard]] std::vector<std::vector<std::string>> comparison_rows(const Comparison& comparison);

/// What is to be said below it, in sections: why runs made no release, warnings, what was assumed.
[[nodiscard]] std::string comparison_notes(const Comparison& comparison);

/// The comparison as JSON; keys are documented in docs/compare.md and stable.
[[nodiscard]] std::string comparison_json(const Comparison& comparison);

/// Loss against risk as one SVG without script, font or link: of each release a full dot at its
/// highest risk and a ring at its average one; a line joins the releases of a method.
[[nodiscard]] std::string comparison_svg(const Comparison& comparison);

}  // namespace kanon
