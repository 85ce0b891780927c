// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/arrow/arrow_columns.hpp"
#include "kanon/io/arrow/arrow_tables.hpp"

#include <cerrno>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

/// What a schema of one column says.
struct Field {
    std::string name;
    std::string format;
    std::string dictionary_format{};  ///< "": no dictionary
};

/// The memory of a schema; its children and dictionary are released with it.
struct SchemaMemory {
    SchemaMemory() = default;
    SchemaMemory(const SchemaMemory&) = delete;
    SchemaMemory& operator=(const SchemaMemory&) = delete;

    ~SchemaMemory() {
        for (ArrowSchema& child : children) {
            if (child.release != nullptr) {
                child.release(&child);
            }
        }
        if (dictionary.release != nullptr) {
            dictionary.release(&dictionary);
        }
    }

    std::string name;
    std::string format;
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> child_pointers;
    ArrowSchema dictionary{};
};

void release_schema(ArrowSchema* schema) {
    const std::unique_ptr<SchemaMemory> memory(static_cast<SchemaMemory*>(schema->private_data));
    schema->release = nullptr;
}

ArrowSchema make_schema(std::unique_ptr<SchemaMemory> memory, std::int64_t flags) {
    for (ArrowSchema& child : memory->children) {
        memory->child_pointers.push_back(&child);
    }
    ArrowSchema out{};
    out.format = memory->format.c_str();
    out.name = memory->name.c_str();
    out.flags = flags;
    out.n_children = static_cast<std::int64_t>(memory->children.size());
    out.children = memory->child_pointers.data();
    out.dictionary = memory->dictionary.release != nullptr ? &memory->dictionary : nullptr;
    out.release = release_schema;
    out.private_data = memory.release();
    return out;
}

ArrowSchema schema_of(const Field& field) {
    auto memory = std::make_unique<SchemaMemory>();
    memory->name = field.name;
    memory->format = field.format;
    if (!field.dictionary_format.empty()) {
        memory->dictionary = schema_of({.name = "", .format = field.dictionary_format});
    }
    return make_schema(std::move(memory), ARROW_FLAG_NULLABLE);
}

ArrowSchema schema_of(const std::vector<Field>& fields) {
    auto memory = std::make_unique<SchemaMemory>();
    memory->format = "+s";
    memory->children.resize(fields.size());
    for (std::size_t j = 0; j < fields.size(); ++j) {
        memory->children[j] = schema_of(fields[j]);
    }
    return make_schema(std::move(memory), 0);
}

/// What a stream holds: its fields, and the batch until it is taken.
struct StreamMemory {
    StreamMemory() = default;
    StreamMemory(const StreamMemory&) = delete;
    StreamMemory& operator=(const StreamMemory&) = delete;

    ~StreamMemory() {
        if (batch.release != nullptr) {
            batch.release(&batch);
        }
    }

    std::vector<Field> fields;
    ArrowArray batch{};
};

int give_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    try {
        *out = schema_of(static_cast<const StreamMemory*>(stream->private_data)->fields);
        return 0;
    } catch (const std::bad_alloc&) {
        return ENOMEM;
    }
}

int give_batch(ArrowArrayStream* stream, ArrowArray* out) {
    *out = std::exchange(static_cast<StreamMemory*>(stream->private_data)->batch, ArrowArray{});
    return 0;
}

const char* last_error(ArrowArrayStream* /*stream*/) {
    return nullptr;
}

void release_stream(ArrowArrayStream* stream) {
    const std::unique_ptr<StreamMemory> memory(static_cast<StreamMemory*>(stream->private_data));
    stream->release = nullptr;
}

}  // namespace

void to_arrow(const Table& table, ArrowArrayStream* out, Threads threads) {
    auto memory = std::make_unique<StreamMemory>();
    auto batch = std::make_unique<io::ArrowMemory>();
    batch->buffers = {nullptr};
    batch->children.resize(table.column_count());
    // The batch owns what is made so far, also where making the rest fails.
    io::ArrowMemory& columns = *batch;
    memory->batch = io::make_arrow_array(std::move(batch), table.row_count(), 0);
    for (std::size_t j = 0; j < table.column_count(); ++j) {
        io::ArrowColumn column = io::make_arrow_column(table.shared_column(j), threads);
        columns.children[j] = column.array;
        memory->fields.push_back({.name = table.column(j).name,
                                  .format = std::move(column.format),
                                  .dictionary_format = std::move(column.dictionary_format)});
    }
    if (table.row_count() == 0) {
        memory->batch.release(&memory->batch);
    }
    *out = ArrowArrayStream{.get_schema = give_schema,
                            .get_next = give_batch,
                            .get_last_error = last_error,
                            .release = release_stream,
                            .private_data = memory.release()};
}

}  // namespace kanon
