// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/source_files.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/byte_source.hpp"
#include "kanon/io/foreign_file.hpp"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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
        refuse(path, "no file matches this pattern; check the folder and the spelling");
    }
    return out;
}

void check_file(const std::string& path, const std::string& name) {
    struct stat status {};

    if (::stat(path.c_str(), &status) != 0) {
        refuse(name, errno == ENOENT ? "no such file; check the path" : std::strerror(errno));
    }
    if (S_ISDIR(status.st_mode)) {
        refuse(name, "is a directory; name a file, or the files in it by a pattern such as *.csv");
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

std::string first_bytes(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string bytes(4, '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return bytes;
}

Compression compression_of_content(const std::string& bytes) {
    if (bytes.starts_with("\x1f\x8b")) {
        return Compression::gzip;
    }
    return bytes.starts_with("\x28\xb5\x2f\xfd") ? Compression::zstd : Compression::none;
}

Compression check_compression(const std::string& path, const std::string& name) {
    const Compression promised = compression_of_name(name);
    const Compression found = compression_of_content(first_bytes(path));
    if (promised != Compression::none && promised != found) {
        refuse(name,
               promised == Compression::gzip ? "is not a gzip file; unpack it or rename it"
                                             : "is not a zstd file; unpack it or rename it");
    }
    return found;
}

/// Refuse a file of another kind, also where it is packed with gzip.
void refuse_foreign(const std::string& path, const std::string& name) {
    std::string start(kForeignBytes, '\0');
    start.resize(ByteSource(path).read(start));
    if (const std::string what = foreign_file(start); !what.empty()) {
        refuse(name, what);
    }
}

Format format_of_file(const std::string& path, const std::string& name) {
    const Format promised = format_of_name(name);
    if (promised != Format::automatic) {
        return promised;
    }
    const std::string bytes = first_bytes(path);
    if (bytes.starts_with("PAR1")) {
        return Format::parquet;
    }
    return bytes.starts_with('{') ? Format::json : Format::csv;
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

}  // namespace

SourceFiles find_source_files(const std::string& path, Format wanted, const RunContext& context) {
    SourceFiles out;
    if (path == "-") {
        out.copies.push_back(spool_standard_input(context));
        out.paths = {out.copies[0]->path()};
        out.names = {"standard input"};
    } else {
        out.paths = expand(path);
        out.names = out.paths;
    }
    for (std::size_t index = 0; index < out.paths.size(); ++index) {
        const std::string& name = out.names[index];
        check_file(out.paths[index], name);
        out.seen.push_back({out.paths[index], state_of_file(out.paths[index])});
        const Compression compression = check_compression(out.paths[index], name);
        const Format format =
            wanted == Format::automatic ? format_of_file(out.paths[index], name) : wanted;
        refuse_foreign(out.paths[index], name);
        if (index > 0 && (format != out.format || compression != out.compression)) {
            refuse(name,
                   "is not packed or laid out as " + out.names[0] +
                       "; files of one pattern must be of one kind");
        }
        out.format = format;
        out.compression = compression;
    }
    return out;
}

void check_unchanged(const SourceFiles& source) {
    for (std::size_t index = 0; index < source.seen.size(); ++index) {
        if (state_of_file(source.seen[index].path) != source.seen[index].state) {
            refuse(source.names[index], kChangedWhileRead);
        }
    }
}

}  // namespace kanon::io
