// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/text_file.hpp"

#include "kanon/base/text/address_text.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/io/files/descriptor.hpp"
#include "kanon/io/files/file_state.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

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

/// What a file holds; none if that is more than `limit` bytes. A pipe is opened without a wait for
/// its other end, since that could not be cancelled. \throws std::system_error, Error{cancelled}
std::optional<std::string> read_up_to(std::size_t limit,
                                      const std::string& path,
                                      const RunContext& context) {
    const io::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    std::string text;
    std::string block(1U << 16U, '\0');
    while (text.size() <= limit) {
        io::wait_for_input(file.get(), context);
        const ssize_t got = ::read(file.get(), block.data(), block.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
            continue;
        }
        if (got < 0) {
            throw std::system_error(errno, std::generic_category());
        }
        if (got == 0) {
            return text;
        }
        text.append(block, 0, static_cast<std::size_t>(got));
    }
    return std::nullopt;
}

}  // namespace

std::string read_text_file(const std::string& path,
                           std::string_view what,
                           ErrorCode code,
                           std::size_t limit,
                           const RunContext& context) {
    require_path(path, code);
    const Where where{.file = path, .line = 0, .column = 0, .attribute = ""};
    const std::string name(what);
    std::error_code fault;
    if (std::filesystem::is_directory(path, fault)) {
        throw Error(code, "this is a folder; name a " + name + " file", where);
    }
    const std::optional<io::FileState> state = io::state_of_file(path);
    try {
        std::optional<std::string> text = read_up_to(limit, path, context);
        if (!text) {
            throw Error(code,
                        "the " + name + " file is larger than " + std::to_string(limit >> 20U) +
                            " MiB; is it the right file?",
                        where);
        }
        if (io::state_of_file(path) != state) {
            throw Error(code, "the " + name + " file " + io::kChangedWhileRead, where);
        }
        return std::move(*text);
    } catch (const std::system_error& refusal) {
        throw Error(
            code,
            "cannot read the " + name + " file: " + refusal.code().message() + "; check the path",
            where);
    }
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
