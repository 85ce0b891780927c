// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/classes/space/axis.hpp"
#include "kanon/methods/contract/class_cover.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace kanon::classes {

/// Where the words of each axis are in what a class covers.
class CoverLayout {
public:
    explicit CoverLayout(const std::vector<Axis>& axes) {
        starts_.reserve(axes.size());
        for (const Axis& axis : axes) {
            starts_.push_back(words_);
            words_ += axis.words();
        }
    }

    /// Words for all axes.
    [[nodiscard]] std::size_t words() const { return words_; }

    /// The first word of an axis.
    [[nodiscard]] std::size_t start(std::size_t axis) const { return starts_[axis]; }

private:
    std::vector<std::size_t> starts_;
    std::size_t words_ = 0;
};

/// True if a class comes out starred on every axis, and there is one.
[[nodiscard]] inline bool starred_throughout(const std::vector<Axis>& axes,
                                             std::span<const Word> cover) {
    const Word* at = cover.data();
    return !axes.empty() && std::all_of(axes.begin(), axes.end(), [&](const Axis& axis) {
        const Word* const on_axis = at;
        at += axis.words();
        return axis.starred(on_axis);
    });
}

}  // namespace kanon::classes
