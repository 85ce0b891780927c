// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/contract/method.hpp"

#include <array>
#include <memory>

namespace kanon::cell_suppression {

inline constexpr std::array kAntiUnificationOptions{
    OptionSpec{.name = "condition",
               .type = OptionType::word,
               .words = "less|greater|less-greater|greater-less",
               .fallback = "less-greater",
               .help = "divide a set by attributes of the fewest values in it, of the most, or in "
                       "one way what the other left over"},
    OptionSpec{.name = "long",
               .type = OptionType::integer,
               .least = 0,
               .greatest = 64,
               .fallback = "0",
               .help = "quasi-identifiers that a pattern shows at least; 0: all but two"},
    OptionSpec{
        .name = "unknown",
        .type = OptionType::word,
        .words = "value|indifferent",
        .fallback = "value",
        .help = "whether missing is a value that a pattern may show, or is always suppressed"},
    OptionSpec{.name = "discarded",
               .type = OptionType::word,
               .words = "suppress|place",
               .fallback = "suppress",
               .help = "where more rows are in no pattern than may be suppressed: there is no "
                       "release, or they go to the classes that they make dearer by least"},
};

/// The generalization-based k-anonymization of Armengol & Torra: Generalization-based
/// k-anonymization, 2015, Figs. 1 to 6. Rows with the same confidential values are divided, by the
/// values of one attribute after the other, until each set agrees in all but a few attributes; what
/// it agrees in is a pattern, and the rest is starred. Sets of fewer than k rows are discarded, but
/// may be part of a set that another division leads to, or of one that is found without the rows
/// identified so far. No hierarchies, and missing values are no obstacle.
///
/// The confidential attributes are the tracked columns: the class attribute, and the sensitive
/// ones, which binding tracks for this method. The searches are grow_patterns().
///
/// Reconstructed, or different:
/// - Fig. 4 returns the set that was asked for; what is identified is taken as the union over the
///   recursive calls, and every partition that ties is followed (Fig. 6), so that patterns overlap;
/// - the source publishes patterns, here each row is released with one of those that generalize it
///   (choose_patterns()), so that each class has k rows; rows that overlapping patterns leave
///   without are discarded too;
/// - `long` counts quasi-identifiers alone. The source counts the confidential ones as well, which
///   all rows of a set share, and sets it to all attributes but two: the default here;
/// - what is done with unknown values is not said there: `unknown`;
/// - discarded rows are suppressed, and there is no release if they are more than may be. With
///   `discarded: place` they are placed then as pattern-greedy places those left over, whatever
///   `long` says;
/// - rows released alike are one class, whatever their confidential values.
/// k rows, no other model, no mask.
///
/// Heuristic. Bound: star_bound(). Same outcome for any thread count.
[[nodiscard]] std::unique_ptr<Method> make_anti_unification(const OptionMap& options);

}  // namespace kanon::cell_suppression
