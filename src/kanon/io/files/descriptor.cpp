// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/descriptor.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace kanon::io {
namespace {

[[noreturn]] void throw_errno() {
    throw std::system_error(errno, std::generic_category());
}

void wait_for_event(int descriptor, short event, const RunContext& context) {
    constexpr int kPatience = 200;  // milliseconds between looks at the cancel flag
    int ready = 0;
    while (ready == 0) {
        throw_if_cancelled(context);
        pollfd waiting{.fd = descriptor, .events = event, .revents = 0};
        ready = ::poll(&waiting, 1, kPatience);
        if (ready < 0 && errno != EINTR) {
            throw_errno();
        }
        ready = ready < 0 ? 0 : ready;
    }
}

}  // namespace

Descriptor::Descriptor(int descriptor) : descriptor_(descriptor) {
    if (descriptor_ < 0) {
        throw_errno();
    }
}

Descriptor::~Descriptor() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

void Descriptor::close() {
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0) {
        throw_errno();
    }
}

void wait_for_input(int descriptor, const RunContext& context) {
    wait_for_event(descriptor, POLLIN, context);
}

void wait_for_room(int descriptor, const RunContext& context) {
    wait_for_event(descriptor, POLLOUT, context);
}

}  // namespace kanon::io
