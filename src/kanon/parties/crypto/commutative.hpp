// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/group.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::crypto {

/// A secret key of commutative encryption: whatever the order in which several parties encrypt and
/// decrypt, the same points result, so equal texts meet as equal points and others do not.
///
/// Pohlig and Hellman, IEEE Trans. Inf. Theory 1978; Shamir, Rivest, Adleman 1979; on hashed
/// elements as in Huberman, Franklin, Hogg: Enhancing privacy and trust in electronic communities,
/// EC 1999, and Agrawal, Evfimievski, Srikant: Information sharing across private databases, SIGMOD
/// 2003. Differs: on ristretto255. Deterministic: whoever holds encryptions sees which are equal,
/// and who may ask for encryptions can try texts. For parties that follow the protocol.
///
/// Not copied; a key that was moved from encrypts nothing (KANON_CHECK). Const members may be
/// called from several threads.
class CommutativeKey {
public:
    /// A fresh random key.
    [[nodiscard]] static CommutativeKey random();

    /// key * hash_to_group(domain, bytes).
    [[nodiscard]] Point encrypt(std::string_view domain, std::string_view bytes) const;

    /// key * point: a further layer upon what another party encrypted.
    [[nodiscard]] Point encrypt(const Point& point) const;

    /// Take this key's layer off.
    [[nodiscard]] Point decrypt(const Point& point) const;

    /// Each of `texts` encrypted, in their order, on at most `threads` threads. O(n)
    /// multiplications.
    [[nodiscard]] std::vector<Point> encrypt_all(std::string_view domain,
                                                 std::span<const std::string> texts,
                                                 unsigned threads) const;

    [[nodiscard]] std::vector<Point> encrypt_all(std::span<const Point> points,
                                                 unsigned threads) const;

    [[nodiscard]] std::vector<Point> decrypt_all(std::span<const Point> points,
                                                 unsigned threads) const;

private:
    explicit CommutativeKey(Scalar key);

    Scalar key_;
    Scalar inverse_;
};

}  // namespace kanon::crypto
