// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zlib.h>

#include <span>
#include <string>

namespace kanon::io {

/// The bytes of a plain or gzip file, unpacked.
class ByteSource {
public:
    explicit ByteSource(const std::string& path);
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    /// Fill the buffer as far as the file goes; 0 at the end or at a fault.
    std::size_t read(std::span<char> buffer);

    /// True once the file turned out to be unreadable, damaged or cut short.
    [[nodiscard]] bool broken() const { return broken_; }

private:
    gzFile file_ = nullptr;
    bool broken_ = false;
};

}  // namespace kanon::io
