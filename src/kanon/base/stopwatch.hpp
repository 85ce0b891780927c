// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace kanon {

/// Wall-clock seconds since it was made or last asked by lap().
class Stopwatch {
public:
    /// Seconds since the last lap; starts the next one.
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(now - last_).count();
        last_ = now;
        return seconds;
    }

    /// Seconds since it was made; laps go on.
    [[nodiscard]] double total() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last_ = start_;
};

}  // namespace kanon
