// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/protocols/joint_counts.hpp"

#include "kanon/base/check.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/protocols/packed_bits.hpp"
#include "kanon/parties/protocols/points_of_message.hpp"

#include <algorithm>
#include <numeric>

namespace kanon::parties {
namespace {

using crypto::Point;

constexpr std::string_view kPartsRun = "kanon secure-sum parts";
constexpr std::size_t kJudge = 0;
constexpr std::size_t kMostBits = std::size_t{1} << 20U;  ///< in one message
constexpr std::size_t kMostWords = std::size_t{1} << 17U;

std::vector<ModularStream> agreed_streams(const Peers& peers) {
    KANON_CHECK(peers.size() >= 2 && peers.size() <= 20);
    crypto::MaskKey key = crypto::MaskKey::random();
    const std::vector<Point> keys = exchange_points(peers, messages::kPartsKey, key.public_key());
    std::vector<ModularStream> out;
    for (crypto::CommonStream& stream :
         crypto::common_streams(std::move(key), peers.own(), keys, kPartsRun)) {
        out.emplace_back(std::move(stream));
    }
    return out;
}

/// Numbers modulo 251 of a message.
ByteView modular_numbers(const Bytes& payload, std::size_t count, const std::string& sender) {
    MessageReader reader(payload, sender);
    const ByteView out = reader.raw(count);
    reader.finish();
    if (std::ranges::any_of(out, [](std::uint8_t number) { return number >= kModulus; })) {
        reader.refuse("a number is not below its modulus");
    }
    return out;
}

std::uint64_t mask_of(std::uint8_t bits) {
    return ~std::uint64_t{0} >> (64U - bits);
}

std::size_t low_bits(std::span<const std::uint8_t> bits) {
    return std::accumulate(bits.begin(), bits.end(), std::size_t{0}) - bits.size();
}

/// What holders have in common for each number.
struct HolderChance {
    explicit HolderChance(std::size_t numbers) : words(3 * numbers) {}

    [[nodiscard]] std::uint64_t added(std::size_t i) const { return words[3 * i]; }

    [[nodiscard]] std::uint64_t between(std::size_t i) const { return words[3 * i + 1]; }

    [[nodiscard]] bool coin(std::size_t i) const { return (words[3 * i + 2] & 1U) != 0; }

    /// Uniform in [0, bound), for bounds of at most 64, but for 2^-50.
    [[nodiscard]] std::size_t turn(std::size_t i, std::size_t bound) const {
        return static_cast<std::size_t>(((words[3 * i + 2] >> 8U) * bound) >> 56U);
    }

