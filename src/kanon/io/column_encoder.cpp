// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/column_encoder.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

namespace kanon::io {
namespace {

constexpr std::size_t kBlockRows = std::size_t{1} << 16U;
constexpr unsigned kFirstRecentBits = 8;
constexpr unsigned kMostRecentBits = 16;
constexpr std::uint32_t kInlined = 12;

std::size_t width_for(std::size_t limit) {
    return limit <= 0x100 ? 1 : (limit <= 0x10000 ? 2 : 4);
}

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

ColumnEncoder::ColumnEncoder(const std::vector<std::string>& missing_marks)
    : missing_marks_(missing_marks),
      recent_(std::size_t{1} << kFirstRecentBits),
      recent_bits_(kFirstRecentBits) {}

bool ColumnEncoder::is_mark(std::string_view text) const {
    return std::ranges::any_of(missing_marks_,
                               [text](const std::string& mark) { return mark == text; });
}

bool ColumnEncoder::is_missing(duckdb_vector column, std::size_t row) const {
    std::uint64_t* valid = duckdb_vector_get_validity(column);
    const auto* cells = static_cast<const duckdb_string_t*>(duckdb_vector_get_data(column));
    return (valid != nullptr && !duckdb_validity_row_is_valid(valid, row)) ||
           is_mark(text_of(cells[row]));
}

Code ColumnEncoder::code_of_text(std::string_view text) {
    if (is_mark(text)) {
        return builder_.add_missing();
    }
    const std::size_t known = builder_.size();
    const Code code = builder_.add(text);
    if (builder_.size() > known && text.find('\0') != std::string_view::npos) {
        nul_codes_.push_back(code);
    }
    return code;
}

Code ColumnEncoder::code_of(const duckdb_string_t& cell) {
    if (cell.value.inlined.length > kInlined) {
        return code_of_text(text_of(cell));
    }
    std::array<std::uint64_t, 2> words{};
    static_assert(sizeof(words) == sizeof(cell));
    std::memcpy(words.data(), &cell, sizeof(words));
    const std::uint64_t mixed =
        (words[0] ^ (words[1] * 0xFF51AFD7ED558CCDULL)) * 0x9E3779B97F4A7C15ULL;
    Recent& recent = recent_[mixed >> (64U - recent_bits_)];
    if (recent.low == words[0] && recent.high == words[1]) {
        return recent.code;
    }
    const Code code = code_of_text(text_of(cell));
    recent = {.low = words[0], .high = words[1], .code = code};
    if (builder_.size() * 2 > recent_.size() && recent_bits_ < kMostRecentBits) {
        recent_bits_ += 2;
        recent_.assign(std::size_t{1} << recent_bits_, Recent{});
    }
    return code;
}

void ColumnEncoder::append(duckdb_vector column, std::span<const std::uint32_t> rows) {
    std::uint64_t* valid = duckdb_vector_get_validity(column);
    const auto* cells = static_cast<const duckdb_string_t*>(duckdb_vector_get_data(column));
    buffer_.clear();
    for (const std::uint32_t row : rows) {
        const bool null = valid != nullptr && ((valid[row >> 6U] >> (row & 63U)) & 1U) == 0;
        buffer_.push_back(null ? builder_.add_missing() : code_of(cells[row]));
    }
    find_nul_bytes();
    store(buffer_);
}

void ColumnEncoder::find_nul_bytes() {
    nul_places_.clear();
    for (std::size_t place = 0; !nul_codes_.empty() && place < buffer_.size(); ++place) {
        if (std::ranges::binary_search(nul_codes_, buffer_[place])) {
            nul_places_.push_back(place);
        }
    }
}

void ColumnEncoder::store(std::span<const Code> codes) {
    while (!codes.empty()) {
        const std::size_t place = rows_ % kBlockRows;
        if (place == 0) {
            blocks_.emplace_back(kBlockRows, builder_.size());
        } else if (blocks_.back().width() < width_for(builder_.size())) {
            blocks_.back() = widened(blocks_.back(), builder_.size());
        }
        const std::size_t count = std::min(codes.size(), kBlockRows - place);
        blocks_.back().visit_mutable([&](const auto block) {
            using Narrow = std::remove_cvref_t<decltype(block[0])>;
            for (std::size_t index = 0; index < count; ++index) {
                block[place + index] = static_cast<Narrow>(codes[index]);
            }
        });
        rows_ += count;
        codes = codes.subspan(count);
    }
}

std::string_view ColumnEncoder::text(std::size_t row) const {
    return builder_.text(blocks_[row / kBlockRows][row % kBlockRows]);
}

void ColumnEncoder::copy_codes(std::size_t first,
                               std::size_t count,
                               std::span<const Code> code_of_provisional,
                               CodeVector& out,
                               std::size_t at) const {
    out.visit_mutable([&](const auto to) {
        using Final = std::remove_cvref_t<decltype(to[0])>;
        while (count > 0) {
            const std::size_t place = first % kBlockRows;
            const std::size_t part = std::min(count, kBlockRows - place);
            blocks_[first / kBlockRows].visit([&](const auto block) {
                for (std::size_t index = 0; index < part; ++index) {
                    to[at + index] = static_cast<Final>(code_of_provisional[block[place + index]]);
                }
            });
            first += part;
            at += part;
            count -= part;
        }
    });
}

DictionaryBuilder ColumnEncoder::take_dictionary() {
    recent_ = {};
    return std::exchange(builder_, {});
}

}  // namespace kanon::io
