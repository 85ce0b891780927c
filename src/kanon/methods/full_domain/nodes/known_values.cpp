// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/known_values.hpp"

#include "kanon/base/subsets.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <span>

namespace kanon::full_domain {
namespace {

/// No group.
constexpr std::uint32_t kNoGroup = std::numeric_limits<std::uint32_t>::max();

}  // namespace

KnownValues::KnownValues(const Task& task) : views_(task.tracked.size()) {
    for (const auto& model : task.models) {
        if (model->known_values() > 0) {
            models_.push_back(model.get());
        }
        all_last_ = all_last_ && model->monotony() == Monotony::superset;
    }
}

template <class Use>
void KnownValues::each_set_of_attributes(const PrivacyModel& model,
                                         const NodeGroups& groups,
                                         Use use) {
    slots_.assign(std::bit_ceil(released_.size() * 2 + 2), kNoGroup);
    const std::span<const std::size_t> named = model.known_attributes();
    if (!named.empty()) {
        look_at(groups.layout, named);
        number_sets(groups);
        use();
        return;
    }
    const std::size_t attributes = groups.node.size();
    const std::size_t known = std::min(model.known_values(), attributes);
    for_each_subset(attributes, known, [&](const std::vector<std::size_t>& of) {
        look_at(groups.layout, of);
        number_sets(groups);
        use();
    });
}

void KnownValues::mark_lasting(const NodeGroups& groups, std::vector<bool>& lasting) {
    std::vector<bool> shown(groups.size());
    for (std::size_t group = 0; group < groups.size(); ++group) {
        shown[group] = groups.rows[group] > 0;
    }
    const auto mark = [&](const PrivacyModel& model, bool by_rows) {
        take_released(shown);
        find_failing(model, groups, by_rows);
        for (const std::uint32_t group : failing_) {
            lasting[group] = true;
        }
        return !failing_.empty();
    };
    for (const PrivacyModel* model : models_) {
        if (model->monotony() != Monotony::superset) {
            mark(*model, true);
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (const PrivacyModel* model : models_) {
            if (model->monotony() == Monotony::superset) {
                for (std::size_t group = 0; group < groups.size(); ++group) {
                    shown[group] = shown[group] && !lasting[group];
                }
                changed = mark(*model, false) || changed;
            }
        }
    }
}

void KnownValues::judge(const NodeGroups& groups, std::vector<bool>& released) {
    if (all_last_) {
        return;
    }
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
    take_released(released);
    find_failing(model, groups, false);
    for (const std::uint32_t group : failing_) {
        released[group] = false;
    }
    return !failing_.empty();
}

void KnownValues::take_released(const std::vector<bool>& released) {
    released_.clear();
    for (std::uint32_t group = 0; group < released.size(); ++group) {
        if (released[group]) {
            released_.push_back(group);
        }
    }
}

void KnownValues::find_failing(const PrivacyModel& model, const NodeGroups& groups, bool by_rows) {
    failing_.clear();
    each_set_of_attributes(model, groups, [&] {
        if (by_rows || !model.tracked()) {
            set_holds_.assign(rows_of_set_.size(), false);
            for (std::size_t set = 0; set < rows_of_set_.size(); ++set) {
                set_holds_[set] = rows_of_set_[set] >= model.least_sharing_rows();
            }
        } else {
            judge_sets(model, groups);
        }
        std::ranges::copy_if(released_, std::back_inserter(failing_), [&](std::uint32_t group) {
            return !set_holds_[set_of_group_[group]];
        });
    });
}

void KnownValues::judge_sets(const PrivacyModel& model, const NodeGroups& groups) {
    const std::size_t sets = rows_of_set_.size();
    if (const std::optional<std::size_t> place = model.tracked()) {
        sum_.merge(groups.histograms[*place], set_of_group_, sets + 1, histograms_);
    }
    set_holds_.assign(sets, false);
    for (std::uint32_t set = 0; set < sets; ++set) {
        set_holds_[set] = holds(model, set);
    }
}

void KnownValues::look_at(const KeyLayout& layout, std::span<const std::size_t> attributes) {
    masks_.assign(layout.words, 0);
    for (const std::size_t j : attributes) {
        const std::uint64_t labels = (std::uint64_t{1} << layout.bits[j]) - 1;
        masks_[layout.word[j]] |= labels << layout.shift[j];
    }
}

void KnownValues::number_sets(const NodeGroups& groups) {
    rows_of_set_.clear();
    set_of_group_.assign(groups.size(), kNoGroup);
    std::vector<std::uint32_t> used;
    const std::size_t last = slots_.size() - 1;
    for (const std::uint32_t group : released_) {
        std::size_t at = hash(groups, group) & last;
        while (slots_[at] != kNoGroup && !same(groups, slots_[at], group)) {
            at = (at + 1) & last;
        }
        if (slots_[at] == kNoGroup) {
            slots_[at] = group;
            used.push_back(static_cast<std::uint32_t>(at));
            set_of_group_[group] = static_cast<std::uint32_t>(rows_of_set_.size());
            rows_of_set_.push_back(0);
        }
        set_of_group_[group] = set_of_group_[slots_[at]];
        rows_of_set_[set_of_group_[group]] += groups.rows[group];
    }
    for (const std::uint32_t at : used) {
        slots_[at] = kNoGroup;
    }
    const auto behind = static_cast<std::uint32_t>(rows_of_set_.size());
    std::ranges::replace(set_of_group_, kNoGroup, behind);
}

std::uint64_t KnownValues::hash(const NodeGroups& groups, std::uint32_t group) const {
    std::uint64_t out = 0;
    for (std::size_t word = 0; word < masks_.size(); ++word) {
        out = mixed_key(out ^ (groups.keys[group * masks_.size() + word] & masks_[word]));
    }
    return out;
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

bool KnownValues::holds(const PrivacyModel& model, std::uint32_t set) {
    if (const std::optional<std::size_t> place = model.tracked()) {
        const std::size_t begin = histograms_.offsets[set];
        const std::size_t size = histograms_.offsets[set + 1] - begin;
        views_[*place] = {.values = std::span(histograms_.values).subspan(begin, size),
                          .counts = std::span(histograms_.counts).subspan(begin, size)};
    }
    return model.holds({.rows = rows_of_set_[set], .histograms = views_});
}

}  // namespace kanon::full_domain
