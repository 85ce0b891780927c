// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/odbc_types.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace kanon::engine {
namespace {

constexpr std::array<std::pair<SQLLEN, std::string_view>, 23> kWords{{
    {SQL_CHAR, "CHAR"},
    {SQL_VARCHAR, "VARCHAR"},
    {SQL_LONGVARCHAR, "LONGVARCHAR"},
    {SQL_WCHAR, "WCHAR"},
    {SQL_WVARCHAR, "WVARCHAR"},
    {SQL_WLONGVARCHAR, "WLONGVARCHAR"},
    {SQL_TINYINT, "TINYINT"},
    {SQL_SMALLINT, "SMALLINT"},
    {SQL_INTEGER, "INTEGER"},
    {SQL_BIGINT, "BIGINT"},
    {SQL_BIT, "BIT"},
    {SQL_NUMERIC, "NUMERIC"},
    {SQL_DECIMAL, "DECIMAL"},
    {SQL_REAL, "REAL"},
    {SQL_FLOAT, "FLOAT"},
    {SQL_DOUBLE, "DOUBLE"},
    {SQL_TYPE_DATE, "DATE"},
    {SQL_TYPE_TIME, "TIME"},
    {SQL_TYPE_TIMESTAMP, "TIMESTAMP"},
    {SQL_GUID, "GUID"},
    {SQL_BINARY, "BINARY"},
    {SQL_VARBINARY, "VARBINARY"},
    {SQL_LONGVARBINARY, "LONGVARBINARY"},
}};

}  // namespace

std::string word_of_type(SQLLEN type) {
    const auto* const found =
        std::ranges::find(kWords, type, &std::pair<SQLLEN, std::string_view>::first);
    return found == kWords.end() ? "type " + std::to_string(type) : std::string(found->second);
}

}  // namespace kanon::engine
