// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace kanon::crypto {

/// An encryption of m under the public key Y: a = r G, b = m G + r Y for a random r.
struct Ciphertext {
    static constexpr std::size_t kSize = 2 * Point::kSize;

    Point a;
    Point b;

    /// a, then b.
    [[nodiscard]] std::array<std::uint8_t, kSize> encode() const;

    /// \throws Error{bad_input} unless these are the encodings of two elements, and the first is
    /// not the identity: then b would show m. What was computed from ciphertexts is rerandomized
    /// before it is sent, so that this does not occur.
    [[nodiscard]] static Ciphertext decode(std::span<const std::uint8_t> bytes);

    friend bool operator==(const Ciphertext&, const Ciphertext&) = default;
};

/// Encrypt a number, which adds up: ElGamal, IEEE Trans. Inf. Theory 1985, on m G in place of m, as
/// in Cramer, Gennaro, Schoenmakers, EUROCRYPT 1997. Equal numbers give unrelated ciphertexts.
/// Three multiplications and an addition. \pre public_key is not the identity
[[nodiscard]] Ciphertext encrypt(const Point& public_key, const Scalar& number);
[[nodiscard]] Ciphertext encrypt(const Point& public_key, std::uint64_t number);

/// Sum and difference of the numbers, modulo L. Who knows one of the ciphertexts can recognize the
/// other by the result: rerandomize it first.
[[nodiscard]] Ciphertext operator+(const Ciphertext& left, const Ciphertext& right);
[[nodiscard]] Ciphertext operator-(const Ciphertext& left, const Ciphertext& right);

/// factor times the number. A random factor leaves of a number whether it is zero.
[[nodiscard]] Ciphertext multiply(const Scalar& factor, const Ciphertext& ciphertext);
[[nodiscard]] Ciphertext multiply(std::uint64_t factor, const Ciphertext& ciphertext);

/// The same number under fresh randomness: not to be linked with what it was made of, but by the
/// holder of the key. \pre public_key is that of the ciphertext
[[nodiscard]] Ciphertext rerandomize(const Point& public_key, const Ciphertext& ciphertext);

/// A secret key, of one party or a part of a joint one. Not copied; a key that was moved from
/// decrypts nothing (KANON_CHECK). Const members may be called from several threads.
class ElGamalKey {
public:
    [[nodiscard]] static ElGamalKey random();

    [[nodiscard]] const Point& public_key() const { return public_key_; }

    /// m G. The number itself, if small: SmallLogs.
    [[nodiscard]] Point decrypt(const Ciphertext& ciphertext) const;

    [[nodiscard]] bool is_zero(const Ciphertext& ciphertext) const;

    /// This party's part of opening a ciphertext under a joint key. It may be shown; a party gives
    /// it only for ciphertexts that all agreed to open, since it answers for any element.
    [[nodiscard]] Point decryption_share(const Ciphertext& ciphertext) const;

private:
    explicit ElGamalKey(Scalar key);

    Scalar key_;
    Point public_key_;
};

/// The sum of the parties' public keys: what is encrypted under it, only all together can open
/// (Desmedt and Frankel, CRYPTO 1989, all of n). For parties that follow the protocol: one who
/// chooses its key after it saw the others' could choose the sum; where that is to be feared, each
/// commits to its key before (a hash of it), or proves that it knows the secret. That is not done
/// here. \throws Error{bad_input} for no keys, two equal keys, the identity as a key or as the sum
[[nodiscard]] Point joint_key(std::span<const Point> public_keys);

/// m G, given the decryption shares of all parties, in any order. With a share missing or of
/// another ciphertext it is an element without meaning, and nothing says so.
[[nodiscard]] Point combine_decryption(const Ciphertext& ciphertext, std::span<const Point> shares);

}  // namespace kanon::crypto
