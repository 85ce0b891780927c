// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/cloak/clique_search.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kanon::places {
namespace {

constexpr std::size_t kWordBits = 64;
constexpr std::size_t kMostSteps = 5000;

void set_bit(std::vector<std::uint64_t>& bits, std::size_t place) {
    bits[place / kWordBits] |= std::uint64_t{1} << (place % kWordBits);
}

void clear_bit(std::vector<std::uint64_t>& bits, std::size_t place) {
    bits[place / kWordBits] &= ~(std::uint64_t{1} << (place % kWordBits));
}

std::size_t count_bits(const std::vector<std::uint64_t>& bits) {
    std::size_t out = 0;
    for (const std::uint64_t word : bits) {
        out += static_cast<std::size_t>(std::popcount(word));
    }
    return out;
}

std::size_t count_common(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
    std::size_t out = 0;
    for (std::size_t word = 0; word < a.size(); ++word) {
        out += static_cast<std::size_t>(std::popcount(a[word] & b[word]));
    }
    return out;
}

/// Call with each place whose bit is set, ascending, until it returns true; whether it did.
template <class Action>
bool any_place(const std::vector<std::uint64_t>& bits, const Action& action) {
    for (std::size_t word = 0; word < bits.size(); ++word) {
        for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
            if (action(word * kWordBits + static_cast<std::size_t>(std::countr_zero(left)))) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

bool may_share(const Request& a, const Request& b) {
    return a.person != b.person && tolerated(a).holds(b) && tolerated(b).holds(a);
}

CliqueSearch::CliqueSearch(std::span<const Request* const> neighbours)
    : neighbours_(neighbours),
      words_((neighbours.size() + kWordBits - 1) / kWordBits),
      edges_(neighbours.size(), Bits(words_)) {
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
        for (std::size_t j = i + 1; j < neighbours_.size(); ++j) {
            if (may_share(*neighbours_[i], *neighbours_[j])) {
                set_bit(edges_[i], j);
                set_bit(edges_[j], i);
            }
        }
    }
}

void CliqueSearch::drop_lonely(Bits& candidates, std::size_t degree) const {
    for (bool changed = true; changed;) {
        changed = false;
        any_place(candidates, [&](std::size_t place) {
            if (count_common(edges_[place], candidates) < degree) {
                clear_bit(candidates, place);
                changed = true;
            }
            return false;
        });
    }
}

bool CliqueSearch::deepen(std::size_t depth, std::size_t size) {
    if (depth == size) {
        return true;
    }
    Bits& left = left_[depth];
    std::size_t count = count_bits(left);
    const Bits candidates = left;
    return any_place(candidates, [&](std::size_t place) {
        if (count-- < size - depth || steps_++ >= kMostSteps) {
            return false;
        }
        clear_bit(left, place);  // cliques with it are those that follow
        Bits& next = left_[depth + 1];
        for (std::size_t word = 0; word < words_; ++word) {
            next[word] = left[word] & edges_[place][word];
        }
        chosen_.push_back(place);
        if (deepen(depth + 1, size)) {
            return true;
        }
        chosen_.pop_back();
        return false;
    });
}

std::vector<std::size_t> CliqueSearch::find(std::size_t size, std::uint32_t k) {
    Bits candidates(words_);
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
        if (neighbours_[i]->k <= k) {
            set_bit(candidates, i);
        }
    }
    if (count_bits(candidates) < size) {
        return {};
    }
    drop_lonely(candidates, size - 1);
    left_.resize(std::max(left_.size(), size + 1), Bits(words_));
    left_.front() = std::move(candidates);
    chosen_.clear();
    return deepen(0, size) ? chosen_ : std::vector<std::size_t>();
}

}  // namespace kanon::places
