// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/reading/table_reader.hpp"
#include "kanon/io/writing/pending_file.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <string>
#include <vector>

namespace kanon::detail {

/// How a source is written, for its release to be written so too.
struct SourceForm {
    char delimiter = ',';    ///< of CSV
    std::string encoding{};  ///< of text; "": UTF-8
    bool byte_order_mark = false;
    /// Columns whose numbers have decimal commas there, and points in the release as it is judged.
    std::vector<std::string> decimal_commas{};
};

/// The form of a source but for its columns.
[[nodiscard]] SourceForm form_of(const ReadTable& read);

/// Note the columns that are spelled with points as they are bound. \pre the columns of both are
/// the same
void note_decimal_commas(const Table& read, const Table& bound, SourceForm& form);

/// What was not asked for is as the source has it. Of a text table alone.
[[nodiscard]] WriteOptions written_as(WriteOptions asked,
                                      const std::string& target,
                                      const SourceForm& form);

/// A release as its file has it: with decimal commas where the source has them, if it is a text
/// table. A column that would not read back as it is stays.
[[nodiscard]] Table in_own_form(const Table& release,
                                const std::string& target,
                                const WriteOptions& options,
                                const SourceForm& form);

/// The release behind its file: columns that are written with decimal commas have points.
[[nodiscard]] Table out_of_own_form(const Table& written, const SourceForm& form);

}  // namespace kanon::detail
