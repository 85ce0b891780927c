// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace kanon {

/// Call use(subset) for each subset of `size` of the numbers 0 .. count-1: ascending members, in
/// lexicographic order. \pre size <= count
template <class Use>
void for_each_subset(std::size_t count, std::size_t size, Use use) {
    std::vector<std::size_t> members(size);
    std::iota(members.begin(), members.end(), std::size_t{0});
    for (;;) {
        use(static_cast<const std::vector<std::size_t>&>(members));
        std::size_t last = size;
        while (last > 0 && members[last - 1] == count - size + last - 1) {
            --last;
        }
        if (last == 0) {
            return;
        }
        ++members[last - 1];
        for (std::size_t i = last; i < size; ++i) {
            members[i] = members[i - 1] + 1;
        }
    }
}

/// How many subsets of `size` there are of `count` numbers, or `most` if they are more.
[[nodiscard]] inline std::uint64_t count_subsets(std::size_t count,
                                                 std::size_t size,
                                                 std::uint64_t most) {
    std::uint64_t subsets = 1;
    for (std::size_t i = 1; i <= size; ++i) {
        const std::uint64_t factor = count - size + i;
        if (subsets > std::numeric_limits<std::uint64_t>::max() / factor) {
            return most;
        }
        subsets = subsets * factor / i;  // whole: a number of subsets itself
        if (subsets > most) {
            return most;
        }
    }
    return subsets;
}

}  // namespace kanon
