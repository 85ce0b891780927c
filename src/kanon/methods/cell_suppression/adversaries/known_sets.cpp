// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/adversaries/known_sets.hpp"

#include "kanon/base/subsets.hpp"
#include "kanon/privacy/distinct_values.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace kanon::cell_suppression {
namespace {

constexpr std::size_t kMostSetAttributes = 16;
constexpr std::size_t kMostProjections = 4096;

Pattern pattern_of(std::span<const std::size_t> attributes) {
    Pattern out = 0;
    for (const std::size_t j : attributes) {
        out |= Pattern{1} << j;
    }
    return out;
}

std::vector<KnownSet> sets_of(const PrivacyModel& model, std::size_t attributes) {
    std::vector<KnownSet> out;
    const auto add = [&](Pattern known, std::uint64_t k) {
        KnownSet& set = out.emplace_back(KnownSet{.attributes = known, .k = k});
        if (model.tracked()) {
            set.models.push_back(&model);
        }
    };
    if (model.known_values() == 0) {
        add((Pattern{1} << attributes) - 1, model.least_rows());
    } else if (const auto named = model.known_attributes(); !named.empty()) {
        add(pattern_of(named), model.least_sharing_rows());
    } else {
        const std::size_t known = std::min(model.known_values(), attributes);
        for_each_subset(attributes, known, [&](const std::vector<std::size_t>& of) {
            add(pattern_of(of), model.least_sharing_rows());
        });
    }
    return out;
}

/// Add what a set asks to another of the same attributes.
void join(const KnownSet& set, KnownSet& into) {
    into.k = std::max(into.k, set.k);
    into.models.insert(into.models.end(), set.models.begin(), set.models.end());
}

/// Whoever asks something of values is not compared.
bool is_covered(const KnownSet& set, const std::vector<KnownSet>& sets) {
    return set.models.empty() && std::ranges::any_of(sets, [&](const KnownSet& other) {
               return other != set && (set.attributes & ~other.attributes) == 0 && other.k >= set.k;
           });
}

/// True if it is judged by the rows that are alike to somebody, and says of their unions if they
/// are alike in some attributes alone.
bool is_of_sets(const PrivacyModel& model) {
    return !model.counts_population() && !model.judges_average() &&
           (model.known_values() == 0 || model.of_classes() != nullptr);
}

/// True if all that rows may show can be numbered.
bool is_numbered(const Task& task) {
    std::uint64_t all = 1;
    return std::ranges::all_of(task.quasi_identifiers, [&](const QuasiIdentifier& attribute) {
        const std::uint64_t values = attribute.hierarchy.domain_size() + 1;
        return !__builtin_mul_overflow(all, values, &all);
    });
}

bool few_projections(const std::vector<KnownSet>& sets) {
    std::set<Pattern> known;
    for (const KnownSet& set : sets) {
        for (Pattern part = set.attributes;; part = (part - 1) & set.attributes) {
            known.insert(part);
            if (part == 0 || known.size() > kMostProjections) {
                break;
            }
        }
    }
    return known.size() <= kMostProjections;
}

}  // namespace

std::vector<KnownSet> known_sets(const Task& task) {
    std::map<Pattern, KnownSet> by_attributes;
    for (const auto& model : task.models) {
        for (const KnownSet& set : sets_of(*model, task.quasi_identifiers.size())) {
            const auto [at, is_new] = by_attributes.try_emplace(set.attributes, set);
            if (!is_new) {
                join(set, at->second);
            }
        }
    }
    std::vector<KnownSet> all;
    all.reserve(by_attributes.size());
    for (const auto& one : by_attributes) {
        all.push_back(one.second);
    }
    std::vector<KnownSet> out;
    std::ranges::copy_if(
        all, std::back_inserter(out), [&](const KnownSet& set) { return !is_covered(set, all); });
    return out;
}

bool any_looks_at_values(const std::vector<KnownSet>& sets) {
    return std::ranges::any_of(sets, [](const KnownSet& set) { return !set.models.empty(); });
}

bool suits_sets(const Task& task) {
    const bool of_sets =
        std::ranges::all_of(task.models, [](const auto& model) { return is_of_sets(*model); });
    if (!any_against(task.models) || !of_sets ||
        task.quasi_identifiers.size() > kMostSetAttributes ||
        task.patterns.all_star == AllStar::as_class) {
        return false;
    }
    return is_numbered(task) && few_projections(known_sets(task));
}

bool suits_set_program(const Task& task) {
    return suits_sets(task) && std::ranges::all_of(task.models, [](const auto& model) {
               return !model->tracked() || distinct_values_of(*model) != nullptr;
           });
}

}  // namespace kanon::cell_suppression
