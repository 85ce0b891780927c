// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

// NOLINTNEXTLINE(readability-identifier-naming): OpenSSL's name
struct evp_md_ctx_st;

namespace kanon {

/// SHA-256 (FIPS 180-4) of bytes that come piece by piece; OpenSSL computes it.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256(Sha256&&) = delete;
    Sha256& operator=(const Sha256&) = delete;
    Sha256& operator=(Sha256&&) = delete;

    void add(std::string_view bytes);

    /// The hash of all that was added, as 64 hexadecimal digits. \pre not called before
    [[nodiscard]] std::string hex();

private:
    std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

/// The hash of one text.
[[nodiscard]] std::string sha256_of(std::string_view bytes);

/// The same as four numbers of 64 bits, for hashes of many short texts.
[[nodiscard]] std::array<std::uint64_t, 4> sha256_words(std::string_view bytes);

}  // namespace kanon
