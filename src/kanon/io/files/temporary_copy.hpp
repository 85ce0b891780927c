// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/files/temporary_file.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace kanon::io {

/// A temporary file without a name of what `fill` writes, which is read in place of another file.
/// `name` is that file's, in the message. \throws Error{bad_input} if there is no room for it.
[[nodiscard]] std::unique_ptr<TemporaryFile> temporary_copy(
    const std::string& name,
    const std::function<void(const std::function<void(std::string_view)>&)>& fill);

}  // namespace kanon::io
