// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/crypto/oblivious_transfer.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/parties/crypto/hash_parts.hpp"
#include "kanon/parties/crypto/pair_keys_internal.hpp"
#include "kanon/parties/crypto/raw_bytes_internal.hpp"

#include <sodium.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace kanon::crypto {
namespace {

constexpr std::size_t kKeys = TransferSender::kAnswers;
constexpr std::size_t kWord = 64;

/// A square of 128 by 128 bits: row i is words 2 i and 2 i + 1, their lowest bits first.
using BitSquare = std::array<std::uint64_t, 2 * kKeys>;

/// Turn a square of 64 by 64 bits over (Warren, Hacker's Delight, section 7-3).
void transpose_64(std::array<std::uint64_t, kWord>& rows) {
    std::uint64_t mask = 0x00000000FFFFFFFFULL;
    for (std::size_t step = kWord / 2; step > 0; step /= 2) {
        for (std::size_t i = 0; i < kWord; i = (i + step + 1) & ~step) {
            const std::uint64_t moved = ((rows[i] >> step) ^ rows[i + step]) & mask;
            rows[i] ^= moved << step;
            rows[i + step] ^= moved;
        }
        mask ^= mask << (step / 2);
    }
}

/// Row i becomes column i.
void transpose(BitSquare& square) {
    std::array<std::array<std::uint64_t, kWord>, 4> quarters;  // above left, above right, below ...
    for (std::size_t i = 0; i < kWord; ++i) {
        quarters[0][i] = square[2 * i];
        quarters[1][i] = square[2 * i + 1];
        quarters[2][i] = square[2 * (i + kWord)];
        quarters[3][i] = square[2 * (i + kWord) + 1];
    }
    for (auto& quarter : quarters) {
        transpose_64(quarter);
    }
    for (std::size_t i = 0; i < kWord; ++i) {
        square[2 * i] = quarters[0][i];
        square[2 * i + 1] = quarters[2][i];
        square[2 * (i + kWord)] = quarters[1][i];
        square[2 * (i + kWord) + 1] = quarters[3][i];
    }
}

/// Squares for so many transfers.
std::size_t squares_of(std::size_t transfers) {
    return (transfers + kKeys - 1) / kKeys;
}

std::uint64_t word_at(const std::uint8_t* bytes) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        word |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    }
    return word;
}

/// Words of a key's stream for a batch.
std::vector<std::uint64_t> stream_words(const SecretBytes<32>& key,
                                        std::uint64_t batch,
                                        std::size_t words) {
    std::vector<std::uint8_t> bytes(8 * words);
    stream_bytes(bytes, nonce_of(batch), 0, key);
    std::vector<std::uint64_t> out(words);
    for (std::size_t i = 0; i < words; ++i) {
        out[i] = word_at(bytes.data() + 8 * i);
    }
    return out;
}

/// The pad of a row, for the number-th transfer of a run.
Pad pad_of(std::uint64_t number, std::uint64_t low, std::uint64_t high) {
    std::array<std::uint8_t, 24> in{};
    for (std::size_t i = 0; i < 8; ++i) {
        in[i] = static_cast<std::uint8_t>(number >> (8 * i));
        in[8 + i] = static_cast<std::uint8_t>(low >> (8 * i));
        in[16 + i] = static_cast<std::uint8_t>(high >> (8 * i));
    }
    std::array<std::uint8_t, 16> out{};
    crypto_generichash(out.data(), out.size(), in.data(), in.size(), nullptr, 0);
    return {word_at(out.data()), word_at(out.data() + 8)};
}

/// The key of one of the first transfers. The point is wiped.
SecretBytes<32> base_key(std::size_t place,
                         const Point& opening,
                         const Point& answer,
                         Point shared) {
    const std::string number = std::to_string(place);
    const std::array<std::string_view, 4> parts{
        number, text_of(opening.encode()), text_of(answer.encode()), text_of(shared.encode())};
    SecretBytes<64> hash = hash_parts("oblivious-transfer", parts);
    wipe_point(shared);
    return SecretBytes<32>::take(std::span(RawBytes::of(hash)).first<32>());
}

bool bit_of(const SecretBytes<16>& bits, std::size_t place) {
    return ((RawBytes::of(bits)[place / 8] >> (place % 8)) & 1U) != 0;
}

}  // namespace

std::size_t transfer_bytes(std::size_t choices) {
    return squares_of(choices) * sizeof(BitSquare);
}

