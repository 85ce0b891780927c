// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sqlext.h>

#include <string>

namespace kanon::engine {

/// What ODBC calls a type of SQL: its number as a word, `VARCHAR` say; one that is not in the
/// standard as `type` and its number.
[[nodiscard]] std::string word_of_type(SQLLEN type);

}  // namespace kanon::engine
