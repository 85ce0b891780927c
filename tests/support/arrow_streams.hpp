// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/arrow/arrow_columns.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kanon::test {

/// An Arrow array over vectors that it owns, made to be spoilt.
class MadeArray {
public:
    explicit MadeArray(std::int64_t length)
        : memory_(std::make_unique<io::ArrowMemory>()), length_(static_cast<std::size_t>(length)) {}

    /// The next buffer; the first is that of validity, and may be empty for none.
    template <class Value>
    MadeArray& buffer(std::vector<Value> values) {
        auto kept = std::make_shared<const std::vector<Value>>(std::move(values));
        memory_->buffers.push_back(kept->empty() ? nullptr : kept->data());
        memory_->kept.push_back(std::move(kept));
        return *this;
    }

    MadeArray& text(const std::string& characters) {
        return buffer(std::vector<char>(characters.begin(), characters.end()));
    }

    MadeArray& dictionary(ArrowArray words) {
        memory_->dictionary = words;
        return *this;
    }

    MadeArray& child(ArrowArray array) {
        memory_->children.push_back(array);
        return *this;
    }

    ArrowArray finish(std::int64_t null_count = 0, std::int64_t offset = 0) {
        ArrowArray out = io::make_arrow_array(std::move(memory_), length_, 0);
        out.null_count = null_count;
        out.offset = offset;
        return out;
    }

private:
    std::unique_ptr<io::ArrowMemory> memory_;
    std::size_t length_;
};

/// One field of a schema.
struct MadeField {
    std::string name;
    std::string format;
    std::string dictionary_format{};  ///< "": no dictionary
};

/// A stream that gives a schema and batches, counts how often it is released, and can fail.
class MadeStream {
public:
    explicit MadeStream(std::vector<MadeField> fields);
    ~MadeStream();
    MadeStream(const MadeStream&) = delete;
    MadeStream& operator=(const MadeStream&) = delete;

    /// The next batch: of the columns, each as long as the batch.
    MadeStream& batch(const std::vector<ArrowArray>& columns,
                      std::int64_t length,
                      std::int64_t offset = 0);

    ArrowArrayStream stream{};
    std::vector<ArrowArray> batches;
    std::string root_format = "+s";
    bool schema_fails = false;
    std::size_t fails_at = ~std::size_t{0};  ///< the batch that cannot be given
    int releases = 0;

private:
    static int give_schema(ArrowArrayStream* stream, ArrowSchema* out);
    static int give_batch(ArrowArrayStream* stream, ArrowArray* out);

    std::vector<MadeField> fields_;
    std::vector<ArrowSchema> children_;
    std::vector<ArrowSchema> dictionaries_;
    std::vector<ArrowSchema*> child_pointers_;
    std::size_t next_ = 0;
};

}  // namespace kanon::test
