// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/secret_random.hpp"

#include <sys/random.h>

#include <cerrno>
#include <system_error>

namespace kanon {

SecretRandom::SecretRandom(std::optional<std::uint64_t> fixed) {
    if (fixed) {
        fixed_.emplace(*fixed);
    }
}

void SecretRandom::draw() {
    auto* bytes = reinterpret_cast<unsigned char*>(drawn_.data());
    std::size_t filled = 0;
    while (filled < sizeof(drawn_)) {
        const ssize_t got = ::getrandom(bytes + filled, sizeof(drawn_) - filled, 0);
        if (got < 0 && errno != EINTR) {
            throw std::system_error(
                errno, std::generic_category(), "the system gives no random numbers");
        }
        filled += got < 0 ? 0 : static_cast<std::size_t>(got);
    }
    used_ = 0;
}

std::uint64_t SecretRandom::next() {
    if (fixed_) {
        return fixed_->next();
    }
    if (used_ == drawn_.size()) {
        draw();
    }
    return drawn_[used_++];
}

std::uint64_t SecretRandom::below(std::uint64_t bound) {
    // Lemire: Fast random integer generation in an interval, 2019. The products that would make
    // some results likelier than others are drawn anew.
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t surplus = (0 - bound) % bound;
    while (true) {
        const Wide product = static_cast<Wide>(next()) * bound;
        if (static_cast<std::uint64_t>(product) >= surplus) {
            return static_cast<std::uint64_t>(product >> 64U);
        }
    }
}

}  // namespace kanon
