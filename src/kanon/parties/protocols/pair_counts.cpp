// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/pair_counts.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/packed_bits.hpp"

#include <algorithm>
#include <array>

namespace kanon::parties {
namespace {

using crypto::Pad;
using crypto::Point;

constexpr unsigned kDigitBits = 4;
constexpr unsigned kChoices = 6;  ///< transfers for a digit: its bits, and two of the state
constexpr unsigned kEntries = 1U << kChoices;
constexpr std::uint8_t kEqual = 0;
constexpr std::uint8_t kGreater = 1;
constexpr std::uint8_t kLess = 2;

/// Two bits for each entry, the first lowest.
using Table = Pad;

unsigned entry_of(const Table& table, unsigned entry) {
    return static_cast<unsigned>(table[entry / 32] >> (2 * (entry % 32))) & 3U;
}

/// All bits of the entries that have bit `choice` in their number.
constexpr Table entries_with(unsigned choice) {
    Table out{};
    for (unsigned entry = 0; entry < kEntries; ++entry) {
        if (((entry >> choice) & 1U) != 0) {
            out[entry / 32] |= std::uint64_t{3} << (2 * (entry % 32));
        }
    }
    return out;
}

constexpr std::array<Table, kChoices> kEntriesWith{entries_with(0),
                                                   entries_with(1),
                                                   entries_with(2),
                                                   entries_with(3),
                                                   entries_with(4),
                                                   entries_with(5)};

/// Digits of the bits below the highest one.
unsigned digits_of(std::uint8_t bits) {
    return (bits - 1U + kDigitBits - 1U) / kDigitBits;
}

unsigned most_digits(std::span<const std::uint8_t> bits) {
    return bits.empty() ? 0 : digits_of(*std::ranges::max_element(bits));
}

std::uint64_t low_mask(std::uint8_t bits) {
    return ~std::uint64_t{0} >> (65U - bits);
}

unsigned highest_bit(std::uint64_t number, std::uint8_t bits) {
    return static_cast<unsigned>(number >> (bits - 1U)) & 1U;
}

/// Numbers of fewer digits wait until as many are left.
bool takes_part(std::uint8_t bits, unsigned digit) {
    return digit < digits_of(bits);
}

unsigned digit_at(std::uint64_t number, unsigned digit) {
    return static_cast<unsigned>(number >> (digit * kDigitBits)) & 15U;
}

std::uint8_t next_state(unsigned state, unsigned theirs, unsigned own) {
    if (state != kEqual) {
        return static_cast<std::uint8_t>(state == kGreater ? kGreater : kLess);
    }
    return theirs > own ? kGreater : theirs < own ? kLess : kEqual;
}

/// What the first site knows of a comparison.
struct OfferedNumber {
    std::uint64_t compared = 0;  ///< with the other's low bits
    unsigned highest = 0;
    unsigned mask = 0;  ///< of the state that the other has
};

/// What comes of each state and digit of the other, under the next mask; of the last digit whether
/// the other's number is greater, under the highest bit.
Table offered_table(const OfferedNumber& number, unsigned digit, unsigned next_mask) {
    Table out{};
    const unsigned own = digit_at(number.compared, digit);
    for (unsigned entry = 0; entry < kEntries; ++entry) {
        const unsigned state = (entry >> kDigitBits) ^ number.mask;
        const std::uint8_t next = next_state(state, entry & 15U, own);
        const unsigned offered =
            digit > 0 ? next ^ next_mask : (next == kGreater ? 1U : 0U) ^ number.highest;
        out[entry / 32] |= static_cast<std::uint64_t>(offered) << (2 * (entry % 32));
    }
    return out;
}

/// Add to each entry the pads of its bits.
void hide_table(std::span<const std::pair<Pad, Pad>> pads, Table& table) {
    for (unsigned choice = 0; choice < kChoices; ++choice) {
        const auto& [without, with] = pads[choice];
        for (std::size_t word = 0; word < table.size(); ++word) {
            const std::uint64_t entries = kEntriesWith[choice][word];
            table[word] ^= (without[word] & ~entries) | (with[word] & entries);
        }
    }
}

Bytes message_of(std::span<const Table> tables) {
    MessageWriter writer;
    for (const Table& table : tables) {
        writer.u64(table[0]);
        writer.u64(table[1]);
    }
    return writer.take();
}

std::uint8_t lowest_bit(const Pad& pad) {
    return static_cast<std::uint8_t>(pad[0] & 1U);
}

}  // namespace

PairCounts::PairCounts(const Peers& peers) : peers_(peers) {
    KANON_CHECK(peers.size() == 2);
    constexpr std::size_t kAnswerBytes = crypto::TransferSender::kAnswers * Point::kSize;
    if (peers.own() == 0) {
        const Bytes payload = other().receive(messages::kTransferOpening, Point::kSize);
        MessageReader reader(payload, other().peer());
        sender_.emplace(Point::decode(reader.raw(Point::kSize)));
        reader.finish();
        MessageWriter writer;
        for (const Point& answer : sender_->answers()) {
            writer.raw(answer.encode());
        }
        other().send(messages::kTransferAnswers, writer.take());
        return;
    }
    receiver_.emplace();
    other().send(messages::kTransferOpening, receiver_->opening().encode());
    const Bytes payload = other().receive(messages::kTransferAnswers, kAnswerBytes);
    MessageReader reader(payload, other().peer());
    std::vector<Point> answers;
    for (std::size_t i = 0; i < crypto::TransferSender::kAnswers; ++i) {
        answers.push_back(Point::decode(reader.raw(Point::kSize)));
    }
    reader.finish();
    receiver_->accept(answers);
}

Bytes PairCounts::received(MessageType type, std::size_t bytes) const {
    Bytes payload = other().receive(type, bytes);
    MessageReader reader(payload, other().peer());
    static_cast<void>(reader.raw(bytes));
    reader.finish();
    return payload;
}

std::vector<std::uint8_t> PairCounts::answers(std::size_t count) const {
    const Bytes payload = other().receive(messages::kAnswers, (count + 7) / 8);
    return unpack_bits(payload, count, other().peer());
}

void PairCounts::any(std::span<std::uint8_t> bits) {
    if (sender_) {
        offer_bits(bits);
        std::ranges::copy(answers(bits.size()), bits.begin());
    } else {
        take_bits(bits);
        other().send(messages::kAnswers, pack_bits(bits));
    }
}

/// Either the own bit or 1, whichever the other one's bit says.
void PairCounts::offer_bits(std::span<const std::uint8_t> bits) {
    const Bytes chosen = received(messages::kTransfers, crypto::transfer_bytes(bits.size()));
    const auto pads = sender_->pairs(chosen, bits.size());
    std::vector<std::uint8_t> offered;
    offered.reserve(2 * bits.size());
    for (std::size_t i = 0; i < bits.size(); ++i) {
        offered.push_back(bits[i] ^ lowest_bit(pads[i].first));
        offered.push_back(std::uint8_t{1} ^ lowest_bit(pads[i].second));
    }
    other().send(messages::kTransferred, pack_bits(offered));
}

void PairCounts::take_bits(std::span<std::uint8_t> bits) {
    const crypto::ChosenPads chosen = receiver_->choose(bits);
    other().send(messages::kTransfers, chosen.message);
    const std::size_t count = 2 * bits.size();
    const std::vector<std::uint8_t> offered = unpack_bits(
        other().receive(messages::kTransferred, (count + 7) / 8), count, other().peer());
    for (std::size_t i = 0; i < bits.size(); ++i) {
        bits[i] = offered[2 * i + bits[i]] ^ lowest_bit(chosen.pads[i]);
    }
}

std::vector<std::uint8_t> PairCounts::at_least_zero(std::span<const std::uint64_t> parts,
                                                    std::span<const std::uint8_t> bits) {
    if (sender_) {
        offer_signs(parts, bits);
        return answers(bits.size());
    }
    std::vector<std::uint8_t> out = take_signs(parts, bits);
    other().send(messages::kAnswers, pack_bits(out));
    return out;
}

void PairCounts::offer_signs(std::span<const std::uint64_t> parts,
                             std::span<const std::uint8_t> bits) {
    std::vector<OfferedNumber> numbers;
    numbers.reserve(bits.size());
    for (std::size_t i = 0; i < bits.size(); ++i) {
        // A carry: the other's low bits are greater than what these leave.
        numbers.push_back(
            {.compared = ~parts[i] & low_mask(bits[i]), .highest = highest_bit(parts[i], bits[i])});
    }
    SecretRandom random;
    for (unsigned digit = most_digits(bits); digit-- > 0;) {
        const auto taking = static_cast<std::size_t>(
            std::ranges::count_if(bits, [&](std::uint8_t of) { return takes_part(of, digit); }));
        const Bytes chosen =
            received(messages::kTransfers, crypto::transfer_bytes(kChoices * taking));
        const auto pads = sender_->pairs(chosen, kChoices * taking);
        std::vector<Table> tables;
        tables.reserve(taking);
        for (std::size_t i = 0; i < bits.size(); ++i) {
            if (!takes_part(bits[i], digit)) {
                continue;
            }
            const auto next_mask = static_cast<unsigned>(random.next() & 3U);
            tables.push_back(offered_table(numbers[i], digit, next_mask));
            numbers[i].mask = next_mask;
            hide_table(std::span(pads).subspan(kChoices * (tables.size() - 1), kChoices),
                       tables.back());
        }
        other().send(messages::kTransferred, message_of(tables));
    }
}

std::vector<std::uint8_t> PairCounts::take_signs(std::span<const std::uint64_t> parts,
                                                 std::span<const std::uint8_t> bits) {
    std::vector<std::uint8_t> states(bits.size(), kEqual);  // under masks
    for (unsigned digit = most_digits(bits); digit-- > 0;) {
        std::vector<std::size_t> taking;
        std::vector<std::uint8_t> choices;
        for (std::size_t i = 0; i < bits.size(); ++i) {
            if (takes_part(bits[i], digit)) {
                const unsigned entry = (unsigned{states[i]} << kDigitBits) |
                                       digit_at(parts[i] & low_mask(bits[i]), digit);
                for (unsigned choice = 0; choice < kChoices; ++choice) {
                    choices.push_back(static_cast<std::uint8_t>((entry >> choice) & 1U));
                }
                taking.push_back(i);
            }
        }
        const crypto::ChosenPads chosen = receiver_->choose(choices);
        other().send(messages::kTransfers, chosen.message);
        const Bytes payload = received(messages::kTransferred, taking.size() * sizeof(Table));
        MessageReader reader(payload, other().peer());
        for (std::size_t at = 0; at < taking.size(); ++at) {
            Table table{reader.u64(), reader.u64()};
            unsigned entry = 0;
            for (unsigned choice = 0; choice < kChoices; ++choice) {
                const Pad& pad = chosen.pads[kChoices * at + choice];
                table[0] ^= pad[0];
                table[1] ^= pad[1];
                entry |= unsigned{choices[kChoices * at + choice]} << choice;
            }
            states[taking[at]] = static_cast<std::uint8_t>(entry_of(table, entry));
        }
    }
    std::vector<std::uint8_t> out(bits.size());
    for (std::size_t i = 0; i < bits.size(); ++i) {
        const unsigned is_negative = states[i] ^ highest_bit(parts[i], bits[i]);
        out[i] = static_cast<std::uint8_t>((is_negative & 1U) ^ 1U);
    }
    return out;
}

}  // namespace kanon::parties
