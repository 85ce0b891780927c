// SPDX-License-Identifier: Apache-2.0
#include "kanon/table/code_blocks.hpp"

#include <algorithm>
#include <type_traits>

namespace kanon {
namespace {

constexpr std::size_t kBlockRows = std::size_t{1} << 16U;

/// The same codes with room for codes below `limit`.
CodeVector widened(const CodeVector& narrow, std::size_t limit) {
    CodeVector wide(narrow.size(), limit);
    narrow.visit([&](const auto from) {
        wide.visit_mutable([&](const auto to) {
            using Wide = std::remove_cvref_t<decltype(to[0])>;
            std::ranges::transform(from, to.begin(), [](auto c) { return static_cast<Wide>(c); });
        });
    });
    return wide;
}

}  // namespace

void CodeBlocks::append(std::span<const Code> codes, std::size_t limit) {
    while (!codes.empty()) {
        const std::size_t place = size_ % kBlockRows;
        if (place == 0) {
            blocks_.emplace_back(kBlockRows, limit);
        } else if (blocks_.back().width() < CodeVector(0, limit).width()) {
            blocks_.back() = widened(blocks_.back(), limit);
        }
        const std::size_t count = std::min(codes.size(), kBlockRows - place);
        blocks_.back().visit_mutable([&](const auto block) {
            using Narrow = std::remove_cvref_t<decltype(block[0])>;
            for (std::size_t index = 0; index < count; ++index) {
                block[place + index] = static_cast<Narrow>(codes[index]);
            }
        });
        size_ += count;
        codes = codes.subspan(count);
    }
}

Code CodeBlocks::operator[](std::size_t row) const {
    return blocks_[row / kBlockRows][row % kBlockRows];
}

void CodeBlocks::copy(std::size_t first,
                      std::size_t count,
                      std::span<const Code> map,
                      CodeVector& out,
                      std::size_t at) const {
    out.visit_mutable([&](const auto to) {
        using Final = std::remove_cvref_t<decltype(to[0])>;
        while (count > 0) {
            const std::size_t place = first % kBlockRows;
            const std::size_t part = std::min(count, kBlockRows - place);
            blocks_[first / kBlockRows].visit([&](const auto block) {
                for (std::size_t index = 0; index < part; ++index) {
                    to[at + index] = static_cast<Final>(map[block[place + index]]);
                }
            });
            first += part;
            at += part;
            count -= part;
        }
    });
}

void CodeBlocks::clear() {
    blocks_.clear();
    size_ = 0;
}

CodeVector CodeBlocks::finish(std::span<const Code> map, std::size_t limit) {
    CodeVector out(size_, limit);
    for (std::size_t start = 0; start < size_; start += kBlockRows) {
        copy(start, std::min(kBlockRows, size_ - start), map, out, start);
        blocks_[start / kBlockRows] = CodeVector();
    }
    clear();
    return out;
}

}  // namespace kanon
