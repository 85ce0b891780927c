// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/pairwise_masks.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kanon::crypto {

/// Random bytes that two parties have in common and nobody else can tell: as long as both take as
/// many of them, they take the same. ChaCha20 under the secret of the two (PairwiseMasks). Bytes
/// are not wiped once taken. Not for several threads.
class CommonStream {
public:
    /// The next bytes. About a gigabyte a second. \pre the key was not moved from
    void fill(std::span<std::uint8_t> bytes);

private:
    friend std::vector<CommonStream> common_streams(MaskKey key,
                                                    std::size_t own,
                                                    std::span<const Point> public_keys,
                                                    std::string_view run);

    CommonStream() = default;

    SecretBytes<32> key_;
    std::uint64_t round_ = 0;
    bool has_key_ = false;
};

/// One stream for each party, in their order; that at `own` cannot be used. One multiplication for
/// each other party. `run` sets these streams apart from all others of the same keys.
/// \throws Error{bad_input} as PairwiseMasks
[[nodiscard]] std::vector<CommonStream> common_streams(MaskKey key,
                                                       std::size_t own,
                                                       std::span<const Point> public_keys,
                                                       std::string_view run);

}  // namespace kanon::crypto
