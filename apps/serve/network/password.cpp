// SPDX-License-Identifier: Apache-2.0
#include "network/password.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/api/network.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <new>

namespace kanon::serve {
namespace {

/// One at a time: strangers who try passwords cannot make the program need more memory.
std::mutex& hashing() {
    static std::mutex out;
    return out;
}

bool is_one_line(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20U || c == 0x7F;
    });
}

}  // namespace

Password::Password(std::string_view text) {
    if (RAND_bytes(salt_.data(), static_cast<int>(salt_.size())) != 1) {
        throw std::bad_alloc();
    }
    hash_ = hash_of(text);
}

Password::Bytes Password::hash_of(std::string_view text) const {
    constexpr std::uint64_t kRounds = 16384;
    constexpr std::uint64_t kBlock = 8;
    constexpr std::uint64_t kMemory = std::uint64_t{32} << 20U;
    Bytes out{};
    const std::lock_guard lock(hashing());
    if (EVP_PBE_scrypt(text.data(),
                       text.size(),
                       salt_.data(),
                       salt_.size(),
                       kRounds,
                       kBlock,
                       1,
                       kMemory,
                       out.data(),
                       out.size()) != 1) {
        throw std::bad_alloc();
    }
    return out;
}

Password Password::of_file(const std::string& path) {
    std::string text = read_small_file(path, true);
    const std::size_t end = text.find_last_not_of("\r\n");
    const std::string_view line = std::string_view(text).substr(0, end + 1);
    if (line.size() < kLeast || line.size() > kMost || !is_one_line(line)) {
        OPENSSL_cleanse(text.data(), text.size());
        throw Error(ErrorCode::bad_input,
                    "a password of at least " + std::to_string(kLeast) +
                        " characters on one line is needed",
                    Where{.file = path});
    }
    Password out(line);
    OPENSSL_cleanse(text.data(), text.size());
    return out;
}

bool Password::is(std::string_view given) const {
    const Bytes found = hash_of(given.substr(0, kMost));
    return given.size() <= kMost && CRYPTO_memcmp(found.data(), hash_.data(), hash_.size()) == 0;
}

}  // namespace kanon::serve
