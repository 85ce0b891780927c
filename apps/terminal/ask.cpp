// SPDX-License-Identifier: Apache-2.0
#include "terminal/ask.hpp"

#include "kanon/api/kanon.hpp"

#include "terminal/output.hpp"
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

namespace kanon::cli {

bool can_ask() {
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 &&
           ::isatty(STDERR_FILENO) == 1;
}

std::string ask(std::string_view question, std::string_view by_default) {
    print_err(fmt::format("{} [{}]: ", question, by_default));
    std::string answer;
    if (!std::getline(std::cin, answer)) {
        print_err("\n");
        throw Error(ErrorCode::usage, "no answer was given; see `kanon anonymize --help`");
    }
    const std::size_t from = answer.find_first_not_of(" \t");
    const std::size_t to = answer.find_last_not_of(" \t");
    return from == std::string::npos ? std::string(by_default) : answer.substr(from, to - from + 1);
}

}  // namespace kanon::cli
