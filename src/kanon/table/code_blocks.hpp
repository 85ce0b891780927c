// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/table/code_vector.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace kanon {

/// The codes of a column while it grows: in blocks, each as wide as was needed when it was filled,
/// so that memory is near that of the finished column.
class CodeBlocks {
public:
    /// Append codes, all below `limit`, which never falls from one call to the next.
    void append(std::span<const Code> codes, std::size_t limit);

    [[nodiscard]] std::size_t size() const { return size_; }

    [[nodiscard]] Code operator[](std::size_t row) const;

    /// Write the codes first .. first+count-1 as `map` renames them, from place `at` of `out` on.
    void copy(std::size_t first,
              std::size_t count,
              std::span<const Code> map,
              CodeVector& out,
              std::size_t at) const;

    void clear();

    /// All codes as `map` renames them, each below `limit`; empty afterwards. Blocks are given back
    /// one by one.
    [[nodiscard]] CodeVector finish(std::span<const Code> map, std::size_t limit);

private:
    std::vector<CodeVector> blocks_;
    std::size_t size_ = 0;
};

}  // namespace kanon
