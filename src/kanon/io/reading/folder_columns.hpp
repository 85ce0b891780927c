// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/reading/source_files.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {

/// A column that folders named `key=value` on the way to the files give.
struct FolderColumn {
    std::string name;
    std::vector<std::optional<std::string>> values;  ///< one per file; none: missing
};

/// The keys of the folders `key=value` on the way to a file, outermost first.
[[nodiscard]] std::vector<std::string> folder_keys(std::string_view path);

/// The columns of the folders, outermost first. Keys and values may be percent-encoded;
/// `__HIVE_DEFAULT_PARTITION__` is the missing value.
/// \throws Error{bad_input} if there is no such folder, if one key stands twice on the way to a
/// file, or if the files' folders have other keys than the first one's.
[[nodiscard]] std::vector<FolderColumn> find_folder_columns(const SourceFiles& source);

}  // namespace kanon::io
