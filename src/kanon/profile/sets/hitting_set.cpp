// SPDX-License-Identifier: Apache-2.0
#include "kanon/profile/sets/hitting_set.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace kanon::profile {
namespace {

bool has(const Bits& set, std::size_t number) {
    return (set[number / 64] >> (number % 64) & 1U) != 0;
}

void put(Bits& set, std::size_t number) {
    set[number / 64] |= std::uint64_t{1} << (number % 64);
}

void drop(Bits& set, std::size_t number) {
    set[number / 64] &= ~(std::uint64_t{1} << (number % 64));
}

void drop_all(Bits& set, const Bits& others) {
    for (std::size_t word = 0; word < set.size(); ++word) {
        set[word] &= ~others[word];
    }
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

std::vector<std::size_t> members_of(const Bits& set) {
    std::vector<std::size_t> out;
    for (std::size_t word = 0; word < set.size(); ++word) {
        for (std::uint64_t rest = set[word]; rest != 0; rest &= rest - 1) {
            out.push_back(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
        }
    }
    return out;
}

/// Is there a choice of so many numbers?
class ChoiceSearch {
public:
    ChoiceSearch(const std::vector<Bits>& sets, std::size_t numbers, std::uint64_t& steps)
        : sets_(sets), hits_(numbers, Bits((sets.size() + 63) / 64)), steps_(steps) {
        for (std::size_t set = 0; set < sets.size(); ++set) {
            for (const std::size_t number : members_of(sets[set])) {
                put(hits_[number], set);
            }
        }
    }

    /// The numbers, if there is one and the steps suffice; else none.
    [[nodiscard]] bool run(std::size_t size) {
        Branch root{.open = Bits((sets_.size() + 63) / 64),
                    .allowed = Bits((hits_.size() + 63) / 64),
                    .left = size};
        for (std::size_t set = 0; set < sets_.size(); ++set) {
            put(root.open, set);
        }
        for (std::size_t number = 0; number < hits_.size(); ++number) {
            put(root.allowed, number);
        }
        chosen_.clear();
        return search(std::move(root));
    }

    [[nodiscard]] const std::vector<std::size_t>& chosen() const { return chosen_; }

private:
    struct Branch {
        Bits open;     ///< sets that are not hit
        Bits allowed;  ///< numbers that may still be taken
        std::size_t left = 0;
    };

    void count(std::uint64_t steps) { steps_ -= std::min(steps_, steps); }

    void take(std::size_t number, Branch& branch) {
        chosen_.push_back(number);
        drop_all(branch.open, hits_[number]);
        drop(branch.allowed, number);
        --branch.left;
    }

    /// Take the numbers that some set has alone. False if there are too many, or a set has none.
    bool take_needed(Branch& branch, bool& changed) {
        for (const std::size_t set : members_of(branch.open)) {
            if (!has(branch.open, set)) {
                continue;  // hit by what was just taken
            }
            count(branch.allowed.size());
            Bits members = sets_[set];
            for (std::size_t word = 0; word < members.size(); ++word) {
                members[word] &= branch.allowed[word];
            }
            const std::vector<std::size_t> numbers = members_of(members);
            if (numbers.empty() || (numbers.size() == 1 && branch.left == 0)) {
                return false;
            }
            if (numbers.size() == 1) {
                take(numbers.front(), branch);
                changed = true;
            }
        }
        return true;
    }

    /// Leave out numbers whose open sets another one hits as well; of equals the first one stays.
    void drop_needless(Branch& branch, bool& changed) {
        std::vector<std::pair<std::size_t, Bits>> hits;
        for (const std::size_t number : members_of(branch.allowed)) {
            Bits open = branch.open;
            for (std::size_t word = 0; word < open.size(); ++word) {
                open[word] &= hits_[number][word];
            }
            hits.emplace_back(number, std::move(open));
        }
        count(hits.size() * hits.size() * branch.open.size());
        for (const auto& [number, own] : hits) {
            for (const auto& [other, its] : hits) {
                const bool may_stay = own == its && number < other;
                if (other != number && has(branch.allowed, other) && !may_stay &&
                    is_part(own, its)) {
                    drop(branch.allowed, number);
                    changed = true;
                    break;
                }
            }
        }
    }

    [[nodiscard]] bool reduce(Branch& branch) {
        for (bool changed = true; changed;) {
            changed = false;
            if (!take_needed(branch, changed)) {
                return false;
            }
            drop_needless(branch, changed);
        }
        return true;
    }

    /// So many numbers hit the open sets, if they hit as many each as those that hit most.
    [[nodiscard]] std::size_t fewest_by_hits(const Branch& branch) const {
        std::vector<std::size_t> hits;
        for (const std::size_t number : members_of(branch.allowed)) {
            hits.push_back(common_size(hits_[number], branch.open));
        }
        std::ranges::sort(hits, std::greater<>());
        const std::size_t wanted = common_size(branch.open, branch.open);
        std::size_t hit = 0;
        std::size_t size = 0;
        while (size < hits.size() && hit < wanted) {
            hit += hits[size++];
        }
        return size;
    }

    /// Open sets by their allowed members, the fewest first.
    [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> by_size(
        const Branch& branch) const {
        std::vector<std::pair<std::size_t, std::size_t>> out;
        for (const std::size_t set : members_of(branch.open)) {
            out.emplace_back(common_size(sets_[set], branch.allowed), set);
        }
        std::ranges::sort(out);
        return out;
    }

    /// Sets that have no allowed number in common, each of which needs one of its own.
    [[nodiscard]] std::size_t disjoint(
        const Branch& branch, const std::vector<std::pair<std::size_t, std::size_t>>& sets) const {
        Bits taken(branch.allowed.size());
        std::size_t size = 0;
        for (const auto& one : sets) {
            Bits members = sets_[one.second];
            for (std::size_t word = 0; word < members.size(); ++word) {
                members[word] &= branch.allowed[word];
            }
            if (common_size(members, taken) == 0) {
                ++size;
                for (std::size_t word = 0; word < taken.size(); ++word) {
                    taken[word] |= members[word];
                }
            }
        }
        return size;
    }

    /// The allowed members of a set, those first that hit most.
    [[nodiscard]] std::vector<std::size_t> members_by_hits(std::size_t set,
                                                           const Branch& branch) const {
        std::vector<std::pair<std::size_t, std::size_t>> hits;
        for (const std::size_t number : members_of(sets_[set])) {
            if (has(branch.allowed, number)) {
                hits.emplace_back(sets_.size() - common_size(hits_[number], branch.open), number);
            }
        }
        std::ranges::sort(hits);
        std::vector<std::size_t> out;
        for (const auto& one : hits) {
            out.push_back(one.second);
        }
        return out;
    }

    /// False once steps have run out, too; what was chosen is kept if it is enough.
    [[nodiscard]] bool search(Branch branch) {
        const std::size_t before = chosen_.size();
        const auto fail = [&] {
            chosen_.resize(before);
            return false;
        };
        if (steps_ == 0 || !reduce(branch)) {
            return fail();
        }
        const auto sets = by_size(branch);
        count(3 * sets.size() * branch.allowed.size() + 2 * hits_.size() * branch.open.size());
        if (sets.empty()) {
            return true;
        }
        if (fewest_by_hits(branch) > branch.left || disjoint(branch, sets) > branch.left) {
            return fail();
        }
        for (const std::size_t number : members_by_hits(sets.front().second, branch)) {
            Branch with = branch;
            take(number, with);
            if (search(std::move(with))) {
                return true;
            }
            chosen_.pop_back();
            drop(branch.allowed, number);  // with it all was tried
        }
        return fail();
    }

    const std::vector<Bits>& sets_;
    std::vector<Bits> hits_;  ///< per number: the sets that have it
    std::uint64_t& steps_;
    std::vector<std::size_t> chosen_;  ///< by the branch under way
};

}  // namespace

void HittingSets::add(const Bits& set, std::uint64_t& steps) {
    steps -= std::min<std::uint64_t>(steps, 2 * sets_.size() * words_);
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

/// Always the number that hits most of what is open; then what is not needed goes.
std::vector<std::size_t> HittingSets::greedy() const {
    std::vector<std::size_t> out;
    Bits taken(words_);
    while (true) {
        std::vector<std::size_t> hits(numbers_);
        for (const Bits& set : sets_) {
            for (const std::size_t number :
                 common_size(set, taken) == 0 ? members_of(set) : std::vector<std::size_t>()) {
                ++hits[number];
            }
        }
        const auto best = std::ranges::max_element(hits);
        if (best == hits.end() || *best == 0) {
            break;
        }
        out.push_back(static_cast<std::size_t>(best - hits.begin()));
        put(taken, out.back());
    }
    for (std::size_t i = 0; i < out.size();) {
        Bits without = taken;
        drop(without, out[i]);
        const bool is_enough = std::ranges::all_of(
            sets_, [&](const Bits& set) { return common_size(set, without) > 0; });
        if (is_enough) {
            taken = std::move(without);
            out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    return out;
}

HittingSets::Found HittingSets::solve(std::uint64_t& steps) {
    Found out;
    steps -= std::min<std::uint64_t>(steps, sets_.size() * numbers_);
    ChoiceSearch search(sets_, numbers_, steps);
    while (steps > 0 && !out.is_least) {
        out.is_least = search.run(least_size_);
        least_size_ += !out.is_least && steps > 0 ? 1U : 0U;
    }
    out.numbers = out.is_least ? search.chosen() : greedy();
    out.is_least = out.numbers.size() == least_size_;
    std::ranges::sort(out.numbers);
    return out;
}

}  // namespace kanon::profile
