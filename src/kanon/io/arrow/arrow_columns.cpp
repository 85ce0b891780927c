// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/arrow/arrow_columns.hpp"

#include "kanon/base/parallel.hpp"
#include "kanon/io/writing/kept_numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace kanon::io {
namespace {

void release_array(ArrowArray* array) {
    const std::unique_ptr<ArrowMemory> memory(static_cast<ArrowMemory*>(array->private_data));
    array->release = nullptr;
}

/// Keep a vector with the memory; where it lies.
template <class Value>
const void* keep(ArrowMemory& memory, std::vector<Value> values) {
    auto kept = std::make_shared<const std::vector<Value>>(std::move(values));
    const void* place = kept->data();
    memory.kept.push_back(std::move(kept));
    return place;
}

/// Bits of the rows that are not null, and how many are.
struct Nulls {
    std::vector<std::uint8_t> valid;
    std::size_t count = 0;
};

/// Per code whether it is null; bytes, which threads can set side by side.
using NullCodes = std::vector<std::uint8_t>;

Nulls find_nulls(const CodeVector& codes, const NullCodes& is_null) {
    Nulls out;
    if (std::ranges::find(is_null, 1) == is_null.end()) {
        return out;
    }
    out.valid.resize((codes.size() + 7) / 8);
    codes.visit([&](const auto part) {
        for (std::size_t row = 0; row < part.size(); ++row) {
            if (is_null[part[row]] != 0) {
                ++out.count;
            } else {
                out.valid[row / 8] =
                    static_cast<std::uint8_t>(out.valid[row / 8] | (1U << (row % 8)));
            }
        }
    });
    return out;
}

/// An array of rows: the nulls, and the buffer of values.
ArrowArray array_of_rows(std::unique_ptr<ArrowMemory> memory,
                         Nulls nulls,
                         std::size_t rows,
                         const void* values) {
    const void* valid = nulls.count > 0 ? keep(*memory, std::move(nulls.valid)) : nullptr;
    memory->buffers = {valid, values};
    return make_arrow_array(std::move(memory), rows, nulls.count);
}

std::vector<bool> codes_that_occur(const Column& column) {
    std::vector<bool> occurs(column.dictionary->size());
    column.codes.visit([&](const auto codes) {
        for (const auto code : codes) {
            occurs[code] = true;
        }
    });
    return occurs;
}

/// The texts of a dictionary that occur, as an array of texts.
template <class Offset>
ArrowArray array_of_words(const Dictionary& dictionary, const std::vector<bool>& occurs) {
    auto memory = std::make_unique<ArrowMemory>();
    std::string characters;
    std::vector<Offset> offsets{0};
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        if (occurs[code]) {
            characters += dictionary.text(code);
            offsets.push_back(static_cast<Offset>(characters.size()));
        }
    }
    const std::size_t words = offsets.size() - 1;
    auto kept = std::make_shared<const std::string>(std::move(characters));
    memory->buffers = {nullptr, keep(*memory, std::move(offsets)), kept->data()};
    memory->kept.push_back(std::move(kept));
    return make_arrow_array(std::move(memory), words, 0);
}

std::size_t character_count(const Dictionary& dictionary) {
    std::size_t out = 0;
    for (Code code = 0; code < dictionary.value_count(); ++code) {
        out += dictionary.text(code).size();
    }
    return out;
}

/// The codes of a column without the places of values that do not occur.
CodeVector dense_codes(const Column& column, const std::vector<bool>& occurs) {
    std::vector<Code> dense(occurs.size());
    std::exclusive_scan(occurs.begin(), occurs.end(), dense.begin(), Code{0});
    CodeVector out(column.codes.size(), column.dictionary->size());
    column.codes.visit([&](const auto from) {
        out.visit_mutable([&](const auto to) {
            using Narrow = std::remove_cvref_t<decltype(to[0])>;
            std::ranges::transform(
                from, to.begin(), [&](auto code) { return static_cast<Narrow>(dense[code]); });
        });
    });
    return out;
}

