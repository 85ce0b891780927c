// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/contract/class_cover.hpp"
#include "kanon/task/task.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace kanon::classes {

/// Row types divided into classes. Class c holds types[starts[c]] .. types[starts[c + 1] - 1] and
/// covers what the words c * cover_words .. c * cover_words + cover_words - 1 say.
struct TypePartition {
    std::vector<std::uint32_t> types;
    /// Where rows of one type are in several classes: how many of them each of `types` stands for.
    /// Empty where every type is in one class. \pre tasks with tracked columns: empty
    std::vector<std::uint32_t> shares;
    std::vector<std::size_t> starts;    ///< classes + 1
    std::size_t cover_words = 0;        ///< as CoverLayout lays them out
    std::vector<Word> covers;           ///< per class
    std::vector<std::uint64_t> rows;    ///< per class
    std::vector<std::uint8_t> failing;  ///< per class: 1 if it does not hold and cannot be mended
    std::uint64_t divisions = 0;        ///< classes looked at
    bool stopped = false;               ///< by the context, before all was divided
    bool withheld = false;  ///< for StarredParts::suppressed some division was not carried out
    bool given_up = false;  ///< it loses Splitting::most_lost or more: then it has no classes

    [[nodiscard]] std::size_t class_count() const { return rows.size(); }

    [[nodiscard]] std::span<const Word> cover(std::size_t number) const {
        return std::span(covers).subspan(number * cover_words, cover_words);
    }
};

/// How a class is divided: along an attribute, at the median or by the label's children; or in two.
enum class SplitRule : std::uint8_t {
    widest,      ///< along the attribute that loses most
    entropy,     ///< along that on which the rows have the greatest entropy
    least_loss,  ///< along that after which the class loses least
    best         ///< in two, by the division that gains most over all attributes
};

/// Row types up to which axes of equal keys are compared by what the parts would lose; and up to
/// which a rule that weighs whole divisions does so. Above both a class is divided by its marginals
/// alone: along the attribute that loses most, or has the greatest entropy.
inline constexpr std::size_t kMostCompared = std::size_t{1} << 16U;
inline constexpr std::size_t kMostWeighed = std::size_t{1} << 22U;

/// What a part is while classes are divided that comes out starred throughout, from a class that
/// does as well: at most one such part is open at a time.
enum class StarredParts : std::uint8_t {
    suppressed,  ///< suppressed rows, of which it may have no more than the limit
    go_on        ///< not yet, as long as it has the rows for two classes: it may be divided further
};

struct Splitting {
    SplitRule rule = SplitRule::widest;
    bool relaxed = false;  ///< types at the median of a range go to either side
    std::size_t most_weighed = kMostWeighed;
    StarredParts stars = StarredParts::suppressed;
    bool by_name = false;  ///< marginals decide every class, ties between axes the names
    /// Share of all that can be lost, in classes that hold (rows to be suppressed are left out), at
    /// which nothing is divided any further: for a small share after a small part of the division.
    double most_lost = std::numeric_limits<double>::infinity();

    /// Row types of a class above which its marginals decide.
    [[nodiscard]] std::size_t by_margins_above() const {
        if (by_name) {
            return 0;
        }
        const bool weighs = rule == SplitRule::best || rule == SplitRule::least_loss;
        return weighs ? std::max(most_weighed, kMostCompared) : kMostCompared;
    }

    /// How a class of so many row types is divided.
    [[nodiscard]] Splitting for_class(std::size_t types) const {
        if (types <= by_margins_above()) {
            return *this;
        }
        return {.rule = rule == SplitRule::entropy ? rule : SplitRule::widest,
                .relaxed = relaxed,
                .most_weighed = most_weighed,
                .by_name = by_name};
    }
};

/// Divide the row types top down once, as described at make_mondrian() and make_best_split(); with
/// StarredParts::go_on more rows may be left starred throughout than may be suppressed. Cost O(t m
/// depth) time, by the best division m times the levels as much, by the least loss m times; with
/// two-byte places (no attribute of more than 65,536 values) 12 + 2 m bytes per row type to stay
/// and up to 8 + 2 m bytes for a division of them all. Same result for any thread count.
[[nodiscard]] TypePartition divide_types(const Task& task,
                                         const std::vector<Axis>& axes,
                                         const Splitting& splitting,
                                         const RunContext& context);

}  // namespace kanon::classes
