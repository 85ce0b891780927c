// SPDX-License-Identifier: Apache-2.0
#include "terminal/output.hpp"

#include "kanon/api/kanon.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace kanon::cli {
namespace {

/// The text with `?` for control characters but line breaks and tabs.
std::string printable(std::string_view text) {
    std::string out(text);
    for (std::size_t at = 0; at < out.size(); ++at) {
        const auto byte = static_cast<unsigned char>(out[at]);
        if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) {
            out[at] = '?';
        } else if (byte == 0xC2 && at + 1 < out.size() &&
                   static_cast<unsigned char>(out[at + 1]) < 0xA0) {
            out.replace(at, 2, "?");
        }
    }
    return out;
}

}  // namespace

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

void print_out(std::string_view given) {
    const std::string text = printable(given);
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0) {
        throw Error(ErrorCode::bad_output,
                    std::string("standard output cannot be written: ") + std::strerror(errno));
    }
}

void print_err(std::string_view given) {
    const std::string text = printable(given);
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
    static_cast<void>(std::fflush(stderr));
}

bool take_output(std::initializer_list<std::string_view> targets) {
    return std::find(targets.begin(), targets.end(), "-") != targets.end();
}

}  // namespace kanon::cli
