// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/row_batches.hpp"

#include "kanon/base/check.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>
#include <utility>

namespace kanon::io {
namespace {

/// Those of a row group, so that a thread makes one of its own.
constexpr std::size_t kBatchRows = 122880;
constexpr std::size_t kMostShared = std::size_t{1} << 16U;

// What is handed out belongs to the stream or to the batch as a whole.
void release_nothing(ArrowSchema* schema) {
    schema->release = nullptr;
}

void release_nothing(ArrowArray* array) {
    array->release = nullptr;
}

/// The memory of a batch.
struct Batch {
    struct Part {
        std::vector<std::uint8_t> present;  ///< a bit for each row; empty: all are
        std::int64_t missing = 0;           ///< rows
        std::vector<std::int64_t> offsets;  ///< of copied texts
        std::string characters;
        std::vector<const void*> buffers;
    };

    std::vector<Part> parts;
    std::vector<ArrowArray> arrays;
    std::vector<ArrowArray*> pointers;
    const void* no_nulls = nullptr;
};

void release_batch(ArrowArray* array) {
    const std::unique_ptr<Batch> batch(static_cast<Batch*>(array->private_data));
    array->release = nullptr;
}

template <class Codes>
void mark_missing(const Codes& codes, Code missing, Batch::Part& part) {
    part.present.resize((codes.size() + 7) / 8);
    for (std::size_t row = 0; row < codes.size(); ++row) {
        const bool present = codes[row] != missing;
        const unsigned bit = present ? 1U << (row % 8) : 0U;
        part.present[row / 8] = static_cast<std::uint8_t>(part.present[row / 8] | bit);
        part.missing += present ? 0 : 1;
    }
}

template <class Codes>
void copy_texts(const Codes& codes, const Dictionary& dictionary, Batch::Part& part) {
    part.offsets.reserve(codes.size() + 1);
    part.offsets.push_back(0);
    for (const auto code : codes) {
        part.characters += dictionary.text(code);
        part.offsets.push_back(static_cast<std::int64_t>(part.characters.size()));
    }
}

const char* index_format(const CodeVector& codes) {
    return codes.width() == 1 ? "C" : (codes.width() == 2 ? "S" : "I");
}

}  // namespace

RowBatches::RowBatches(const Table& table, const RunContext& context)
    : table_(table), context_(context), sources_(table.column_count()) {
    for (std::size_t j = 0; j < sources_.size(); ++j) {
        sources_[j].name = "c" + std::to_string(j);
        schemas_.push_back(&sources_[j].schema);
        if (table.column(j).dictionary->size() <= kMostShared) {
            make_dictionary(sources_[j], table.column(j));
        }
    }
    stream_ = {.get_schema = give_schema,
               .get_next = give_batch,
               .get_last_error = last_error,
               .release = [](ArrowArrayStream* stream) { stream->release = nullptr; },
               .private_data = this};
}

void RowBatches::make_dictionary(Source& source, const Column& column) {
    const Dictionary& values = *column.dictionary;
    source.offsets.push_back(0);
    for (Code code = 0; code < values.size(); ++code) {
        source.offsets.push_back(source.offsets.back() +
                                 static_cast<std::int64_t>(values.text(code).size()));
    }
    // The texts of a dictionary stand one behind the other.
    const char* characters = values.size() == 0 ? "" : values.text(0).data();
    source.buffers = {nullptr, source.offsets.data(), characters};
    source.dictionary.length = static_cast<std::int64_t>(values.size());
    source.dictionary.n_buffers = 3;
    source.dictionary.buffers = source.buffers.data();
    source.dictionary.release = release_nothing;
}

void RowBatches::describe(ArrowSchema& out) {
    for (std::size_t j = 0; j < sources_.size(); ++j) {
        Source& source = sources_[j];
        const bool shared = !source.offsets.empty();
        source.dictionary_schema = {};
        source.dictionary_schema.format = "U";
        source.dictionary_schema.name = "";
        source.dictionary_schema.flags = ARROW_FLAG_NULLABLE;
        source.dictionary_schema.release = release_nothing;
        source.schema = {};
        source.schema.format = shared ? index_format(table_.column(j).codes) : "U";
        source.schema.name = source.name.c_str();
        source.schema.flags = ARROW_FLAG_NULLABLE;
        source.schema.dictionary = shared ? &source.dictionary_schema : nullptr;
        source.schema.release = release_nothing;
    }
    out = {};
    out.format = "+s";
    out.name = "";
    out.n_children = static_cast<std::int64_t>(sources_.size());
    out.children = schemas_.data();
    out.release = release_nothing;
}

void RowBatches::make_batch(ArrowArray& out) {
    throw_if_cancelled(context_);
    const std::size_t count = std::min(kBatchRows, table_.row_count() - next_);
    auto batch = std::make_unique<Batch>();
    batch->parts.resize(sources_.size());
    batch->arrays.resize(sources_.size());
    for (std::size_t j = 0; j < sources_.size(); ++j) {
        Batch::Part& part = batch->parts[j];
        const Dictionary& values = *table_.column(j).dictionary;
        table_.column(j).codes.visit([&](const auto all) {
            const auto codes = all.subspan(next_, count);
            if (values.missing()) {
                mark_missing(codes, *values.missing(), part);
            }
            part.buffers = {part.present.empty() ? nullptr : part.present.data(), codes.data()};
            if (sources_[j].offsets.empty()) {
                copy_texts(codes, values, part);
                part.buffers[1] = part.offsets.data();
                part.buffers.push_back(part.characters.data());
            }
        });
        ArrowArray& array = batch->arrays[j];
        array.length = static_cast<std::int64_t>(count);
        array.null_count = part.missing;
        array.n_buffers = static_cast<std::int64_t>(part.buffers.size());
        array.buffers = part.buffers.data();
        array.dictionary = sources_[j].offsets.empty() ? nullptr : &sources_[j].dictionary;
        array.release = release_nothing;
        batch->pointers.push_back(&array);
    }
    out.length = static_cast<std::int64_t>(count);
    out.n_buffers = 1;
    out.buffers = &batch->no_nulls;
    out.n_children = static_cast<std::int64_t>(batch->pointers.size());
    out.children = batch->pointers.data();
    out.release = release_batch;
    out.private_data = batch.release();
    next_ += count;
    context_.report({"write", static_cast<double>(next_), static_cast<double>(table_.row_count())});
}

int RowBatches::give_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    static_cast<RowBatches*>(stream->private_data)->describe(*out);
    return 0;
}

int RowBatches::give_batch(ArrowArrayStream* stream, ArrowArray* out) {
    auto* rows = static_cast<RowBatches*>(stream->private_data);
    *out = {};
    try {
        if (rows->next_ < rows->table_.row_count()) {
            rows->make_batch(*out);
        }
        return 0;
    } catch (...) {
        rows->failure_ = std::current_exception();
        return EIO;
    }
}

const char* RowBatches::last_error(ArrowArrayStream* /*stream*/) {
    return "stopped";
}

void RowBatches::attach(Database& database) {
    KANON_CHECK(duckdb_arrow_scan(database.connection(),
                                  "kanon_rows",
                                  reinterpret_cast<duckdb_arrow_stream>(&stream_)) ==
                DuckDBSuccess);
}

void RowBatches::rethrow_failure() const {
    if (failure_) {
        std::rethrow_exception(failure_);
    }
}

}  // namespace kanon::io
