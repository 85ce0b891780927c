// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/source_address.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// The columns of a source by which a row without any value is told: it is left out. NULL is no
/// value, nor is a text of nothing but blanks; bytes are one, however few.
struct BlankColumns {
    std::vector<std::string> read;
    std::vector<std::string> skipped;  ///< that are not loaded
    bool skipped_have_texts = true;    ///< false: of types without one, so all but NULL is a value
    /// By column, where it is not a cell's own text: how the cell is spelled, see ColumnType.
    std::map<std::string, std::string_view, std::less<>> spelled{};

    [[nodiscard]] bool empty() const { return read.empty() && skipped.empty(); }
};

/// True in SQL where a row has a value; `of`: a prefix of columns, such as `s.`. \pre not empty()
/// \throws as quoted_name()
[[nodiscard]] std::string has_value(const Dialect& dialect,
                                    const BlankColumns& columns,
                                    std::string_view of = "");

/// The number of rows of an address without any value. Cost: a scan in the engine, of the first
/// columns for the most part. \throws EngineFault
[[nodiscard]] std::uint64_t count_blank(Connection& connection,
                                        const SourceAddress& address,
                                        const BlankColumns& columns);

}  // namespace kanon::engine
