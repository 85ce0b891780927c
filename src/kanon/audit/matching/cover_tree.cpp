// SPDX-License-Identifier: Apache-2.0
#include "kanon/audit/matching/cover_tree.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace kanon::auditing {
namespace {

/// Bits of all released codes of a column that are listed beforehand.
constexpr std::uint64_t kMostCoverBits = std::uint64_t{1} << 30U;

constexpr unsigned kFold = 64;

std::uint64_t folded_bit(Code code) {
    return std::uint64_t{1} << (code % kFold);
}

}  // namespace

CoverTree::CoverTree(const Evidence& evidence, const RowTypes& types)
    : evidence_(evidence), types_(types) {
    for (std::size_t j = 0; j < evidence.recoded.size(); ++j) {
        places_.push_back(evidence.classes->attributes()[j].place);
        covered_.push_back(read_column(evidence.recoded[j]));
    }
    order_.resize(types.size());
    std::iota(order_.begin(), order_.end(), 0U);
    if (!order_.empty()) {
        static_cast<void>(build(0, static_cast<std::uint32_t>(order_.size())));
    }
}

std::vector<CoverTree::Covered> CoverTree::read_column(const RecodedColumn& column) {
    const std::size_t originals = column.original().dictionary->size();
    const std::size_t released = column.released().dictionary->size();
    std::vector<Covered> out(released);
    const bool is_listed = std::uint64_t{originals} * released <= kMostCoverBits;
    for (Code shown = 0; shown < released; ++shown) {
        Covered& covered = out[shown];
        if (!is_listed) {
            covered.codes = {.least = 0,
                             .greatest = std::numeric_limits<Code>::max(),
                             .folded = std::numeric_limits<std::uint64_t>::max()};
            continue;
        }
        covered.bits.resize((originals + kFold - 1) / kFold);
        covered.codes.least = std::numeric_limits<Code>::max();
        for (Code code = 0; code < originals; ++code) {
            if (column.covers(shown, code)) {
                covered.bits[code / kFold] |= folded_bit(code);
                covered.codes.folded |= folded_bit(code);
                covered.codes.least = std::min(covered.codes.least, code);
                covered.codes.greatest = code;
            }
        }
    }
    return out;
}

// Depth: log2 of the types, as they are halved.
// NOLINTNEXTLINE(misc-no-recursion)
std::uint32_t CoverTree::build(std::uint32_t begin, std::uint32_t end) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.begin = begin, .end = end});
    std::size_t widest = 0;
    int most = -1;
    for (std::size_t j = 0; j < places_.size(); ++j) {
        const CodeVector& column = types_.columns[places_[j]];
        Codes codes{.least = column[order_[begin]], .greatest = 0};
        for (std::uint32_t at = begin; at < end; ++at) {
            const Code code = column[order_[at]];
            codes.least = std::min(codes.least, code);
            codes.greatest = std::max(codes.greatest, code);
            codes.folded |= folded_bit(code);
        }
        codes_.push_back(codes);
        const int spread = std::popcount(codes.folded);
        if (spread > most) {
            most = spread;
            widest = j;
        }
    }
    if (end - begin <= kLeafTypes || most <= 1) {
        return number;
    }
    const CodeVector& column = types_.columns[places_[widest]];
    const std::uint32_t middle = begin + (end - begin) / 2;
    const auto at = [this](std::uint32_t place) {
        return order_.begin() + static_cast<std::ptrdiff_t>(place);
    };
    std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(column[a], a) < std::pair(column[b], b);
    });
    static_cast<void>(build(begin, middle));
    const std::uint32_t other = build(middle, end);
    nodes_[number].other = other;
    return number;
}

void CoverTree::find(std::size_t released_class, std::vector<std::uint32_t>& out) const {
    std::vector<Code> released;
    for (std::size_t j = 0; j < places_.size(); ++j) {
        released.push_back(evidence_.classes->codes(j)[released_class]);
    }
    std::vector<std::uint32_t> open{0};
    const std::size_t first = out.size();
    while (!open.empty() && !nodes_.empty()) {
        const std::uint32_t number = open.back();
        open.pop_back();
        if (!may_cover(number, released)) {
            continue;
        }
        const Node& node = nodes_[number];
        if (node.other != 0) {
            open.push_back(node.other);
            open.push_back(number + 1);
            continue;
        }
        for (std::uint32_t at = node.begin; at < node.end; ++at) {
            if (covers(order_[at], released)) {
                out.push_back(order_[at]);
            }
        }
    }
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
}

bool CoverTree::may_cover(std::uint32_t node, std::span<const Code> released) const {
    for (std::size_t j = 0; j < released.size(); ++j) {
        const Codes& here = codes_[node * released.size() + j];
        const Codes& covered = covered_[j][released[j]].codes;
        if ((here.folded & covered.folded) == 0 || here.least > covered.greatest ||
            covered.least > here.greatest) {
            return false;
        }
    }
    return true;
}

bool CoverTree::covers(std::uint32_t type, std::span<const Code> released) const {
    for (std::size_t j = 0; j < released.size(); ++j) {
        const Code code = types_.columns[places_[j]][type];
        const Covered& covered = covered_[j][released[j]];
        const bool is_covered = covered.bits.empty()
                                    ? evidence_.recoded[j].covers(released[j], code)
                                    : (covered.bits[code / kFold] & folded_bit(code)) != 0;
        if (!is_covered) {
            return false;
        }
    }
    return true;
}

}  // namespace kanon::auditing
