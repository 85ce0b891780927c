// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/crypto/group.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_1_customer.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// What the messages of zhong-yang-wright-1 hold; message_types.hpp has when they are sent. One
/// message of a party has the parts of all of its customers, by their numbers. Readers refuse what
/// is not of the size that was agreed: Error{bad_input}.
namespace kanon::parties::zyw1 {

/// More than any payload of the protocol has.
inline constexpr std::size_t kMostBytes = std::size_t{1} << 29U;

/// Customers as all know them: numbered by the places of their parties.
struct Directory {
    std::size_t padded = 0;                    ///< bytes of each row before it is sealed
    std::vector<std::uint32_t> counts;         ///< per place; none at the miner's
    std::vector<crypto::Point> public_keys{};  ///< per customer

    [[nodiscard]] std::uint32_t size() const {
        return static_cast<std::uint32_t>(public_keys.size());
    }

    /// The first customer of a party.
    [[nodiscard]] std::uint32_t first_of(std::size_t place) const;

    [[nodiscard]] std::size_t place_of(std::uint32_t customer) const;

    /// The helpers, ascending. \pre k customers or more
    [[nodiscard]] std::vector<std::uint32_t> helpers(std::uint64_t k) const;

    /// The helpers of one party, ascending.
    [[nodiscard]] std::vector<std::uint32_t> helpers_at(std::size_t place, std::uint64_t k) const;
};

/// kCustomers.
struct OwnCustomers {
    std::size_t padded = 0;  ///< bytes of its longest row
    std::vector<crypto::Point> public_keys;

    [[nodiscard]] MessageWriter write() const;
    [[nodiscard]] static OwnCustomers read(MessageReader reader);
};

/// kAllCustomers.
[[nodiscard]] MessageWriter write_directory(const Directory& directory);
[[nodiscard]] Directory read_directory(MessageReader reader, std::size_t places);

/// kDealtShares: of each helper of the party, and b H(q) of each of its customers.
struct Dealing {
    std::vector<DealtShares> shares;
    std::vector<crypto::Point> blinded;

    [[nodiscard]] MessageWriter write() const;
    [[nodiscard]] static Dealing read(MessageReader reader,
                                      std::size_t helpers,
                                      std::size_t customers,
                                      std::size_t all_customers);
};

/// kRelayedShares: X, for each customer of the party the shares of all helpers, and b H(q) of all
/// customers.
struct Relayed {
    crypto::Point joint_key;
    std::vector<std::vector<std::string>> shares;
    std::vector<crypto::Point> blinded;

    [[nodiscard]] MessageWriter write() const;
    [[nodiscard]] static Relayed read(MessageReader reader,
                                      std::size_t customers,
                                      std::size_t helpers,
                                      std::size_t all_customers);
};

/// kSealedRows: of each customer of the party.
[[nodiscard]] MessageWriter write_sealed_rows(std::span<const SealedRow> rows);
[[nodiscard]] std::vector<SealedRow> read_sealed_rows(MessageReader reader,
                                                      std::size_t customers,
                                                      std::size_t padded);

/// kTaggedRows: of all customers.
[[nodiscard]] MessageWriter write_tagged_rows(std::span<const SealedRow> rows);
[[nodiscard]] std::vector<TaggedPoint> read_tagged_rows(MessageReader reader,
                                                        std::size_t all_customers);

/// What one customer does for the opening of the rows that equal its own.
struct Opener {
    std::uint32_t customer = 0;
    std::vector<crypto::Point> partial_openings;  ///< one per row of the group
};

struct OpenedGroup {
    crypto::Point group_key;
    std::vector<std::uint32_t> customers;  ///< all k or more with equal rows, ascending
    std::vector<Opener> openers;           ///< those of the party among the first k, ascending
};

/// kPartialOpenings: of the groups that customers of the party are openers of.
[[nodiscard]] MessageWriter write_openings(std::span<const OpenedGroup> groups);

/// Refuses groups that are not of k customers, or whose openers are not those of this party.
[[nodiscard]] std::vector<OpenedGroup> read_openings(MessageReader reader,
                                                     const Directory& directory,
                                                     std::size_t place,
                                                     std::uint64_t k);

}  // namespace kanon::parties::zyw1
