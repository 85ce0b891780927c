// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/file_hash.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/sha256.hpp"
#include "kanon/io/files/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace kanon::io {
namespace {

std::string hash_of_source(const std::string& path,
                           const std::string& name,
                           const RunContext& context) {
    try {
        const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        return hash_of_file(file.get(), context);
    } catch (const std::system_error& fault) {
        throw Error(
            ErrorCode::bad_input, "cannot be read: " + fault.code().message(), Where{.file = name});
    }
}

}  // namespace

void read_blocks(int descriptor,
                 const RunContext& context,
                 const std::function<void(std::string_view)>& use) {
    std::string block(std::size_t{1} << 20U, '\0');
    off_t at = 0;
    for (;;) {
        throw_if_cancelled(context);
        const ssize_t got = ::pread(descriptor, block.data(), block.size(), at);
        if (got == 0) {
            return;
        }
        if (got < 0 && errno != EINTR) {
            throw std::system_error(errno, std::generic_category());
        }
        if (got > 0) {
            use({block.data(), static_cast<std::size_t>(got)});
            at += got;
        }
    }
}

std::string hash_of_file(int descriptor, const RunContext& context) {
    Sha256 hash;
    read_blocks(descriptor, context, [&](std::string_view block) { hash.add(block); });
    return hash.hex();
}

SourceHashes::SourceHashes(const SourceFiles& source, bool wanted, const RunContext& context) {
    if (wanted) {
        // Without a thread to spare the work is done when it is waited for.
        const auto all = [seen = source.seen, names = source.names, &context] {
            std::vector<std::string> out;
            for (std::size_t index = 0; index < seen.size(); ++index) {
                out.push_back(hash_of_source(seen[index].path, names[index], context));
            }
            return out;
        };
        hashes_ = std::async(std::launch::async | std::launch::deferred, all);
    }
}

std::vector<std::string> SourceHashes::get() {
    return hashes_.valid() ? hashes_.get() : std::vector<std::string>();
}

}  // namespace kanon::io
