// SPDX-License-Identifier: Apache-2.0
#include "frame.h"

#include <cpp11/protect.hpp>
#include <cpp11/strings.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_map>

namespace kanon_r {
namespace {

void set_missing(Column& column, std::int64_t row, std::int64_t rows) {
    if (column.valid.empty()) {
        column.valid.assign(static_cast<std::size_t>((rows + 7) / 8), 0xFF);
    }
    column.valid[static_cast<std::size_t>(row / 8)] &=
        static_cast<std::uint8_t>(~(1U << (row % 8)));
    ++column.missing;
}

template <class Cell>
Cell* own_cells(Column& column, std::int64_t rows) {
    column.own.resize(static_cast<std::size_t>(rows) * sizeof(Cell));
    column.cells = column.own.data();
    return reinterpret_cast<Cell*>(column.own.data());
}

void take_integers(Column& column, SEXP data, std::int64_t rows) {
    const int* const cells = INTEGER(data);
    column.format = "i";
    column.cells = cells;
    for (std::int64_t row = 0; row < rows; ++row) {
        if (cells[row] == NA_INTEGER) {
            set_missing(column, row, rows);
        }
    }
}

void take_logicals(Column& column, SEXP data, std::int64_t rows) {
    const int* const cells = LOGICAL(data);
    column.format = "b";
    column.own.assign(static_cast<std::size_t>((rows + 7) / 8), 0);
    column.cells = column.own.data();
    for (std::int64_t row = 0; row < rows; ++row) {
        if (cells[row] == NA_LOGICAL) {
            set_missing(column, row, rows);
        } else if (cells[row] != 0) {
            column.own[static_cast<std::size_t>(row / 8)] |=
                static_cast<std::uint8_t>(1U << (row % 8));
        }
    }
}

void take_integer64(Column& column, SEXP data, std::int64_t rows) {
    const auto* const cells = reinterpret_cast<const std::int64_t*>(REAL(data));
    column.format = "l";
    column.cells = cells;
    for (std::int64_t row = 0; row < rows; ++row) {
        if (cells[row] == std::numeric_limits<std::int64_t>::min()) {
            set_missing(column, row, rows);
        }
    }
}

// Doubles that are whole numbers are spelled as R spells them, without a point.
bool are_whole(const double* cells, std::int64_t rows) {
    constexpr double kExact = 9007199254740992.0;  // 2^53
    for (std::int64_t row = 0; row < rows; ++row) {
        const double cell = cells[row];
        if (!std::isnan(cell) && !(std::fabs(cell) <= kExact && std::floor(cell) == cell)) {
            return false;
        }
    }
    return true;
}

void take_doubles(Column& column, SEXP data, std::int64_t rows) {
    const double* const cells = REAL(data);
    const bool whole = are_whole(cells, rows);
    column.format = whole ? "l" : "g";
    column.cells = cells;
    std::int64_t* const numbers = whole ? own_cells<std::int64_t>(column, rows) : nullptr;
    for (std::int64_t row = 0; row < rows; ++row) {
        if (std::isnan(cells[row])) {
            set_missing(column, row, rows);
        } else if (whole) {
            numbers[row] = static_cast<std::int64_t>(cells[row]);
        }
    }
}

void take_days(Column& column, SEXP data, std::int64_t rows) {
    const double* const cells = REAL(data);
    std::int32_t* const days = own_cells<std::int32_t>(column, rows);
    column.format = "tdD";
    for (std::int64_t row = 0; row < rows; ++row) {
        const double day = std::floor(cells[row]);
        if (!(std::fabs(day) <= 1e9)) {
            set_missing(column, row, rows);
        } else {
            days[row] = static_cast<std::int32_t>(day);
        }
    }
}

// Seconds of the clock on the wall, whole or with parts of them.
void take_times(Column& column, SEXP data, std::int64_t rows) {
    const double* const cells = REAL(data);
    const bool whole = are_whole(cells, rows);
    const double per_second = whole ? 1 : 1e6;
    std::int64_t* const times = own_cells<std::int64_t>(column, rows);
    column.format = whole ? "tss:" : "tsu:";
    for (std::int64_t row = 0; row < rows; ++row) {
        if (!(std::fabs(cells[row]) <= 1e12)) {
            set_missing(column, row, rows);
        } else {
            times[row] = std::llround(cells[row] * per_second);
        }
    }
}

// A text in UTF-8, whatever encoding R has it in.
const char* utf8_of(SEXP text) {
    return Rf_translateCharUTF8(text);
}

void append_word(Words& words, SEXP text) {
    const char* const utf8 = cpp11::safe[utf8_of](text);
    words.append(utf8, std::strlen(utf8));
}

// R keeps each text once, so its texts are told apart by their place.
void take_texts(Column& column, SEXP data, std::int64_t rows) {
    auto words = std::make_shared<Words>();
    std::unordered_map<SEXP, std::int32_t> known;
    std::int32_t* const codes = own_cells<std::int32_t>(column, rows);
    column.format = "i";
    SEXP last = nullptr;
    std::int32_t last_code = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        const SEXP text = STRING_ELT(data, row);
        if (text == NA_STRING) {
            set_missing(column, row, rows);
            continue;
        }
        if (text != last) {
            const auto found = known.emplace(text, static_cast<std::int32_t>(words->size()));
            if (found.second) {
                append_word(*words, text);
            }
            last = text;
            last_code = found.first->second;
        }
        codes[row] = last_code;
    }
    column.words = words;
}

void take_factor(Column& column, SEXP data, SEXP levels, std::int64_t rows) {
    auto words = std::make_shared<Words>();
    const R_xlen_t count = Rf_xlength(levels);
    std::vector<bool> is_missing(static_cast<std::size_t>(count));
    for (R_xlen_t level = 0; level < count; ++level) {
        const SEXP text = STRING_ELT(levels, level);
        is_missing[static_cast<std::size_t>(level)] = text == NA_STRING;
        if (text == NA_STRING) {
            words->append("", 0);
        } else {
            append_word(*words, text);
        }
    }
    const int* const cells = INTEGER(data);
    std::int32_t* const codes = own_cells<std::int32_t>(column, rows);
    column.format = "i";
    for (std::int64_t row = 0; row < rows; ++row) {
        const int cell = cells[row];
        if (cell == NA_INTEGER || cell < 1 || cell > count ||
            is_missing[static_cast<std::size_t>(cell - 1)]) {
            set_missing(column, row, rows);
        } else {
            codes[row] = cell - 1;
        }
    }
    column.words = words;
}

Column column_of(const cpp11::list& given, std::int64_t rows) {
    Column out;
    out.name = utf8_of(STRING_ELT(given["name"], 0));
    const std::string kind = CHAR(STRING_ELT(given["kind"], 0));
    const SEXP data = given["data"];
    if (kind == "integer") {
        take_integers(out, data, rows);
    } else if (kind == "logical") {
        take_logicals(out, data, rows);
    } else if (kind == "integer64") {
        take_integer64(out, data, rows);
    } else if (kind == "days") {
        take_days(out, data, rows);
    } else if (kind == "times") {
        take_times(out, data, rows);
    } else if (kind == "factor") {
        take_factor(out, data, given["levels"], rows);
    } else if (kind == "texts") {
        take_texts(out, data, rows);
    } else {
        take_doubles(out, data, rows);
    }
    return out;
}

// What a schema points to, and what is released with it.
struct SchemaMemory {
    std::string format;
    std::string name;
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> pointers;
    std::vector<ArrowSchema> dictionary;
};

void release_schema(ArrowSchema* schema) {
    const std::unique_ptr<SchemaMemory> memory(static_cast<SchemaMemory*>(schema->private_data));
    for (auto* const parts : {&memory->children, &memory->dictionary}) {
        for (ArrowSchema& part : *parts) {
            if (part.release != nullptr) {
                part.release(&part);
            }
        }
    }
    schema->release = nullptr;
}

void give_schema(std::unique_ptr<SchemaMemory> memory, ArrowSchema* out) {
    for (ArrowSchema& child : memory->children) {
        memory->pointers.push_back(&child);
    }
    *out = ArrowSchema{memory->format.c_str(),
                       memory->name.c_str(),
                       nullptr,
                       ARROW_FLAG_NULLABLE,
                       static_cast<std::int64_t>(memory->children.size()),
                       memory->pointers.data(),
                       memory->dictionary.empty() ? nullptr : memory->dictionary.data(),
                       release_schema,
                       nullptr};
    out->private_data = memory.release();
}

void schema_of(const std::string& format,
               const std::string& name,
               bool has_words,
               ArrowSchema* out) {
    auto memory = std::make_unique<SchemaMemory>();
    memory->format = format;
    memory->name = name;
    if (has_words) {
        memory->dictionary.resize(1);
        schema_of("U", "", false, memory->dictionary.data());
    }
    give_schema(std::move(memory), out);
}

void schema_of(const Frame& frame, ArrowSchema* out) {
    auto memory = std::make_unique<SchemaMemory>();
    memory->format = "+s";
    memory->children.resize(frame.columns.size());
    for (std::size_t j = 0; j < frame.columns.size(); ++j) {
        const Column& column = frame.columns[j];
        schema_of(column.format, column.name, column.words != nullptr, &memory->children[j]);
    }
    give_schema(std::move(memory), out);
}

struct Part {
    std::array<const void*, 2> buffers{};
    std::array<const void*, 3> word_buffers{};
    ArrowArray words{};
};

struct BatchMemory {
    std::shared_ptr<const Frame> frame;
    std::vector<Part> parts;
    std::vector<ArrowArray> children;
    std::vector<ArrowArray*> pointers;
    const void* no_buffer = nullptr;
};

void release_batch(ArrowArray* array) {
    const std::unique_ptr<BatchMemory> memory(static_cast<BatchMemory*>(array->private_data));
    array->release = nullptr;
}

// Parts live as long as the whole.
void release_part(ArrowArray* array) {
    array->release = nullptr;
}

ArrowArray array_of(const Column& column, std::int64_t rows, Part& part) {
    part.buffers = {column.valid.empty() ? nullptr : column.valid.data(), column.cells};
    if (column.words) {
        part.word_buffers = {
            nullptr, column.words->offsets.data(), column.words->characters.data()};
        part.words = ArrowArray{column.words->size(),
                                0,
                                0,
                                3,
                                0,
                                part.word_buffers.data(),
                                nullptr,
                                nullptr,
                                release_part,
                                nullptr};
    }
    return ArrowArray{rows,
                      column.missing,
                      0,
                      2,
                      0,
                      part.buffers.data(),
                      nullptr,
                      column.words ? &part.words : nullptr,
                      release_part,
                      nullptr};
}

void batch_of(const std::shared_ptr<const Frame>& frame, ArrowArray* out) {
    auto memory = std::make_unique<BatchMemory>();
    memory->frame = frame;
    memory->parts.resize(frame->columns.size());
    memory->children.resize(frame->columns.size());
    for (std::size_t j = 0; j < frame->columns.size(); ++j) {
        memory->children[j] = array_of(frame->columns[j], frame->rows, memory->parts[j]);
        memory->pointers.push_back(&memory->children[j]);
    }
    *out = ArrowArray{frame->rows,
                      0,
                      0,
                      1,
                      static_cast<std::int64_t>(memory->children.size()),
                      &memory->no_buffer,
                      memory->pointers.data(),
                      nullptr,
                      release_batch,
                      nullptr};
    out->private_data = memory.release();
}

struct StreamMemory {
    std::shared_ptr<const Frame> frame;
    bool is_given = false;
};

constexpr int kNoMemory = 12;  // ENOMEM

int next_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    try {
        schema_of(*static_cast<const StreamMemory*>(stream->private_data)->frame, out);
        return 0;
    } catch (...) {
        return kNoMemory;
    }
}

