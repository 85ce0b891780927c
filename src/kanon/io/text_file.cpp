// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text_file.hpp"

#include "kanon/base/utf8.hpp"
#include "kanon/io/file_state.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

namespace kanon {
namespace {

Where place_of(std::string_view text, std::size_t offset, const std::string& file) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    Where where{.file = file, .line = 1, .column = 1, .attribute = ""};
    where.line += static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    where.column += code_point_count(before.substr(line_start));
    return where;
}

}  // namespace

std::string read_text_file(const std::string& path,
                           std::string_view what,
                           ErrorCode code,
                           std::size_t limit) {
    const Where where{.file = path, .line = 0, .column = 0, .attribute = ""};
    const std::string name(what);
    std::error_code fault;
    if (std::filesystem::is_directory(path, fault)) {
        throw Error(code, "this is a folder; name a " + name + " file", where);
    }
    const std::optional<io::FileState> state = io::state_of_file(path);
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        const std::string reason = errno == 0 ? "cannot be opened" : std::strerror(errno);
        throw Error(code, "cannot read the " + name + " file: " + reason, where);
    }
    std::string text;
    std::string block(1U << 16U, '\0');
    while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
        text.append(block, 0, static_cast<std::size_t>(in.gcount()));
        if (text.size() > limit) {
            throw Error(code,
                        "the " + name + " file is larger than " + std::to_string(limit >> 20U) +
                            " MiB; is it the right file?",
                        where);
        }
    }
    if (in.bad()) {
        throw Error(code, "reading the " + name + " file failed half-way", where);
    }
    if (io::state_of_file(path) != state) {
        throw Error(code, "the " + name + " file " + io::kChangedWhileRead, where);
    }
    return text;
}

std::string_view without_bom(std::string_view text) {
    return text.substr(0, 3) == "\xEF\xBB\xBF" ? text.substr(3) : text;
}

void check_text(std::string_view text, const std::string& file, ErrorCode code) {
    const std::size_t nul = text.find('\0');
    const std::size_t bad = first_invalid_utf8(text).value_or(std::string_view::npos);
    if (nul < bad) {
        throw Error(code, "a NUL byte; the file is not plain text", place_of(text, nul, file));
    }
    if (bad != std::string_view::npos) {
        throw Error(code, "not valid UTF-8; save the file as UTF-8", place_of(text, bad, file));
    }
}

}  // namespace kanon
