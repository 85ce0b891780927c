// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/box_tree.hpp"
#include "kanon/methods/classes/space/near_types.hpp"

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace kanon::classes {

/// Rows of one type.
struct TypeRows {
    std::uint32_t type = 0;  ///< the tree's number
    std::uint32_t rows = 0;
};

/// The greatest of the prices of so many rows, and their sum.
class TopPrices {
public:
    /// Forget all; from now on the sum is of the greatest `most` prices.
    void start(std::uint64_t most);

    void add(double price, std::uint64_t rows);

    /// True if there were so many rows.
    [[nodiscard]] bool full() const { return prices_.size() >= most_; }

    [[nodiscard]] double sum() const { return sum_; }

    /// The sum but for the least of them, which makes way for a row.
    [[nodiscard]] double sum_beside_one() const {
        return full() && most_ > 0 ? sum_ - prices_.front() : sum_;
    }

private:
    std::uint64_t most_ = 0;
    double sum_ = 0;
    std::vector<double> prices_;  ///< a heap, the least in front
};

/// Rows have prices. Searches, around a row type, the class of k rows of which the loss is least in
/// proportion to the sum of its rows' prices.
///
/// Branch and bound over boxes: a box has been taken so far, and some types may still come into it.
/// With a type in it the box loses so much at least; so a class that loses no more than d holds,
/// beside the row, at most the dearest k - 1 rows of the types with which the box loses no more
/// than d. Where this for no d says that the class may be worth it, the box is given up; and so is
/// a type that with the dearest k - 2 others is not worth what the box loses with it. The nearest
/// of the types that the box does not hold is then taken into it; and then left out, and all with
/// it that no box holds without it. Sets are told apart like everything else. Exponential in the
/// box's steps at worst, which the steps given end.
class PriceSearch {
public:
    /// Keeps references; `prices` are by the tree's types, of a row each. \param rows k, 2 at least
    PriceSearch(const BoxTree& tree, std::uint64_t rows, const std::vector<double>& prices);

    /// Search around a type for a class whose loss is less than `below` times the prices.
    /// \param dearest the sum of the greatest k - 1 prices of all rows. Returns false if the steps
    /// ran out; a step is a loss on one axis.
    [[nodiscard]] bool run(std::uint32_t type, double below, double dearest, std::uint64_t& steps);

    /// Loss by prices of the best class found, or `below`.
    [[nodiscard]] double ratio() const { return ratio_; }

    /// What the rows of that class lose together, and which they are; empty if none was found.
    [[nodiscard]] double loss() const { return loss_; }

    [[nodiscard]] const std::vector<TypeRows>& members() const { return members_; }

private:
    struct Candidate {
        double loss;  ///< of a row of the box with it
        double price;
        TypeRows of;
    };

    /// A box, and what may still come into it.
    struct Branch {
        std::vector<Word> box;
        double loss = 0;
        std::vector<Candidate> candidates;
    };

    Branch& branch(std::size_t depth);
    void descend(std::size_t depth);
    [[nodiscard]] bool spend(std::size_t candidates);
    [[nodiscard]] bool prune(Branch& at);
    [[nodiscard]] double most_worth(const Branch& at);
    void take(const Branch& at);
    void include(const Branch& at, TypeRows of, Branch& out) const;
    void exclude(Branch& at, TypeRows of) const;
    [[nodiscard]] double loss_of(std::span<const Word> box) const;
    [[nodiscard]] bool holds(std::span<const Word> box,
                             std::uint32_t joining,
                             std::uint32_t type) const;

    const BoxTree& tree_;
    std::uint64_t rows_;
    const std::vector<double>& prices_;
    NearTypes near_;
    TopPrices top_;
    TypeRows own_;
    double own_price_ = 0;
    double ratio_ = 1;
    double loss_ = 0;
    std::vector<TypeRows> members_;
    std::deque<Branch> branches_;  ///< by depth; those in use keep their places
    std::vector<double> worth_;    ///< by candidate: of a class with it, but for its price
    std::uint64_t steps_ = 0;
    bool stopped_ = false;
};

/// A class is worth it only if its prices, as raised, exceed its loss by more than this.
inline constexpr double kPriceRounding = 1e-10;

}  // namespace kanon::classes
