// SPDX-License-Identifier: Apache-2.0
// Packed files. The first byte says which packing, and what the other bytes are: the packed file,
// or a CSV file that is packed here and then cut at a byte that the second and third one choose. A
// file is refused with a kanon::Error or gives a whole table; of a packed table that was cut, none
// but the whole one; of a gzip file, what another unpacker finds in it.
#include "kanon/base/check.hpp"

#include "support.hpp"
#include <zlib.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace {

using kanon::Table;
using kanon::fuzz::Folder;

/// A first line that may be a header is taken for one: too few bytes would get further otherwise.
std::optional<Table> read(const std::string& path) {
    kanon::ReadOptions told;
    told.header_in_doubt = true;
    return kanon::fuzz::table_or_refused(path, told);
}

/// What a gzip file holds; none if it is broken.
std::optional<std::string> unpacked(const std::string& path) {
    gzFile file = gzopen(path.c_str(), "rb");
    if (file == nullptr) {
        return std::nullopt;
    }
    std::string out;
    std::array<char, 4096> buffer{};
    int count = 0;
    while ((count = gzread(file, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0) {
        out.append(buffer.data(), static_cast<std::size_t>(count));
    }
    const bool direct = gzdirect(file) != 0;
    const bool whole = gzclose(file) == Z_OK && count == 0 && !direct;
    return whole ? std::optional(out) : std::nullopt;
}

void read_packed(const Folder& folder, const std::string& bytes, bool gzip) {
    const std::string path = folder.at(gzip ? "input.csv.gz" : "input.csv.zst");
    kanon::fuzz::write_bytes(path, bytes);
    const std::optional<Table> table = read(path);
    if (!table) {
        return;
    }
    kanon::fuzz::check_survives(*table, folder.at("again.csv"));
    if (gzip) {
        const std::optional<std::string> text = unpacked(path);
        KANON_CHECK(text.has_value());
        kanon::fuzz::write_bytes(folder.at("plain.csv"), *text);
        kanon::fuzz::check_same_cells(*table, read(folder.at("plain.csv")).value());
    }
}

void pack_and_cut(const Folder& folder, const std::string& bytes, std::size_t cut, bool gzip) {
    kanon::fuzz::write_bytes(folder.at("plain.csv"), bytes);
    const std::optional<Table> table = read(folder.at("plain.csv"));
    if (!table) {
        return;
    }
    const std::string packed = folder.at(gzip ? "packed.csv.gz" : "packed.csv.zst");
    kanon::fuzz::check_survives(*table, packed);
    const std::string whole = kanon::fuzz::bytes_of(packed);
    kanon::fuzz::write_bytes(packed, whole.substr(0, cut % whole.size()));
    KANON_CHECK(!read(packed));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kHead = 3;
    static const Folder folder;
    if (size < kHead) {
        return 0;
    }
    const std::string bytes = kanon::fuzz::text_of(data + kHead, size - kHead);
    const bool gzip = (data[0] & 1U) == 0;
    if ((data[0] & 2U) == 0) {
        read_packed(folder, bytes, gzip);
    } else {
        pack_and_cut(folder, bytes, data[1] * std::size_t{256} + data[2], gzip);
    }
    return 0;
}
