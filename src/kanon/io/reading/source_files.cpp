// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/reading/source_files.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/address_text.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/io/files/archive.hpp"
#include "kanon/io/files/byte_source.hpp"
#include "kanon/io/files/temporary_copy.hpp"
#include "kanon/io/foreign/foreign_file.hpp"
#include "kanon/io/reading/found_columns.hpp"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

namespace kanon::io {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& message) {
    throw Error(ErrorCode::bad_input, message, {.file = name});
}

bool exists(const std::string& path) {
    struct stat status {};

    return ::stat(path.c_str(), &status) == 0;
}

std::vector<std::string> expand(const std::string& path) {
    if (exists(path) || path.find_first_of("*?[") == std::string::npos) {
        return {path};
    }
    glob_t found{};
    std::vector<std::string> out;
    if (::glob(path.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
        for (std::size_t index = 0; index < found.gl_pathc; ++index) {
            out.emplace_back(found.gl_pathv[index]);
        }
    }
    ::globfree(&found);
    std::ranges::sort(out);
    if (out.empty()) {
        refuse(path, "no file matches this pattern; check the folder and the name");
    }
    return out;
}

void check_file(const std::string& path, const std::string& name) {
    struct stat status {};

    if (::stat(path.c_str(), &status) != 0) {
        refuse(name, errno == ENOENT ? "no such file; check the path" : std::strerror(errno));
    }
    if (S_ISDIR(status.st_mode)) {
        refuse(name,
               "is a directory; name a file, or the files in it by a pattern such as *.csv, or a "
               "folder of Parquet files as parquet:FOLDER");
    }
    if (!S_ISREG(status.st_mode)) {
        refuse(name, "is no regular file; pipe it in and name the input -");
    }
    if (::access(path.c_str(), R_OK) != 0) {
        refuse(name, std::string("cannot be read: ") + std::strerror(errno));
    }
    if (status.st_size == 0) {
        refuse(name, "is empty; a table needs a header and at least one row");
    }
}

Compression compression_of_content(std::string_view bytes) {
    if (bytes.starts_with("\x1f\x8b")) {
        return Compression::gzip;
    }
    return bytes.starts_with("\x28\xb5\x2f\xfd") ? Compression::zstd : Compression::none;
}

Compression check_compression(std::string_view bytes,
                              std::string_view file,
                              const std::string& name) {
    const Compression promised = compression_of_name(file);
    const Compression found = compression_of_content(bytes);
    if (promised != Compression::none && promised != found) {
        refuse(name,
               promised == Compression::gzip ? "is not a gzip file; unpack it or rename it"
                                             : "is not a zstd file; unpack it or rename it");
    }
    return found;
}

Format text_format_of(std::string_view start, std::string_view file) {
    const Format promised = format_of_name(file);
    if (promised != Format::automatic) {
        return promised;
    }
    if (start.starts_with("PAR1")) {
        return Format::parquet;
    }
    return start.starts_with('{') ? Format::json : Format::csv;
}

/// Refuse a file that calls itself packed and is not.
void check_packing(Packing packing, const std::string& name) {
    constexpr std::array<std::pair<std::string_view, Packing>, 3> kEndings{
        {{".bz2", Packing::bzip2}, {".xz", Packing::xz}, {".zip", Packing::zip}}};
    for (const auto& [ending, promised] : kEndings) {
        if (name.ends_with(ending) && packing != promised) {
            refuse(name, "is not a " + std::string(ending) + " file; unpack it or rename it");
        }
    }
}

std::unique_ptr<TemporaryFile> spool_standard_input(const RunContext& context) {
    try {
        auto spool = std::make_unique<TemporaryFile>(temporary_prefix(), "");
        spool->hide();
        copy_all(STDIN_FILENO, spool->descriptor(), context);
        return spool;
    } catch (const std::system_error& fault) {
        refuse("standard input",
               "cannot be kept in a temporary file: " + fault.code().message() +
                   "; set TMPDIR to a folder with room");
    }
}

/// Finds out what the files are, one after the other.
class SourceSearch {
public:
    SourceSearch(const std::string& path, const ReadOptions& options, const RunContext& context)
        : options_(options), context_(context) {
        if (path == "-") {
            out_.spool = spool_standard_input(context);
            out_.paths = {out_.spool->path()};
            out_.names = {"standard input"};
            check_file(out_.paths[0], out_.names[0]);
        } else {
            out_.paths = files_of_path(path);
            out_.names = out_.paths;
        }
        out_.copies.resize(out_.paths.size());
    }

    SourceFiles run() {
        for (std::size_t index = 0; index < out_.paths.size(); ++index) {
            out_.seen.push_back({out_.paths[index], state_of_file(out_.paths[index])});
            const std::string file = unpack(index);
            look_at(index, file);
        }
        return std::move(out_);
    }

private:
    [[nodiscard]] std::string start_of(std::size_t index) const {
        std::string start(kForeignBytes, '\0');
        std::ifstream in(out_.paths[index], std::ios::binary);
        in.read(start.data(), static_cast<std::streamsize>(start.size()));
        start.resize(static_cast<std::size_t>(in.gcount()));
        return start;
    }

    /// Read a file of an archive through a copy. The name by which the file says what it is.
    std::string unpack(std::size_t index) {
        std::string name = out_.names[index];
        const Packing packing = packing_of(start_of(index));
        check_packing(packing, name);
        const bool is_archive = packing == Packing::zip && !is_workbook(index);
        if (!options_.member.empty() && !is_archive) {
            refuse(name, "is no archive of files; leave out --member");
        }
        if (packing == Packing::none || (packing == Packing::zip && !is_archive)) {
            return name;
        }
        UnpackBudget budget(options_.unpack_limit, packed_bytes(index), name);
        std::string file = name.substr(0, name.rfind('.'));
        if (is_archive) {
            file = member_of(index);
            PackedStream bytes(out_.paths[index], file, name, &budget);
            read_copy(index, bytes);
            out_.names[index] = name + " (" + file + ")";
        } else {
            PackedStream bytes(out_.paths[index], name, &budget);
            read_copy(index, bytes);
        }
        if (compression_of_content(start_of(index)) != Compression::none) {
            refuse(out_.names[index], "is packed within a packed file; unpack it first");
        }
        return file;
    }

    /// True for a zip archive that is a workbook; refused if it is one that is not read.
    [[nodiscard]] bool is_workbook(std::size_t index) const {
        const std::vector<std::string> members = zip_members(out_.paths[index], out_.names[index]);
        if (const std::string what = foreign_zip(members); !what.empty()) {
            refuse(out_.names[index], what);
        }
        return format_of_zip(members) != Format::automatic;
    }

    /// The file of an archive that is read.
    [[nodiscard]] std::string member_of(std::size_t index) const {
        const std::string& name = out_.names[index];
        const std::vector<std::string> members = zip_members(out_.paths[index], name);
        const std::vector<std::string_view> known(members.begin(), members.end());
        if (members.empty()) {
            refuse(name, "is a ZIP archive without a file in it; name another file");
        }
        if (options_.member.empty() && members.size() > 1) {
            refuse(
                name,
                "is a ZIP archive of several files; name one by --member: " + names_text(members));
        }
        const std::string& wanted = options_.member.empty() ? members[0] : options_.member;
        if (std::ranges::find(members, wanted) == members.end()) {
            refuse(name, "the archive has no file '" + wanted + "'" + suggestion(wanted, known));
        }
        return wanted;
    }

    void read_copy(std::size_t index, PackedStream& bytes) {
        constexpr std::size_t kBlock = std::size_t{1} << 18U;
        std::string buffer(kBlock, '\0');
        out_.read_through(index, temporary_copy(out_.names[index], [&](const auto& write) {
                              while (const std::size_t got = bytes.read(buffer)) {
                                  throw_if_cancelled(context_);
                                  write(std::string_view(buffer).substr(0, got));
                              }
                          }));
        check_file(out_.paths[index], out_.names[index]);
    }

    /// Refuse what is packed once more; a workbook is no such thing.
    void check_not_packed(std::size_t index, std::string_view start) const {
        const Packing packing = packing_of(start);
        const bool is_zip = packing == Packing::zip;
        if (packing != Packing::none && !(is_zip && is_workbook(index))) {
            refuse(out_.names[index], "is packed within a packed file; unpack it first");
        }
    }

    /// Find out format and compression of a file that calls itself `file`.
    void look_at(std::size_t index, const std::string& file) {
        const std::string& name = out_.names[index];
        Compression compression = check_compression(start_of(index), file, name);
        const std::string start = start_of_text(out_.paths[index], kForeignBytes);
        const bool is_zip = packing_of(start) == Packing::zip;
        if (compression != Compression::none &&
            (is_zip || format_of_content(start) != Format::automatic)) {
            UnpackBudget budget(options_.unpack_limit, packed_bytes(index), name);
            PackedStream bytes(out_.paths[index], name, &budget);
            read_copy(index, bytes);
            compression = Compression::none;
        }
        check_not_packed(index, start);
        const Format format = format_of(index, start, file);
        if (index > 0 && (format != out_.format || compression != out_.compression)) {
            refuse(name,
                   "is not packed or laid out as " + out_.names[0] +
                       "; files of one pattern must be of one kind");
        }
        out_.format = format;
        out_.compression = compression;
    }

    /// By content where that is clear, else by what is asked for or by the name.
    [[nodiscard]] Format format_of(std::size_t index,
                                   std::string_view start,
                                   const std::string& file) const {
        const std::string& name = out_.names[index];
        if (const std::string what = foreign_file(start); !what.empty()) {
            refuse(name, what);
        }
        const bool is_zip = packing_of(start) == Packing::zip;  // and so a workbook
        const Format found = is_zip ? Format::xlsx : format_of_content(start);
        const Format asked =
            options_.format == Format::automatic ? text_format_of(start, file) : options_.format;
        const bool told = options_.format != Format::automatic || is_foreign(asked);
        if (found == Format::automatic ? is_foreign(asked) : told && asked != found) {
            refuse(name,
                   found == Format::automatic
                       ? "is not " + std::string(name_of_format(asked)) +
                             ", or a damaged one; check it"
                       : "is " + std::string(name_of_format(found)) + ", not " +
                             std::string(name_of_format(asked)) + "; leave its format to be found");
        }
        return found == Format::automatic ? asked : found;
    }

    [[nodiscard]] std::uint64_t packed_bytes(std::size_t index) const {
        return static_cast<std::uint64_t>(out_.seen[index].state.value_or(FileState{}).size);
    }

    const ReadOptions& options_;
    const RunContext& context_;
    SourceFiles out_;
};

}  // namespace

void SourceFiles::read_through(std::size_t index, std::unique_ptr<TemporaryFile> copy) {
    paths[index] = copy->path();
    copies[index] = std::move(copy);
}

std::vector<std::string> files_of_path(const std::string& path) {
    if (path == "-") {
        return {};
    }
    require_path(path, ErrorCode::bad_input);
    std::vector<std::string> out = expand(path);
    for (const std::string& one : out) {
        check_file(one, one);
    }
    return out;
}

SourceFiles find_source_files(const std::string& path,
                              const ReadOptions& options,
                              const RunContext& context) {
    return SourceSearch(path, options, context).run();
}

void check_unchanged(const SourceFiles& source) {
    for (std::size_t index = 0; index < source.seen.size(); ++index) {
        if (state_of_file(source.seen[index].path) != source.seen[index].state) {
            refuse(source.names[index], kChangedWhileRead);
        }
    }
}

}  // namespace kanon::io