/// Texts behind a dictionary.
ArrowColumn coded_column(const std::shared_ptr<const Column>& column) {
    const Dictionary& dictionary = *column->dictionary;
    const std::vector<bool> occurs = codes_that_occur(*column);
    NullCodes is_null(dictionary.size());
    if (dictionary.missing()) {
        is_null[*dictionary.missing()] = 1;
    }
    auto memory = std::make_unique<ArrowMemory>();
    const bool all = std::ranges::find(occurs, false) == occurs.end();
    // Shared with the column, or made here: owned either way.
    const auto codes = all ? std::shared_ptr<const CodeVector>(column, &column->codes)
                           : std::make_shared<const CodeVector>(dense_codes(*column, occurs));
    memory->kept.push_back(codes);
    const bool is_long = character_count(dictionary) >
                         static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    memory->dictionary = is_long ? array_of_words<std::int64_t>(dictionary, occurs)
                                 : array_of_words<std::int32_t>(dictionary, occurs);
    const void* values =
        codes->visit([](const auto part) { return static_cast<const void*>(part.data()); });
    const std::size_t width = codes->width();
    return {
        .format = width == 1 ? "C" : (width == 2 ? "S" : "I"),
        .dictionary_format = is_long ? "U" : "u",
        .array = array_of_rows(
            std::move(memory), find_nulls(column->codes, is_null), column->codes.size(), values)};
}

template <class Number>
std::optional<Number> parse_whole_text(std::string_view text) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, value);
    return fault == std::errc{} && stop == end ? std::optional<Number>(value) : std::nullopt;
}

std::optional<std::int32_t> parse_day(std::string_view text) {
    const std::optional<double> day = parse_number(text, ValueType::date);
    return day ? std::optional<std::int32_t>(static_cast<std::int32_t>(*day)) : std::nullopt;
}

std::optional<std::uint8_t> parse_boolean(std::string_view text) {
    return text == "true"    ? std::optional<std::uint8_t>(1)
           : text == "false" ? std::optional<std::uint8_t>(0)
                             : std::nullopt;
}

/// The value of each code, and which codes are null.
template <class Value>
struct ValuesOfCodes {
    std::vector<Value> values;
    NullCodes is_null;
};

constexpr std::size_t kCodesAtOnce = 16384;
constexpr std::size_t kRowsAtOnce = 65536;

template <class Value>
ValuesOfCodes<Value> parse_all(const Dictionary& dictionary,
                               std::optional<Value> (*parse)(std::string_view),
                               unsigned threads) {
    ValuesOfCodes<Value> out;
    out.is_null.resize(dictionary.size());
    out.values.resize(dictionary.size());
    parallel_for(dictionary.size(), kCodesAtOnce, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t place = begin; place < end; ++place) {
            const auto code = static_cast<Code>(place);
            const std::optional<Value> value =
                dictionary.is_missing(code) ? std::nullopt : parse(dictionary.text(code));
            out.is_null[place] = value ? 0 : 1;
            out.values[place] = value.value_or(Value{});
        }
    });
    return out;
}

template <class Value>
ArrowColumn typed_column(const Column& column,
                         const std::string& format,
                         std::optional<Value> (*parse)(std::string_view),
                         unsigned threads) {
    const ValuesOfCodes<Value> parsed = parse_all(*column.dictionary, parse, threads);
    std::vector<Value> values(column.codes.size());
    column.codes.visit([&](const auto codes) {
        parallel_for(codes.size(), kRowsAtOnce, threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                values[row] = parsed.values[codes[row]];
            }
        });
    });
    auto memory = std::make_unique<ArrowMemory>();
    const void* place = keep(*memory, std::move(values));
    return {.format = format,
            .dictionary_format = "",
            .array = array_of_rows(std::move(memory),
                                   find_nulls(column.codes, parsed.is_null),
                                   column.codes.size(),
                                   place)};
}

