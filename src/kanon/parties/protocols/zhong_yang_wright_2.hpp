// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/protocols/peers.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1.hpp"
#include "kanon/task/pattern_mask.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace kanon::parties {

/// Limits on all parties together.
inline constexpr std::size_t kMostBallCustomers = 500;
inline constexpr std::size_t kMostBallValues = 4096;  ///< of all attributes

/// The rows of one party, by codes that all agreed on. Borrowed.
struct CodedCustomers {
    std::span<const std::uint32_t> domain_sizes;  ///< m, at most kMostPatternAttributes
    std::span<const std::uint32_t> codes;         ///< row by row, m each, below the domain's size
    std::span<const std::string> sensitive;       ///< one per row
};

/// A released row.
struct StarredCustomer {
    static constexpr std::uint32_t kStar = std::numeric_limits<std::uint32_t>::max();

    std::vector<std::uint32_t> codes;  ///< m, or kStar
    std::string sensitive;

    friend bool operator==(const StarredCustomer&, const StarredCustomer&) = default;
};

/// Customers with one row each have a miner star their rows as `meyerson-williams` (variant
/// `balls`) would that has them all, without showing them. `zhong-yang-wright-2`, at a party that
/// has the rows of some customers.
///
/// Zhong, Yang, Wright: Privacy-enhancing k-anonymization of customer data, PODS 2005, section 4.
/// The source was not at hand; reconstructed from the survey's description: the algorithm of
/// Meyerson and Williams, PODS 2004, in which the miner sees distances of rows, and no values.
/// 1. The miner shows a public key, of ElGamal encryption. Of two parties the one that stands
///    before gives the other its rows, each attribute as the encrypted bits of which value it is.
/// 2. For each pair of rows, that other adds up the bits of its own row's values, which makes the
///    number of attributes in which the two agree, under fresh randomness. The miner opens it.
/// 3. Equal rows are one row type; from the distances of types the miner makes sets of k to 2k - 1
///    rows: partition_by_balls().
/// 4. For each set and attribute, the parties with rows in it, one after the other, add random
///    multiples of the number of their rows that differ from the set's first. The miner opens the
///    sums, which are zero or random: the set's stars are where they are not zero.
/// 5. The miner tells each row's stars to its party, which releases the row with them.
///
/// The stars of all rows are those of the central method for objective `stars`, weights of 1, k
/// alone, patterns.all_star: class, where row types are numbered in the order of their first rows,
/// parties in their order. (The central method numbers them by codes, which the miner does not
/// know: where sets are equally good it may choose others.) Which of several equal rows gets which
/// stars goes by their order as well.
///
/// For parties that follow the protocol, but may think about what they saw:
/// - The miner learns in how many attributes any two rows differ, so which are equal, and in whose
///   place they stand: a party that does not want its order seen shuffles its rows. It sees no
///   values but those released.
/// - Parties learn how many rows each has, which of their own rows are in one set, which parties
///   have further rows in it, and the place of its first row. They see no values.
/// - The miner together with a party can read the rows of the parties that stand before that one.
///   The miner and a party that knows some rows can tell much of others from distances.
///
/// Cost: N rows, V values of all attributes. 3 N V multiplications of the group for encryption and
/// 2 N^2 for distances, 64 bytes for each encryption and pair; N^2 bytes and partition_by_balls()
/// at the miner. At most kMostBallCustomers and kMostBallValues.
/// Returns the stars of each row. \throws what channels throw; Error{infeasible} if all have fewer
/// than k rows; Error{bad_input} if what came is not as agreed, or rows are too many
[[nodiscard]] std::vector<Pattern> zhong_yang_wright_2_customers(const CodedCustomers& rows,
                                                                 const CustomersPromise& promise,
                                                                 const Peers& peers,
                                                                 const RunContext& context);

/// What the miner has in the end.
struct StarredCustomers {
    std::vector<StarredCustomer> rows;    ///< parties in their order, rows in theirs
    std::vector<std::uint8_t> distances;  ///< of all pairs of rows: N times N
};

/// The miner's side of zhong_yang_wright_2_customers(). \throws as there
[[nodiscard]] StarredCustomers zhong_yang_wright_2_miner(
    std::span<const std::uint32_t> domain_sizes,
    const CustomersPromise& promise,
    const Peers& peers,
    const RunContext& context);

}  // namespace kanon::parties
