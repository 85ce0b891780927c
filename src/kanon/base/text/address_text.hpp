// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"

#include <string>
#include <string_view>

/// Addresses as people type them where a file may stand: `scheme://user:password@host/...`. What
/// may hold a password is never repeated, whoever reads it.
namespace kanon {

/// True if a text begins so, in capitals or not. `prefix` is of ASCII, in small letters.
[[nodiscard]] bool begins_with(std::string_view text, std::string_view prefix);

/// True if a text is meant as an address and not as the path of a file: `://` stands in it, or it
/// begins with `jdbc:`, in capitals or not.
[[nodiscard]] bool names_address(std::string_view text);

/// A path as it may be shown: what names_address() by its scheme alone, `mysql://...`.
[[nodiscard]] std::string shown_path(std::string_view path);

/// Refuse an address where only the path of a file means something. \throws Error{code}, which
/// repeats no more of it than its scheme
void require_path(std::string_view path, ErrorCode code);

/// A text without what stands between `://` and the last `@`, where users and their passwords
/// do, and without the values of words such as `PWD=` and `password=`.
[[nodiscard]] std::string without_secrets(std::string text);

}  // namespace kanon
