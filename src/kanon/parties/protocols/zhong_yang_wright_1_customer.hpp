// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/crypto/commutative.hpp"
#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/crypto/keyed_tag.hpp"
#include "kanon/parties/crypto/shamir.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kanon::parties::zyw1 {

/// What all customers see of a sealed row.
struct TaggedPoint {
    crypto::Point point;   ///< R
    crypto::KeyedTag tag;  ///< of it, under K
};

struct SealedRow {
    TaggedPoint tagged;
    std::string sealed;
};

/// A helper's part of x, for all customers.
struct DealtShares {
    crypto::Point in_public;          ///< the part times G
    std::vector<std::string> shares;  ///< sealed, one per customer
};

/// How many bytes a row takes before it is sealed, and what a seal within a seal adds.
[[nodiscard]] std::size_t padded_size(const CustomerRow& row);
[[nodiscard]] std::size_t sealed_size(std::size_t padded);
[[nodiscard]] std::size_t sealed_share_size();

/// Where the share of a customer lies.
[[nodiscard]] crypto::Scalar place_of_share(std::uint32_t customer);

/// One customer of zhong-yang-wright-1: its row and its secrets. It computes, and sends nothing.
/// Customers have numbers, the same for all. Not for several threads.
class Customer {
public:
    /// Borrows the row.
    explicit Customer(const CustomerRow& row);

    /// Its number, once that is known: before all that follows.
    void set_number(std::uint32_t number) { number_ = number; }

    [[nodiscard]] const crypto::Point& public_key() const { return public_key_; }

    /// As a helper: draw parts of x and z, and share the one between customers with these keys.
    [[nodiscard]] DealtShares deal(std::uint64_t k, std::span<const crypto::Point> public_keys);

    /// As a helper: the part of z times a blinded point. \pre deal()
    [[nodiscard]] crypto::Point evaluate(const crypto::Point& blinded) const;

    /// b H(q).
    [[nodiscard]] crypto::Point blinded() const;

    /// Open and add up the shares of x, one of each helper, by the helpers' keys.
    /// \throws Error{bad_input} if one does not open, or is another's
    void take_shares(std::span<const std::string> sealed,
                     std::span<const std::uint32_t> helpers,
                     std::span<const crypto::Point> public_keys);

    /// b K.
    void take_evaluated(const crypto::Point& point);

    /// The row under two seals, and its tag. \pre take_evaluated(); padded_size() is within
    /// `padded`
    [[nodiscard]] SealedRow seal_row(const crypto::Point& joint_key, std::size_t padded) const;

    /// Which rows have the tags that equal quasi-identifiers give; ascending.
    /// \pre take_evaluated()
    [[nodiscard]] std::vector<std::uint32_t> equal_rows(std::span<const TaggedPoint> all) const;

    /// The share of x times the point of a row. \pre take_shares()
    [[nodiscard]] crypto::Point partial_opening(const crypto::Point& point) const;

    /// What the inner seals of equal rows are under. \pre take_evaluated()
    [[nodiscard]] crypto::Point group_key() const;

private:
    const CustomerRow& row_;
    std::uint32_t number_ = 0;
    crypto::Scalar key_;
    crypto::Point public_key_;
    crypto::CommutativeKey blind_;
    crypto::Scalar part_of_z_;
    crypto::Scalar share_of_x_;
    crypto::Point k_point_;  ///< K
};

/// Open the row of a customer with the parts of k customers and the key of its group.
/// \throws Error{bad_input} if it does not open
[[nodiscard]] CustomerRow open_row(const SealedRow& row,
                                   std::uint32_t number,
                                   std::span<const crypto::PointShare> partial_openings,
                                   const crypto::Point& group_key);

}  // namespace kanon::parties::zyw1
