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

CodeVector CodeBlocks::finish(std::span<const Code> map, std::size_t limit) {
    CodeVector out(size_, limit);
    out.visit_mutable([&](const auto to) {
        using Final = std::remove_cvref_t<decltype(to[0])>;
        for (std::size_t index = 0; index < blocks_.size(); ++index) {
            const std::size_t start = index * kBlockRows;
            const std::size_t count = std::min(kBlockRows, size_ - start);
            blocks_[index].visit([&](const auto block) {
                for (std::size_t row = 0; row < count; ++row) {
                    to[start + row] = static_cast<Final>(map[block[row]]);
                }
            });
            blocks_[index] = CodeVector();
        }
    });
    blocks_.clear();
    size_ = 0;
    return out;
}

}  // namespace kanon
