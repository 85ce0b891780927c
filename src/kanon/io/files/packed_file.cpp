// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/io/files/byte_source.hpp"
#include "kanon/io/reading/source_files.hpp"

#include <array>
#include <cstdint>
#include <fstream>
#include <vector>

namespace kanon::io {
namespace {

constexpr std::uint32_t kZstdFrame = 0xFD2FB528;
constexpr std::uint32_t kZstdSkippable = 0x184D2A50;  // low four bits are free

std::uint32_t little_endian(const unsigned char* bytes, std::size_t count) {
    std::uint32_t value = 0;
    for (std::size_t index = 0; index < count; ++index) {
        value |= static_cast<std::uint32_t>(bytes[index]) << (8U * static_cast<unsigned>(index));
    }
    return value;
}

/// Walks over the frames of a zstd file (RFC 8878) by their headers, without unpacking.
class ZstdWalk {
public:
    explicit ZstdWalk(const std::string& path) : in_(path, std::ios::binary) {
        in_.seekg(0, std::ios::end);
        size_ = static_cast<std::uint64_t>(in_.tellg());
    }

    /// True if the file is one whole frame after another. \throws Error{cancelled}
    bool whole(const RunContext& context) {
        bool any = false;
        while (at_ < size_) {
            if (!frame(context)) {
                return false;
            }
            any = true;
        }
        return any;
    }

private:
    bool number(std::size_t count, std::uint32_t& value) {
        std::array<unsigned char, 4> bytes{};
        if (at_ + count > size_) {
            return false;
        }
        in_.seekg(static_cast<std::streamoff>(at_));
        in_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
        at_ += count;
        value = little_endian(bytes.data(), count);
        return in_.good();
    }

    bool skip(std::uint64_t count) {
        at_ += count;
        return at_ <= size_;
    }

    bool frame(const RunContext& context) {
        std::uint32_t magic = 0;
        std::uint32_t value = 0;
        if (!number(4, magic)) {
            return false;
        }
        if ((magic & 0xFFFFFFF0U) == kZstdSkippable) {
            return number(4, value) && skip(value);
        }
        return magic == kZstdFrame && number(1, value) && frame_rest(value, context);
    }

    bool frame_rest(std::uint32_t descriptor, const RunContext& context) {
        constexpr std::array<std::uint64_t, 4> kDictionaryBytes{0, 1, 2, 4};
        constexpr std::array<std::uint64_t, 4> kSizeBytes{0, 2, 4, 8};
        const bool single_segment = (descriptor & 0x20U) != 0;
        const std::uint32_t size_flag = descriptor >> 6U;
        const std::uint64_t size_bytes =
            size_flag == 0 && single_segment ? 1 : kSizeBytes[size_flag];
        if (!skip((single_segment ? 0U : 1U) + kDictionaryBytes[descriptor & 3U] + size_bytes)) {
            return false;
        }
        for (bool last = false; !last;) {
            throw_if_cancelled(context);
            std::uint32_t header = 0;
            if (!number(3, header)) {
                return false;
            }
            last = (header & 1U) != 0;
            const bool repeated_byte = ((header >> 1U) & 3U) == 1;
            if (!skip(repeated_byte ? 1U : header >> 3U)) {
                return false;
            }
        }
        return (descriptor & 4U) == 0 || skip(4);
    }

    std::ifstream in_;
    std::uint64_t size_ = 0;
    std::uint64_t at_ = 0;
};

bool gzip_is_whole(const std::string& path, const RunContext& context) {
    ByteSource source(path);
    std::vector<char> buffer(std::size_t{1} << 18U);
    while (source.read(buffer) > 0) {
        throw_if_cancelled(context);
    }
    return !source.broken();
}

}  // namespace

void check_packed_file(const std::string& path,
                       const std::string& name,
                       Compression compression,
                       const RunContext& context) {
    const bool whole = compression == Compression::none ||
                       (compression == Compression::gzip ? gzip_is_whole(path, context)
                                                         : ZstdWalk(path).whole(context));
    if (!whole) {
        throw Error(ErrorCode::bad_input,
                    "the packed file is cut short or damaged; fetch it again",
                    {.file = name});
    }
}

}  // namespace kanon::io
