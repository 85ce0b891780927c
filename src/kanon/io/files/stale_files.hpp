// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace kanon::io {

/// The end of the name of a file on its way to a target.
inline constexpr std::string_view kPendingSuffix = ".kanon-part";

/// What follows in the name of a file that is there for a moment, to tell the mode of a new one.
inline constexpr std::string_view kModeProbe = "-mode";

/// What follows in the name of a folder that is beside such a file while a database is made in it.
inline constexpr std::string_view kMakingFolder = ".made";

/// Remove what killed runs left behind: regular files of ours in `folder` whose names are `start`,
/// six letters or digits and kPendingSuffix (and kModeProbe), and that no running process has
/// locked (as TemporaryFile does); and folders of ours of mode 0700 whose names have kMakingFolder
/// behind that, with the files in them, where such a file is not there or nobody has locked it.
/// What cannot be removed stays. Cost O(files in the folder).
void remove_stale_files(const std::string& folder, const std::string& start) noexcept;

}  // namespace kanon::io
