// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/release/parquet_target.hpp"

#include "kanon/base/error.hpp"
#include "kanon/engine/catalogue/catalogue.hpp"
#include "kanon/engine/release/parquet_files.hpp"
#include "kanon/io/reading/database.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace kanon::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFileSize = "256MB";

fs::path canonical(const fs::path& path) {
    std::error_code none;
    return (fs::weakly_canonical(fs::absolute(path, none), none) / "").parent_path();
}

/// True if the path is the folder or in it, by whatever other path that is reached, as through a
/// bind mount.
bool holds(const fs::path& folder, const fs::path& path) {
    const std::string identity = identity_of_file(folder);
    for (fs::path above = path; !above.empty(); above = above.parent_path()) {
        if (above == folder || identity_of_file(above) == identity) {
            return true;
        }
        if (above == above.parent_path()) {
            break;
        }
    }
    return false;
}

/// True if one of the folder's files is that file under another name, which may be all it has.
bool has_other_name(const std::string& folder, const std::string& file) {
    std::error_code none;
    const std::string identity = identity_of_file(file);
    return std::ranges::any_of(fs::directory_iterator(folder, none), [&](const auto& entry) {
        return identity_of_file(entry.path()) == identity;
    });
}

[[noreturn]] void refuse_target(const std::string& folder, const std::string& why) {
    throw Error(ErrorCode::usage, why, Where{.file = folder});
}

/// Refuse a target that is a source or has to do with it.
void check_apart(const std::string& source, const std::string& folder) {
    std::error_code none;
    const fs::path target = canonical(folder);
    bool is_apart = !fs::is_directory(source, none) || !holds(canonical(source), target);
    for (const std::string& file : parquet_files(source)) {
        is_apart = is_apart && !holds(target, canonical(file)) && !has_other_name(folder, file);
    }
    if (!is_apart) {
        refuse_target(folder, "the release and an original are in one folder; name another");
    }
}

/// Refuse to replace what is no folder of Parquet files.
void check_replaced(const std::string& folder) {
    std::error_code none;
    const auto is_ours = [&](const fs::directory_entry& entry) {
        return entry.is_regular_file(none) && is_parquet_name(entry.path().filename());
    };
    const bool is_folder = fs::is_directory(fs::symlink_status(folder, none));
    if (!is_folder || !std::ranges::all_of(fs::directory_iterator(folder), is_ours)) {
        refuse_target(folder,
                      "is there, and is no folder of Parquet files alone, so nothing replaces it; "
                      "name another");
    }
}

[[noreturn]] void fail(const std::string& folder, const std::string& why) {
    throw Error(ErrorCode::bad_output, why, Where{.file = folder});
}

/// Have what was written on the disk.
void flush(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return;
    }
    ::fsync(descriptor);
    ::close(descriptor);
}

/// How many rows there are, and the sum of their hashes by their texts.
std::vector<std::string> sums_of(Connection& connection,
                                 std::span<const std::string> columns,
                                 const std::string& from) {
    std::string texts;
    for (const std::string& column : columns) {
        texts += ", CAST(" + column + " AS VARCHAR)";
    }
    std::vector<std::string> out;
    connection.query("SELECT count(*), sum(CAST(hash(0" + texts + ") AS HUGEINT)) FROM " + from,
                     [&](std::span<const Cell> cells) {
                         for (const Cell& cell : cells) {
                             out.emplace_back(cell.value_or(""));
                         }
                     });
    return out;
}

}  // namespace

bool overlap(const std::string& a, const std::string& b) {
    return holds(canonical(a), canonical(b)) || holds(canonical(b), canonical(a));
}

ParquetTarget::ParquetTarget(std::span<const std::string> sources,
                             const std::string& folder,
                             bool force)
    : folder_(fs::path(folder + "/").parent_path()), force_(force), private_(folder_) {
    for (const std::string& source : sources) {
        check_apart(source, folder_);
    }
    std::error_code none;
    if (fs::exists(fs::symlink_status(folder_, none))) {
        if (!force) {
            refuse_target(folder_, "the folder is there already; --force replaces it");
        }
        check_replaced(folder_);
    }
    if (!private_.make()) {
        fail(folder_, "no folder can be made beside it; check the path, and who may write there");
    }
}

ParquetTarget::~ParquetTarget() {
    if (move_) {
        move_->take_back();
    }
}

void ParquetTarget::write(Connection& connection, const WrittenRelease& release) {
    std::string shown;
    std::vector<std::string> columns;
    std::vector<std::string> names;
    for (const std::string& name : release.columns) {
        columns.push_back(fmt::format("q{}", columns.size()));
        names.push_back(quoted_name(connection.dialect(), name));
        shown += (shown.empty() ? "" : ", ") + columns.back() + " AS " + names.back();
    }
    Stage stage(teller_of(connection), "write the files", 0);
    const WorkOn work(connection, stage);
    connection.execute(fmt::format(
        "COPY (SELECT {} FROM {}) TO {} (FORMAT parquet, COMPRESSION zstd, FILE_SIZE_BYTES '{}')",
        shown,
        release.table,
        io::sql_literal(written()),
        kFileSize));
    if (sums_of(connection, columns, release.table) !=
        sums_of(connection, names, parquet_rows(written()))) {
        fail(folder_,
             "the files that were written do not hold what was released, as where a column is of a "
             "type that Parquet does not have; nothing is released");
    }
    for (const std::string& file : parquet_files(written())) {
        flush(file);
    }
    flush(written());
}

void ParquetTarget::place() {
    std::error_code none;
    if (force_ && fs::exists(fs::symlink_status(folder_, none))) {
        check_replaced(folder_);
    }
    try {
        move_.emplace(written(), folder_, force_);
    } catch (const std::system_error& fault) {
        fail(folder_, "cannot be put into place: " + fault.code().message());
    }
}

}  // namespace kanon::engine
