// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/arrow/arrow_blank_rows.hpp"
#include "kanon/io/arrow/arrow_tables.hpp"
#include "kanon/io/arrow/arrow_values.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace kanon {
namespace {

constexpr Code kUnknown = std::numeric_limits<Code>::max();

[[noreturn]] void refuse(const std::string& fault) {
    throw Error(ErrorCode::bad_input, "the Arrow stream " + fault);
}

/// A struct of the interface that is released when its owner goes.
template <class Struct>
class Owned {
public:
    Owned() = default;

    explicit Owned(Struct taken) : value_(taken) {}

    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;

    ~Owned() {
        if (value_.release != nullptr) {
            value_.release(&value_);
        }
    }

    [[nodiscard]] Struct& operator*() { return value_; }

    [[nodiscard]] Struct* operator->() { return &value_; }

private:
    Struct value_{};
};

/// Take the stream from its owner. \throws Error if there is none.
ArrowArrayStream taken(ArrowArrayStream* stream) {
    if (stream == nullptr || stream->release == nullptr) {
        refuse("is null or was released before; hand over a new one");
    }
    ArrowArrayStream out = *stream;
    stream->release = nullptr;
    return out;
}

/// A format as it may stand in a message.
std::string shown(std::string_view format) {
    constexpr std::size_t kMostShown = 40;
    const bool plain = std::ranges::all_of(format, [](char c) { return c > ' ' && c <= '~'; });
    return plain && format.size() <= kMostShown ? " '" + std::string(format) + "'" : "";
}

/// One column of the stream while it is read.
struct StreamColumn {
    std::size_t place = 0;               ///< among the children
    io::ArrowType type;                  ///< of the cells, or of the places in the dictionary
    std::optional<io::ArrowType> words;  ///< of the dictionary, if there is one
    ColumnBuilder builder;
};

io::ArrowType type_of(const ArrowSchema& schema, const std::string& name) {
    const std::string_view format = schema.format == nullptr ? "" : schema.format;
    const std::optional<io::ArrowType> type = io::parse_arrow_type(format);
    if (!type) {
        throw Error(ErrorCode::bad_input,
                    "has the Arrow type" + shown(format) +
                        ", which is no type of single cells that is known; cast the column to "
                        "text, or skip it",
                    {.attribute = name});
    }
    return *type;
}

StreamColumn column_of(const ArrowSchema& schema,
                       std::size_t place,
                       const ArrowReadOptions& options) {
    const std::string name = schema.name == nullptr ? "" : schema.name;
    const io::ArrowType type = type_of(schema, name);
    std::optional<io::ArrowType> words;
    if (schema.dictionary != nullptr) {
        const bool whole =
            type.kind == io::ArrowKind::integer || type.kind == io::ArrowKind::natural;
        if (!whole || schema.dictionary->dictionary != nullptr) {
            throw Error(ErrorCode::bad_input,
                        "has a dictionary of dictionaries, or one without whole numbers for its "
                        "places; cast the column to text, or skip it",
                        {.attribute = name});
        }
        words = type_of(*schema.dictionary, name);
    }
    ColumnBuilder builder(
        name, words ? words->storage_type : type.storage_type, options.missing_marks);
    return {.place = place, .type = type, .words = words, .builder = std::move(builder)};
}

void check_names(const std::vector<std::string>& names, const ArrowReadOptions& options) {
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto check = [&](const std::string& name) {
        if (std::ranges::find(known, name) == known.end()) {
            refuse("has no column '" + name + "'" + suggestion(name, known));
        }
    };
    std::ranges::for_each(options.skip, check);
    for (const auto& [name, type] : options.types) {
        check(name);
    }
}

std::vector<StreamColumn> columns_of(const ArrowSchema& schema, const ArrowReadOptions& options) {
    if (schema.release == nullptr || schema.format == nullptr) {
        refuse("gives no schema");
    }
    if (std::string_view(schema.format) != "+s" || schema.n_children < 0 ||
        (schema.n_children > 0 && schema.children == nullptr)) {
        refuse("is not one of record batches: its type is" + shown(schema.format) + ", not '+s'");
    }
    std::vector<std::string> names;
    std::vector<StreamColumn> out;
    for (std::int64_t place = 0; place < schema.n_children; ++place) {
        const ArrowSchema* child = schema.children[place];
        if (child == nullptr || child->release == nullptr) {
            refuse("has no schema for column " + std::to_string(place + 1));
        }
        names.emplace_back(child->name == nullptr ? "" : child->name);
        if (std::ranges::find(options.skip, names.back()) == options.skip.end()) {
            out.push_back(column_of(*child, static_cast<std::size_t>(place), options));
        }
    }
    check_names(names, options);
    if (out.empty()) {
        refuse("has no column to read; skip fewer columns");
    }
    return out;
}

/// The rows of a batch, as a part of a column's array.
struct Part {
    std::size_t begin = 0;
    std::size_t count = 0;
};

/// \throws Error unless the batch has a child for each column and says which rows.
Part part_of(const ArrowArray& batch, std::int64_t columns) {
    if (batch.n_children != columns || (columns > 0 && batch.children == nullptr)) {
        refuse("has a batch of another number of columns than its schema");
    }
    if (batch.length < 0 || batch.offset < 0 ||
        batch.length > static_cast<std::int64_t>(Table::kMostRows) ||
        batch.offset > std::numeric_limits<std::int64_t>::max() / 2) {
        refuse("has a batch of an impossible length or offset");
    }
    const bool tells_nulls =
        batch.n_buffers > 0 && batch.buffers != nullptr && batch.buffers[0] != nullptr;
    if (batch.null_count != 0 && tells_nulls) {
        refuse("has a batch whose rows may be null; give rows whose cells may be");
    }
    return {.begin = static_cast<std::size_t>(batch.offset),
            .count = static_cast<std::size_t>(batch.length)};
}

void append_words(StreamColumn& column, const ArrowArray& array, const Part& part) {
    const io::ArrowValues places(array, column.type);
    if (part.count == 0) {
        return;
    }
    if (array.dictionary == nullptr) {
        throw io::ArrowFault("has places in a dictionary, and no dictionary");
    }
    const io::ArrowValues words(*array.dictionary, *column.words);
    std::vector<Code> code_of_place(words.size(), kUnknown);
    for (std::size_t row = part.begin; row < part.begin + part.count; ++row) {
        if (places.is_missing(row)) {
            column.builder.append(column.builder.code_of_missing());
            continue;
        }
        const std::size_t place = places.place(row);
        if (place >= words.size()) {
            throw io::ArrowFault("has a value that is not in its dictionary");
        }
        if (code_of_place[place] == kUnknown) {
            code_of_place[place] = words.code(place, column.builder);
        }
        column.builder.append(code_of_place[place]);
    }
}

void append_part(StreamColumn& column, const ArrowArray* array, const Part& part) {
    if (array == nullptr) {
        throw io::ArrowFault("has no array in a batch");
    }
    const std::size_t needed = part.begin + part.count;
    if (array->length < 0 || static_cast<std::size_t>(array->length) < needed) {
        throw io::ArrowFault("has fewer rows than its batch");
    }
    if (column.words) {
        append_words(column, *array, part);
        return;
    }
    const io::ArrowValues values(*array, column.type);
    for (std::size_t row = part.begin; row < needed; ++row) {
        column.builder.append(values.code(row, column.builder));
    }
}

/// Reads batches to the end of a stream, columns side by side.
class StreamReading {
public:
    StreamReading(ArrowArrayStream& stream,
                  const ArrowReadOptions& options,
                  const RunContext& context)
        : stream_(stream), options_(options), context_(context) {}

