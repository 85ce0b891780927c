// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/pending_file.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/secrets/secret_key.hpp"
#include "kanon/base/text/address_text.hpp"
#include "kanon/io/files/file_hash.hpp"
#include "kanon/io/files/file_move.hpp"
#include "kanon/io/files/stale_files.hpp"
#include "kanon/io/files/temporary_file.hpp"
#include "kanon/io/text/text_encoding.hpp"
#include "kanon/io/writing/database_writer.hpp"
#include "kanon/io/writing/stream_target.hpp"
#include "kanon/io/writing/table_writer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace kanon {
namespace {

[[noreturn]] void refuse(const std::string& target, const std::string& message) {
    throw Error(ErrorCode::bad_output, message, {.file = target});
}

[[noreturn]] void refuse_system(const std::string& target, int fault) {
    refuse(target,
           fault == ENOSPC || fault == EDQUOT
               ? "the disk is full; make room or write elsewhere"
               : "cannot be written: " + std::generic_category().message(fault) +
                     "; check the path or write elsewhere");
}

std::string folder_of(const std::string& place) {
    const std::size_t slash = place.rfind('/');
    if (slash == std::string::npos) {
        return ".";
    }
    return slash == 0 ? "/" : place.substr(0, slash);
}

/// The mode that a new file gets from open(2) beside the given one. A file made for the question
/// tells it: the umask cannot be read without setting it, for every thread of the process.
mode_t usual_mode(const std::string& beside) {
    const std::string probe = beside + std::string(io::kModeProbe);
    const int descriptor = ::open(probe.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

    struct stat status {};

    const bool known = descriptor >= 0 && ::fstat(descriptor, &status) == 0;
    const int fault = errno;
    if (descriptor >= 0) {
        ::close(descriptor);
        ::unlink(probe.c_str());
    }
    if (!known) {
        throw std::system_error(fault, std::generic_category());
    }
    return status.st_mode & 0777U;
}

void check_existing(const std::string& target, const std::string& place, bool force) {
    if (::access(place.c_str(), W_OK) != 0) {
        refuse_system(target, errno);
    }
    if (!force) {
        refuse(target, "exists already; give --force to replace it, or another name");
    }
}

[[noreturn]] void refuse_newcomer(const std::string& target) {
    refuse(target, "came to exist meanwhile; give --force to replace it");
}

/// A rename lasts once its folder is on the disk; not every file system can do that, so no fault.
void flush_folder(const std::string& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        ::fsync(descriptor);
        ::close(descriptor);
    }
}

}  // namespace

PendingFile::PendingFile(std::string target, bool force)
    : target_(std::move(target)), force_(force), is_stream_(target_ == "-") {
    if (target_.empty()) {
        refuse("output", "no name is given; name a file, or - for standard output");
    }
    require_path(target_, ErrorCode::bad_output);
    if (is_stream_) {
        if (!io::standard_output_is_open()) {
            refuse("standard output", "is closed; open it, or name a file");
        }
    } else {
        std::error_code ignored;
        const std::filesystem::path real = std::filesystem::canonical(target_, ignored);
        place_ = ignored ? target_ : real.string();

        struct stat status {};

        const bool exists = ::stat(place_.c_str(), &status) == 0;
        if ((exists && S_ISDIR(status.st_mode)) || place_.ends_with('/')) {
            refuse(target_, "is a directory; name a file in it");
        }
        is_stream_ = exists && !S_ISREG(status.st_mode);
        if (exists) {
            check_existing(target_, place_, force_ || is_stream_);
        }
        if (!std::filesystem::is_directory(folder_of(place_), ignored)) {
            refuse(target_, "its folder does not exist; make it first");
        }
    }
    try {
        make_temporary();
    } catch (const std::system_error& fault) {
        refuse_system(target_, fault.code().value());
    }
}

void PendingFile::make_temporary() {
    const std::string suffix(io::kPendingSuffix);
    if (is_stream_) {
        temporary_ = std::make_unique<io::TemporaryFile>(io::temporary_prefix(), suffix);
        temporary_->hide();
        return;
    }
    constexpr std::size_t kNamed = 64;  // bytes of the target's name
    const std::string folder = folder_of(place_);
    const std::string name = place_.substr(place_.rfind('/') + 1);
    const std::string start = "." + name.substr(0, kNamed) + ".";
    io::remove_stale_files(folder, start);
    temporary_ = std::make_unique<io::TemporaryFile>(folder + "/" + start, suffix);
}

PendingFile::~PendingFile() = default;
PendingFile::PendingFile(PendingFile&& other) noexcept = default;
PendingFile& PendingFile::operator=(PendingFile&& other) noexcept = default;

Format format_to_write(const std::string& target, const WriteOptions& options) {
    if (options.format != Format::automatic) {
        return options.format;
    }
    const Format named = format_of_name(target);
    const bool packed =
        target.ends_with(".xz") || target.ends_with(".bz2") || target.ends_with(".zip");
    if (packed || !is_name_to_write(target)) {
        refuse(target,
               "files so named are read, not written; name it .csv, .tsv, .jsonl, .parquet or "
               ".xlsx, or .csv.gz, or say --output-format");
    }
    return named == Format::automatic ? Format::csv : named;
}