ArrowColumn boolean_column(const Column& column, unsigned threads) {
    const ValuesOfCodes<std::uint8_t> parsed =
        parse_all<std::uint8_t>(*column.dictionary, parse_boolean, threads);
    std::vector<std::uint8_t> bits((column.codes.size() + 7) / 8);
    column.codes.visit([&](const auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) {
            if (parsed.values[codes[row]] != 0) {
                bits[row / 8] = static_cast<std::uint8_t>(bits[row / 8] | (1U << (row % 8)));
            }
        }
    });
    auto memory = std::make_unique<ArrowMemory>();
    const void* place = keep(*memory, std::move(bits));
    return {.format = "b",
            .dictionary_format = "",
            .array = array_of_rows(std::move(memory),
                                   find_nulls(column.codes, parsed.is_null),
                                   column.codes.size(),
                                   place)};
}

template <class Number>
ArrowColumn number_column(const Column& column, const char* format, unsigned threads) {
    return typed_column<Number>(column, format, parse_whole_text<Number>, threads);
}

ArrowColumn date_column(const Column& column, unsigned threads) {
    return typed_column<std::int32_t>(column, "tdD", parse_day, threads);
}

/// The maker of columns of each typed storage type.
struct TypedMaker {
    std::string_view storage_type;
    ArrowColumn (*make)(const Column&, unsigned);
};

constexpr std::array<TypedMaker, 12> kTypedMakers{{
    {"TINYINT", [](const Column& c, unsigned t) { return number_column<std::int8_t>(c, "c", t); }},
    {"SMALLINT",
     [](const Column& c, unsigned t) { return number_column<std::int16_t>(c, "s", t); }},
    {"INTEGER", [](const Column& c, unsigned t) { return number_column<std::int32_t>(c, "i", t); }},
    {"BIGINT", [](const Column& c, unsigned t) { return number_column<std::int64_t>(c, "l", t); }},
    {"UTINYINT",
     [](const Column& c, unsigned t) { return number_column<std::uint8_t>(c, "C", t); }},
    {"USMALLINT",
     [](const Column& c, unsigned t) { return number_column<std::uint16_t>(c, "S", t); }},
    {"UINTEGER",
     [](const Column& c, unsigned t) { return number_column<std::uint32_t>(c, "I", t); }},
    {"UBIGINT",
     [](const Column& c, unsigned t) { return number_column<std::uint64_t>(c, "L", t); }},
    {"FLOAT", [](const Column& c, unsigned t) { return number_column<float>(c, "f", t); }},
    {"DOUBLE", [](const Column& c, unsigned t) { return number_column<double>(c, "g", t); }},
    {"DATE", date_column},
    {"BOOLEAN", boolean_column},
}};

}  // namespace

ArrowMemory::~ArrowMemory() {
    for (ArrowArray& child : children) {
        if (child.release != nullptr) {
            child.release(&child);
        }
    }
    if (dictionary.release != nullptr) {
        dictionary.release(&dictionary);
    }
}

ArrowArray make_arrow_array(std::unique_ptr<ArrowMemory> memory,
                            std::size_t length,
                            std::size_t null_count) {
    for (ArrowArray& child : memory->children) {
        memory->child_pointers.push_back(&child);
    }
    ArrowArray out{};
    out.length = static_cast<std::int64_t>(length);
    out.null_count = static_cast<std::int64_t>(null_count);
    out.n_buffers = static_cast<std::int64_t>(memory->buffers.size());
    out.buffers = memory->buffers.data();
    out.n_children = static_cast<std::int64_t>(memory->children.size());
    out.children = memory->child_pointers.data();
    out.dictionary = memory->dictionary.release != nullptr ? &memory->dictionary : nullptr;
    out.release = release_array;
    out.private_data = memory.release();
    return out;
}

ArrowColumn make_arrow_column(const std::shared_ptr<const Column>& column, unsigned threads) {
    const auto* maker = std::ranges::find(
        kTypedMakers, column->storage_type, [](const auto& one) { return one.storage_type; });
    return maker == std::end(kTypedMakers) || !keeps_numbers(*column, threads)
               ? coded_column(column)
               : maker->make(*column, threads);
}

}  // namespace kanon::io
