// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/secrets/secret_key.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/base/secrets/private_file.hpp"
#include "kanon/base/text/ascii.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <limits>

namespace kanon {
namespace {

constexpr std::string_view kKeyHeader = "kanon key ";
constexpr std::string_view kKeyVersion = "1";

[[noreturn]] void refuse_key(const std::string& file, const std::string& why) {
    throw Error(ErrorCode::bad_input, why, {.file = file});
}

/// The value of a hexadecimal digit, or 16.
unsigned digit_value(char c) {
    constexpr unsigned kTen = 10;
    if (is_digit(c)) {
        return static_cast<unsigned>(c - '0');
    }
    return c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a') + kTen : 16U;
}

std::string hex_digits(const SecretKey::Bytes& bytes) {
    std::string out;
    for (const std::uint8_t byte : bytes) {
        out += fmt::format("{:02x}", byte);
    }
    return out;
}

std::string base64_digits(const SecretKey::Bytes& bytes) {
    std::array<unsigned char, 2 * SecretKey::kBytes> out{};
    const int size = EVP_EncodeBlock(out.data(), bytes.data(), static_cast<int>(bytes.size()));
    std::string text(out.begin(), out.begin() + size);
    text.resize(text.find_last_not_of('=') + 1);
    return text;
}

void wipe_text(std::string& text) {
    OPENSSL_cleanse(text.data(), text.size());
}

bool same_without_case(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

SecretKey SecretKey::random() {
    SecretKey made;
    SecretRandom source;
    for (std::size_t i = 0; i < kBytes; i += sizeof(std::uint64_t)) {
        std::uint64_t bits = source.next();
        std::memcpy(made.bytes_.data() + i, &bits, sizeof(bits));
        OPENSSL_cleanse(&bits, sizeof(bits));
    }
    return made;
}

SecretKey SecretKey::parse(std::string_view text, const std::string& file) {
    if (!text.starts_with(kKeyHeader)) {
        refuse_key(file, "this is no key of kanon; `kanon key -o FILE` makes one");
    }
    text.remove_prefix(kKeyHeader.size());
    const std::size_t end = text.find('\n');
    if (text.substr(0, end) != kKeyVersion) {
        refuse_key(file, "another version of kanon made this key; use the one that did");
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    text = text.substr(0, text.find('\n'));
    SecretKey made;
    const bool is_whole = text.size() == 2 * kBytes &&
                          std::ranges::all_of(text, [](char c) { return digit_value(c) < 16U; });
    if (!is_whole) {
        refuse_key(file, "the key was cut or changed; restore the file from a copy");
    }
    for (std::size_t i = 0; i < kBytes; ++i) {
        made.bytes_[i] = static_cast<std::uint8_t>(16U * digit_value(text[2 * i]) +
                                                   digit_value(text[(2 * i) + 1]));
    }
    return made;
}

SecretKey SecretKey::read(const std::string& file) {
    std::string text = read_small_file(file, true);
    SecretKey made = parse(text, file);
    wipe_text(text);
    return made;
}

SecretKey::~SecretKey() {
    OPENSSL_cleanse(bytes_.data(), bytes_.size());
}

SecretKey::SecretKey(SecretKey&& other) noexcept : bytes_(other.bytes_) {
    OPENSSL_cleanse(other.bytes_.data(), other.bytes_.size());
}

SecretKey& SecretKey::operator=(SecretKey&& other) noexcept {
    if (this != &other) {
        bytes_ = other.bytes_;
        OPENSSL_cleanse(other.bytes_.data(), other.bytes_.size());
    }
    return *this;
}

std::string SecretKey::text() const {
    return fmt::format("{}{}\n{}\n", kKeyHeader, kKeyVersion, hex_digits(bytes_));
}

SecretKey::Bytes SecretKey::tag(std::string_view use, std::string_view value) const {
    std::string message(use);
    message += '\0';
    message += value;
    Bytes out{};
    unsigned size = 0;
    const unsigned char* const made = HMAC(EVP_sha256(),
                                           bytes_.data(),
                                           static_cast<int>(bytes_.size()),
                                           reinterpret_cast<const unsigned char*>(message.data()),
                                           message.size(),
                                           out.data(),
                                           &size);
    KANON_CHECK(made != nullptr && size == out.size());
    return out;
}

std::uint64_t SecretKey::number_below(std::uint64_t bound,
                                      std::string_view use,
                                      std::string_view value) const {
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t surplus = (most % bound + 1) % bound;
    for (unsigned counter = 0;; ++counter) {
        const Bytes made = tag(fmt::format("{} {}", use, counter), value);
        for (std::size_t at = 0; at < made.size(); at += sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            for (std::size_t i = 0; i < sizeof(word); ++i) {
                word = (word << 8U) | made[at + i];
            }
            if (word <= most - surplus) {
                return word % bound;
            }
        }
    }
}

bool SecretKey::stands_in(std::string_view text) const {
    const std::string_view raw(reinterpret_cast<const char*>(bytes_.data()), bytes_.size());
    std::string hex = hex_digits(bytes_);
    std::string base64 = base64_digits(bytes_);
    const bool found =
        text.find(raw) != std::string_view::npos || text.find(base64) != std::string_view::npos ||
        std::search(text.begin(), text.end(), hex.begin(), hex.end(), same_without_case) !=
            text.end();
    wipe_text(hex);
    wipe_text(base64);
    return found;
}

void make_key_file(const std::string& file) {
    std::string text = SecretKey::random().text();
    write_new_file(file, text, 0600);
    wipe_text(text);
}

}  // namespace kanon
