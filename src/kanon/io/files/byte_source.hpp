// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zlib.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace kanon::io {

class PackedStream;

/// The bytes of a plain, gzip or zstd file, unpacked.
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
    std::size_t read_plain(std::span<char> buffer);

    std::unique_ptr<PackedStream> zstd_;
    gzFile file_ = nullptr;  ///< else
    bool broken_ = false;
};

/// The first bytes of a plain, gzip or zstd file, unpacked, at most so many.
[[nodiscard]] std::string start_of_text(const std::string& path, std::size_t most);

}  // namespace kanon::io
