// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/attack/shown_classes.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What the classes of a release tell of a sensitive column to whoever finds somebody's class.
/// Missing values are none, as in diversity models, but in skewness a category. All cost O(rows of
/// the histograms), t-closeness as its model; same result for any thread count.
namespace kanon::attack {

/// Rows of some classes.
struct ExposedRows {
    std::uint64_t rows = 0;
    std::uint64_t classes = 0;
};

/// What one who can exclude values learns.
struct ExclusionFindings {
    std::string column;
    std::uint64_t least_values = 0;        ///< distinct values of a class that has any; 0: none has
    std::uint64_t rows_without_value = 0;  ///< in classes without any value
    /// Place b: classes with at most b + 1 values, of which b may be excluded; the value is
    /// disclosed then. Distinct l-diversity with l = b + 2 has none. Place 0 is homogeneity.
    std::vector<ExposedRows> disclosed;
};

/// Homogeneity and background knowledge (Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam:
/// l-Diversity, ICDE 2006, section 2), for an adversary who can exclude 0, 1, ... `most` values of
/// his choice. Differs: knowledge that makes a value unlikely counts as one that excludes it.
[[nodiscard]] std::vector<ExclusionFindings> exclude_values(const ShownClasses& classes,
                                                            std::uint32_t most);

/// What one learns who compares a class with the table.
struct SkewnessFindings {
    std::string column;
    double greatest_factor = 0;  ///< of a value's share in a class over its share in all classes
    ExposedRows over;  ///< in classes where some value's factor is above the one asked for
    double greatest_distance = 0;                   ///< t of t-closeness, kind equal
    double mean_distance = 0;                       ///< over rows
    std::optional<double> greatest_ordered{};       ///< kind ordered; none: the values are texts
    std::optional<double> greatest_hierarchical{};  ///< kind hierarchical; none: no hierarchy
    double greatest_gain = 0;                       ///< beta of basic beta-likeness
    double greatest_disclosure = 0;                 ///< delta of delta-disclosure, kind present
};

/// Skewness (Li, Li, Venkatasubramanian: t-Closeness, ICDE 2007, section 3.1). The figures of the
/// models are the least with which they hold for this release; shares are those among the rows in
/// classes, for suppressed rows show nothing. Basic beta-likeness with beta = factor - 1 has no row
/// over the factor. \pre factor > 1
[[nodiscard]] std::vector<SkewnessFindings> compare_with_table(const ShownClasses& classes,
                                                               double factor);

/// Rows in classes whose values are all under one label of a level.
struct AlikeAtLevel {
    Level level = 0;
    ExposedRows exposed;
};

/// What one learns of values that differ and mean the same.
struct SimilarityFindings {
    std::string column;
    std::vector<AlikeAtLevel> levels{};  ///< 1 to height - 1; empty: no hierarchy
    /// Classes whose numbers lie within `width`; none: the values are texts. (k,e)-anonymity with e
    /// above the width has none.
    std::optional<ExposedRows> near{};
    double width = 0;        ///< so far apart at most: the share asked for of the table's range
    double least_range = 0;  ///< of a class: the greatest e of (2,e)-anonymity that holds
};

/// Similarity (Li, Li, Venkatasubramanian 2007, section 3.1): by a common label of the column's
/// hierarchy, and for numbers and dates by a small range. \pre 0 <= share <= 1
[[nodiscard]] std::vector<SimilarityFindings> find_alike(const ShownClasses& classes, double share);

}  // namespace kanon::attack
