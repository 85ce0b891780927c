// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/native_states.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kanon::engine {
namespace {

struct NativeState {
    std::string_view dialect;
    int native;
    std::string_view state;
};

// From sqlite3.h, and the table of error codes of MariaDB's documentation.
constexpr std::array kNativeStates{
    NativeState{"sqlite", 5, "55006"},      // locked
    NativeState{"sqlite", 6, "55006"},      // locked within the session
    NativeState{"sqlite", 7, "53200"},      // out of memory
    NativeState{"sqlite", 8, "25006"},      // may only be read
    NativeState{"sqlite", 10, "58030"},     // the disk fails
    NativeState{"sqlite", 11, "58000"},     // damaged
    NativeState{"sqlite", 13, "53100"},     // disk full
    NativeState{"sqlite", 14, "58030"},     // cannot be opened
    NativeState{"sqlite", 23, "42501"},     // no right
    NativeState{"sqlite", 26, "58000"},     // no database
    NativeState{"mariadb", 1021, "53100"},  // disk full
    NativeState{"mariadb", 1030, "58030"},  // the storage engine fails
    NativeState{"mariadb", 1036, "25006"},  // the table may only be read
    NativeState{"mariadb", 1114, "53100"},  // the table, or the place for temporary ones, is full
    NativeState{"mariadb", 1135, "53000"},  // no thread left
    NativeState{"mariadb", 1205, "55006"},  // locked
    NativeState{"mariadb", 1290, "25006"},  // the server may only be read
    NativeState{"mariadb", 2006, "08S01"},  // gone away
    NativeState{"mariadb", 2013, "08S01"},  // lost during the query
};

}  // namespace

std::string told_state(const Dialect& dialect, const std::string& state, int native) {
    if (state != "HY000") {
        return state;
    }
    const auto* const found = std::ranges::find_if(kNativeStates, [&](const NativeState& row) {
        return row.dialect == dialect.name && row.native == native;
    });
    return found == kNativeStates.end() ? state : std::string(found->state);
}

}  // namespace kanon::engine
