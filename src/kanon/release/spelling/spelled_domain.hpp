// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/hierarchy/hierarchy.hpp"
#include "kanon/release/recoding/recoding.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace kanon {

/// The released values of one attribute and, once built, the dictionary of their spellings.
/// Part of apply(); keeps references to what it is made of.
class SpelledDomain {
public:
    SpelledDomain(const ReleasedDomain& domain,
                  const Dictionary& original,
                  const Hierarchy* hierarchy)
        : domain_(domain), original_(original), hierarchy_(hierarchy) {}

    [[nodiscard]] std::size_t value_count() const { return domain_.values.size(); }

    /// Per released value: it is spelled `*`.
    [[nodiscard]] std::vector<bool> stars() const;

    /// Make the dictionary of the values that occur, with a star on top of them where asked for.
    /// Values with one spelling get one code. Cost O(values + d log d) for d distinct spellings.
    void build(const std::vector<bool>& occurs, bool with_star);

    [[nodiscard]] const std::shared_ptr<const Dictionary>& dictionary() const {
        return dictionary_;
    }

    /// The released code of a value; a star's for one that does not occur, for then suppressed rows
    /// alone have it. \pre built; with a star, or the value occurs.
    [[nodiscard]] Code code(std::uint32_t value) const { return code_of_value_[value]; }

    /// The released code of a star. \pre built with one.
    [[nodiscard]] Code star() const { return star_; }

private:
    const ReleasedDomain& domain_;
    const Dictionary& original_;
    const Hierarchy* hierarchy_;
    std::shared_ptr<const Dictionary> dictionary_;
    std::vector<Code> code_of_value_;
    Code star_ = 0;
};

}  // namespace kanon
