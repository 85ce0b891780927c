// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kanon::detail {

/// Print `file:line: condition` and abort. For faults of the program, never for user input.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace kanon::detail

/// Stop the program if an invariant is broken; always on, so keep the condition cheap.
#define KANON_CHECK(condition)          \
    ((condition) ? static_cast<void>(0) \
                 : ::kanon::detail::check_failed(#condition, __FILE__, __LINE__))

/// As KANON_CHECK in debug builds; may cost O(n). Not evaluated when NDEBUG is set.
#ifdef NDEBUG
#define KANON_DCHECK(condition) static_cast<void>(0)
#else
#define KANON_DCHECK(condition) KANON_CHECK(condition)
#endif
