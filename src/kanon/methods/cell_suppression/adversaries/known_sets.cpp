// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/adversaries/known_sets.hpp"

#include "kanon/base/subsets.hpp"
#include "kanon/privacy/model.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace kanon::cell_suppression {
namespace {

constexpr std::size_t kMostSetAttributes = 16;
constexpr std::size_t kMostProjections = 4096;

/// A hash whose highest bits depend on all of the key.
std::uint64_t spread(std::uint64_t key) {
    key ^= key >> 32U;
    key *= 0x9E3779B97F4A7C15U;
    key ^= key >> 29U;
    return key * 0xBF58476D1CE4E5B9U;
}

Pattern pattern_of(std::span<const std::size_t> attributes) {
    Pattern out = 0;
    for (const std::size_t j : attributes) {
        out |= Pattern{1} << j;
    }
    return out;
}

std::vector<KnownSet> sets_of(const PrivacyModel& model, std::size_t attributes) {
    std::vector<KnownSet> out;
    if (model.known_values() == 0) {
        out.push_back({.attributes = (Pattern{1} << attributes) - 1, .k = model.least_rows()});
    } else if (const auto named = model.known_attributes(); !named.empty()) {
        out.push_back({.attributes = pattern_of(named), .k = model.least_sharing_rows()});
    } else {
        const std::size_t known = std::min(model.known_values(), attributes);
        for_each_subset(attributes, known, [&](const std::vector<std::size_t>& of) {
            out.push_back({.attributes = pattern_of(of), .k = model.least_sharing_rows()});
        });
    }
    return out;
}

bool is_covered(const KnownSet& set, const std::vector<KnownSet>& sets) {
    return std::ranges::any_of(sets, [&](const KnownSet& other) {
        return other != set && (set.attributes & ~other.attributes) == 0 && other.k >= set.k;
    });
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
    std::vector<KnownSet> all;
    for (const auto& model : task.models) {
        const std::vector<KnownSet> sets = sets_of(*model, task.quasi_identifiers.size());
        all.insert(all.end(), sets.begin(), sets.end());
    }
    std::ranges::sort(all, [](const KnownSet& a, const KnownSet& b) {
        return std::pair(a.attributes, a.k) < std::pair(b.attributes, b.k);
    });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::vector<KnownSet> out;
    std::ranges::copy_if(
        all, std::back_inserter(out), [&](const KnownSet& set) { return !is_covered(set, all); });
    return out;
}

bool suits_sets(const Task& task) {
    const bool by_rows = std::ranges::none_of(task.models, [](const auto& model) {
        return model->tracked().has_value() || model->counts_population() ||
               model->judges_average();
    });
    if (!any_against(task.models) || !by_rows ||
        task.quasi_identifiers.size() > kMostSetAttributes ||
        task.patterns.all_star == AllStar::as_class) {
        return false;
    }
    return is_numbered(task) && few_projections(known_sets(task));
}

ShownKeys::ShownKeys(const Task& task, Pattern attributes) : task_(task) {
    std::uint64_t unit = 1;
    for (std::size_t j = 0; j < task.quasi_identifiers.size(); ++j) {
        if ((attributes >> j & 1U) != 0) {
            parts_.push_back({.attribute = j, .unit = unit});
            unit *= task.quasi_identifiers[j].hierarchy.domain_size() + 1;
        }
    }
}

std::uint64_t ShownKeys::key(std::uint32_t type, Pattern stars) const {
    std::uint64_t out = 0;
    for (const Part& part : parts_) {
        if ((stars >> part.attribute & 1U) == 0) {
            out += part.unit * (task_.row_types().columns[part.attribute][type] + 1);
        }
    }
    return out;
}

std::uint32_t& ShownRows::find(std::uint64_t key) {
    return index_.find(spread(key), [&](std::uint32_t at) { return known_[at] == key; });
}

std::uint32_t ShownRows::place(std::uint32_t type, Pattern stars) {
    const std::uint64_t key = keys_.key(type, stars);
    std::uint32_t& found = find(key);
    if (found != FlatIndex::kNone) {
        return found;
    }
    const auto at = static_cast<std::uint32_t>(known_.size());
    found = at;
    known_.push_back(key);
    rows_.push_back(0);
    index_.added([&](std::uint32_t number) { return spread(known_[number]); });
    return at;
}

}  // namespace kanon::cell_suppression
