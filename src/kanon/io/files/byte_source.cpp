// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/byte_source.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/files/archive.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kanon::io {
namespace {

gzFile open_plain(const std::string& path) {
    constexpr unsigned kBuffer = 1U << 17U;
    gzFile file = gzopen(path.c_str(), "rb");
    if (file != nullptr) {
        gzbuffer(file, kBuffer);
    }
    return file;
}

}  // namespace

ByteSource::ByteSource(const std::string& path) : file_(open_plain(path)) {
    constexpr std::string_view kZstd = "\x28\xB5\x2F\xFD";
    std::array<char, kZstd.size()> start{};
    const std::size_t got = read_plain(start);
    if (std::string_view(start.data(), got) != kZstd) {
        broken_ = broken_ || file_ == nullptr || gzrewind(file_) != 0;
        return;
    }
    try {
        zstd_ = std::make_unique<PackedStream>(path, path, nullptr);
    } catch (const Error&) {
        broken_ = true;
    }
}

ByteSource::~ByteSource() {
    if (file_ != nullptr) {
        gzclose(file_);
    }
}

std::size_t ByteSource::read(std::span<char> buffer) {
    if (broken_ || zstd_ == nullptr) {
        return read_plain(buffer);
    }
    try {
        return zstd_->read(buffer);
    } catch (const Error&) {
        broken_ = true;
        return 0;
    }
}

std::string start_of_text(const std::string& path, std::size_t most) {
    std::string start(most, '\0');
    ByteSource bytes(path);
    std::size_t filled = 0;
    while (const std::size_t got = bytes.read(std::span(start).subspan(filled))) {
        filled += got;
    }
    start.resize(filled);
    return start;
}

std::size_t ByteSource::read_plain(std::span<char> buffer) {
    constexpr std::size_t kMost = std::size_t{1} << 30U;
    if (broken_ || file_ == nullptr) {
        return 0;
    }
    const int got =
        gzread(file_, buffer.data(), static_cast<unsigned>(std::min(buffer.size(), kMost)));
    int fault = Z_OK;
    gzerror(file_, &fault);
    broken_ = got < 0 || (fault != Z_OK && fault != Z_STREAM_END);
    return got > 0 ? static_cast<std::size_t>(got) : 0;
}

}  // namespace kanon::io