void PendingFile::write_table(const Table& table,
                              const WriteOptions& options,
                              const RunContext& context) {
    KANON_CHECK(temporary_ != nullptr);
    const io::FileLayout layout{.format = format_to_write(target_, options),
                                .compression = compression_of_name(target_),
                                .delimiter = options.delimiter.value_or(','),
                                .encoding = options.encoding,
                                .byte_order_mark = options.byte_order_mark};
    const bool is_packed_within = layout.format == Format::parquet || layout.format == Format::xlsx;
    if (is_packed_within && layout.compression != Compression::none) {
        refuse(target_,
               std::string(layout.format == Format::xlsx ? "a workbook" : "Parquet") +
                   " is packed within; leave .gz or .zst off the name");
    }
    const bool is_plain_text = has_lines(layout.format) && layout.compression == Compression::none;
    if (!is_plain_text && !layout.encoding.empty() && !io::is_utf8_name(layout.encoding)) {
        refuse(target_,
               "another encoding than UTF-8 is for CSV and TSV that is not packed; leave "
               "--output-encoding out");
    }
    try {
        io::write_table_file(table, layout, temporary_->path(), target_, context);
    } catch (const std::system_error& fault) {
        refuse_system(target_, fault.code().value());
    }
}

void PendingFile::write_database(io::DatabaseKind kind,
                                 const std::vector<io::WrittenTable>& tables,
                                 const RunContext& context) {
    KANON_CHECK(temporary_ != nullptr);
    if (is_stream_) {
        refuse(target_, "a database is written to a file, and this is none; name one");
    }
    try {
        io::write_database_file(kind, tables, temporary_->path(), target_, context);
    } catch (const std::system_error& fault) {
        refuse_system(target_, fault.code().value());
    }
}

void PendingFile::write_text(std::string_view text) {
    KANON_CHECK(temporary_ != nullptr);
    try {
        io::write_all(temporary_->descriptor(), text.data(), text.size());
    } catch (const std::system_error& fault) {
        refuse_system(target_, fault.code().value());
    }
}

std::string PendingFile::sha256(const RunContext& context) const {
    KANON_CHECK(temporary_ != nullptr);
    try {
        return io::hash_of_file(temporary_->descriptor(), context);
    } catch (const std::system_error& fault) {
        refuse_system(target_, fault.code().value());
    }
}

bool PendingFile::holds(const SecretKey& key, const RunContext& context) const {
    if (temporary_ == nullptr) {
        return false;  // nothing was written
    }
    bool found = false;
    std::string seen;  // the end of what came before, where a key may begin
    try {
        io::read_blocks(temporary_->descriptor(), context, [&](std::string_view block) {
            seen += block;
            found = found || key.stands_in(seen);
            seen.erase(0, seen.size() - std::min(seen.size(), SecretKey::kMostSpelled));
        });
    } catch (const std::system_error& fault) {
        refuse_system(target_, fault.code().value());
    }
    return found;
}

void PendingFile::flush() {
    KANON_CHECK(temporary_ != nullptr);
    if (is_stream_) {
        return;
    }
    if (!force_ && ::access(place_.c_str(), F_OK) == 0) {
        refuse_newcomer(target_);
    }
    try {
        constexpr mode_t kOwnerOnly = 0600;
        const mode_t mode = is_private_ ? kOwnerOnly : usual_mode(temporary_->path());
        if (::fchmod(temporary_->descriptor(), mode) != 0 ||
            ::fsync(temporary_->descriptor()) != 0) {
            refuse_system(target_, errno);
        }
    } catch (const std::system_error& fault) {
        refuse_system(target_, fault.code().value());
    }
}

void PendingFile::pour(const RunContext& context) {
    if (!is_stream_) {
        return;
    }
    try {
        io::pour(temporary_->descriptor(), place_, context);
    } catch (const std::system_error& fault) {
        refuse_system(target_, fault.code().value());
    }
}

void PendingFile::place() {
    if (is_stream_) {
        return;
    }
    try {
        move_ = std::make_unique<io::FileMove>(temporary_->path(), place_, force_);
    } catch (const std::system_error& fault) {
        if (fault.code().value() == EEXIST) {
            refuse_newcomer(target_);
        }
        refuse_system(target_, fault.code().value());
    }
}

void PendingFile::take_back() noexcept {
    if (move_) {
        move_->take_back();
        move_.reset();
    }
}

void PendingFile::settle() noexcept {
    if (move_ && !move_->kept_old()) {
        temporary_->release();
    }
    temporary_.reset();
    if (move_) {
        flush_folder(folder_of(place_));
    }
}

void PendingFile::commit_all(const std::vector<PendingFile*>& files, const RunContext& context) {
    std::ranges::for_each(files, &PendingFile::flush);
    // A stream cannot be taken back, so it must have taken all before a name changes.
    std::ranges::for_each(files, [&context](PendingFile* file) { file->pour(context); });
    try {
        std::ranges::for_each(files, &PendingFile::place);
    } catch (...) {
        std::ranges::for_each(files, &PendingFile::take_back);
        throw;
    }
    std::ranges::for_each(files, &PendingFile::settle);
}

void PendingFile::commit(const RunContext& context) {
    commit_all({this}, context);
}

void commit_together(const std::vector<std::optional<PendingFile>*>& files,
                     const RunContext& context) {
    std::vector<PendingFile*> asked;
    for (std::optional<PendingFile>* file : files) {
        if (*file) {
            asked.push_back(&**file);
        }
    }
    PendingFile::commit_all(asked, context);
}

std::optional<PendingFile> pending_file(const std::string& target, bool force) {
    return target.empty() ? std::nullopt : std::optional<PendingFile>(std::in_place, target, force);
}

bool same_file(const std::string& a, const std::string& b) {
    struct stat first {};

    struct stat second {};

    return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

}  // namespace kanon
