// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/hitting_set.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace kanon::profile {
namespace {

bool has(const Bits& set, std::size_t number) {
    return (set[number / 64] >> (number % 64) & 1U) != 0;
}

bool is_part(const Bits& part, const Bits& set) {
    for (std::size_t word = 0; word < part.size(); ++word) {
        if ((part[word] & ~set[word]) != 0) {
            return false;
        }
    }
    return true;
}

std::size_t common_size(const Bits& a, const Bits& b) {
    std::size_t size = 0;
    for (std::size_t word = 0; word < a.size(); ++word) {
        size += static_cast<std::size_t>(std::popcount(a[word] & b[word]));
    }
    return size;
}

}  // namespace

void HittingSets::add(const Bits& set) {
    if (std::ranges::any_of(sets_, [&](const Bits& known) { return is_part(known, set); })) {
        return;
    }
    std::erase_if(sets_, [&](const Bits& known) { return is_part(set, known); });
    const auto at =
        std::ranges::upper_bound(sets_, common_size(set, set), {}, [](const Bits& known) {
            return common_size(known, known);
        });
    sets_.insert(at, set);
}

bool HittingSets::meets(const Bits& set, const Bits& other) const {
    for (std::size_t word = 0; word < words_; ++word) {
        if ((set[word] & other[word]) != 0) {
            return true;
        }
    }
    return false;
}

/// Sets that have no allowed number in common, each of which needs one of its own.
std::size_t HittingSets::disjoint(std::span<const std::uint32_t> open,
                                  const Bits& allowed,
                                  std::uint64_t& steps) const {
    Bits free = allowed;
    std::size_t count = 0;
    steps -= std::min<std::uint64_t>(steps, open.size());
    for (const std::uint32_t set : open) {
        bool apart = true;
        for (std::size_t word = 0; word < words_ && apart; ++word) {
            apart = (sets_[set][word] & allowed[word] & ~free[word]) == 0;
        }
        if (apart) {
            ++count;
            for (std::size_t word = 0; word < words_; ++word) {
                free[word] &= ~sets_[set][word];
            }
        }
    }
    return count;
}

/// The allowed members of a set, those first that hit most of the open ones.
std::vector<std::size_t> HittingSets::members_by_use(std::uint32_t set,
                                                     std::span<const std::uint32_t> open,
                                                     const Bits& allowed) const {
    std::vector<std::pair<std::size_t, std::size_t>> uses;
    for (std::size_t number = 0; number < numbers_; ++number) {
        if (has(sets_[set], number) && has(allowed, number)) {
            const auto hit = std::ranges::count_if(
                open, [&](std::uint32_t other) { return has(sets_[other], number); });
            uses.emplace_back(open.size() - static_cast<std::size_t>(hit), number);
        }
    }
    std::ranges::sort(uses);
    std::vector<std::size_t> out;
    for (const auto& use : uses) {
        out.push_back(use.second);
    }
    return out;
}

/// True if `left` allowed numbers hit the open sets; these are in chosen_ then. False once steps
/// have run out, too.
bool HittingSets::search(std::span<const std::uint32_t> open,
                         Bits allowed,
                         std::size_t left,
                         std::uint64_t& steps) {
    if (open.empty()) {
        return true;
    }
    if (left == 0 || disjoint(open, allowed, steps) > left || steps == 0) {
        return false;
    }
    const auto narrowest = *std::ranges::min_element(
        open, {}, [&](std::uint32_t set) { return common_size(sets_[set], allowed); });
    for (const std::size_t number : members_by_use(narrowest, open, allowed)) {
        std::vector<std::uint32_t> rest;
        std::ranges::copy_if(open, std::back_inserter(rest), [&](std::uint32_t set) {
            return !has(sets_[set], number);
        });
        steps -= std::min<std::uint64_t>(steps, 2 * open.size());
        chosen_.push_back(number);
        if (search(rest, allowed, left - 1, steps)) {
            return true;
        }
        chosen_.pop_back();
        // What comes later does without it: with it all was tried.
        allowed[number / 64] &= ~(std::uint64_t{1} << (number % 64));
    }
    return false;
}

/// Always the number that hits most of what is open; then what is not needed goes.
std::vector<std::size_t> HittingSets::greedy() const {
    std::vector<std::size_t> out;
    Bits taken(words_);
    std::vector<std::size_t> uses(numbers_);
    while (true) {
        std::ranges::fill(uses, std::size_t{0});
        bool is_open = false;
        for (const Bits& set : sets_) {
            if (!meets(set, taken)) {
                is_open = true;
                for (std::size_t number = 0; number < numbers_; ++number) {
                    uses[number] += has(set, number) ? 1U : 0U;
                }
            }
        }
        if (!is_open) {
            break;
        }
        const auto best = static_cast<std::size_t>(std::ranges::max_element(uses) - uses.begin());
        out.push_back(best);
        taken[best / 64] |= std::uint64_t{1} << (best % 64);
    }
    for (std::size_t i = 0; i < out.size();) {
        Bits without = taken;
        without[out[i] / 64] &= ~(std::uint64_t{1} << (out[i] % 64));
        if (std::ranges::all_of(sets_, [&](const Bits& set) { return meets(set, without); })) {
            taken = without;
            out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    return out;
}

HittingSets::Found HittingSets::solve(std::uint64_t& steps) {
    std::vector<std::uint32_t> all(sets_.size());
    std::iota(all.begin(), all.end(), 0U);
    const Bits every(words_, ~std::uint64_t{0});
    Found out;
    while (steps > 0) {
        chosen_.clear();
        if (search(all, every, least_size_, steps)) {
            out = {.numbers = chosen_, .is_least = true};
            break;
        }
        least_size_ += steps > 0 ? 1U : 0U;
    }
    if (!out.is_least) {
        out.numbers = greedy();
        out.is_least = out.numbers.size() == least_size_;
    }
    std::ranges::sort(out.numbers);
    return out;
}

}  // namespace kanon::profile
