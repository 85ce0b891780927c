// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/c_interface/handles_internal.hpp"

#include <cstdint>
#include <exception>
#include <string>

namespace kanon::c_interface {

[[nodiscard]] std::int32_t status_of(ErrorCode code);

/// Write what happened for the caller, as far as there is memory for it. Never throws.
void describe(kanon_error** error, const std::string& message, const Where& where) noexcept;

/// What becomes of an exception of a call: its status, and its message in `error`. \pre one is
/// being handled
[[nodiscard]] std::int32_t status_of_exception(kanon_error** error) noexcept;

/// Do the work of a call: what it throws becomes a status, for nothing may leave a call of C.
template <class Work>
[[nodiscard]] std::int32_t guarded(kanon_error** error, const Work& work) noexcept {
    if (error != nullptr) {
        *error = nullptr;
    }
    try {
        work();
        return KANON_OK;
    } catch (...) {
        return status_of_exception(error);
    }
}

/// \throws Error{usage} for a null pointer
void require(const void* pointer, const char* name);

/// Give the caller the handle that `make` makes (a unique_ptr); null until then. \throws
/// Error{usage} for a null pointer; what `make` throws
template <class Handle, class Make>
void give(Handle** out, const char* name, const Make& make) {
    require(out, name);
    *out = nullptr;
    *out = make().release();
}

}  // namespace kanon::c_interface
