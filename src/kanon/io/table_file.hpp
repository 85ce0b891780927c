// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kanon {

/// How a table is laid out in a file; `automatic` goes by the file's name, then by its content.
enum class Format { automatic, csv, tsv, json, parquet };

struct ReadOptions {
    Format format = Format::automatic;
    std::optional<char> delimiter;  ///< csv: none is sniffed
    std::optional<char> quote;      ///< csv: none is sniffed
    std::optional<bool> header;     ///< csv: none is sniffed
    std::vector<std::string>
        missing_marks;  ///< spellings that mean missing, besides the empty cell
    std::map<std::string, ValueType> types;      ///< declared types by column; others are inferred
    std::vector<std::string> skip;               ///< columns not to be loaded
    std::vector<std::string> drop_rows_missing;  ///< columns whose missing rows are left out
    std::uint64_t row_limit = 0;                 ///< 0: all
    bool show_values = false;                    ///< messages may quote cells
};

struct ReadTable {
    Table table;
    Format format = Format::csv;
    char delimiter = ',';
    std::vector<std::string> skipped;  ///< columns of the file that were not loaded
    std::uint64_t dropped_rows = 0;    ///< left out for drop_rows_missing
};

/// Read one file, several by glob, or `-` (standard input) into a table of codes. Plain, .gz or
/// .zst. Rows keep their order (of several files: by name). Text stands only in dictionaries.
/// \throws Error{bad_input} naming file, line and column; no cell's value unless show_values.
[[nodiscard]] ReadTable read_table(const std::string& path,
                                   const ReadOptions& options,
                                   const RunContext& context);

/// The names of the columns of a file, without reading it whole. Same errors.
[[nodiscard]] std::vector<std::string> column_names(const std::string& path,
                                                    const ReadOptions& options);

struct WriteOptions {
    Format format =
        Format::automatic;  ///< by name: .csv .tsv .json .jsonl .ndjson .parquet, + .gz .zst
    char delimiter = ',';
    bool force = false;  ///< replace what stands at the target
};

/// A table on its way to a target: written beside it under a private temporary name (mode 0600),
/// moved there by commit() at once and whole, removed if never committed. `-` is standard output.
/// Columns with a typed storage_type are written typed where the format has types (parquet, json);
/// a `*` there becomes missing.
class PendingFile {
public:
    /// Check that the target can be written before any work is done.
    /// \throws Error{bad_output}: is a directory, exists without force, folder missing or
    /// read-only.
    PendingFile(std::string target, bool force);
    ~PendingFile();
    PendingFile(PendingFile&& other) noexcept;
    PendingFile& operator=(PendingFile&& other) noexcept;
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    /// Write the table. \throws Error{bad_output} (disk full and the like), nothing is left behind.
    void write_table(const Table& table, const WriteOptions& options, const RunContext& context);

    /// Write a text (summary, report).
    void write_text(std::string_view text);

    /// Flush to disk and move to the target's name.
    void commit();

    [[nodiscard]] const std::string& target() const { return target_; }

private:
    void discard() noexcept;
    std::string target_;
    std::string temporary_;
    bool to_stdout_ = false;
};

/// Remove every temporary file that this process still has open; safe in a signal handler.
void remove_pending_files() noexcept;

/// True if two paths name the same existing file.
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

}  // namespace kanon
