// SPDX-License-Identifier: Apache-2.0
#include "frame.hpp"

#include "kanon/api/kanon.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace kanon::python {
namespace {

/// What a schema points to.
struct SchemaMemory {
    std::string format;
    std::string name;
    std::vector<ArrowSchema> children;
    std::vector<ArrowSchema*> pointers;
    std::vector<ArrowSchema> dictionary;
};

void release_all(std::vector<ArrowSchema>& schemas) {
    for (ArrowSchema& schema : schemas) {
        if (schema.release != nullptr) {
            schema.release(&schema);
        }
    }
}

void release_schema(ArrowSchema* schema) {
    const std::unique_ptr<SchemaMemory> memory(static_cast<SchemaMemory*>(schema->private_data));
    release_all(memory->children);
    release_all(memory->dictionary);
    schema->release = nullptr;
}

void give_schema(std::unique_ptr<SchemaMemory> memory, ArrowSchema* out) {
    for (ArrowSchema& child : memory->children) {
        memory->pointers.push_back(&child);
    }
    *out =
        ArrowSchema{.format = memory->format.c_str(),
                    .name = memory->name.c_str(),
                    .metadata = nullptr,
                    .flags = ARROW_FLAG_NULLABLE,
                    .n_children = static_cast<std::int64_t>(memory->children.size()),
                    .children = memory->pointers.data(),
                    .dictionary = memory->dictionary.empty() ? nullptr : memory->dictionary.data(),
                    .release = release_schema,
                    .private_data = nullptr};
    out->private_data = memory.release();
}

void schema_of(const FrameColumn& column, ArrowSchema* out) {
    auto memory = std::make_unique<SchemaMemory>();
    memory->format = column.format;
    memory->name = column.name;
    if (column.words) {
        memory->dictionary.resize(1);
        schema_of(*column.words, memory->dictionary.data());
    }
    give_schema(std::move(memory), out);
}

void schema_of(const Frame& frame, ArrowSchema* out) {
    auto memory = std::make_unique<SchemaMemory>();
    memory->format = "+s";
    memory->children.resize(frame.columns().size());
    for (std::size_t j = 0; j < frame.columns().size(); ++j) {
        schema_of(*frame.columns()[j], &memory->children[j]);
    }
    give_schema(std::move(memory), out);
}

/// What an array points to. Its own parts are freed with it and need no release by themselves.
struct ArrayMemory {
    std::shared_ptr<const void> kept;
    std::array<const void*, 3> buffers{};
    std::vector<std::unique_ptr<ArrayMemory>> parts;
    std::vector<ArrowArray> children;
    std::vector<ArrowArray*> pointers;
    std::vector<ArrowArray> dictionary;
};

void release_array(ArrowArray* array) {
    const std::unique_ptr<ArrayMemory> memory(static_cast<ArrayMemory*>(array->private_data));
    array->release = nullptr;
}

/// Parts live as long as the whole, and hold nothing that must be given back before.
void release_part(ArrowArray* array) {
    array->release = nullptr;
}

ArrowArray array_of(const FrameColumn& column, ArrayMemory& memory) {
    memory.buffers = {column.valid.empty() ? nullptr : column.valid.data(),
                      column.values.data(),
                      column.characters.data()};
    if (column.words) {
        memory.parts.push_back(std::make_unique<ArrayMemory>());
        memory.dictionary.push_back(array_of(*column.words, *memory.parts.back()));
    }
    const bool is_text = column.format == "U";
    return ArrowArray{.length = static_cast<std::int64_t>(column.rows),
                      .null_count = static_cast<std::int64_t>(column.missing),
                      .offset = 0,
                      .n_buffers = is_text ? 3 : 2,
                      .n_children = 0,
                      .buffers = memory.buffers.data(),
                      .children = nullptr,
                      .dictionary = memory.dictionary.empty() ? nullptr : memory.dictionary.data(),
                      .release = release_part,
                      .private_data = nullptr};
}

void batch_of(const std::shared_ptr<const Frame>& frame, ArrowArray* out) {
    auto memory = std::make_unique<ArrayMemory>();
    memory->kept = frame;
    memory->children.reserve(frame->columns().size());
    for (const auto& column : frame->columns()) {
        memory->parts.push_back(std::make_unique<ArrayMemory>());
        memory->children.push_back(array_of(*column, *memory->parts.back()));
    }
    for (ArrowArray& child : memory->children) {
        memory->pointers.push_back(&child);
    }
    *out = ArrowArray{.length = static_cast<std::int64_t>(frame->row_count()),
                      .null_count = 0,
                      .offset = 0,
                      .n_buffers = 1,
                      .n_children = static_cast<std::int64_t>(memory->children.size()),
                      .buffers = memory->buffers.data(),
                      .children = memory->pointers.data(),
                      .dictionary = nullptr,
                      .release = release_array,
                      .private_data = nullptr};
    out->private_data = memory.release();
}

struct StreamMemory {
    std::shared_ptr<const Frame> frame;
    bool given = false;
};

/// Do what fills a struct for a caller in C, who takes a number for a fault.
template <class Do>
int guarded(const Do& fill) {
    constexpr int kNoMemory = 12;  // ENOMEM
    try {
        fill();
        return 0;
    } catch (...) {
        return kNoMemory;
    }
}

int next_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    return guarded(
        [&] { schema_of(*static_cast<const StreamMemory*>(stream->private_data)->frame, out); });
}

