// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace kanon {

/// SplitMix64 (Steele, Lea, Flood 2014): small, fast, the same on every platform. Not for secrets.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    /// The next 64 random bits.
    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31U);
    }

    /// Uniform in [0, bound) for bound >= 1; bias below 2^-32 for bounds below 2^32.
    std::uint64_t below(std::uint64_t bound) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64U);
    }

    /// Uniform in [0, 1).
    double unit() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

private:
    std::uint64_t state_;
};

}  // namespace kanon
