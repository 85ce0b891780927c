// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"

namespace kanon::io {

/// An open file of the system, closed at the end of its life.
class Descriptor {
public:
    /// Takes what open(2) gave. \throws std::system_error with errno if that is no file.
    explicit Descriptor(int descriptor);
    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&&) = delete;
    Descriptor& operator=(Descriptor&&) = delete;

    [[nodiscard]] int get() const { return descriptor_; }

    /// Close it now. \throws std::system_error: some write failed after all.
    void close();

private:
    int descriptor_;
};

/// Wait until a file can be read, or written to, or never will be; a pipe makes one wait.
/// \throws std::system_error; Error{cancelled} soon after the run was cancelled.
void wait_for_input(int descriptor, const RunContext& context);
void wait_for_room(int descriptor, const RunContext& context);

}  // namespace kanon::io
