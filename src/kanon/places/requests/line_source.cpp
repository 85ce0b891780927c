// SPDX-License-Identifier: Apache-2.0
#include "kanon/places/requests/line_source.hpp"

#include "kanon/base/error.hpp"
#include "kanon/places/requests/request_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace kanon::places {
namespace {

constexpr std::size_t kReadAtOnce = std::size_t{1} << 16U;
constexpr int kBetweenLooks = 200;  // milliseconds, at whether the run was cancelled

[[noreturn]] void refuse_source_of_lines(const std::string& path, int fault) {
    throw Error(ErrorCode::bad_input,
                "it cannot be read: " + std::generic_category().message(fault),
                {.file = path});
}

}  // namespace

LineSource::LineSource(const std::string& path, const RunContext& context)
    : path_(shown_file(path)),
      context_(context),
      descriptor_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) {
        refuse_source_of_lines(path_, errno);
    }
}

LineSource::~LineSource() {
    if (descriptor_ != STDIN_FILENO) {
        ::close(descriptor_);
    }
}

bool LineSource::has_line() const {
    return ended_ || buffer_.find('\n', used_) != std::string::npos;
}

bool LineSource::fill() {
    buffer_.erase(0, used_);
    used_ = 0;
    if (buffer_.size() > kLongest) {
        is_too_long_ = true;
        buffer_.clear();
    }
    pollfd ready{descriptor_, POLLIN, 0};
    while (::poll(&ready, 1, kBetweenLooks) == 0) {
        throw_if_cancelled(context_);
    }
    throw_if_cancelled(context_);
    std::array<char, kReadAtOnce> bytes{};
    const ssize_t got = ::read(descriptor_, bytes.data(), bytes.size());
    if (got < 0 && errno != EINTR) {
        refuse_source_of_lines(path_, errno);
    }
    buffer_.append(bytes.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    return got != 0;
}

bool LineSource::next(std::string& line) {
    while (!has_line()) {
        ended_ = !fill();
    }
    if (used_ == buffer_.size() && !is_too_long_) {
        return false;
    }
    const std::size_t end = std::min(buffer_.find('\n', used_), buffer_.size());
    line.assign(buffer_, used_, end - used_);
    used_ = std::min(end + 1, buffer_.size());
    if (std::exchange(is_too_long_, false)) {
        line.clear();  // what is left of it might look like another line
    }
    if (line.ends_with('\r')) {
        line.pop_back();
    }
    return true;
}

}  // namespace kanon::places