    std::vector<std::uint64_t> words;
};

/// What the holders compare with what the judge knows, of one number.
struct HeldSide {
    std::uint64_t compared = 0;  ///< low bits
    bool coin = false;           ///< ask whether the judge's is greater, not whether it is less
    bool always = false;         ///< it is
};

HeldSide held_side(const HolderChance& chance, std::size_t i, std::uint64_t low_mask) {
    HeldSide out{.compared = chance.added(i) & low_mask, .coin = chance.coin(i)};
    if (out.coin) {
        out.always = out.compared == 0;
        out.compared = (out.compared - 1) & low_mask;
    }
    return out;
}

/// One holder's parts of a number per bit, least bit first, of which one is zero if the judge's
/// low bits are less than `side.compared` (or greater: by the coin), and else none. `judges`: this
/// holder's parts of the judge's bits. `adds`: one of the two adds the constants.
void part_of_comparison(const HeldSide& side,
                        std::span<const std::uint8_t> judges,
                        bool adds,
                        std::span<std::uint8_t> out) {
    if (side.always) {
        std::ranges::fill(out, static_cast<std::uint8_t>(adds ? 1 : 0));
        out[0] = 0;
        return;
    }
    std::uint32_t above = 0;  // how many higher bits differ
    for (std::size_t bit = judges.size(); bit-- > 0;) {
        const std::uint32_t judge = judges[bit];
        const auto held = static_cast<std::uint32_t>((side.compared >> bit) & 1U);
        const std::uint32_t difference = side.coin ? kModulus - judge : judge;
        const std::uint32_t constant = side.coin ? 1 + held : 1 - held;
        out[bit] = modulo(difference + (adds ? constant : 0) + above);
        above = modulo(above + (held == 0 ? judge : (adds ? 1 : 0) + kModulus - judge));
    }
}

/// Multiply by factors, turn round, and add or subtract what hides each part.
void hide_part(std::span<std::uint8_t> part,
               std::span<const std::uint8_t> factors,
               std::span<const std::uint8_t> hiding,
               std::size_t turn,
               bool adds) {
    for (std::size_t i = 0; i < part.size(); ++i) {
        const std::uint32_t hidden = adds ? hiding[i] : kModulus - hiding[i];
        part[i] = modulo(std::uint32_t{part[i]} * factors[i] + hidden);
    }
    std::rotate(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(turn), part.end());
}

/// part plus numbers, each modulo kModulus.
void add_numbers(std::span<std::uint8_t> part, ByteView numbers) {
    for (std::size_t i = 0; i < part.size(); ++i) {
        part[i] = modulo(std::uint32_t{part[i]} + numbers[i]);
    }
}

}  // namespace

JointCounts::JointCounts(const Peers& peers) : peers_(peers), own_(peers.own()) {
    if (peers.size() == 2) {
        pair_.emplace(peers);
    } else {
        with_ = agreed_streams(peers);
    }
}

void JointCounts::any(std::span<std::uint8_t> bits) {
    for (std::size_t begin = 0; begin < bits.size(); begin += kMostBits) {
        const auto some = bits.subspan(begin, std::min(kMostBits, bits.size() - begin));
        pair_ ? pair_->any(some) : any_of_some(some);
    }
}

/// The left holder's part: its own bits and what every site without a part drew with it.
void JointCounts::add_drawn(std::span<std::uint8_t> part) {
    std::vector<std::uint8_t> drawn(part.size());
    for (std::size_t site = 0; site < peers_.size(); ++site) {
        if (site != left() && site != right()) {
            with_[site].numbers(drawn);
            add_numbers(part, drawn);
        }
    }
}

/// The right holder's part: its own bits and what every site without a part sent it.
void JointCounts::add_received(std::span<std::uint8_t> part) {
    for (std::size_t site = 0; site < peers_.size(); ++site) {
        if (site != left() && site != right()) {
            const Bytes payload = peers_.receive(site, messages::kBitParts, part.size());
            add_numbers(part, modular_numbers(payload, part.size(), peers_.name(site)));
        }
    }
}

/// A site without a part: its bits less what it drew with the left holder go to the right one.
void JointCounts::send_part(std::span<std::uint8_t> part) {
    std::vector<std::uint8_t> drawn(part.size());
    with_[left()].numbers(drawn);
    for (std::size_t i = 0; i < part.size(); ++i) {
        part[i] = modulo(part[i] + kModulus - drawn[i]);
    }
    peers_.channel(right()).send(messages::kBitParts, part);
}

void JointCounts::any_of_some(std::span<std::uint8_t> bits) {
    std::vector<std::uint8_t> part(bits.begin(), bits.end());
    if (own_ == left()) {
        add_drawn(part);
    } else if (own_ == right()) {
        add_received(part);
    } else {
        send_part(part);
    }
    if (is_holder()) {
        ModularStream& common = with_[own_ == left() ? right() : left()];
        std::vector<std::uint8_t> factors(part.size());
        std::vector<std::uint8_t> drawn(part.size());
        common.factors(factors);
        common.numbers(drawn);
        hide_part(part, factors, drawn, 0, own_ == left());
        peers_.channel(kJudge).send(messages::kHiddenParts, part);
    }
    std::vector<std::uint8_t> found;
    if (own_ == kJudge) {
        found = judged_bits(bits.size());
        peers_.send_all(messages::kAnswers, pack_bits(found));
    } else {
        const Bytes payload = peers_.receive(kJudge, messages::kAnswers, (bits.size() + 7) / 8);
        found = unpack_bits(payload, bits.size(), peers_.name(kJudge));
    }
    std::ranges::copy(found, bits.begin());
}

/// What both holders' parts come to: 1 where it is not zero.
std::vector<std::uint8_t> JointCounts::judged_bits(std::size_t count) {
    std::vector<std::uint8_t> sums(count);
    for (const std::size_t holder : {left(), right()}) {
        const Bytes payload = peers_.receive(holder, messages::kHiddenParts, count);
        const ByteView part = modular_numbers(payload, count, peers_.name(holder));
        for (std::size_t i = 0; i < count; ++i) {
            sums[i] = modulo(std::uint32_t{sums[i]} + part[i]);
        }
    }
    for (std::uint8_t& sum : sums) {
        sum = sum != 0 ? 1 : 0;
    }
    return sums;
}

std::vector<std::uint64_t> JointCounts::parts(std::span<const std::uint64_t> numbers,
                                              std::span<const std::uint8_t> bits) {
    std::vector<std::uint64_t> out(numbers.begin(), numbers.end());
    if (pair_ || numbers.empty()) {
        return out;
    }
    std::vector<std::uint64_t> drawn(numbers.size());
    for (std::size_t site = 0; site < peers_.size(); ++site) {
        const bool gives = site != left() && site != right();
        if (gives && own_ == left()) {
            with_[site].words(drawn);
            for (std::size_t i = 0; i < out.size(); ++i) {
                out[i] += drawn[i];
            }
        } else if (gives && own_ == right()) {
            const Bytes payload =
                peers_.receive(site, messages::kNumberParts, bytes_of_words(bits));
            add_words(payload, bits, peers_.name(site), out);
        } else if (gives && own_ == site) {
            with_[left()].words(drawn);
            for (std::size_t i = 0; i < out.size(); ++i) {
                out[i] -= drawn[i];
            }
            peers_.channel(right()).send(messages::kNumberParts, pack_words(out, bits));
        }
    }
    return out;
}

std::vector<std::uint8_t> JointCounts::at_least_zero(std::span<const std::uint64_t> parts,
                                                     std::span<const std::uint8_t> bits) {
    std::vector<std::uint8_t> out;
    for (std::size_t begin = 0; begin < bits.size(); begin += kMostWords) {
        const std::size_t count = std::min(kMostWords, bits.size() - begin);
        const auto some = bits.subspan(begin, count);
        const auto of_some = is_holder() ? parts.subspan(begin, count) : parts;
        std::vector<std::uint8_t> signs;
        if (pair_) {
            signs = pair_->at_least_zero(of_some, some);
        } else if (own_ == kJudge) {
            signs = signs_by_judge(some);
        } else if (is_holder()) {
            signs = signs_by_holder(of_some, some);
        }
        if (!pair_ && own_ == left()) {
            peers_.send_all(messages::kAnswers, pack_bits(signs));
        } else if (!pair_) {
            const Bytes payload = peers_.receive(left(), messages::kAnswers, (count + 7) / 8);
            signs = unpack_bits(payload, count, peers_.name(left()));
        }
        out.insert(out.end(), signs.begin(), signs.end());
    }
    return out;
}

/// Its answers are hidden by the holders' coins and highest bits; see signs_by_holder().
std::vector<std::uint8_t> JointCounts::signs_by_judge(std::span<const std::uint8_t> bits) {
    std::vector<std::uint64_t> known(bits.size());
    for (const std::size_t holder : {left(), right()}) {
        const Bytes payload = peers_.receive(holder, messages::kHiddenSums, bytes_of_words(bits));
        add_words(payload, bits, peers_.name(holder), known);
    }
    std::vector<std::uint8_t> parts(low_bits(bits));
    with_[left()].numbers(parts);
    std::size_t at = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        for (unsigned bit = 0; bit + 1 < bits[i]; ++bit, ++at) {
            const auto judge = static_cast<std::uint32_t>((known[i] >> bit) & 1U);
            parts[at] = modulo(judge + kModulus - parts[at]);
        }
    }
    peers_.channel(right()).send(messages::kJudgesBits, parts);
    const std::vector<std::uint8_t> not_zero = judged_bits(parts.size());
    std::vector<std::uint8_t> out(bits.size());
    at = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        const auto of_number = std::span(not_zero).subspan(at, bits[i] - std::size_t{1});
        at += of_number.size();
        const bool is_so = std::ranges::find(of_number, 0) != of_number.end();
        out[i] = static_cast<std::uint8_t>((is_so ? 1U : 0U) ^ ((known[i] >> (bits[i] - 1U)) & 1U));
    }
    peers_.channel(left()).send(messages::kCoinedAnswers, pack_bits(out));
    return {};
}