int next_batch(ArrowArrayStream* stream, ArrowArray* out) {
    return guarded([&] {
        auto& memory = *static_cast<StreamMemory*>(stream->private_data);
        *out = ArrowArray{};
        if (!memory.given) {
            batch_of(memory.frame, out);
            memory.given = true;
        }
    });
}

const char* no_error(ArrowArrayStream* /*stream*/) {
    return nullptr;
}

void release_stream(ArrowArrayStream* stream) {
    const std::unique_ptr<StreamMemory> memory(static_cast<StreamMemory*>(stream->private_data));
    stream->release = nullptr;
}

}  // namespace

void FrameColumn::begin_validity() {
    valid.assign((rows + 7) / 8, 0xFF);
}

void FrameColumn::set_missing(std::size_t row) {
    const auto bit = static_cast<std::uint8_t>(1U << (row % 8));
    missing += (valid[row / 8] & bit) != 0 ? std::size_t{1} : std::size_t{0};
    valid[row / 8] = static_cast<std::uint8_t>(valid[row / 8] & ~bit);
}

void Frame::add(std::shared_ptr<const FrameColumn> column) {
    if (!columns_.empty() && column->rows != rows_) {
        throw Error(ErrorCode::bad_input,
                    "has " + count_text(column->rows, "row") + ", and the columns before it " +
                        count_text(rows_) +
                        "; make them equally long, and change no frame while it is read",
                    {.attribute = column->name});
    }
    rows_ = column->rows;
    columns_.push_back(std::move(column));
}

void open_stream(const std::shared_ptr<const Frame>& frame, ArrowArrayStream* out) {
    auto memory = std::make_unique<StreamMemory>();
    memory->frame = frame;
    *out = ArrowArrayStream{.get_schema = next_schema,
                            .get_next = next_batch,
                            .get_last_error = no_error,
                            .release = release_stream,
                            .private_data = memory.release()};
}

void TextCells::append(std::string_view text) {
    characters_ += text;
    offsets_.push_back(static_cast<std::int64_t>(characters_.size()));
}

FrameColumn TextCells::finish(std::string name) {
    FrameColumn out;
    out.name = std::move(name);
    out.format = "U";
    out.rows = size();
    out.values.resize(offsets_.size() * sizeof(std::int64_t));
    std::memcpy(out.values.data(), offsets_.data(), out.values.size());
    out.characters = std::move(characters_);
    characters_.clear();
    offsets_.assign(1, 0);
    return out;
}

}  // namespace kanon::python
