// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/check.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

namespace kanon {

/// The place of a value in a column's dictionary.
using Code = std::uint32_t;

/// A column of codes, each held in 1, 2 or 4 bytes: the least that holds every code below `limit`.
class CodeVector {
public:
    CodeVector() = default;

    /// `size` zeros, wide enough for codes in [0, limit).
    CodeVector(std::size_t size, std::size_t limit) {
        if (limit <= 0x100) {
            codes_ = std::vector<std::uint8_t>(size);
        } else if (limit <= 0x10000) {
            codes_ = std::vector<std::uint16_t>(size);
        } else {
            codes_ = std::vector<std::uint32_t>(size);
        }
    }

    /// Call `use` with a std::span<const uint8_t | uint16_t | uint32_t> over all codes.
    template <class Use>
    decltype(auto) visit(Use&& use) const {
        return std::visit([&](const auto& codes) { return use(std::span(codes)); }, codes_);
    }

    /// As visit(), with a writable span.
    template <class Use>
    decltype(auto) visit_mutable(Use&& use) {
        return std::visit([&](auto& codes) { return use(std::span(codes)); }, codes_);
    }

    [[nodiscard]] std::size_t size() const {
        return visit([](const auto codes) { return codes.size(); });
    }

    /// Bytes per code: 1, 2 or 4.
    [[nodiscard]] std::size_t width() const {
        return visit([](const auto codes) { return sizeof(codes[0]); });
    }

    /// One code; in loops over many rows use visit(), which decides the width once.
    [[nodiscard]] Code operator[](std::size_t row) const {
        return visit([row](const auto codes) { return static_cast<Code>(codes[row]); });
    }

    /// Write one code; it must be below the limit given at construction.
    void set(std::size_t row, Code code) {
        visit_mutable([row, code](const auto codes) {
            codes[row] = static_cast<std::remove_cvref_t<decltype(codes[0])>>(code);
        });
    }

    /// All codes as `map` renames them, each below `limit`. Cost O(size).
    [[nodiscard]] CodeVector mapped(std::span<const Code> map, std::size_t limit) const {
        CodeVector out(size(), limit);
        visit([&](const auto from) {
            out.visit_mutable([&](const auto to) {
                for (std::size_t row = 0; row < from.size(); ++row) {
                    to[row] = static_cast<std::remove_cvref_t<decltype(to[0])>>(map[from[row]]);
                }
            });
        });
        return out;
    }

private:
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>>
        codes_;
};

}  // namespace kanon