std::vector<std::uint8_t> JointCounts::signs_by_holder(std::span<const std::uint64_t> parts,
                                                       std::span<const std::uint8_t> bits) {
    const bool adds = own_ == left();
    ModularStream& common = with_[adds ? right() : left()];
    HolderChance chance(bits.size());
    common.words(chance.words);
    std::vector<std::uint64_t> hidden(parts.begin(), parts.end());
    for (std::size_t i = 0; i < hidden.size(); ++i) {
        hidden[i] += adds ? chance.added(i) + chance.between(i) : 0 - chance.between(i);
    }
    peers_.channel(kJudge).send(messages::kHiddenSums, pack_words(hidden, bits));

    const std::size_t numbers = low_bits(bits);
    std::vector<std::uint8_t> judges(numbers);
    if (adds) {
        with_[kJudge].numbers(judges);
    } else {
        const Bytes payload = peers_.receive(kJudge, messages::kJudgesBits, numbers);
        std::ranges::copy(modular_numbers(payload, numbers, peers_.name(kJudge)), judges.begin());
    }
    std::vector<std::uint8_t> factors(numbers);
    std::vector<std::uint8_t> hiding(numbers);
    common.factors(factors);
    common.numbers(hiding);
    std::vector<std::uint8_t> out(numbers);
    std::size_t at = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        const std::size_t count = bits[i] - std::size_t{1};
        const auto part = std::span(out).subspan(at, count);
        part_of_comparison(held_side(chance, i, mask_of(bits[i]) >> 1U),
                           std::span(judges).subspan(at, count),
                           adds,
                           part);
        hide_part(part,
                  std::span(factors).subspan(at, count),
                  std::span(hiding).subspan(at, count),
                  chance.turn(i, count),
                  adds);
        at += count;
    }
    peers_.channel(kJudge).send(messages::kHiddenParts, out);
    if (!adds) {
        return {};
    }
    const Bytes payload = peers_.receive(kJudge, messages::kCoinedAnswers, (bits.size() + 7) / 8);
    std::vector<std::uint8_t> signs = unpack_bits(payload, bits.size(), peers_.name(kJudge));
    for (std::size_t i = 0; i < bits.size(); ++i) {
        const auto highest = static_cast<std::uint8_t>((chance.added(i) >> (bits[i] - 1U)) & 1U);
        const std::uint8_t negative = signs[i] ^ highest ^ (chance.coin(i) ? 1 : 0);
        signs[i] = negative ^ 1U;
    }
    return signs;
}

}  // namespace kanon::parties
