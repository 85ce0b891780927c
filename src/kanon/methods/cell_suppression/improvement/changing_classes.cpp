// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/improvement/changing_classes.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace kanon::cell_suppression {
namespace {

/// Where a type stands, or would, among types in their order.
template <class Shares>
auto place_of(Shares& shares, std::uint32_t type) {
    return std::lower_bound(
        shares.begin(), shares.end(), type, [](const TypeRows& share, std::uint32_t wanted) {
            return share.type < wanted;
        });
}

}  // namespace

ChangingClasses::ChangingClasses(const PolishScope& scope, const StarPartition& partition)
    : scope_(scope) {
    const Task& task = scope.task;
    starred_.stars = task.patterns.everything();
    starred_.cost = scope.costs.of(starred_.stars);
    const auto place = [&](std::uint32_t index, TypeRows share) {
        if (index == kSuppressedClass || partition.stars[index] == starred_.stars) {
            add_starred(share);
        } else {
            add(partition.stars[index], share);
        }
    };
    std::vector<std::uint32_t> staying = task.row_types().counts;
    for (const StarPartition::Move& move : partition.moves) {
        KANON_CHECK(staying[move.type] >= move.rows);
        staying[move.type] -= move.rows;
        place(move.to, {.type = move.type, .rows = move.rows});
    }
    for (std::uint32_t type = 0; type < staying.size(); ++type) {
        if (staying[type] > 0) {
            place(partition.class_of_type[type], {.type = type, .rows = staying[type]});
        }
    }
}

std::uint64_t ChangingClasses::hash(Pattern stars, std::uint32_t type) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15ULL;
    const auto [at, is_new] = shown_bits_.try_emplace(stars);
    if (is_new) {
        at->second = scope_.packed.shown_bits(stars);
    }
    std::uint64_t out = (stars + 1) * kOdd;
    for (std::size_t word = 0; word < at->second.size(); ++word) {
        out = ((out ^ (out >> 32U)) + (scope_.packed.key(type)[word] & at->second[word])) * kOdd;
    }
    return out;
}

/// The class of this pattern and these values, with rows or without.
std::optional<std::uint32_t> ChangingClasses::known(Pattern stars, std::uint32_t type) {
    const auto [begin, end] = by_values_.equal_range(hash(stars, type));
    for (auto at = begin; at != end; ++at) {
        const ChangingClass& found = classes_[at->second];
        if (found.stars == stars && (scope_.packed.difference(found.member, type) & ~stars) == 0) {
            return at->second;
        }
    }
    return std::nullopt;
}

std::optional<std::uint32_t> ChangingClasses::find(Pattern stars, std::uint32_t type) {
    const std::optional<std::uint32_t> found = known(stars, type);
    return found && classes_[*found].rows > 0 ? found : std::nullopt;
}

void ChangingClasses::put(ChangingClass& into, TypeRows share) {
    cost_ += share.rows * into.cost;
    into.rows += share.rows;
    const auto at = place_of(into.types, share.type);
    if (at == into.types.end() || at->type != share.type) {
        into.types.insert(at, share);
    } else {
        at->rows += share.rows;
    }
}

void ChangingClasses::remove(ChangingClass& from, TypeRows share) {
    const auto at = place_of(from.types, share.type);
    KANON_CHECK(at != from.types.end() && at->type == share.type && at->rows >= share.rows);
    cost_ -= share.rows * from.cost;
    from.rows -= share.rows;
    at->rows -= share.rows;
    if (at->rows == 0) {
        from.types.erase(at);
    }
}

std::uint32_t ChangingClasses::add(Pattern stars, TypeRows share) {
    std::optional<std::uint32_t> index = known(stars, share.type);
    if (!index) {
        index = static_cast<std::uint32_t>(classes_.size());
        classes_.push_back({.stars = stars, .cost = scope_.costs.of(stars), .member = share.type});
        by_values_.emplace(hash(stars, share.type), *index);
    }
    put(classes_[*index], share);
    return *index;
}

void ChangingClasses::add_starred(TypeRows share) {
    put(starred_, share);
}

void ChangingClasses::take(std::uint32_t index, TypeRows share) {
    remove(classes_[index], share);
}

void ChangingClasses::take_starred(TypeRows share) {
    remove(starred_, share);
}

void ChangingClasses::clear(std::uint32_t index) {
    ChangingClass& cleared = classes_[index];
    cost_ -= cleared.rows * cleared.cost;
    cleared.rows = 0;
    cleared.types.clear();
}

std::uint32_t ChangingClasses::starred_rows(std::uint32_t type) const {
    const auto at = place_of(starred_.types, type);
    return at != starred_.types.end() && at->type == type ? at->rows : 0;
}

StarCost ChangingClasses::cost_above_least(std::uint32_t index) const {
    StarCost sum = 0;
    for (const TypeRows& share : classes_[index].types) {
        sum += share.rows * (classes_[index].cost - scope_.least_costs[share.type]);
    }
    return sum;
}

std::vector<Pattern> ChangingClasses::patterns() const {
    std::set<std::pair<StarCost, Pattern>> used;
    for (const ChangingClass& one : classes_) {
        if (one.rows > 0) {
            used.emplace(one.cost, one.stars);
        }
    }
    std::vector<Pattern> out;
    out.reserve(used.size());
    for (const auto& [cost, stars] : used) {
        out.push_back(stars);
    }
    return out;
}

StarPartition ChangingClasses::partition() const {
    StarPartition out;
    out.class_of_type.assign(scope_.task.row_types().size(), kSuppressedClass);
    const auto make_class = [&out](const ChangingClass& one) {
        const std::uint32_t index = out.add_class(one.stars, one.member);
        out.rows[index] = one.rows;
        for (const TypeRows& share : one.types) {
            out.moves.push_back({.type = share.type, .to = index, .rows = share.rows});
        }
    };
    for (const ChangingClass& one : classes_) {
        if (one.rows > 0) {
            make_class(one);
        }
    }
    const bool star_class = starred_.rows >= scope_.task.star_class_rows();
    if (star_class) {
        make_class({.stars = starred_.stars,
                    .cost = starred_.cost,
                    .member = starred_.types.front().type,
                    .rows = starred_.rows,
                    .types = starred_.types});
    }
    out.settle_moves(scope_.task.row_types().counts);
    KANON_CHECK(suppressed_rows(scope_.task, out) == (star_class ? 0 : starred_.rows));
    return out;
}

}  // namespace kanon::cell_suppression
