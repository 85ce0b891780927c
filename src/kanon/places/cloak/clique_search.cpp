// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/cloak/clique_search.hpp"

#include <bit>

namespace kanon::places {
namespace {

constexpr std::size_t kWordBits = 64;
constexpr std::size_t kMostSteps = 20000;

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
      edges_(neighbours.size(), Bits((neighbours.size() + kWordBits - 1) / kWordBits)) {
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

bool CliqueSearch::deepen(const Bits& candidates,
                          std::size_t missing,
                          std::vector<std::size_t>& chosen,
                          std::size_t& steps) const {
    if (missing == 0) {
        return true;
    }
    if (count_bits(candidates) < missing) {
        return false;
    }
    Bits left = candidates;  // of whom no clique before had any
    return any_place(candidates, [&](std::size_t place) {
        if (steps++ >= kMostSteps) {
            return false;
        }
        clear_bit(left, place);
        Bits common = left;
        for (std::size_t word = 0; word < common.size(); ++word) {
            common[word] &= edges_[place][word];
        }
        chosen.push_back(place);
        if (deepen(common, missing - 1, chosen, steps)) {
            return true;
        }
        chosen.pop_back();
        return false;
    });
}

std::vector<std::size_t> CliqueSearch::find(std::size_t size, std::uint32_t k) const {
    Bits candidates((neighbours_.size() + kWordBits - 1) / kWordBits);
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
        if (neighbours_[i]->k <= k) {
            set_bit(candidates, i);
        }
    }
    drop_lonely(candidates, size - 1);
    std::vector<std::size_t> chosen;
    std::size_t steps = 0;
    if (!deepen(candidates, size, chosen, steps)) {
        chosen.clear();
    }
    return chosen;
}

}  // namespace kanon::places
