// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/quality/figures.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace kanon {

/// What a method makes as small as it can. Every objective is minimized.
enum class Objective {
    gcp,              ///< global certainty penalty: weighted mean of NCP over all cells, 0..1
    dm,               ///< discernibility: sum |E|^2 + n * suppressed rows
    c_avg,            ///< (n / #classes) / k
    prec,             ///< 1 - Prec: mean of level / height over all cells, suppressed rows count 1
    height,           ///< sum of levels (minimum absolute distance)
    relative_height,  ///< sum of level / height (minimum relative distance)
    suppressed_rows,  ///< number of suppressed rows (minimum suppression)
    distinct_rows,    ///< minus the number of distinct released rows (maximum distribution)
    lm,               ///< Iyengar's loss: as gcp, labels by the leaves of their hierarchy file
    cm,               ///< Iyengar's classification metric: share of rows not of the majority label
    stars,            ///< suppressed cells, each with the weight of its attribute
    sse,              ///< of aggregates: mean of SSE / SST of the attributes, 0..1
    entropy,          ///< non-uniform entropy, as a share of what stars throughout would lose, 0..1
    loss,             ///< as lm, generalization and suppression weighed by the gs-factor
    loss_geometric,   ///< the same, with the geometric mean of 1 + loss over the attributes, less 1
    ambiguity,        ///< mean over rows of the combinations of values they may stand for, 1..
    kl_divergence     ///< of the original's distribution from that of the release, in nats
};

struct ObjectiveInfo {
    Objective objective;
    std::string_view name;  ///< as in policies and flags, kebab-case
    std::string_view summary;
    bool needs_levels;              ///< defined, or computed, for full-domain recodings alone
    bool needs_class;               ///< defined where the policy names a class attribute
    bool needs_aggregates = false;  ///< defined for releases by aggregates alone
};

/// The catalogue, in the order of the enumeration.
[[nodiscard]] std::span<const ObjectiveInfo> objectives();

/// \throws Error{bad_policy} with the nearest known name, or that of the objective that a measure
/// of another name comes to.
[[nodiscard]] Objective find_objective(std::string_view name);

[[nodiscard]] const ObjectiveInfo& info(Objective objective);

/// The figures from which every objective is computed.
struct LossFacts {
    std::uint64_t rows = 0;  ///< n
    std::uint64_t suppressed_rows = 0;
    std::uint64_t classes = 0;  ///< released ones
    double squared_sizes = 0;   ///< sum |E|^2 over released classes
    std::uint64_t k = 1;
    double gcp = 0;              ///< suppressed rows counted as fully starred
    double height = 0;           ///< sum of levels; full-domain recodings alone
    double relative_height = 0;  ///< sum of level / height of the hierarchy
    double attributes = 0;       ///< m
    double lm = 0;               ///< suppressed rows counted as fully starred
    /// Released rows whose class label is not the most frequent one of their class; none without a
    /// class attribute.
    std::optional<std::uint64_t> minority_rows;
    double stars = 0;  ///< weighted; a suppressed row counts all attributes
    double sse = std::numeric_limits<double>::quiet_NaN();  ///< see Measures; aggregates alone
    FieldLosses field{};                                    ///< where they were asked for
};

/// The value of an objective. c_avg of a release without classes is infinite, cm without a class
/// attribute not a number, nor is a loss that nobody asked for.
[[nodiscard]] double objective_value(Objective objective, const LossFacts& facts);

}  // namespace kanon
