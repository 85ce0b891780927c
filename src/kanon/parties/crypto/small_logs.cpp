// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/small_logs.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <cmath>

namespace kanon::crypto {
namespace {

constexpr std::uint64_t kMostEntries = (std::uint64_t{1} << 31U) - 1;

std::size_t square_root_of(std::uint64_t greatest) {
    const double root = std::ceil(std::sqrt(static_cast<double>(greatest)));
    return std::clamp(static_cast<std::uint64_t>(root), std::uint64_t{1}, kMostEntries);
}

}  // namespace

SmallLogs::SmallLogs(std::uint64_t greatest) : SmallLogs(greatest, square_root_of(greatest)) {}

SmallLogs::SmallLogs(std::uint64_t greatest, std::size_t table) : greatest_(greatest) {
    KANON_CHECK(table >= 1 && table <= kMostEntries);
    const Point generator = base_multiply(Scalar::of(1));
    steps_.reserve(table);
    for (std::uint32_t number = 0; number < table; ++number) {
        steps_.push_back({.point = giant_step_, .number = number});
        giant_step_ = giant_step_ + generator;
    }
    std::ranges::sort(steps_, {}, &Step::point);
}

std::optional<std::uint64_t> SmallLogs::find(const Point& point) const {
    Point rest = point;
    for (std::uint64_t giant = 0; giant <= greatest_ / steps_.size(); ++giant) {
        const auto step = std::ranges::lower_bound(steps_, rest, {}, &Step::point);
        if (step != steps_.end() && step->point == rest) {
            const std::uint64_t before = giant * steps_.size();  // at most greatest_
            return step->number <= greatest_ - before ? std::optional(before + step->number)
                                                      : std::nullopt;
        }
        rest = rest - giant_step_;
    }
    return std::nullopt;
}

}  // namespace kanon::crypto
