// SPDX-License-Identifier: Apache-2.0
#include "released.h"

#include <cpp11/doubles.hpp>
#include <cpp11/integers.hpp>
#include <cpp11/logicals.hpp>
#include <cpp11/named_arg.hpp>
#include <cpp11/protect.hpp>
#include <cpp11/strings.hpp>

#include <cstring>
#include <limits>
#include <string>

namespace kanon_r {
namespace {

using namespace cpp11::literals;

// A struct of Arrow's, released in the end.
template <class Struct>
struct Owned {
    Struct held{};

    Owned() = default;
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;

    ~Owned() {
        if (held.release != nullptr) {
            held.release(&held);
        }
    }
};

bool is_valid(const ArrowArray& array, std::int64_t row) {
    const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[0]);
    const std::int64_t place = row + array.offset;
    return bits == nullptr || ((bits[place / 8] >> (place % 8)) & 1U) != 0;
}

template <class Cell>
const Cell* cells_of(const ArrowArray& array) {
    return static_cast<const Cell*>(array.buffers[1]) + array.offset;
}

// Whole numbers that R's integers hold, or days, or codes.
template <class Cell>
SEXP integers_of(const ArrowArray& array, int added) {
    const SEXP out = PROTECT(cpp11::safe[Rf_allocVector](INTSXP, array.length));
    int* const to = INTEGER(out);
    const Cell* const cells = cells_of<Cell>(array);
    for (std::int64_t row = 0; row < array.length; ++row) {
        to[row] = is_valid(array, row) ? static_cast<int>(cells[row]) + added : NA_INTEGER;
    }
    UNPROTECT(1);
    return out;
}

template <class Cell>
SEXP doubles_of(const ArrowArray& array) {
    const SEXP out = PROTECT(cpp11::safe[Rf_allocVector](REALSXP, array.length));
    double* const to = REAL(out);
    const Cell* const cells = cells_of<Cell>(array);
    for (std::int64_t row = 0; row < array.length; ++row) {
        to[row] = is_valid(array, row) ? static_cast<double>(cells[row]) : NA_REAL;
    }
    UNPROTECT(1);
    return out;
}

// As bit64 has them: 64 bits in the place of a double.
SEXP integer64_of(const ArrowArray& array) {
    const SEXP out = PROTECT(cpp11::safe[Rf_allocVector](REALSXP, array.length));
    double* const to = REAL(out);
    const std::int64_t* const cells = cells_of<std::int64_t>(array);
    for (std::int64_t row = 0; row < array.length; ++row) {
        const std::int64_t cell =
            is_valid(array, row) ? cells[row] : std::numeric_limits<std::int64_t>::min();
        std::memcpy(to + row, &cell, sizeof cell);
    }
    UNPROTECT(1);
    return out;
}

SEXP logicals_of(const ArrowArray& array) {
    const SEXP out = PROTECT(cpp11::safe[Rf_allocVector](LGLSXP, array.length));
    int* const to = LOGICAL(out);
    const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[1]);
    for (std::int64_t row = 0; row < array.length; ++row) {
        const std::int64_t place = row + array.offset;
        to[row] = is_valid(array, row) ? (bits[place / 8] >> (place % 8)) & 1U : NA_LOGICAL;
    }
    UNPROTECT(1);
    return out;
}

SEXP cells_of(const ArrowArray& array, const std::string& format) {
    if (format == "c")
        return integers_of<std::int8_t>(array, 0);
    if (format == "C")
        return integers_of<std::uint8_t>(array, 0);
    if (format == "s")
        return integers_of<std::int16_t>(array, 0);
    if (format == "S")
        return integers_of<std::uint16_t>(array, 0);
    if (format == "i" || format == "tdD")
        return integers_of<std::int32_t>(array, 0);
    if (format == "I")
        return doubles_of<std::uint32_t>(array);
    if (format == "L")
        return doubles_of<std::uint64_t>(array);
    if (format == "l")
        return integer64_of(array);
    if (format == "f")
        return doubles_of<float>(array);
    if (format == "g")
        return doubles_of<double>(array);
    if (format == "b")
        return logicals_of(array);
    cpp11::stop("a released column has the type '%s', which this package does not know",
                format.c_str());
}

template <class Offset>
SEXP texts_of(const ArrowArray& array) {
    const SEXP out = PROTECT(cpp11::safe[Rf_allocVector](STRSXP, array.length));
    const Offset* const offsets = cells_of<Offset>(array);
    const auto* const characters = static_cast<const char*>(array.buffers[2]);
    for (std::int64_t i = 0; i < array.length; ++i) {
        const SEXP text = is_valid(array, i) ? cpp11::safe[Rf_mkCharLenCE](
                                                   characters + offsets[i],
                                                   static_cast<int>(offsets[i + 1] - offsets[i]),
                                                   CE_UTF8)
                                             : NA_STRING;
        SET_STRING_ELT(out, i, text);
    }
    UNPROTECT(1);
    return out;
}

// Codes of a dictionary, whatever their width.
SEXP codes_of(const ArrowArray& array, const std::string& format) {
    if (format == "I")
        return integers_of<std::uint32_t>(array, 1);
    if (format == "S")
        return integers_of<std::uint16_t>(array, 1);
    if (format == "C")
        return integers_of<std::uint8_t>(array, 1);
    if (format == "l")
        return integers_of<std::int64_t>(array, 1);
    return integers_of<std::int32_t>(array, 1);
}

SEXP column_of(const ArrowSchema& schema, const ArrowArray& array) {
    const std::string format = schema.format;
    const bool has_words = schema.dictionary != nullptr;
    const cpp11::sexp cells(has_words ? codes_of(array, format) : cells_of(array, format));
    cpp11::sexp words(R_NilValue);
    if (has_words) {
        words = std::string(schema.dictionary->format) == "U"
                    ? texts_of<std::int64_t>(*array.dictionary)
                    : texts_of<std::int32_t>(*array.dictionary);
    }
    const cpp11::sexp name(cpp11::safe[Rf_mkCharCE](schema.name, CE_UTF8));
    const cpp11::sexp names(cpp11::safe[Rf_ScalarString](name));
    return cpp11::writable::list({"name"_nm = names,
                                  "format"_nm = has_words ? std::string("words") : format,
                                  "cells"_nm = cells,
                                  "words"_nm = words});
}

}  // namespace

cpp11::writable::list columns_of(ArrowArrayStream& stream) {
    Owned<ArrowArrayStream> owned;
    owned.held = stream;
    stream.release = nullptr;
    Owned<ArrowSchema> schema;
    Owned<ArrowArray> batch;
    if (owned.held.get_schema(&owned.held, &schema.held) != 0 ||
        owned.held.get_next(&owned.held, &batch.held) != 0) {
        cpp11::stop("out of memory");
    }
    cpp11::writable::list out;
    for (std::int64_t j = 0; j < schema.held.n_children; ++j) {
        const ArrowSchema& field = *schema.held.children[j];
        if (batch.held.release == nullptr) {  // no row
            const cpp11::sexp name(cpp11::safe[Rf_mkCharCE](field.name, CE_UTF8));
            const cpp11::sexp names(cpp11::safe[Rf_ScalarString](name));
            out.push_back(cpp11::writable::list({"name"_nm = names, "format"_nm = "none"}));
        } else {
            out.push_back(cpp11::sexp(column_of(field, *batch.held.children[j])));
        }
    }
    return out;
}

}  // namespace kanon_r
