// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/arrow/arrow_blank_rows.hpp"

#include "kanon/io/arrow/arrow_values.hpp"

#include <numeric>
#include <string_view>

namespace kanon::io {
namespace {

/// True if a value is null, by the bits that any array but a union or one of runs has.
bool is_null_at(const ArrowArray& array, std::size_t row) {
    const bool tells = array.null_count != 0 && array.n_buffers > 0 && array.buffers != nullptr;
    const auto* bits = tells ? static_cast<const std::uint8_t*>(array.buffers[0]) : nullptr;
    const std::size_t at = row + static_cast<std::size_t>(array.offset);
    return bits != nullptr && ((bits[at / 8] >> (at % 8)) & 1U) == 0;
}

}  // namespace

ArrowBlankRows::ArrowBlankRows(const ArrowSchema& schema) {
    for (std::int64_t place = 0; place < schema.n_children; ++place) {
        children_.push_back(child_of(*schema.children[place]));
    }
}

ArrowBlankRows::Child ArrowBlankRows::child_of(const ArrowSchema& schema) {
    const std::string_view format = schema.format == nullptr ? "" : schema.format;
    Child out{.type = parse_arrow_type(format),
              .words = {},
              .has_words = schema.dictionary != nullptr,
              .tells_nulls = !format.starts_with("+u") && !format.starts_with("+r")};
    if (out.has_words && schema.dictionary->format != nullptr) {
        out.words = parse_arrow_type(schema.dictionary->format);
    }
    return out;
}

void ArrowBlankRows::keep_blank(const Child& child,
                                const ArrowArray& array,
                                std::vector<std::size_t>& rows) {
    const bool are_cells = child.type.has_value() && (!child.has_words || child.words.has_value());
    if (!are_cells) {
        std::erase_if(
            rows, [&](std::size_t row) { return !child.tells_nulls || !is_null_at(array, row); });
        return;
    }
    const ArrowValues values(array, *child.type);
    if (!child.has_words) {
        std::erase_if(rows, [&](std::size_t row) { return !values.is_blank(row); });
        return;
    }
    std::optional<ArrowValues> words;
    if (array.dictionary != nullptr) {
        words.emplace(*array.dictionary, *child.words);
    }
    std::erase_if(rows, [&](std::size_t row) {
        const bool is_there = !values.is_missing(row) && words.has_value();
        const std::size_t place = is_there ? values.place(row) : 0;
        const bool is_word = is_there && place < words->size();
        return !values.is_missing(row) && !(is_word && words->is_blank(place));
    });
}

void ArrowBlankRows::find(const ArrowArray& batch,
                          std::size_t begin,
                          std::size_t count,
                          std::size_t first,
                          std::vector<std::uint32_t>& blank) const {
    std::vector<std::size_t> rows(count);
    std::iota(rows.begin(), rows.end(), begin);
    for (std::size_t place = 0; place < children_.size() && !rows.empty(); ++place) {
        const ArrowArray* array = batch.children[place];
        if (array == nullptr || array->length < 0 ||
            static_cast<std::size_t>(array->length) < begin + count) {
            throw ArrowFault("has a column of fewer rows than its batch");
        }
        keep_blank(children_[place], *array, rows);
    }
    for (const std::size_t row : rows) {
        blank.push_back(static_cast<std::uint32_t>(first + row - begin));
    }
}

}  // namespace kanon::io
