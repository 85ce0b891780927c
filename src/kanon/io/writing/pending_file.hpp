// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/table_format.hpp"
#include "kanon/table/table.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

class SecretKey;

namespace io {
class FileMove;
class TemporaryFile;
enum class DatabaseKind : std::uint8_t;
struct WrittenTable;
}  // namespace io

/// The format that a table is written in: what is asked for, else what the target's name says, else
/// CSV. \throws Error{bad_output} if files so named are read and not written.
[[nodiscard]] Format format_to_write(const std::string& target, const WriteOptions& options);

/// A table on its way to a target: written beside it under a private temporary name (mode 0600),
/// moved there by commit() at once and whole, removed if never committed. `-` is standard output;
/// it and targets that are no regular files (pipes, devices) get the bytes at commit().
/// Columns with a typed storage_type are written typed where the format has types (parquet, json);
/// a `*` there becomes missing. In CSV the missing value is an empty cell, the empty text `""`.
class PendingFile {
public:
    /// Check that the target can be written before any work is done, and remove what killed runs
    /// left beside it.
    /// \throws Error{bad_output}: is a directory, exists without force, folder missing or
    /// read-only, standard output closed.
    PendingFile(std::string target, bool force);
    ~PendingFile();
    PendingFile(PendingFile&& other) noexcept;
    PendingFile& operator=(PendingFile&& other) noexcept;
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;

    /// Write the table. \throws Error{bad_output} (disk full and the like), nothing is left behind.
    /// Format `automatic` goes by the target's name, else it is CSV. `options.force` is not looked
    /// at: the constructor was told. Rows keep their order; the bytes do not depend on threads.
    void write_table(const Table& table, const WriteOptions& options, const RunContext& context);

    /// Write a database of several tables; the target is a file. \throws as write_database_file()
    void write_database(io::DatabaseKind kind,
                        const std::vector<io::WrittenTable>& tables,
                        const RunContext& context);

    /// Write a text (summary, report).
    void write_text(std::string_view text);

    /// SHA-256 of what was written so far, in hexadecimal digits. \throws Error{bad_output,
    /// cancelled}
    [[nodiscard]] std::string sha256(const RunContext& context) const;

    /// True if the bytes of a key stand in what was written so far, see SecretKey::stands_in().
    /// \throws Error{bad_output, cancelled}
    [[nodiscard]] bool holds(const SecretKey& key, const RunContext& context) const;

    /// Let nobody but its owner read the file (mode 0600).
    void keep_private() { is_private_ = true; }

    /// Flush to disk and move to the target's name; the mode is what open(2) gives a new file
    /// there. \throws Error{bad_output}, Error{cancelled}, and the target is as it was; but of
    /// what a pipe took nothing comes back.
    void commit(const RunContext& context = {});

    [[nodiscard]] const std::string& target() const { return target_; }

private:
    friend void commit_together(const std::vector<std::optional<PendingFile>*>& files,
                                const RunContext& context);
    static void commit_all(const std::vector<PendingFile*>& files, const RunContext& context);

    void make_temporary();

    // The steps of a commit, each taken by all files before the next one begins.
    void flush();
    void pour(const RunContext& context);
    void place();
    void take_back() noexcept;
    void settle() noexcept;

    std::string target_;
    std::string place_;  ///< the target with symbolic links followed; "" for standard output
    std::unique_ptr<io::TemporaryFile> temporary_;
    std::unique_ptr<io::FileMove> move_;  ///< while it may be taken back
    bool force_ = false;
    bool is_stream_ = false;
    bool is_private_ = false;
};

/// Commit the files of one run, those that were asked for: if one of them cannot be written, none
/// of their targets is touched. Streams go first, for they cannot be taken back; while they wait
/// the run can be cancelled. \throws Error{bad_output}, Error{cancelled}
void commit_together(const std::vector<std::optional<PendingFile>*>& files,
                     const RunContext& context = {});

/// The file of a target that was asked for; none for the empty path. \throws Error{bad_output}
[[nodiscard]] std::optional<PendingFile> pending_file(const std::string& target, bool force);

/// Remove every temporary file that this process still has open; safe in a signal handler.
void remove_pending_files() noexcept;

/// True if two paths name the same existing file.
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

}  // namespace kanon
