// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/release/classes/released_classes.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kanon::auditing {

/// Whether parts of a release, each of whole rows, share no class: looked for by attributes, in
/// which groups of parts have no released text in common, group within group. So it is told of
/// parts that were cut one after the other by values that the release tells apart. Texts are told
/// apart by 64-bit hashes.
class ApartParts {
public:
    /// Note what the classes of one more part show; suppressed rows are in none. Memory: 8 bytes
    /// for each text of each attribute. \pre the attributes are those of the part before
    void add(const ReleasedClasses& classes);

    /// False if two parts may have a class in common. Cost O(texts log texts), times the depth of
    /// the groups.
    [[nodiscard]] bool are_apart() const;

private:
    using Parts = std::vector<std::size_t>;

    [[nodiscard]] bool are_apart(const Parts& parts) const;
    /// Parts that have texts of an attribute in common, directly or by others, as one group.
    [[nodiscard]] std::vector<Parts> grouped_by(std::size_t attribute, const Parts& parts) const;

    std::size_t attributes_ = 0;
    std::vector<std::vector<std::vector<std::uint64_t>>> texts_;  ///< part, attribute: ascending
};

}  // namespace kanon::auditing
