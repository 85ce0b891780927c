// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/random.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace kanon {

/// Random numbers that nobody can foretell, for whatever protects by chance: they come from the
/// system. Where a test fixes them, they are those of Random.
class SecretRandom {
public:
    explicit SecretRandom(std::optional<std::uint64_t> fixed = std::nullopt);

    /// The next 64 random bits. \throws std::system_error if the system gives none.
    std::uint64_t next();

    /// Uniform in [0, bound) for bound >= 1, without bias. \throws std::system_error as next().
    std::uint64_t below(std::uint64_t bound);

    /// Put things in random order, all orders alike likely (Fisher, Yates).
    template <class Things>
    void shuffle(Things& things) {
        for (std::size_t left = things.size(); left > 1; --left) {
            std::swap(things[left - 1], things[below(left)]);
        }
    }

private:
    static constexpr std::size_t kDrawnAtOnce = 512;

    void draw();

    std::optional<Random> fixed_;
    std::array<std::uint64_t, kDrawnAtOnce> drawn_{};
    std::size_t used_ = kDrawnAtOnce;  ///< of those drawn
};

}  // namespace kanon
