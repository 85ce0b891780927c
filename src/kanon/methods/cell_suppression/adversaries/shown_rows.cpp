// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/cell_suppression/adversaries/shown_rows.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>

namespace kanon::cell_suppression {
namespace {

/// A hash whose highest bits depend on all of the key.
std::uint64_t spread(std::uint64_t key) {
    key ^= key >> 32U;
    key *= 0x9E3779B97F4A7C15U;
    key ^= key >> 29U;
    return key * 0xBF58476D1CE4E5B9U;
}

}  // namespace

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

ShownRows::ShownRows(const Task& task, Pattern attributes, bool with_values)
    : task_(task),
      keys_(task, attributes),
      columns_(with_values ? task.tracked.size() : 0),
      views_(columns_) {}

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
    counted_.resize(counted_.size() + columns_);
    index_.added([&](std::uint32_t number) { return spread(known_[number]); });
    return at;
}

Code ShownRows::value_of(std::uint32_t type, std::size_t column) const {
    const Histograms& histograms = task_.row_types().histograms[column];
    KANON_CHECK(histograms.offsets[type + 1] - histograms.offsets[type] == 1);
    return histograms.values[histograms.offsets[type]];
}

void ShownRows::add(std::uint32_t type, Pattern stars, std::uint32_t rows) {
    const std::uint32_t at = place(type, stars);
    rows_[at] += rows;
    for (std::size_t c = 0; c < columns_; ++c) {
        Counted& counted = counted_[at * columns_ + c];
        const Code value = value_of(type, c);
        const auto found = std::ranges::lower_bound(counted.values, value);
        const auto entry = found - counted.values.begin();
        if (found == counted.values.end() || *found != value) {
            counted.values.insert(found, value);
            counted.counts.insert(counted.counts.begin() + entry, 0);
        }
        counted.counts[static_cast<std::size_t>(entry)] += rows;
    }
}

void ShownRows::remove(std::uint32_t type, Pattern stars, std::uint32_t rows) {
    const std::uint32_t at = place(type, stars);
    rows_[at] -= rows;
    for (std::size_t c = 0; c < columns_; ++c) {
        Counted& counted = counted_[at * columns_ + c];
        const auto found = std::ranges::lower_bound(counted.values, value_of(type, c));
        const auto entry = found - counted.values.begin();
        std::uint32_t& count = counted.counts[static_cast<std::size_t>(entry)];
        count -= rows;
        if (count == 0) {
            counted.values.erase(found);
            counted.counts.erase(counted.counts.begin() + entry);
        }
    }
}

template <class IsAsked>
bool ShownRows::keep(const KnownSet& set, std::uint64_t key, IsAsked is_asked) {
    const std::uint32_t at = find(key);
    if (at == FlatIndex::kNone || rows_[at] < set.k) {
        return false;
    }
    if (set.models.empty()) {
        return true;
    }
    for (std::size_t c = 0; c < columns_; ++c) {
        const Counted& counted = counted_[at * columns_ + c];
        views_[c] = {.values = counted.values, .counts = counted.counts};
    }
    const ClassView view{.rows = rows_[at], .histograms = views_};
    return std::ranges::all_of(set.models, [&](const PrivacyModel* model) {
        return !is_asked(*model) || model->holds(view);
    });
}

bool ShownRows::keep(const KnownSet& set, std::uint32_t type, Pattern stars) {
    return keep(set, keys_.key(type, stars), [](const PrivacyModel&) { return true; });
}

bool ShownRows::may_keep(const KnownSet& set, std::uint32_t type, Pattern stars) {
    return keep(set, keys_.key(type, stars), [](const PrivacyModel& model) {
        return model.monotony() == Monotony::superset;
    });
}

}  // namespace kanon::cell_suppression
