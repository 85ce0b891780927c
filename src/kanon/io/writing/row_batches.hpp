// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/arrow/arrow_interface.hpp"
#include "kanon/io/reading/database.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace kanon::io {

/// The rows of a table as an Arrow stream of batches, which DuckDB's threads take one each and put
/// back in order. Codes and small dictionaries are handed over where they stand; texts of columns
/// with more values are copied batch by batch.
class RowBatches {
public:
    /// Table and context must outlive it. Memory: 8 bytes for each value of the small dictionaries.
    RowBatches(const Table& table, const RunContext& context);
    RowBatches(const RowBatches&) = delete;
    RowBatches& operator=(const RowBatches&) = delete;
    ~RowBatches() = default;

    /// Make the rows known to a database as the view kanon_rows with the columns c0, c1... of type
    /// VARCHAR. The view can be read once, and no query that reads it may outlive this.
    void attach(Database& database);

    /// Throw what ended the stream, if it was thrown here. \throws Error
    void rethrow_failure() const;

private:
    /// What Arrow is told of a column.
    struct Source {
        std::string name;
        ArrowSchema schema{};
        ArrowSchema dictionary_schema{};
        ArrowArray dictionary{};
        std::vector<std::int64_t> offsets;  ///< of the dictionary's texts; none: texts are copied
        std::vector<const void*> buffers;
    };

    static int give_schema(ArrowArrayStream* stream, ArrowSchema* out);
    static int give_batch(ArrowArrayStream* stream, ArrowArray* out);
    static const char* last_error(ArrowArrayStream* stream);
    static void make_dictionary(Source& source, const Column& column);
    void describe(ArrowSchema& out);
    void make_batch(ArrowArray& out);

    const Table& table_;
    const RunContext& context_;
    std::vector<Source> sources_;
    std::vector<ArrowSchema*> schemas_;
    ArrowArrayStream stream_{};
    std::size_t next_ = 0;
    std::exception_ptr failure_;
};

}  // namespace kanon::io
