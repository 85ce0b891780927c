// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/key_mover.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace kanon::full_domain {
namespace {

/// Tables of joined pieces have at most so many bits, for they are to stay in the first-level
/// cache, and at most one entry for so many keys, for they are to pay.
constexpr int kMostJointBits = 10;
constexpr std::size_t kKeysPerEntry = 4;

/// What the bits of a piece become; 0 for bits that no label has.
Code mapped(std::span<const Code> map, std::size_t bits) {
    if (map.empty()) {
        return static_cast<Code>(bits);
    }
    return bits < map.size() ? map[bits] : 0;
}

}  // namespace

KeyLayout::KeyLayout(const LevelTables& tables, std::span<const Level> node)
    : word(node.size()), shift(node.size()), bits(node.size()) {
    for (std::size_t j = node.size(); j-- > 0;) {
        const std::size_t labels = tables.label_count(j, node[j]);
        const auto width = static_cast<std::uint8_t>(std::bit_width(labels - 1));
        if (width != 0 && total_bits + width > 64) {
            ++words;
            total_bits = 0;
        }
        word[j] = static_cast<std::uint32_t>(words - 1);
        shift[j] = static_cast<std::uint8_t>(total_bits % 64);
        bits[j] = width;
        total_bits += width;
    }
}

/// Let the lower piece do what the higher one does as well, if their bits are neighbours in both
/// layouts and a table for both is small enough. False: they stay apart.
bool KeyMover::join(Piece& low, const Piece& high, unsigned joint_bits) {
    const unsigned bits = unsigned{low.from_bits} + high.from_bits;
    if (low.from_word != high.from_word || low.from_shift + low.from_bits != high.from_shift ||
        low.to_word != high.to_word || low.to_shift + low.to_bits != high.to_shift || bits >= 64) {
        return false;
    }
    if (!low.map.empty() || !high.map.empty()) {
        if (bits > joint_bits) {
            return false;
        }
        std::vector<Code> joint;
        joint.reserve(std::size_t{1} << bits);
        for (std::size_t above = 0; above < std::size_t{1} << high.from_bits; ++above) {
            const Code upper = mapped(high.map, above) << low.to_bits;
            for (std::size_t below = 0; below < std::size_t{1} << low.from_bits; ++below) {
                joint.push_back(upper | mapped(low.map, below));
            }
        }
        joint_maps_.push_back(std::move(joint));
        low.map = joint_maps_.back();
    }
    low.from_bits = static_cast<std::uint8_t>(bits);
    low.to_bits = static_cast<std::uint8_t>(low.to_bits + high.to_bits);
    return true;
}

void KeyMover::plan(const KeyNode& source, const KeyNode& target, std::size_t count) {
    pieces_.clear();
    joint_maps_.clear();
    // Fewer keys than pay for any entry: none is joined.
    const auto joint_bits = static_cast<unsigned>(
        std::clamp(static_cast<int>(std::bit_width(count / kKeysPerEntry)) - 1, 0, kMostJointBits));
    for (std::size_t j = source.node.size(); j-- > 0;) {
        const bool same = source.node[j] == target.node[j];
        const Piece piece{
            .from_word = source.layout.word[j],
            .to_word = target.layout.word[j],
            .from_shift = source.layout.shift[j],
            .to_shift = target.layout.shift[j],
            .from_bits = source.layout.bits[j],
            .to_bits = target.layout.bits[j],
            .map = same ? std::span<const Code>() : tables_.map(j, source.node[j], target.node[j])};
        const bool nothing = piece.from_bits == 0;
        if (!nothing && (pieces_.empty() || !join(pieces_.back(), piece, joint_bits))) {
            pieces_.push_back(piece);
        }
    }
    std::erase_if(pieces_, [](const Piece& piece) { return piece.to_bits == 0; });
}

void KeyMover::move(const std::uint64_t* keys, std::size_t count, std::uint64_t* moved) const {
    std::fill_n(moved, count, 0);
    for (const Piece& piece : pieces_) {
        if (piece.map.empty()) {
            for (std::size_t i = 0; i < count; ++i) {
                moved[i] |= piece.take(keys[i]) << piece.to_shift;
            }
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                moved[i] |= std::uint64_t{piece.map[piece.take(keys[i])]} << piece.to_shift;
            }
        }
    }
}

void KeyMover::move_wide(const std::uint64_t* key, std::span<std::uint64_t> moved) const {
    std::fill(moved.begin(), moved.end(), 0);
    for (const Piece& piece : pieces_) {
        const std::uint64_t bits = piece.take(key[piece.from_word]);
        moved[piece.to_word] |= (piece.map.empty() ? bits : std::uint64_t{piece.map[bits]})
                                << piece.to_shift;
    }
}

}  // namespace kanon::full_domain
