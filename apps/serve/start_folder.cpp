// SPDX-License-Identifier: Apache-2.0
#include "start_folder.hpp"

#include "kanon/api/kanon.hpp"

#include <algorithm>
#include <system_error>
#include <tuple>

namespace kanon::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestPath = 4096;

[[noreturn]] void refuse_path(std::string_view relative, const std::string& why) {
    throw Error(ErrorCode::bad_input, why, Where{.file = std::string(relative)});
}

/// A path of names alone: nothing in it leads upward, to another root, or to several files.
bool is_plain_path(std::string_view relative) {
    const auto is_odd = [](char c) {
        return static_cast<unsigned char>(c) < 0x20U || c == '*' || c == '?' || c == '[';
    };
    const fs::path path(relative);
    return !relative.empty() && relative.size() <= kLongestPath && !path.is_absolute() &&
           std::none_of(relative.begin(), relative.end(), is_odd) &&
           std::none_of(
               path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
}

/// Settings and keys of programs lie in hidden files, above all in a home folder.
bool is_hidden(const fs::path& relative) {
    return std::any_of(relative.begin(), relative.end(), [](const fs::path& part) {
        return part.native().starts_with('.') && part != ".";
    });
}

}  // namespace

StartFolder::StartFolder(const std::string& path) {
    std::error_code fault;
    root_ = fs::canonical(path, fault);
    if (fault || !fs::is_directory(root_, fault)) {
        throw Error(ErrorCode::usage, "this is no folder", Where{.file = path});
    }
}

bool StartFolder::holds(const fs::path& path) const {
    std::error_code fault;
    const fs::path real = fs::weakly_canonical(path, fault);
    return !fault &&
           std::mismatch(root_.begin(), root_.end(), real.begin(), real.end()).first == root_.end();
}

bool StartFolder::allows(const fs::path& path) const {
    std::error_code fault;
    const fs::path real = fs::weakly_canonical(path, fault);
    return !fault && holds(path) && !is_hidden(real.lexically_relative(root_));
}

fs::path StartFolder::within(std::string_view relative) const {
    if (!is_plain_path(relative)) {
        refuse_path(relative, "this is no path beneath the start folder");
    }
    const fs::path path = root_ / relative;
    if (!holds(path)) {
        refuse_path(relative, "this leads out of the start folder");
    }
    if (!allows(path)) {
        refuse_path(relative, "files and folders whose names begin with a dot are left alone");
    }
    std::error_code fault;
    return fs::weakly_canonical(path, fault);
}

std::string StartFolder::file(std::string_view relative) const {
    const fs::path path = within(relative);
    std::error_code fault;
    if (!fs::is_regular_file(path, fault)) {
        refuse_path(relative, "there is no such file");
    }
    return path.string();
}

std::string StartFolder::target(std::string_view relative) const {
    const fs::path path = within(relative);
    std::error_code fault;
    if (!fs::is_directory(path.parent_path(), fault) || fs::is_directory(path, fault)) {
        throw Error(ErrorCode::bad_output,
                    "a file in a folder that is there is needed",
                    Where{.file = std::string(relative)});
    }
    return path.string();
}

std::vector<ListedFile> StartFolder::list(std::string_view relative) const {
    const fs::path folder = relative.empty() ? root_ : within(relative);
    std::error_code fault;
    std::vector<ListedFile> out;
    for (fs::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault)) {
        const std::string name = at->path().filename().string();
        const bool is_folder = at->is_directory(fault);
        if (name.starts_with('.') || !is_plain_path(name) || !allows(at->path()) ||
            (!is_folder && !at->is_regular_file(fault)) || out.size() >= kMostListed) {
            continue;
        }
        const std::uint64_t bytes = is_folder ? 0 : at->file_size(fault);
        out.push_back({.name = name, .is_folder = is_folder, .bytes = bytes});
    }
    if (fault) {
        refuse_path(relative, "this folder cannot be read");
    }
    std::sort(out.begin(), out.end(), [](const ListedFile& a, const ListedFile& b) {
        return std::tuple(!a.is_folder, a.name) < std::tuple(!b.is_folder, b.name);
    });
    return out;
}

std::string StartFolder::shown(const std::string& path) const {
    const fs::path relative = fs::path(path).lexically_relative(root_);
    const bool is_beneath = !relative.empty() && *relative.begin() != "..";
    return is_beneath ? relative.string() : fs::path(path).filename().string();
}

}  // namespace kanon::serve
