// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

namespace kanon::parties {

/// How long to wait without news.
class Patience {
public:
    using Clock = std::chrono::steady_clock;

    /// \pre seconds as ChannelOptions::validate() takes them
    explicit Patience(double seconds)
        : length_(
              std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {
        renew();
    }

    void renew() { end_ = Clock::now() + length_; }

    [[nodiscard]] bool over() const { return Clock::now() >= end_; }

    /// What is left, at least 0 and at most so much.
    [[nodiscard]] std::chrono::milliseconds left(std::chrono::milliseconds most) const {
        const auto rest = std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now());
        return std::clamp(rest, std::chrono::milliseconds(0), most);
    }

private:
    Clock::duration length_;
    Clock::time_point end_;
};

}  // namespace kanon::parties
