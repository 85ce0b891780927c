// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/protocols/peers.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace kanon::parties {

/// Customers of all parties together, at most.
inline constexpr std::size_t kMostCustomers = 2000;

/// Bytes of a customer's row, both parts together, at most.
inline constexpr std::size_t kMostCustomerBytes = std::size_t{1} << 14U;

/// The row of one customer.
struct CustomerRow {
    std::string quasi_identifiers;  ///< equal values are equal bytes
    std::string sensitive;

    friend bool operator==(const CustomerRow&, const CustomerRow&) = default;

    friend std::strong_ordering operator<=>(const CustomerRow& left, const CustomerRow& right) {
        return std::tie(left.quasi_identifiers, left.sensitive) <=>
               std::tie(right.quasi_identifiers, right.sensitive);
    }
};

/// What all agreed on before.
struct CustomersPromise {
    std::uint64_t k = 2;    ///< >= 1
    std::size_t miner = 0;  ///< its place among the parties
};

/// Customers with one row each let a miner have the rows whose quasi-identifiers k or more of them
/// share, and no others. `zhong-yang-wright-1`, at a party that carries the messages of its
/// customers: one for each row, each with keys of its own.
///
/// Zhong, Yang, Wright: Privacy-enhancing k-anonymization of customer data, PODS 2005, section 3.
/// The source was not at hand; reconstructed from the survey's description: rows are encrypted so
/// that they open only with the help of k customers who have the same quasi-identifiers. Differs:
/// the miner sees no quasi-identifiers of rows that stay sealed, nor which of these are equal.
///
/// Helpers are the first customer of each party, and further ones until they are k. The joint
/// secrets x and z are the sums of one part of each helper.
/// 1. Each helper shares its part of x between all customers, k of N (Shamir), sealed for each, and
///    shows its multiple of the generator G; these add up to X = x G. Its part of z it keeps.
/// 2. A customer with quasi-identifiers q learns K = z H(q): it has b H(q), for a random b,
///    multiplied by each helper's part of z, and takes b off the sum. So equal q have equal K, and
///    nobody sees q, nor which are equal.
/// 3. It draws r and gives the miner R = r G, its row sealed under a key of K and that under a key
///    of r X, and a tag of R under K. The rows are padded to one size.
/// 4. Customers get R and tags of all, and see by K which rows equal theirs. Where these are k or
///    more, the first k of them multiply the R of all by their shares of x, and give the miner that
///    and the key of K. Where they are fewer, nothing is sent.
/// 5. The miner combines k such parts to r X, in the exponent, and opens the rows.
///
/// For parties that follow the protocol, but may think about what they saw:
/// - The miner alone, or with fewer than k customers, opens nothing more, sees no quasi-identifiers
///   of sealed rows but which ones equal the rows of those customers, and cannot try values: x has
///   k shares, and a helper is missing. c customers can lower what others promise each other by
///   what they enter: rows that k - c customers share with them are opened.
/// - The miner with k customers knows x; a party that carries k customers counts as so many. It
///   still opens only rows that equal one of theirs, unless all helpers are with it: each party has
///   one.
/// - Parties without the miner have nothing that is sealed. They learn the size of the longest row,
///   how many customers each party has, and how many of these have rows that equal their own.
/// - All messages go through the miner: one that gave customers other public keys than theirs could
///   learn x. That is not kept from it here.
///
/// Cost: N = customers of all, h = helpers: max(k, parties). N h sealed shares of 104 bytes and 3 N
/// h multiplications of the group in all, 2 k N for opening; N^2 hashes of 200 bytes. At most
/// kMostCustomers.
/// Returns how many customers have the quasi-identifiers of each row, itself among them: it is with
/// the miner if they are k. Fewer than k customers in all: nothing more is said, and all are 1.
/// \throws what channels throw; Error{bad_input} if what came is not as agreed, or the rows are too
/// many or too long
[[nodiscard]] std::vector<std::uint32_t> zhong_yang_wright_1_customers(
    std::span<const CustomerRow> rows,
    const CustomersPromise& promise,
    const Peers& peers,
    const RunContext& context);

/// The miner's side of zhong_yang_wright_1_customers(): the rows of k and more, sorted by their
/// bytes. \throws as there; Error{bad_input} if a row does not open
[[nodiscard]] std::vector<CustomerRow> zhong_yang_wright_1_miner(const CustomersPromise& promise,
                                                                 const Peers& peers,
                                                                 const RunContext& context);

}  // namespace kanon::parties
