// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/places/requests/request.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kanon::places {

/// True if two requests may be released together, as far as they alone are concerned: different
/// persons, each point within the tolerance of the other.
[[nodiscard]] bool may_share(const Request& a, const Request& b);

/// The graph of the neighbours of one request, to be searched for cliques of several sizes.
class CliqueSearch {
public:
    /// `neighbours`: of whoever looks, in the order of preference. Borrows them. Cost O(d^2).
    explicit CliqueSearch(std::span<const Request* const> neighbours);

    /// Places of `size` neighbours, none of whose k is above `k`, all of whom may share: the first
    /// such clique, compared place by place. Empty: none, or none found within the steps that all
    /// searches of this graph have together.
    [[nodiscard]] std::vector<std::size_t> find(std::size_t size, std::uint32_t k);

private:
    using Bits = std::vector<std::uint64_t>;

    [[nodiscard]] bool deepen(std::size_t depth, std::size_t size);
    void drop_lonely(Bits& candidates, std::size_t degree) const;

    std::span<const Request* const> neighbours_;
    std::size_t words_;  ///< of a set of neighbours
    std::vector<Bits> edges_;
    std::vector<Bits> left_;  ///< of a search, by depth: who can still be chosen there
    std::vector<std::size_t> chosen_;
    std::size_t steps_ = 0;
};

}  // namespace kanon::places
