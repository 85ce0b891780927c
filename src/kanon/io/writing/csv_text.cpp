// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/csv_text.hpp"

#include "kanon/base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace kanon::io {
namespace {

/// Rows whose codes are looked up together, column by column.
constexpr std::size_t kStripRows = 256;

/// Room for a text that grows from its end, without a look at every byte.
class Buffer {
public:
    explicit Buffer(std::size_t size) : bytes_(size, '\0') {}

    /// Where to write up to `most` bytes.
    char* room(std::size_t most) {
        if (bytes_.size() - used_ < most) {
            bytes_.resize(std::max(bytes_.size() * 2, used_ + most));
        }
        return bytes_.data() + used_;
    }

    void used_to(const char* end) { used_ = static_cast<std::size_t>(end - bytes_.data()); }

    std::string take() {
        bytes_.resize(used_);
        return std::move(bytes_);
    }

private:
    std::string bytes_;
    std::size_t used_ = 0;
};

/// The most bytes that a value takes: all its bytes doubled, two quotes and what follows the cell.
std::size_t most_bytes(std::string_view text) {
    return 2 * text.size() + 3;
}

}  // namespace

CsvText::CsvText(const Table& table, char delimiter, unsigned threads)
    : table_(table), delimiter_(delimiter), styles_(table.column_count()) {
    parallel_for(table.column_count(), 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t j = begin; j < end; ++j) {
            styles_[j] = styles_of(*table.column(j).dictionary);
        }
    });
}

CsvText::Style CsvText::style_of(std::string_view text) const {
    const std::array<char, 5> special{'"', '\n', '\r', '#', delimiter_};
    const bool is_plain = text.find_first_of(std::string_view(special.data(), special.size())) ==
                          std::string_view::npos;
    if (is_plain) {
        return Style::plain;
    }
    return text.find('"') == std::string_view::npos ? Style::quoted : Style::doubled;
}

std::vector<CsvText::Style> CsvText::styles_of(const Dictionary& dictionary) const {
    std::vector<Style> out(dictionary.size());
    for (Code code = 0; code < dictionary.size(); ++code) {
        out[code] = dictionary.is_missing(code) ? Style::missing : style_of(dictionary.text(code));
    }
    return out;
}

char* CsvText::put(char* at, std::string_view text, Style style) {
    switch (style) {
        case Style::missing:
            return at;
        case Style::plain:
            std::memcpy(at, text.data(), text.size());
            return at + text.size();
        case Style::quoted:
            *at++ = '"';
            std::memcpy(at, text.data(), text.size());
            at += text.size();
            *at++ = '"';
            return at;
        case Style::doubled:
            *at++ = '"';
            for (const char c : text) {
                *at++ = c;
                if (c == '"') {
                    *at++ = c;
                }
            }
            *at++ = '"';
            return at;
    }
    return at;
}

std::string CsvText::head() const {
    Buffer out(0);
    for (std::size_t j = 0; j < table_.column_count(); ++j) {
        const std::string_view name = table_.column(j).name;
        char* at = put(out.room(most_bytes(name)), name, style_of(name));
        *at++ = j + 1 < table_.column_count() ? delimiter_ : '\n';
        out.used_to(at);
    }
    return out.take();
}

std::string CsvText::rows(std::size_t first, std::size_t last) const {
    constexpr std::size_t kUsualCell = 16;
    const std::size_t columns = table_.column_count();
    Buffer out((last - first) * columns * kUsualCell);
    std::vector<Code> strip(columns * kStripRows);
    for (; first < last; first += kStripRows) {
        const std::size_t count = std::min(kStripRows, last - first);
        for (std::size_t j = 0; j < columns; ++j) {
            table_.column(j).codes.visit([&](const auto codes) {
                std::ranges::copy(codes.subspan(first, count), strip.data() + j * kStripRows);
            });
        }
        for (std::size_t row = 0; row < count; ++row) {
            for (std::size_t j = 0; j < columns; ++j) {
                const Code code = strip[j * kStripRows + row];
                const std::string_view text = table_.column(j).dictionary->text(code);
                char* at = put(out.room(most_bytes(text)), text, styles_[j][code]);
                *at++ = j + 1 < columns ? delimiter_ : '\n';
                out.used_to(at);
            }
        }
    }
    return out.take();
}

}  // namespace kanon::io
