// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/byte_source.hpp"

#include <algorithm>

namespace kanon::io {

ByteSource::ByteSource(const std::string& path) : file_(gzopen(path.c_str(), "rb")) {
    constexpr unsigned kBuffer = 1U << 17U;
    broken_ = file_ == nullptr || gzbuffer(file_, kBuffer) != 0;
}

ByteSource::~ByteSource() {
    if (file_ != nullptr) {
        gzclose(file_);
    }
}

std::size_t ByteSource::read(std::span<char> buffer) {
    constexpr std::size_t kMost = std::size_t{1} << 30U;
    if (broken_) {
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
