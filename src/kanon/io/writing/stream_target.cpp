// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/writing/stream_target.hpp"

#include "kanon/io/files/descriptor.hpp"
#include "kanon/io/files/temporary_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace kanon::io {
namespace {

bool is_pipe(const std::string& place) {
    struct stat status {};

    return ::stat(place.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

/// A pipe to be written to, once someone reads it; or -1. \throws Error{cancelled}
int open_pipe(const std::string& place, const RunContext& context) {
    constexpr int kPause = 20;  // milliseconds
    int descriptor = -1;
    while ((descriptor = ::open(place.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK)) < 0 &&
           errno == ENXIO) {
        throw_if_cancelled(context);
        ::poll(nullptr, 0, kPause);
    }
    if (descriptor >= 0) {
        ::fcntl(descriptor, F_SETFL, O_WRONLY);
    }
    return descriptor;
}

/// A descriptor of our own, or -1. \throws Error{cancelled}
int open_target(const std::string& place, const RunContext& context) {
    if (place.empty()) {
        return ::dup(STDOUT_FILENO);
    }
    return is_pipe(place) ? open_pipe(place, context)
                          : ::open(place.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

}  // namespace

bool standard_output_is_open() {
    const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

void pour(int from, const std::string& place, const RunContext& context) {
    Descriptor target(open_target(place, context));
    ::lseek(from, 0, SEEK_SET);
    copy_all(from, target.get(), context);
    target.close();  // some faults are said only now
}

}  // namespace kanon::io