    Table run() {
        if (stream_.get_schema == nullptr || stream_.get_next == nullptr) {
            refuse("has no functions to read it by");
        }
        Owned<ArrowSchema> schema;
        if (stream_.get_schema(&stream_, &*schema) != 0) {
            refuse("fails to give its schema");
        }
        columns_ = columns_of(*schema, options_);
        children_ = schema->n_children;
        if (options_.blank_rows != nullptr) {
            blank_.emplace(*schema);
        }
        while (read_batch()) {
        }
        return finish();
    }

private:
    bool read_batch() {
        throw_if_cancelled(context_);
        Owned<ArrowArray> batch;
        if (stream_.get_next(&stream_, &*batch) != 0) {
            refuse("fails behind row " + std::to_string(rows_));
        }
        if (batch->release == nullptr) {
            return false;
        }
        const Part part = part_of(*batch, children_);
        rows_ += part.count;
        if (rows_ > Table::kMostRows) {
            refuse("has more than " + std::to_string(Table::kMostRows) + " rows; split it");
        }
        for_each_column([&](std::size_t j) {
            StreamColumn& column = columns_[j];
            try {
                append_part(column, batch->children[column.place], part);
            } catch (const io::ArrowFault& fault) {
                throw Error(
                    ErrorCode::bad_input, fault.what(), {.attribute = column.builder.name()});
            }
        });
        find_blank(*batch, part);
        context_.report({"read", static_cast<double>(rows_), 0});
        return true;
    }

    void find_blank(const ArrowArray& batch, const Part& part) {
        if (!blank_) {
            return;
        }
        try {
            blank_->find(batch, part.begin, part.count, rows_ - part.count, *options_.blank_rows);
        } catch (const io::ArrowFault& fault) {
            refuse(fault.what());
        }
    }

    Table finish() {
        std::vector<std::shared_ptr<const Column>> columns(columns_.size());
        for_each_column([&](std::size_t j) {
            const auto declared = options_.types.find(columns_[j].builder.name());
            columns[j] = std::make_shared<const Column>(columns_[j].builder.finish(
                declared == options_.types.end() ? std::nullopt
                                                 : std::optional<ValueType>(declared->second)));
        });
        return {std::move(columns), rows_};
    }

    template <class Use>
    void for_each_column(const Use& use) {
        parallel_parts(columns_.size(),
                       columns_.size(),
                       context_.threads,
                       [&](std::size_t, std::size_t begin, std::size_t end) {
                           for (std::size_t j = begin; j < end; ++j) {
                               use(j);
                           }
                       });
    }

    ArrowArrayStream& stream_;
    const ArrowReadOptions& options_;
    const RunContext& context_;
    std::vector<StreamColumn> columns_;
    std::optional<io::ArrowBlankRows> blank_;
    std::int64_t children_ = 0;
    std::size_t rows_ = 0;
};

}  // namespace

Table from_arrow(ArrowArrayStream* stream,
                 const ArrowReadOptions& options,
                 const RunContext& context) {
    Owned<ArrowArrayStream> owned(taken(stream));
    return StreamReading(*owned, options, context).run();
}

}  // namespace kanon