TransferReceiver::TransferReceiver()
    : secret_(Scalar::random()), opening_(base_multiply(secret_)) {}

void TransferReceiver::accept(std::span<const Point> answers) {
    KANON_CHECK(answers.size() == kKeys && keys_.empty());
    std::vector<Point> sorted(answers.begin(), answers.end());
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
        throw Error(ErrorCode::bad_input, "two points of the other party are equal");
    }
    for (std::size_t place = 0; place < kKeys; ++place) {
        const Point& answer = answers[place];
        keys_.emplace_back(base_key(place, opening_, answer, multiply(secret_, answer)),
                           base_key(place, opening_, answer, multiply(secret_, answer - opening_)));
    }
}

ChosenPads TransferReceiver::choose(std::span<const std::uint8_t> choices) {
    KANON_CHECK(keys_.size() == kKeys);
    const std::size_t squares = squares_of(choices.size());
    std::vector<std::uint64_t> chosen(2 * squares);
    for (std::size_t i = 0; i < choices.size(); ++i) {
        chosen[i / kWord] |= static_cast<std::uint64_t>(choices[i] & 1U) << (i % kWord);
    }
    std::vector<BitSquare> own(squares);
    ChosenPads out;
    out.message.reserve(transfer_bytes(choices.size()));
    for (std::size_t key = 0; key < kKeys; ++key) {
        const auto first = stream_words(keys_[key].first, batch_, 2 * squares);
        const auto second = stream_words(keys_[key].second, batch_, 2 * squares);
        for (std::size_t word = 0; word < 2 * squares; ++word) {
            own[word / 2][2 * key + word % 2] = first[word];
            const std::uint64_t sent = first[word] ^ second[word] ^ chosen[word];
            for (std::size_t byte = 0; byte < 8; ++byte) {
                out.message.push_back(static_cast<std::uint8_t>(sent >> (8 * byte)));
            }
        }
    }
    ++batch_;
    out.pads.reserve(choices.size());
    for (std::size_t square = 0; square < squares; ++square) {
        transpose(own[square]);
        const std::size_t rows = std::min(kKeys, choices.size() - square * kKeys);
        for (std::size_t row = 0; row < rows; ++row) {
            out.pads.push_back(pad_of(used_++, own[square][2 * row], own[square][2 * row + 1]));
        }
    }
    return out;
}

TransferSender::TransferSender(const Point& opening) : secret_(SecretBytes<16>::random()) {
    KANON_CHECK(!opening.is_identity());
    for (std::size_t place = 0; place < kKeys; ++place) {
        const Scalar own = Scalar::random();
        Point answer = base_multiply(own);
        const Point other = answer + opening;  // made whichever bit it is
        answer = bit_of(secret_, place) ? other : answer;
        keys_.push_back(base_key(place, opening, answer, multiply(own, opening)));
        answers_.push_back(answer);
    }
}

std::vector<std::pair<Pad, Pad>> TransferSender::pairs(std::span<const std::uint8_t> message,
                                                       std::size_t count) {
    const std::size_t squares = squares_of(count);
    if (message.size() != transfer_bytes(count)) {
        throw Error(ErrorCode::bad_input, "a message of transfers is too short or too long");
    }
    std::vector<BitSquare> own(squares);
    for (std::size_t key = 0; key < kKeys; ++key) {
        const auto stream = stream_words(keys_[key], batch_, 2 * squares);
        const std::uint64_t taken = bit_of(secret_, key) ? ~std::uint64_t{0} : 0;
        const std::uint8_t* const sent = message.data() + key * 16 * squares;
        for (std::size_t word = 0; word < 2 * squares; ++word) {
            own[word / 2][2 * key + word % 2] = stream[word] ^ (taken & word_at(sent + 8 * word));
        }
    }
    ++batch_;
    const std::uint64_t secret_low = word_at(RawBytes::of(secret_).data());
    const std::uint64_t secret_high = word_at(RawBytes::of(secret_).data() + 8);
    std::vector<std::pair<Pad, Pad>> out;
    out.reserve(count);
    for (std::size_t square = 0; square < squares; ++square) {
        transpose(own[square]);
        const std::size_t rows = std::min(kKeys, count - square * kKeys);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::uint64_t low = own[square][2 * row];
            const std::uint64_t high = own[square][2 * row + 1];
            out.emplace_back(pad_of(used_, low, high),
                             pad_of(used_, low ^ secret_low, high ^ secret_high));
            ++used_;
        }
    }
    return out;
}

}  // namespace kanon::crypto
