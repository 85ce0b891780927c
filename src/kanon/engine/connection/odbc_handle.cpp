// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/odbc_handle.hpp"

#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/connection/utf16.hpp"

#include <algorithm>
#include <array>
#include <new>

namespace kanon::engine {
namespace {

std::string text_of_units(const SQLWCHAR* units, std::size_t count) {
    std::string out;
    append_utf8(std::u16string(units, units + count), out);
    return out;
}

/// The driver's first record about a handle.
[[noreturn]] void throw_fault(SQLSMALLINT kind, SQLHANDLE handle) {
    std::array<SQLWCHAR, 6> state{};
    std::array<SQLWCHAR, 2048> message{};
    SQLINTEGER native = 0;
    SQLSMALLINT length = 0;
    const SQLRETURN got = SQLGetDiagRecW(kind,
                                         handle,
                                         1,
                                         state.data(),
                                         &native,
                                         message.data(),
                                         static_cast<SQLSMALLINT>(message.size()),
                                         &length);
    if (!SQL_SUCCEEDED(got)) {
        throw EngineFault("the driver gives no reason", "");
    }
    const auto kept = static_cast<std::size_t>(std::max<SQLSMALLINT>(length, 0));
    std::string text = text_of_units(message.data(), std::min(kept, message.size() - 1));
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    throw EngineFault(text, text_of_units(state.data(), state.size() - 1), native);
}

}  // namespace

OdbcHandle::OdbcHandle(SQLSMALLINT kind, SQLHANDLE parent, SQLSMALLINT parent_kind) : kind_(kind) {
    if (!SQL_SUCCEEDED(SQLAllocHandle(kind, parent, &handle_))) {
        if (parent == SQL_NULL_HANDLE) {
            throw std::bad_alloc();
        }
        throw_fault(parent_kind, parent);
    }
}

OdbcHandle::~OdbcHandle() {
    SQLFreeHandle(kind_, handle_);
}

void OdbcHandle::check(SQLRETURN code) const {
    if (!SQL_SUCCEEDED(code) && code != SQL_NO_DATA) {
        throw_fault(kind_, handle_);
    }
}

}  // namespace kanon::engine
