// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/parties/channel/wire.hpp"
#include "kanon/parties/crypto/elgamal.hpp"
#include "kanon/parties/protocols/zhong_yang_wright_2.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

/// What the messages of zhong-yang-wright-2 hold; message_types.hpp has when they are sent. Readers
/// refuse what is not of the size that was agreed: Error{bad_input}.
namespace kanon::parties::zyw2 {

/// More than any payload of the protocol has.
inline constexpr std::size_t kMostBytes = std::size_t{1} << 29U;

/// How many rows each party has, by place; none at the miner's. Rows of all have numbers, by the
/// places of their parties.
class RowCounts {
public:
    explicit RowCounts(std::vector<std::uint32_t> counts) : counts_(std::move(counts)) {}

    [[nodiscard]] std::size_t places() const { return counts_.size(); }

    [[nodiscard]] std::uint32_t at(std::size_t place) const { return counts_[place]; }

    [[nodiscard]] std::uint32_t all() const { return first_of(counts_.size()); }

    /// The first row of a party.
    [[nodiscard]] std::uint32_t first_of(std::size_t place) const;

    [[nodiscard]] std::size_t place_of(std::uint32_t row) const;

private:
    std::vector<std::uint32_t> counts_;
};

/// All together have k rows, and not too many. \throws Error{infeasible, bad_input}
void require_enough_rows(const RowCounts& counts, std::uint64_t k);

/// kCodedCustomers: how many rows a party has, and the domains that it goes by.
[[nodiscard]] MessageWriter write_row_count(std::size_t rows,
                                            std::span<const std::uint32_t> domain_sizes);

/// Refuses other domains.
[[nodiscard]] std::uint32_t read_row_count(MessageReader reader,
                                           std::span<const std::uint32_t> domain_sizes);

/// So many ciphertexts and no more: kIndicators, kDifferences.
[[nodiscard]] MessageWriter write_ciphertexts(std::span<const crypto::Ciphertext> ciphertexts);
[[nodiscard]] std::vector<crypto::Ciphertext> read_ciphertexts(MessageReader reader,
                                                               std::size_t count);

/// kAgreements: of a party's rows with those of the parties before it, encrypted, row by row of
/// these; then of the pairs of its own rows.
struct Agreements {
    std::vector<crypto::Ciphertext> with_others;
    std::vector<std::uint8_t> own;  ///< (0, 1), (0, 2), (1, 2), (0, 3), ...

    [[nodiscard]] MessageWriter write() const;
    [[nodiscard]] static Agreements read(MessageReader reader,
                                         std::size_t rows_before,
                                         std::size_t rows,
                                         std::size_t attributes);
};

/// A set of rows as one of the parties concerned is told of it.
struct PartOfSet {
    std::vector<std::uint32_t> rows;    ///< the party's, by number, ascending
    std::uint32_t first_row = 0;        ///< of the whole set; a row of the party, or of one before
    std::optional<std::size_t> before;  ///< the place of the party to get the sums from
    std::optional<std::size_t> next;    ///< the place of the party to give them to; none: the miner
};

/// kParts: by the first rows of their sets. So both parties of a set have it in one order, and no
/// party is told how many sets others have before it.
[[nodiscard]] MessageWriter write_parts(std::span<const PartOfSet> parts);

/// Refuses parts that are not of all rows of the party, each once, or whose parties do not stand in
/// their order.
[[nodiscard]] std::vector<PartOfSet> read_parts(MessageReader reader,
                                                const RowCounts& counts,
                                                std::size_t place);

/// kStarPatterns: one for each row of the party.
[[nodiscard]] MessageWriter write_patterns(std::span<const Pattern> patterns);
[[nodiscard]] std::vector<Pattern> read_patterns(MessageReader reader,
                                                 std::size_t rows,
                                                 std::size_t attributes);

/// kStarredRows: what the patterns show, and the sensitive values.
[[nodiscard]] MessageWriter write_starred_rows(const CodedCustomers& rows,
                                               std::span<const Pattern> patterns);
[[nodiscard]] std::vector<StarredCustomer> read_starred_rows(
    MessageReader reader,
    std::span<const Pattern> patterns,
    std::span<const std::uint32_t> domain_sizes);

}  // namespace kanon::parties::zyw2