int next_batch(ArrowArrayStream* stream, ArrowArray* out) {
    try {
        auto& memory = *static_cast<StreamMemory*>(stream->private_data);
        *out = ArrowArray{};
        if (!memory.is_given) {
            batch_of(memory.frame, out);
            memory.is_given = true;
        }
        return 0;
    } catch (...) {
        return kNoMemory;
    }
}

const char* no_error(ArrowArrayStream* /*stream*/) {
    return nullptr;
}

void release_stream(ArrowArrayStream* stream) {
    const std::unique_ptr<StreamMemory> memory(static_cast<StreamMemory*>(stream->private_data));
    stream->release = nullptr;
}

}  // namespace

std::shared_ptr<const Frame> frame_of(const cpp11::list& columns, std::int64_t rows) {
    auto out = std::make_shared<Frame>();
    out->rows = rows;
    for (const SEXP column : columns) {
        out->columns.push_back(column_of(cpp11::list(column), rows));
    }
    return out;
}

void open_stream(const std::shared_ptr<const Frame>& frame, ArrowArrayStream* out) {
    auto memory = std::make_unique<StreamMemory>();
    memory->frame = frame;
    *out = ArrowArrayStream{next_schema, next_batch, no_error, release_stream, nullptr};
    out->private_data = memory.release();
}

}  // namespace kanon_r
