// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/box_tree.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kanon::classes {

/// Which sets are told apart on an axis: none of two values or more, as if each lost what two
/// values lose; or those of two values.
enum class SetSearch : std::uint8_t { any, pairs };

/// What a search of boxes around a row type knows of the types that may be in them, the candidates,
/// axis by axis in the order in which the axes get their extents.
class BoxStages {
public:
    BoxStages(const BoxStages&) = delete;
    BoxStages& operator=(const BoxStages&) = delete;

protected:
    using Types = std::span<const std::uint32_t>;  ///< numbers of candidates

    /// An axis in its turn.
    struct Stage {
        std::size_t axis = 0;
        Place own = 0;               ///< place of the type
        bool two_ended = false;      ///< a range around a number; else a label, or a star or not
        bool by_set = false;         ///< a set
        bool any_set = false;        ///< just now: a set that is not told apart from others
        double least_loss = 0;       ///< of any extent
        double least_after = 0;      ///< of any extents of the axes after it
        std::vector<Place> places;   ///< by candidate
        std::vector<double> losses;  ///< by candidate: the least it needs on this axis
        std::vector<double> after;   ///< by candidate: the least it needs on those after it
    };

    /// Keeps a reference to the tree. \param needed_rows of the candidates
    BoxStages(const BoxTree& tree, std::uint64_t needed_rows);
    ~BoxStages() = default;

    /// The axes on which candidates are apart from the type; what the others lose is settled.
    void settle_axes();

    /// Fills the stages, and makes room for lists. \pre candidates_ in their order, with rows_
    void take_stages();

    /// The list of all candidates.
    [[nodiscard]] Types all_candidates();

    /// The types by their places on an axis, each in their order: first those at the type's own.
    [[nodiscard]] std::vector<Types> by_place(std::size_t room, const Stage& stage, Types types);

    /// How many values a set needs at least to hold the rows needed of these types.
    [[nodiscard]] std::size_t values_needed(const Stage& stage, Types types);

    /// By how much sets of any values lose more than was counted for them.
    [[nodiscard]] double raise_of_sets(Types types);

    /// Room for a list; two for each stage.
    [[nodiscard]] std::uint32_t* slot(std::size_t number) {
        return slots_.data() + number * candidates_.size();
    }

    /// False from when the steps are used up.
    [[nodiscard]] bool spend(std::uint64_t steps) {
        stopped_ = stopped_ || steps_ < steps;
        steps_ -= stopped_ ? 0 : steps;
        return !stopped_;
    }

    const BoxTree& tree_;
    std::uint64_t needed_rows_;
    std::uint32_t type_ = 0;
    std::size_t any_set_ = 3;  ///< values, at least, of a set that is not told apart from others
    std::vector<Stage> stages_;
    std::size_t depths_ = 0;                 ///< stages in use
    double settled_loss_ = 0;                ///< of the axes on which no candidate is apart
    std::vector<std::uint32_t> candidates_;  ///< the tree's numbers
    std::vector<std::uint32_t> rows_;        ///< by candidate
    std::vector<std::pair<std::uint64_t, Place>>
        place_rows_;  ///< of values_needed(): the most first
    std::uint64_t steps_ = 0;
    bool stopped_ = false;

private:
    void take_stage(std::size_t depth);

    std::vector<std::size_t> axis_order_;
    std::vector<std::uint32_t> slots_;
    std::vector<std::uint64_t> rows_of_place_;  ///< room, all 0
};

}  // namespace kanon::classes
