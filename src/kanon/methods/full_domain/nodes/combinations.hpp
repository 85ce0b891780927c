// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/orderless_sum.hpp"
#include "kanon/methods/full_domain/nodes/node_groups.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <functional>

namespace kanon::full_domain {

/// Where there are more combinations than this, none are counted.
inline constexpr double kMostCombinations = 1e290;

/// Combinations of the values of a task's attributes; infinite where they are far too many.
[[nodiscard]] double all_combinations(const Task& task);

/// What a divergence is less for the original's own distribution, times n: the sum of f ln(f / n)
/// over row types of f rows each, at most 0.
[[nodiscard]] double original_information(const RowTypes& types);

/// Counts the combinations of values that the rows of a group may stand for, and sums up over
/// groups what ambiguity and divergence are made of. The order of groups does not matter to the
/// last bit. Borrows the tables.
class Combinations {
public:
    /// \pre costs of the tables are by combinations. \throws Error{bad_policy} where there are more
    /// than kMostCombinations.
    Combinations(const Task& task, const LevelTables& tables);

    /// Of a suppressed row: all there are.
    [[nodiscard]] double all() const { return all_; }

    using Chosen = std::function<bool(std::size_t group)>;

    /// Which sums are asked for; the other stays 0.
    struct Asked {
        bool combinations = true;
        bool divergence = true;
    };

    struct Sums {
        double combinations = 0;  ///< V, over the rows
        /// ln(n V / (g + s V / A)) over the rows, each at least 0: g rows of the group, s
        /// suppressed rows that are spread over all A. With divergence_of_suppressed() it is what a
        /// release diverges, times n, but for what hangs on the original alone.
        double divergence = 0;
    };

    /// Sums over the rows of some groups, a row of which may stand for V combinations.
    /// Cost O(groups m).
    [[nodiscard]] Sums sums(const NodeGroups& groups,
                            std::uint64_t suppressed,
                            const Asked& asked,
                            const Chosen& chosen) const;

    /// Of as many suppressed rows: s ln(n A / s).
    [[nodiscard]] double divergence_of_suppressed(std::uint64_t suppressed) const;

    /// What the divergence of some groups, g rows in all, is less at least if no more than they is
    /// spread over their combinations: g ln(g / n), at most 0.
    [[nodiscard]] double less_for_part(std::uint64_t rows) const;

private:
    const LevelTables& tables_;
    double rows_;
    double all_;
};

}  // namespace kanon::full_domain
