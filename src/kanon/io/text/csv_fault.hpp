// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/text/csv_dialect.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kanon::io {

/// The first place where a text table breaks the rules.
struct CsvFault {
    std::uint64_t line = 0;    ///< 1-based, of the file
    std::uint64_t column = 0;  ///< 1-based cell, 0 if the whole record is meant
    std::string message;       ///< what is wrong and what to do; no cell's value
};

/// Read a plain or gzip file byte by byte to find where it breaks the rules. For the sentence after
/// a refusal only: DuckDB counts records, not lines, and quotes the cells. \throws Error{cancelled}
[[nodiscard]] std::optional<CsvFault> find_csv_fault(const std::string& path,
                                                     const CsvDialect& dialect,
                                                     std::size_t columns,
                                                     const RunContext& context);

}  // namespace kanon::io
