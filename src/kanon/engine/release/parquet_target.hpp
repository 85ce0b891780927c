// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/release/private_folder.hpp"
#include "kanon/engine/release/written_release.hpp"
#include "kanon/io/files/file_move.hpp"

#include <optional>
#include <span>
#include <string>

namespace kanon::engine {

/// True if two paths are one folder, or one is in the other.
[[nodiscard]] bool overlap(const std::string& a, const std::string& b);

/// A folder of Parquet files on its way into place. It is written within a private folder beside
/// it, and what stood there is kept in that until this is gone.
class ParquetTarget {
public:
    /// Find out whether the folder may be made. \throws Error{usage}: it is there, and `force` is
    /// not given, or it holds anything but Parquet files, which would be gone; it holds a file of
    /// a source, or a source holds it; Error{bad_output}: nothing can be made beside it
    ParquetTarget(std::span<const std::string> sources, const std::string& folder, bool force);

    /// Write a release there, without keys. Rows and their texts are compared with the table's by
    /// their number and the sum of their hashes. \throws EngineFault, Error{bad_output}: the files
    /// do not hold what the table does
    void write(Connection& connection, const WrittenRelease& release);

    /// Give the folder its name. What is replaced is looked at once more: since then somebody may
    /// have put other files there. \throws Error{usage, bad_output}
    void place();

    /// What place() did stays from here on.
    void finish() { move_.reset(); }

    ~ParquetTarget();
    ParquetTarget(const ParquetTarget&) = delete;
    ParquetTarget& operator=(const ParquetTarget&) = delete;

private:
    [[nodiscard]] std::string written() const { return private_.path() + "/release"; }

    std::string folder_;
    bool force_;
    PrivateFolder private_;
    std::optional<io::FileMove> move_;
};

}  // namespace kanon::engine
