// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/lattice.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon {

Lattice::Lattice(Node least, Node greatest)
    : least_(std::move(least)), greatest_(std::move(greatest)), strides_(least_.size()) {
    KANON_CHECK(least_.size() == greatest_.size());
    std::uint64_t size = 1;
    bool fits = true;
    for (std::size_t j = least_.size(); j-- > 0;) {
        KANON_CHECK(least_[j] <= greatest_[j]);
        strides_[j] = size;
        const std::uint64_t levels = greatest_[j] - least_[j] + 1U;
        fits = fits && !__builtin_mul_overflow(size, levels, &size);
    }
    if (fits) {
        size_ = size;
    }
}

std::uint64_t Lattice::rank(std::span<const Level> node) const {
    std::uint64_t rank = 0;
    for (std::size_t j = 0; j < node.size(); ++j) {
        rank += strides_[j] * (node[j] - static_cast<std::uint64_t>(least_[j]));
    }
    return rank;
}

Node Lattice::node(std::uint64_t rank) const {
    Node node(least_.size());
    for (std::size_t j = 0; j < node.size(); ++j) {
        node[j] = static_cast<Level>(least_[j] + rank / strides_[j]);
        rank %= strides_[j];
    }
    return node;
}

unsigned height_of(std::span<const Level> node) {
    return std::accumulate(node.begin(), node.end(), 0U);
}

bool at_most(std::span<const Level> a, std::span<const Level> b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](Level x, Level y) { return x <= y; });
}

}  // namespace kanon
