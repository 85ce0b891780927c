// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/socket_bio.hpp"

#include <openssl/bio.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace kanon::parties {
namespace {

constexpr int kAtEnd = BIO_FLAGS_IN_EOF;

int descriptor_of(BIO* bio) {
    return static_cast<int>(reinterpret_cast<std::intptr_t>(BIO_get_data(bio)));
}

bool would_wait(int fault) {
    return fault == EAGAIN || fault == EWOULDBLOCK || fault == EINTR;
}

int bio_write(BIO* bio, const char* data, int size) {
    BIO_clear_retry_flags(bio);
    const ssize_t sent =
        ::send(descriptor_of(bio), data, static_cast<std::size_t>(size), MSG_NOSIGNAL);
    if (sent < 0 && would_wait(errno)) {
        BIO_set_retry_write(bio);
    }
    return static_cast<int>(sent);
}

int bio_read(BIO* bio, char* data, int size) {
    BIO_clear_retry_flags(bio);
    const ssize_t got = ::recv(descriptor_of(bio), data, static_cast<std::size_t>(size), 0);
    if (got < 0 && would_wait(errno)) {
        BIO_set_retry_read(bio);
    }
    if (got == 0) {
        BIO_set_flags(bio, kAtEnd);
    }
    return static_cast<int>(got);
}

long bio_control(BIO* bio, int command, long /*number*/, void* /*data*/) {
    switch (command) {
        case BIO_CTRL_FLUSH:
            return 1;
        case BIO_CTRL_EOF:
            return BIO_test_flags(bio, kAtEnd) != 0 ? 1 : 0;
        default:
            return 0;
    }
}

using Method = std::unique_ptr<BIO_METHOD, decltype(&BIO_meth_free)>;

Method make_method() {
    Method method(BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "kanon socket"),
                  &BIO_meth_free);
    if (!method || BIO_meth_set_write(method.get(), &bio_write) != 1 ||
        BIO_meth_set_read(method.get(), &bio_read) != 1 ||
        BIO_meth_set_ctrl(method.get(), &bio_control) != 1) {
        throw std::bad_alloc();
    }
    return method;
}

}  // namespace

bio_st* make_socket_bio(int descriptor) {
    static const Method method = make_method();
    BIO* bio = BIO_new(method.get());
    if (bio == nullptr) {
        throw std::bad_alloc();
    }
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the number is all the data that there is
    BIO_set_data(bio, reinterpret_cast<void*>(static_cast<std::intptr_t>(descriptor)));
    BIO_set_init(bio, 1);
    return bio;
}

}  // namespace kanon::parties
