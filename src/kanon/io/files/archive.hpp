// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/files/unpack_budget.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct archive;

namespace kanon::io {

/// How a file is packed that is unpacked before it is read.
enum class Packing { none, bzip2, xz, zip };

/// By the first bytes of a file. Workbooks are zip archives too.
[[nodiscard]] Packing packing_of(std::string_view start);

/// The names of the files in a zip archive, in its order; folders are left out. `name` stands in
/// messages. \throws Error{bad_input}: damaged, encrypted, or more than 65,536 files.
[[nodiscard]] std::vector<std::string> zip_members(const std::string& path,
                                                   const std::string& name);

/// The unpacked bytes of a packed file, or of one file of a zip archive. Bounded memory.
class PackedStream {
public:
    /// A file packed by itself (gzip, bzip2, xz or zstd). Bytes beyond `budget`, which must outlive
    /// this, are refused; null: there is no bound. \throws Error{bad_input}
    PackedStream(const std::string& path, std::string name, UnpackBudget* budget);

    /// The first file of that name in a zip archive.
    PackedStream(const std::string& path,
                 const std::string& member,
                 std::string name,
                 UnpackBudget* budget);
    ~PackedStream();
    PackedStream(const PackedStream&) = delete;
    PackedStream& operator=(const PackedStream&) = delete;
    PackedStream(PackedStream&&) = delete;
    PackedStream& operator=(PackedStream&&) = delete;

    /// Fill the buffer as far as the file goes; 0 at its end. \throws Error{bad_input}: damaged or
    /// cut short, encrypted, over the budget.
    std::size_t read(std::span<char> buffer);

private:
    struct Close {
        void operator()(archive* of) const;
    };

    void open(const std::string& path);
    void find(const std::string& member);
    [[noreturn]] void refuse() const;

    std::unique_ptr<archive, Close> archive_;
    std::string name_;
    UnpackBudget* budget_;
    bool ended_ = false;
};

}  // namespace kanon::io
