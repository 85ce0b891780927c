// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/freeform/matching/graph.hpp"
#include "kanon/methods/freeform/row_space.hpp"
#include "kanon/solve/assignment.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::freeform {

/// Chooses the rows that some records have for one round so that these records lose least, given
/// what they have for the other rounds: an assignment problem, solved exactly but for costs rounded
/// to 2^-24 of a row of which all is lost. One per thread; graph and prices are shared by those
/// that work on other records.
///
/// A record that would be starred throughout reads as a suppressed row, and is avoided where it can
/// be. Cost of p records: O(p^2 m) for the costs and about p^2 to p^3 for the assignment; memory 4
/// p^2 bytes.
class RoundSolver {
public:
    /// `prices`: what rows were worth when they were last dealt out, from which solutions start;
    /// one for each place of a member, so that records alone touch their own; 0 in the beginning.
    RoundSolver(const RowSpace& space, Graph& graph, std::vector<float>& prices, unsigned threads);

    /// Fill a round of these records with their rows of the first round; the rounds before it are
    /// filled. False if there is no way that gives no record a row, or person, twice.
    [[nodiscard]] bool fill(std::span<const std::uint32_t> records, std::uint32_t round);

    /// Deal the rows that these records have for a round out anew; `filled` rounds are filled.
    /// False if that gains nothing; then all stays as it was.
    bool improve(std::span<const std::uint32_t> records, std::uint32_t round, std::uint32_t filled);

    /// Improve all rounds in turn until none gains anything. True if any did.
    bool improve_all(std::span<const std::uint32_t> records);

    /// What the records lose, in units of 2^-24 rows of which all is lost.
    [[nodiscard]] double loss(std::span<const std::uint32_t> records);

private:
    void take(std::span<const std::uint32_t> records,
              std::uint32_t rows_of_round,
              std::uint32_t round,
              std::uint32_t filled);
    void take_prices(std::span<const std::uint32_t> records);
    void forbid_members(std::uint32_t record, std::span<float> costs) const;
    void take_costs(std::uint32_t record, std::span<float> costs, std::span<RowCost> sums) const;
    void widen_by_others(std::uint32_t record, std::span<Word> cover) const;
    [[nodiscard]] bool solve();
    void deal(std::span<const std::uint32_t> records);

    const RowSpace& space_;
    Graph& graph_;
    std::vector<float>& prices_of_members_;
    unsigned threads_;
    bool can_star_;
    std::uint32_t round_ = 0;
    std::uint32_t filled_ = 0;
    std::vector<std::uint32_t> rows_;           ///< dealt out: a column each
    std::vector<std::uint32_t> column_of_row_;  ///< per row; of those not dealt out kNoColumn
    std::vector<Place> places_;                 ///< of the columns, axis after axis
    std::vector<float> costs_;
    std::vector<double> prices_;
    AssignmentSolver<float> solver_;
};

}  // namespace kanon::freeform
