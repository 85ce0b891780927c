// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/lattice/nodes/known_values.hpp"

#include "kanon/base/subsets.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace kanon::lattice {

KnownValues::KnownValues(const Task& task) : views_(task.tracked.size()) {
    for (const auto& model : task.models) {
        if (model->known_values() > 0) {
            models_.push_back(model.get());
        }
    }
}

void KnownValues::judge(const NodeGroups& groups, std::vector<bool>& released) {
    for (bool changed = true; changed;) {
        changed = false;
        for (const PrivacyModel* model : models_) {
            changed = judge_model(*model, groups, released) || changed;
        }
    }
}

bool KnownValues::judge_model(const PrivacyModel& model,
                              const NodeGroups& groups,
                              std::vector<bool>& released) {
    order_.clear();
    for (std::uint32_t group = 0; group < groups.size(); ++group) {
        if (released[group]) {
            order_.push_back(group);
        }
    }
    failing_.clear();
    const std::size_t attributes = groups.node.size();
    for_each_subset(
        attributes,
        std::min(model.known_values(), attributes),
        [&](const std::vector<std::size_t>& known) { judge_set(model, groups, known); });
    for (const std::uint32_t group : failing_) {
        released[group] = false;
    }
    return !failing_.empty();
}

void KnownValues::judge_set(const PrivacyModel& model,
                            const NodeGroups& groups,
                            const std::vector<std::size_t>& attributes) {
    order_by(groups, attributes);
    for (std::size_t begin = 0; begin < order_.size();) {
        std::size_t end = begin + 1;
        while (end < order_.size() && same(groups, order_[begin], order_[end])) {
            ++end;
        }
        if (!holds(model, groups, begin, end)) {
            failing_.insert(failing_.end(),
                            order_.begin() + static_cast<std::ptrdiff_t>(begin),
                            order_.begin() + static_cast<std::ptrdiff_t>(end));
        }
        begin = end;
    }
}

void KnownValues::order_by(const NodeGroups& groups, const std::vector<std::size_t>& attributes) {
    const KeyLayout& layout = groups.layout;
    masks_.assign(layout.words, 0);
    for (const std::size_t j : attributes) {
        const std::uint64_t labels = (std::uint64_t{1} << layout.bits[j]) - 1;
        masks_[layout.word[j]] |= labels << layout.shift[j];
    }
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t word = 0; word < layout.words; ++word) {
            const std::uint64_t left = groups.keys[a * layout.words + word] & masks_[word];
            const std::uint64_t right = groups.keys[b * layout.words + word] & masks_[word];
            if (left != right) {
                return left < right;
            }
        }
        return false;
    });
}

bool KnownValues::same(const NodeGroups& groups, std::uint32_t a, std::uint32_t b) const {
    for (std::size_t word = 0; word < masks_.size(); ++word) {
        const std::uint64_t differing =
            groups.keys[a * masks_.size() + word] ^ groups.keys[b * masks_.size() + word];
        if ((differing & masks_[word]) != 0) {
            return false;
        }
    }
    return true;
}

bool KnownValues::holds(const PrivacyModel& model,
                        const NodeGroups& groups,
                        std::size_t begin,
                        std::size_t end) {
    const std::optional<std::size_t> place = model.tracked();
    std::uint64_t rows = 0;
    if (place) {
        sum_.begin(groups.histograms[*place].domain_size);
    }
    for (std::size_t at = begin; at < end; ++at) {
        rows += groups.rows[order_[at]];
        if (place) {
            sum_.add(groups.histograms[*place], order_[at]);
        }
    }
    if (place) {
        const HistogramSum::View sum = sum_.end();
        views_[*place] = {.values = sum.values, .counts = sum.counts};
    }
    return model.holds({.rows = rows, .histograms = views_});
}

}  // namespace kanon::lattice
