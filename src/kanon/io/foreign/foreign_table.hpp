// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/reading/row_sink.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kanon::io {

/// A file of another program that is to be read. What it refers to must outlive whoever reads it.
struct ForeignFile {
    const std::string& path;
    const std::string& name;  ///< in messages
    const ReadOptions& options;
    const RunContext& context;
    std::uint64_t packed_bytes = 0;  ///< its size
};

/// A table in a file of another program, which is read row by row.
class ForeignTable {
public:
    ForeignTable() = default;
    virtual ~ForeignTable() = default;
    ForeignTable(const ForeignTable&) = delete;
    ForeignTable& operator=(const ForeignTable&) = delete;
    ForeignTable(ForeignTable&&) = delete;
    ForeignTable& operator=(ForeignTable&&) = delete;

    /// The columns, in the file's order.
    [[nodiscard]] virtual const std::vector<ForeignColumn>& columns() const = 0;

    /// Give all rows to a sink, until it wants no more. May be called again. \throws
    /// Error{bad_input}, Error{cancelled}
    virtual void read(RowSink& sink) = 0;

    /// One line for each thing that was taken for what without being told, known after read().
    [[nodiscard]] virtual std::vector<std::string> said() const { return {}; }
};

}  // namespace kanon::io
