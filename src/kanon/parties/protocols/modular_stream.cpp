// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/modular_stream.hpp"

#include <algorithm>

namespace kanon::parties {

/// Bytes of `bound` and more are left out. Both parties draw as many bytes for as many numbers.
void ModularStream::draw(std::span<std::uint8_t> out, std::uint32_t bound, std::uint8_t added) {
    constexpr std::size_t kAtOnce = 4096;
    std::size_t done = 0;
    while (done < out.size()) {
        drawn_.resize(std::min(kAtOnce, out.size() - done));
        stream_.fill(drawn_);
        for (const std::uint8_t byte : drawn_) {
            out[done] = static_cast<std::uint8_t>(byte + added);
            done += byte < bound ? 1 : 0;
        }
    }
}

void ModularStream::words(std::span<std::uint64_t> out) {
    drawn_.resize(8 * out.size());
    stream_.fill(drawn_);
    for (std::size_t i = 0; i < out.size(); ++i) {
        std::uint64_t word = 0;
        for (std::size_t byte = 0; byte < 8; ++byte) {
            word |= static_cast<std::uint64_t>(drawn_[8 * i + byte]) << (8 * byte);
        }
        out[i] = word;
    }
}

}  // namespace kanon::parties
