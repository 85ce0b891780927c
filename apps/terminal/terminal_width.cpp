// SPDX-License-Identifier: Apache-2.0
#include "terminal/terminal_width.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace kanon::cli {
namespace {

constexpr std::size_t kLeast = 40;
constexpr std::size_t kDefault = 80;

std::size_t stated_width() {
    const char* const columns = std::getenv("COLUMNS");
    const std::string_view text = columns == nullptr ? "" : columns;
    std::size_t width = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), width);
    return fault == std::errc() && end == text.data() + text.size() ? width : 0;
}

}  // namespace

std::size_t terminal_width() {
    std::size_t width = stated_width();
    if (width == 0) {
        if (::isatty(STDOUT_FILENO) == 0) {
            return 0;
        }
        winsize size{};
        width = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
                                                                                  : kDefault;
    }
    return width < kLeast ? kLeast : width;
}

}  // namespace kanon::cli
