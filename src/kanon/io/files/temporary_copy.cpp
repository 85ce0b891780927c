// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/temporary_copy.hpp"

#include "kanon/base/error.hpp"

#include <system_error>

namespace kanon::io {

std::unique_ptr<TemporaryFile> temporary_copy(
    const std::string& name,
    const std::function<void(const std::function<void(std::string_view)>&)>& fill) {
    try {
        auto copy = std::make_unique<TemporaryFile>(temporary_prefix(), "");
        copy->hide();
        fill([&copy](std::string_view bytes) {
            write_all(copy->descriptor(), bytes.data(), bytes.size());
        });
        return copy;
    } catch (const std::system_error& fault) {
        throw Error(ErrorCode::bad_input,
                    "cannot be kept in a temporary file: " + fault.code().message() +
                        "; set TMPDIR to a folder with room",
                    {.file = name});
    }
}

}  // namespace kanon::io
