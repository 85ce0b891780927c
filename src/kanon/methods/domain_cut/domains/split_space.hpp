// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace kanon::domain_cut {

/// A choice of splits, one entry each, 1 for those that are made: the cut of every attribute. Valid
/// if no split is made below one that is not.
using Chromosome = std::vector<std::uint8_t>;

/// Every way to make the most general cuts finer, as a string of splits.
///
/// In a domain cut by number a split starts a new part at one value, whatever else is split. In a
/// hierarchy a split divides the values under a label into those under its children; it can be made
/// only where the label's parent is split. Attributes follow each other, splits of a hierarchy in
/// preorder, so that what stands side by side in the string lies side by side in the domain.
class SplitSpace {
public:
    static constexpr std::size_t kNoParent = std::numeric_limits<std::size_t>::max();

    struct Split {
        std::size_t attribute = 0;
        std::size_t parent = kNoParent;
        std::size_t end = 0;      ///< the splits below are those from the next one up to this
        std::vector<Rank> ranks;  ///< where parts start because of it, ascending
    };

    /// Borrows the domains. Cost O(values * levels).
    explicit SplitSpace(std::span<const OrderedDomain> domains);

    [[nodiscard]] const std::vector<Split>& splits() const { return splits_; }

    /// Places of an attribute's splits: first, and one behind the last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> of_attribute(std::size_t attribute) const {
        return {first_[attribute], first_[attribute + 1]};
    }

    /// Attributes that have a split.
    [[nodiscard]] const std::vector<std::size_t>& divisible() const { return divisible_; }

    /// Make every split above one that is made. Cost O(splits).
    void repair(Chromosome& chromosome) const;

    /// Change one split: one that is made is taken back with all below it; instead of one that is
    /// not, the highest one above it that is not made is made. \pre valid; stays so.
    void flip(Chromosome& chromosome, std::size_t split) const;

    /// One attribute a step finer: every label of its cut divided into its children; numbers cut
    /// into twice as many parts of about as many values each. \pre valid; so is what is returned.
    [[nodiscard]] Chromosome refined(const Chromosome& from, std::size_t attribute) const;

    /// A valid string where each attribute is as fine as chance has it: in a hierarchy with the
    /// same chance for every division, by number with up to 64 parts, their number in powers.
    [[nodiscard]] Chromosome drawn(Random& random) const;

    /// The cut of each attribute. \pre valid. Cost O(splits + parts log parts).
    [[nodiscard]] std::vector<DomainCut> cuts(const Chromosome& chromosome) const;

private:
    void add_numbers(const OrderedDomain& domain, std::size_t attribute);
    void add_hierarchy(const OrderedDomain& domain, std::size_t attribute);

    std::span<const OrderedDomain> domains_;
    std::vector<Split> splits_;
    std::vector<std::size_t> first_;
    std::vector<std::size_t> divisible_;
};

}  // namespace kanon::domain_cut
