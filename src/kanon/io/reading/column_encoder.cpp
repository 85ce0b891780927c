// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/column_encoder.hpp"

#include "kanon/base/text/ascii.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace kanon::io {
namespace {

constexpr unsigned kFirstRecentBits = 8;
constexpr unsigned kMostRecentBits = 16;

bool is_null(duckdb_vector column, std::size_t row) {
    std::uint64_t* valid = duckdb_vector_get_validity(column);
    return valid != nullptr && !duckdb_validity_row_is_valid(valid, row);
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
    const auto* cells = static_cast<const duckdb_string_t*>(duckdb_vector_get_data(column));
    return is_null(column, row) || text_of(cells[row]).empty() || is_mark(text_of(cells[row]));
}

bool ColumnEncoder::is_blank_cell(duckdb_vector column, std::size_t row) {
    const auto* cells = static_cast<const duckdb_string_t*>(duckdb_vector_get_data(column));
    return is_null(column, row) || is_blank(text_of(cells[row]));
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
    if (cell.value.inlined.length > kInlinedBytes) {
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
    codes_.append(buffer_, builder_.size());
}

void ColumnEncoder::find_nul_bytes() {
    nul_places_.clear();
    for (std::size_t place = 0; !nul_codes_.empty() && place < buffer_.size(); ++place) {
        if (std::ranges::binary_search(nul_codes_, buffer_[place])) {
            nul_places_.push_back(place);
        }
    }
}

DictionaryBuilder ColumnEncoder::take_dictionary() {
    recent_ = {};
    return std::exchange(builder_, {});
}

}  // namespace kanon::io
