// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/full_domain/nodes/few_row_groups.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <bit>

namespace kanon::full_domain {
namespace {

/// Combinations of labels of which each has a byte: the table stays in the second-level cache.
constexpr std::size_t kMostCombinationsOfLabels = std::size_t{1} << 21U;
/// Tables of several attributes have at most so many bits, for all are to stay in the first-level
/// cache, and at most one entry for so many keys, for they are to pay.
constexpr int kMostPieceBits = 10;
constexpr std::size_t kKeysPerPlace = 4;
/// Keys placed at once: they stay in the first-level cache from piece to piece.
constexpr std::size_t kPlacedAtOnce = 1024;
/// A table of at most so many bytes a key is cleared as a whole.
constexpr std::size_t kClearedPerKey = 8;

}  // namespace

FewRowGroups::FewRowGroups(const LevelTables& tables, std::uint64_t least_rows)
    : tables_(tables),
      least_rows_(static_cast<std::uint8_t>(least_rows)),
      label_offsets_(tables.attribute_count()) {
    KANON_CHECK(least_rows <= kMostLeastRows);
}

bool FewRowGroups::takes(const NodeGroups& source, std::span<const Level> node) const {
    const auto most_bits =
        std::max<unsigned>(kMostPieceBits, static_cast<unsigned>(std::bit_width(source.size())));
    std::size_t combinations = 1;
    for (std::size_t j = 0; j < node.size(); ++j) {
        combinations *= tables_.label_count(j, node[j]);
        if (combinations > kMostCombinationsOfLabels || source.layout.bits[j] > most_bits) {
            return false;
        }
    }
    return source.layout.words == 1;
}

/// A piece that begins with a field; a table of none as yet.
FewRowGroups::Piece& FewRowGroups::new_piece(const Field& first) {
    if (piece_count_ == pieces_.size()) {
        pieces_.emplace_back();
    }
    Piece& piece = pieces_[piece_count_++];
    piece.shift = first.shift;
    piece.bits = 0;
    piece.places.assign(1, 0);
    return piece;
}

/// Let a piece take in a field above it, and what is between the two.
void FewRowGroups::append(const Field& field, Piece& piece) {
    const auto between = static_cast<unsigned>(field.shift - piece.shift - piece.bits);
    const std::size_t before = piece.places.size();
    const std::size_t below = before << between;
    const std::size_t labels = std::size_t{1} << field.bits;
    piece.places.resize(below * labels);
    // From the top: the lowest places are read until the last.
    for (std::size_t label = labels; label-- > 0;) {
        const std::uint32_t added = label < field.map.size() ? field.map[label] * field.stride : 0;
        for (std::size_t rest = below; rest-- > 0;) {
            piece.places[label * below + rest] = piece.places[rest & (before - 1)] + added;
        }
    }
    piece.bits = static_cast<std::uint8_t>(field.shift + field.bits - piece.shift);
}

void FewRowGroups::plan(const NodeGroups& source, std::span<const Level> node) {
    const int joint_bits = std::clamp(
        static_cast<int>(std::bit_width(source.size() / kKeysPerPlace)) - 1, 0, kMostPieceBits);
    piece_count_ = 0;
    combinations_ = 1;
    for (std::size_t j = node.size(); j-- > 0;) {
        const std::size_t labels = tables_.label_count(j, node[j]);
        if (labels == 1) {
            continue;
        }
        const Field field{.shift = source.layout.shift[j],
                          .bits = source.layout.bits[j],
                          .map = tables_.map(j, source.node[j], node[j]),
                          .stride = static_cast<std::uint32_t>(combinations_)};
        combinations_ *= labels;
        const bool joins = piece_count_ > 0 &&
                           field.shift + field.bits <= pieces_[piece_count_ - 1].shift + joint_bits;
        append(field, joins ? pieces_[piece_count_ - 1] : new_piece(field));
    }
}

void FewRowGroups::place_keys(const NodeGroups& source) {
    places_.resize(source.size());
    for (std::size_t first = 0; first < source.size(); first += kPlacedAtOnce) {
        const std::size_t count = std::min(kPlacedAtOnce, source.size() - first);
        std::uint32_t* const places = places_.data() + first;
        const std::uint64_t* const keys = source.keys.data() + first;
        std::fill_n(places, count, 0);
        for (const Piece& piece : std::span(pieces_).first(piece_count_)) {
            const std::uint32_t* const of_bits = piece.places.data();
            const std::uint64_t mask = (std::uint64_t{1} << piece.bits) - 1;
            const unsigned shift = piece.shift;
            for (std::size_t i = 0; i < count; ++i) {
                places[i] += of_bits[(keys[i] >> shift) & mask];
            }
        }
    }
}

void FewRowGroups::count_rows(const NodeGroups& source) {
    if (counts_.size() < combinations_) {
        counts_.resize(combinations_);
    }
    const std::uint32_t enough = least_rows_;
    for (std::size_t group = 0; group < source.size(); ++group) {
        std::uint8_t& count = counts_[places_[group]];
        const std::uint32_t rows = std::min(source.rows[group], enough) + count;
        count = static_cast<std::uint8_t>(std::min(rows, enough));
    }
}

void FewRowGroups::clear_counts() {
    if (combinations_ <= kClearedPerKey * places_.size()) {
        std::fill_n(counts_.begin(), combinations_, 0);
        return;
    }
    for (const std::uint32_t place : places_) {
        counts_[place] = 0;
    }
}

void FewRowGroups::find(const NodeGroups& source, std::span<const Level> node) {
    KANON_DCHECK(at_most(source.node, node));
    plan(source, node);
    place_keys(source);
    count_rows(source);
    found_.resize(std::max(found_.size(), source.size()));
    found_count_ = 0;
    rows_ = 0;
    for (std::size_t group = 0; group < source.size(); ++group) {
        const bool few = counts_[places_[group]] < least_rows_;
        found_[found_count_] = static_cast<std::uint32_t>(group);
        found_count_ += few ? 1U : 0U;
        rows_ += few ? source.rows[group] : 0U;
    }
    clear_counts();
}

void FewRowGroups::count_labels(const NodeGroups& source) {
    std::size_t size = 0;
    for (std::size_t j = 0; j < source.node.size(); ++j) {
        label_offsets_[j] = size;
        size += tables_.label_count(j, source.node[j]);
    }
    label_rows_.assign(size, 0);
    for (std::size_t j = 0; j < source.node.size(); ++j) {
        std::uint64_t* const rows = label_rows_.data() + label_offsets_[j];
        for (const std::uint32_t group : found()) {
            rows[source.label(group, j)] += source.rows[group];
        }
    }
}

Cost FewRowGroups::cost(const NodeGroups& source, std::size_t attribute, Level level) const {
    const std::span<const Code> map = tables_.map(attribute, source.node[attribute], level);
    const std::span<const Cost> cost = tables_.cell_cost(attribute, level);
    const std::uint64_t* const rows = label_rows_.data() + label_offsets_[attribute];
    Cost sum = 0;
    for (std::size_t label = 0; label < map.size(); ++label) {
        sum += rows[label] * cost[map[label]];
    }
    return sum;
}

}  // namespace kanon::full_domain
