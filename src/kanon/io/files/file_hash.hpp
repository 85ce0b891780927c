// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/io/reading/source_files.hpp"

#include <functional>
#include <future>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// Call `use` with all bytes of an open regular file, block by block; its offset stays. Same errors
/// as hash_of_file().
void read_blocks(int descriptor,
                 const RunContext& context,
                 const std::function<void(std::string_view)>& use);

/// SHA-256 of all bytes of an open regular file, in hexadecimal digits; its offset stays.
/// \throws std::system_error; Error{cancelled} soon after the run was cancelled.
[[nodiscard]] std::string hash_of_file(int descriptor, const RunContext& context);

/// SHA-256 of the files behind an input, computed beside what reads them. The context must outlive
/// it.
class SourceHashes {
public:
    /// Begin, if they are wanted.
    SourceHashes(const SourceFiles& source, bool wanted, const RunContext& context);

    /// One for each file, in their order; none if they are not wanted. Waits. \throws
    /// Error{bad_input, cancelled}
    [[nodiscard]] std::vector<std::string> get();

private:
    std::future<std::vector<std::string>> hashes_;
};

}  // namespace kanon::io
