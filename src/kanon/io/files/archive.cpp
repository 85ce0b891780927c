// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/archive.hpp"

#include "kanon/base/error.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <fstream>
#include <new>
#include <utility>

namespace kanon::io {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kReadBlock = std::size_t{1} << 16U;
constexpr std::size_t kMostMembers = 65536;

/// How a zip archive begins that holds nothing.
constexpr std::string_view kEmptyZip = "PK\x05\x06";

std::string start_of_file(const std::string& path) {
    std::string start(kEmptyZip.size(), '\0');
    std::ifstream(path, std::ios::binary)
        .read(start.data(), static_cast<std::streamsize>(start.size()));
    return start;
}

[[noreturn]] void refuse_archive(const std::string& name, const std::string& message) {
    throw Error(ErrorCode::bad_input, message, {.file = name});
}

/// The name of a file in an archive as it stands there: in UTF-8 if the archive says so.
std::string name_of(archive_entry* entry) {
    if (const char* name = archive_entry_pathname_utf8(entry)) {
        return name;
    }
    const char* name = archive_entry_pathname(entry);
    return name == nullptr ? "" : name;
}

/// What was opened, or std::bad_alloc.
archive* checked(archive* made) {
    if (made == nullptr) {
        throw std::bad_alloc();
    }
    return made;
}

/// True if a header was read; a name that is in no known encoding is no fault.
bool next_header(archive* from, archive_entry*& entry, const std::string& name) {
    const int state = archive_read_next_header(from, &entry);
    if (state != ARCHIVE_OK && state != ARCHIVE_WARN && state != ARCHIVE_EOF) {
        refuse_archive(name, "the archive is cut short or damaged; fetch it again");
    }
    return state != ARCHIVE_EOF;
}

}  // namespace

Packing packing_of(std::string_view start) {
    if (start.starts_with("PK\x03\x04") || start.starts_with(kEmptyZip)) {
        return Packing::zip;
    }
    if (start.starts_with("BZh"sv) && start.substr(4).starts_with("1AY&SY"sv)) {
        return Packing::bzip2;
    }
    return start.starts_with("\xFD\x37zXZ\0"sv) ? Packing::xz : Packing::none;
}

void PackedStream::Close::operator()(archive* of) const {
    archive_read_free(of);
}

PackedStream::PackedStream(const std::string& path, std::string name, UnpackBudget* budget)
    : archive_(checked(archive_read_new())), name_(std::move(name)), budget_(budget) {
    archive_read_support_filter_gzip(archive_.get());
    archive_read_support_filter_bzip2(archive_.get());
    archive_read_support_filter_xz(archive_.get());
    archive_read_support_filter_zstd(archive_.get());
    archive_read_support_format_raw(archive_.get());
    open(path);
    archive_entry* entry = nullptr;
    ended_ = !next_header(archive_.get(), entry, name_);
    // The last of the filters is none.
    const int filters = archive_filter_count(archive_.get());
    if (filters < 2) {
        refuse();
    }
    if (filters > 2) {
        refuse_archive(name_, "is packed within a packed file; unpack it first");
    }
}

PackedStream::PackedStream(const std::string& path,
                           const std::string& member,
                           std::string name,
                           UnpackBudget* budget)
    : archive_(checked(archive_read_new())), name_(std::move(name)), budget_(budget) {
    archive_read_support_format_zip_seekable(archive_.get());
    open(path);
    find(member);
}

PackedStream::~PackedStream() = default;

void PackedStream::open(const std::string& path) {
    if (archive_read_open_filename(archive_.get(), path.c_str(), kReadBlock) != ARCHIVE_OK) {
        refuse();
    }
}

void PackedStream::find(const std::string& member) {
    archive_entry* entry = nullptr;
    while (next_header(archive_.get(), entry, name_)) {
        if (name_of(entry) == member) {
            if (archive_entry_is_encrypted(entry) != 0) {
                refuse_archive(name_, "is encrypted; decrypt it first");
            }
            return;
        }
    }
    refuse_archive(name_, "the archive has no file '" + member + "'");
}

void PackedStream::refuse() const {
    refuse_archive(name_, "the packed file is cut short or damaged; fetch it again");
}

std::size_t PackedStream::read(std::span<char> buffer) {
    std::size_t filled = 0;
    while (!ended_ && filled < buffer.size()) {
        const la_ssize_t got =
            archive_read_data(archive_.get(), buffer.data() + filled, buffer.size() - filled);
        if (got < 0) {
            refuse();
        }
        ended_ = got == 0;
        filled += static_cast<std::size_t>(got);
        if (budget_ != nullptr) {
            budget_->take(static_cast<std::size_t>(got));
        }
    }
    return filled;
}

std::vector<std::string> zip_members(const std::string& path, const std::string& name) {
    if (start_of_file(path).starts_with(kEmptyZip)) {
        return {};
    }

    struct Close {
        void operator()(archive* of) const { archive_read_free(of); }
    };

    const std::unique_ptr<archive, Close> from(checked(archive_read_new()));
    archive_read_support_format_zip_seekable(from.get());
    if (archive_read_open_filename(from.get(), path.c_str(), kReadBlock) != ARCHIVE_OK) {
        refuse_archive(name, "the archive is cut short or damaged; fetch it again");
    }
    std::vector<std::string> out;
    archive_entry* entry = nullptr;
    while (next_header(from.get(), entry, name)) {
        std::string member = name_of(entry);
        if (!member.ends_with('/')) {
            out.push_back(std::move(member));
        }
        if (out.size() > kMostMembers) {
            refuse_archive(name, "the archive holds more than 65,536 files; unpack it");
        }
    }
    return out;
}

}  // namespace kanon::io
