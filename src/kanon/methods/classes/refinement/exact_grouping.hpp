// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/clustering/clusters.hpp"
#include "kanon/methods/classes/space/type_space.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::classes {

/// Groups a few row types in the classes that lose least of all: by a table of their subsets. One
/// per thread.
class ExactGrouping {
public:
    /// The most types that are grouped at once.
    static constexpr std::size_t kMostTypes = 8;

    ExactGrouping(const TypeSpace& space, std::uint64_t least_rows)
        : space_(space), least_rows_(least_rows) {}

    /// Group `types` in clusters of least_rows rows and more that lose least together: their
    /// number; `clusters` may have more entries, of no meaning. 0: there are too few rows. Cost
    /// O(2^types * axes + 3^types). \pre types.size() <= kMostTypes, without repetition
    std::size_t group(std::span<const std::uint32_t> types, std::vector<Cluster>& clusters);

    /// Cells worked out so far, and as many for subsets looked at.
    [[nodiscard]] std::uint64_t work() const { return work_; }

private:
    void list_subsets(std::span<const std::uint32_t> types);
    void divide_subsets();

    const TypeSpace& space_;
    std::uint64_t least_rows_;
    std::uint64_t work_ = 0;
    // Per subset of the types, one bit each.
    std::vector<Word> covers_;
    std::vector<std::uint64_t> rows_;
    std::vector<std::int64_t> losses_;     ///< as one class
    std::vector<std::int64_t> least_;      ///< divided into classes in the best way
    std::vector<std::uint32_t> first_of_;  ///< of these, the class of its first type
};

}  // namespace kanon::classes
