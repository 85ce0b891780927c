// SPDX-License-Identifier: Apache-2.0
#include "support/arrow_streams.hpp"

#include <cerrno>

namespace kanon::test {
namespace {

/// Schemas live as long as their stream: nothing is given back.
void release_nothing(ArrowSchema* schema) {
    schema->release = nullptr;
}

ArrowSchema schema_of(const std::string& name, const std::string& format) {
    ArrowSchema out{};
    out.name = name.c_str();
    out.format = format.c_str();
    out.release = release_nothing;
    return out;
}

}  // namespace

MadeStream::MadeStream(std::vector<MadeField> fields) : fields_(std::move(fields)) {
    stream.get_schema = give_schema;
    stream.get_next = give_batch;
    stream.get_last_error = [](ArrowArrayStream*) -> const char* { return "secret cell"; };
    stream.release = [](ArrowArrayStream* one) {
        ++static_cast<MadeStream*>(one->private_data)->releases;
        one->release = nullptr;
    };
    stream.private_data = this;
}

MadeStream::~MadeStream() {
    for (std::size_t index = next_; index < batches.size(); ++index) {
        if (batches[index].release != nullptr) {
            batches[index].release(&batches[index]);
        }
    }
}

MadeStream& MadeStream::batch(const std::vector<ArrowArray>& columns,
                              std::int64_t length,
                              std::int64_t offset) {
    MadeArray root(length);
    root.buffer(std::vector<std::uint8_t>{});
    for (const ArrowArray& column : columns) {
        root.child(column);
    }
    batches.push_back(root.finish(0, offset));
    return *this;
}

int MadeStream::give_schema(ArrowArrayStream* stream, ArrowSchema* out) {
    auto& self = *static_cast<MadeStream*>(stream->private_data);
    if (self.schema_fails) {
        return EIO;
    }
    self.children_.clear();
    self.dictionaries_.clear();
    self.child_pointers_.clear();
    for (const MadeField& field : self.fields_) {
        self.children_.push_back(schema_of(field.name, field.format));
        self.dictionaries_.push_back(schema_of("", field.dictionary_format));
    }
    for (std::size_t j = 0; j < self.fields_.size(); ++j) {
        if (!self.fields_[j].dictionary_format.empty()) {
            self.children_[j].dictionary = &self.dictionaries_[j];
        }
        self.child_pointers_.push_back(&self.children_[j]);
    }
    *out = schema_of("", self.root_format);
    out->name = nullptr;
    out->n_children = static_cast<std::int64_t>(self.children_.size());
    out->children = self.child_pointers_.data();
    return 0;
}

int MadeStream::give_batch(ArrowArrayStream* stream, ArrowArray* out) {
    auto& self = *static_cast<MadeStream*>(stream->private_data);
    if (self.next_ == self.fails_at) {
        return EIO;
    }
    *out = self.next_ < self.batches.size() ? self.batches[self.next_++] : ArrowArray{};
    return 0;
}

}  // namespace kanon::test
