// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/microaggregation/class_bound/cheap_groups.hpp"
#include "kanon/methods/microaggregation/class_bound/row_cuts.hpp"
#include "kanon/methods/microaggregation/class_bound/whole_distances.hpp"
#include "kanon/methods/microaggregation/neighbours.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::microaggregation {

/// Proves, point after point, that no group of s points is priced above its cost, or by how much
/// one may be. All is in whole numbers, exact in doubles: twice s times cost less prices, in units
/// of WholeDistances, is F(Q) = sum over pairs (a, b) in Q, both ways, of d(a, b), less 2s p(Q),
/// and 2s times the prices of the cuts of which Q has two points or more.
///
/// Points are in an order; a group belongs to its first point, so each is looked at once. Branch
/// and bound over the other points: with some chosen, r more to come and each other point t at A(t)
/// (2 d to those chosen, less 2s p(t)), a point bears at least
///     W(t) = A(t) - (r - 1) B(t) + the r - 1 least of d(t, u) + B(u) over the
///     others u,
/// whatever whole numbers B are, for what some take all give: here about half of A over r - 1, so
/// that the partners of t are near t and cheap in themselves. The r least W bound F below; a point
/// that exceeds 0 with the others' r - 1 least is left out, and all is bounded anew. At the first
/// point only the points of least A are looked at in full; of farther ones what they add to others
/// is bounded by the least such A, and their own W by their nearest points. A third of a cut's
/// price is added to the distance of each two of its points, which is never too much; groups that
/// come out below 0 so are worked out in full. Ours, after the bounds of Gilmore (1962) and Lawler
/// (1963) for quadratic assignment.
class GroupProof {
public:
    /// `order`: all points; `near`: at least min(s - 2, n - 1) of all points. Borrows all.
    /// \pre prices are whole, in units, of at most most() in size, those of cuts not below 0; s is
    /// at least 2 and at most two thirds of the k of the distances
    GroupProof(const WholeDistances& distances,
               std::span<const double> prices,
               const RowCuts& cuts,
               std::span<const std::uint32_t> order,
               const Neighbours& near,
               std::size_t rows);

    /// What is known of the groups of one point.
    struct Verdict {
        double least = 0;                 ///< no F is less; at most 0
        std::vector<PricedGroup> groups;  ///< of F < 0 (`left`), the least of those met, ascending
    };

    /// Of the groups whose first point is at that place of the order. After so many nodes what is
    /// left open is bounded by what is known; 0: by a glance at each point once. Cost O(n lanes +
    /// c^2 lanes), O(c^2) for each node, of c points that may be in such a group.
    [[nodiscard]] Verdict look(std::size_t place, std::uint64_t node_limit) const;

private:
    class Tree;

    /// Points that may be in a group.
    struct Candidates {
        std::vector<std::uint32_t> points;
        std::vector<double> alone;  ///< per point: A
    };

    [[nodiscard]] double worked_out(std::span<const std::uint32_t> points) const;
    [[nodiscard]] double extra(std::uint32_t cut) const;
    [[nodiscard]] Candidates after(std::size_t place) const;
    [[nodiscard]] double glance(const Candidates& all, double base) const;
    [[nodiscard]] bool narrow(Candidates& all, double base) const;
    [[nodiscard]] std::vector<double> least_borne(const Candidates& all, std::size_t near) const;

    const WholeDistances& distances_;
    std::span<const double> prices_;
    const RowCuts& cuts_;
    std::span<const std::uint32_t> order_;
    std::size_t size_;                  ///< points of a group
    std::vector<std::uint32_t> place_;  ///< per point: in the order
    std::vector<double> nearest_;       ///< per point: the sum of the s - 2 least distances from it
};

}  // namespace kanon::microaggregation
