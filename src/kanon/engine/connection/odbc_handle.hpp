// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sql.h>
#include <sqlext.h>
#include <sqlucode.h>

#include <string>

namespace kanon::engine {

/// A handle of ODBC: an environment, a connection or a statement.
class OdbcHandle {
public:
    /// \throws EngineFault, std::bad_alloc where there is no environment
    OdbcHandle(SQLSMALLINT kind, SQLHANDLE parent, SQLSMALLINT parent_kind);
    ~OdbcHandle();
    OdbcHandle(const OdbcHandle&) = delete;
    OdbcHandle& operator=(const OdbcHandle&) = delete;

    [[nodiscard]] SQLHANDLE get() const { return handle_; }

    /// \throws EngineFault with what the driver says, unless the call went well.
    void check(SQLRETURN code) const;

private:
    SQLSMALLINT kind_;
    SQLHANDLE handle_ = SQL_NULL_HANDLE;
};

}  // namespace kanon::engine
