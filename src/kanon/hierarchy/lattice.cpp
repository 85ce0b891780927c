// SPDX-License-Identifier: Apache-2.0
#include "kanon/hierarchy/lattice.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon {

std::size_t NodeHash::operator()(const Node& node) const {
    std::uint64_t hash = node.size();
    for (const Level level : node) {
        hash = (hash ^ level) * 0x100000001B3ULL;  // FNV-1a
    }
    return hash ^ (hash >> 32U);
}

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

void Lattice::fill_from_last(Node& node, std::size_t first, unsigned above) const {
    for (std::size_t j = node.size(); j-- > first;) {
        const unsigned room = greatest_[j] - static_cast<unsigned>(least_[j]);
        const unsigned taken = std::min(room, above);
        node[j] = static_cast<Level>(least_[j] + taken);
        above -= taken;
    }
}

std::optional<Node> Lattice::first_of_height(unsigned height) const {
    if (height < height_of(least_) || height > height_of(greatest_)) {
        return std::nullopt;
    }
    Node node = least_;
    fill_from_last(node, 0, height - height_of(least_));
    return node;
}

bool Lattice::next_of_height(Node& node) const {
    unsigned above = 0;
    for (std::size_t j = node.size(); j-- > 0;) {
        if (above > 0 && node[j] < greatest_[j]) {
            ++node[j];
            fill_from_last(node, j + 1, above - 1);
            return true;
        }
        above += node[j] - static_cast<unsigned>(least_[j]);
    }
    return false;
}

bool Lattice::contains(std::span<const Level> node) const {
    return at_most(least_, node) && at_most(node, greatest_);
}

unsigned height_of(std::span<const Level> node) {
    return std::accumulate(node.begin(), node.end(), 0U);
}

bool at_most(std::span<const Level> a, std::span<const Level> b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](Level x, Level y) { return x <= y; });
}

}  // namespace kanon
