// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/source_address.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/text/address_text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace kanon::engine {
namespace {

constexpr std::string_view kOdbc = "odbc:";
constexpr std::string_view kPostgresql = "postgresql://";
constexpr std::string_view kPostgres = "postgres://";  // another name for the same
constexpr std::string_view kDuckdb = "duckdb:";
constexpr std::string_view kParquet = "parquet:";

[[noreturn]] void refuse(const std::string& why) {
    throw Error(ErrorCode::bad_input, "the address of a database table " + why);
}

[[noreturn]] void refuse_password() {
    refuse(
        "holds a password, which others may read there: leave it out, and give it by the DSN, "
        "PGPASSWORD or a password file of mode 0600");
}

int hex_digit(char character) {
    if (character >= '0' && character <= '9') {
        return character - '0';
    }
    const char lower = static_cast<char>(character | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::string decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = high < 0 ? -1 : hex_digit(text[i + 2]);
        if (low < 0 || high + low == 0) {
            refuse("has a '%' that two hexadecimal digits do not follow: write it '%25'");
        }
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

/// Takes a name from the front: up to `.`, or what is in double quotes.
std::string take_name(std::string_view& rest) {
    if (rest.empty() || rest.front() != '"') {
        const std::size_t end = std::min(rest.find('.'), rest.size());
        std::string out(rest.substr(0, end));
        rest.remove_prefix(end);
        return out;
    }
    std::string out;
    for (std::size_t i = 1; i < rest.size(); ++i) {
        const bool is_quote = rest[i] == '"';
        if (is_quote && (i + 1 == rest.size() || rest[i + 1] != '"')) {
            rest.remove_prefix(i + 1);
            return out;
        }
        i += is_quote ? 1 : 0;
        out += rest[i];
    }
    refuse("has a quoted name that does not end");
}

/// `table`, `schema.table` or `(query)`.
void read_table_name(SourceAddress& address, std::string_view text) {
    if (text.starts_with('(') && text.ends_with(')')) {
        address.query = text.substr(1, text.size() - 2);
        if (address.query.empty()) {
            refuse("has an empty query");
        }
        return;
    }
    address.table = take_name(text);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        address.schema = std::exchange(address.table, take_name(text));
        if (address.schema.empty()) {
            refuse("has an empty schema before its table");
        }
    }
    if (address.table.empty() || !text.empty()) {
        refuse(
            "does not end with `table`, `schema.table` or `(query)`; a name with other characters "
            "stands in double quotes");
    }
}

/// Splits at the first slash; both sides must be there.
std::pair<std::string_view, std::string_view> split(std::string_view text, std::size_t slash) {
    if (slash == std::string_view::npos || slash == 0 || slash + 1 == text.size()) {
        refuse(
            "lacks its database or its table: `odbc:DSN/table`, "
            "`postgresql://host/database/table`, `duckdb:file/table`");
    }
    return {text.substr(0, slash), text.substr(slash + 1)};
}

/// Where the table's part begins: after the last slash that is in neither quotes nor brackets.
std::size_t last_slash(std::string_view text) {
    const std::size_t quoted = std::min(text.find("/\""), text.find("/("));
    return quoted != std::string_view::npos ? quoted : text.rfind('/');
}

/// An address within an address may hold a password as well. Names in quotes and queries may have
/// anything.
void refuse_nested(std::string_view text) {
    if (names_address(text.substr(0, text.find_first_of("(\"")))) {
        refuse("has another address in it, which no engine reads; give one alone");
    }
}

/// An address of a scheme that is none of ours.
[[noreturn]] void refuse_scheme(std::string_view text) {
    throw Error(ErrorCode::bad_input,
                "an address that begins like this is not known: a table of a database is "
                "odbc:DSN/table (MariaDB, MySQL, SQL Server and others by a DSN of odbc.ini), "
                "postgresql://host/database/table, duckdb:file/table or parquet:folder; a "
                "file is named by its path alone, and one of another machine is copied first",
                Where{.file = shown_path(text)});
}

SourceAddress read_odbc(std::string_view text) {
    refuse_nested(text);
    const auto [dsn, table] = split(text, text.find('/'));
    if (dsn.find_first_of(";={}") != std::string_view::npos) {
        refuse(
            "begins with a connection string: give the name of a DSN of odbc.ini, where server, "
            "user and password may stand");
    }
    SourceAddress out{.kind = SourceAddress::Kind::odbc, .database = std::string(dsn)};
    read_table_name(out, table);
    return out;
}

SourceAddress read_duckdb(std::string_view text) {
    refuse_nested(text);
    const auto [file, table] = split(text, last_slash(text));
    SourceAddress out{.kind = SourceAddress::Kind::duckdb, .database = std::string(file)};
    read_table_name(out, table);
    return out;
}

SourceAddress read_parquet(std::string_view path) {
    if (path.empty()) {
        refuse("lacks its folder: `parquet:folder`");
    }
    if (names_address(path)) {
        refuse("names Parquet files of another machine: copy them first, and name their folder");
    }
    return {.kind = SourceAddress::Kind::parquet, .database = std::string(path)};
}

void read_port(SourceAddress& address, std::string_view text) {
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, address.port);
    if (fault != std::errc{} || stop != end || address.port == 0) {
        refuse("has a port that is no number from 1 to 65535");
    }
}

/// `[user@]host[:port]`; a host of colons stands in square brackets.
void read_authority(SourceAddress& address, std::string_view text) {
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        const std::string_view user = text.substr(0, at);
        if (user.find(':') != std::string_view::npos) {
            refuse_password();
        }
        address.user = decoded(user);
        text.remove_prefix(at + 1);
    }
    const bool bracketed = text.starts_with('[');
    const std::size_t end = bracketed ? text.find(']') : std::min(text.find(':'), text.size());
    if (end == std::string_view::npos) {
        refuse("has a host in brackets that do not end");
    }
    address.host = bracketed ? std::string(text.substr(1, end - 1)) : decoded(text.substr(0, end));
    text.remove_prefix(end + (bracketed ? 1 : 0));
    if (text.starts_with(':')) {
        read_port(address, text.substr(1));
    } else if (!text.empty()) {
        refuse("has characters between its host and its database");
    }
    if (address.host.empty()) {
        refuse("lacks its host");
    }
}

SourceAddress read_postgresql(std::string_view text) {
    const auto [authority, path] = split(text, text.find('/'));
    if (path.substr(0, path.find_first_of("(\"")).find('@') != std::string_view::npos) {
        refuse("has an `@` behind its host, as where a password has a slash; write it `%40`");
    }
    const auto [database, table] = split(path, path.find('/'));
    if (database.find('?') != std::string_view::npos) {
        refuse_password();
    }
    SourceAddress out{.kind = SourceAddress::Kind::postgresql, .database = decoded(database)};
    read_authority(out, authority);
    if (table.starts_with('(')) {
        read_table_name(out, table);
        return out;
    }
    if (table.find('?') != std::string_view::npos) {
        refuse("takes no options after `?`: settings stand in the environment (PGSSLMODE, ...)");
    }
    read_table_name(out, decoded(table));
    return out;
}

}  // namespace

std::optional<SourceAddress> parse_address(std::string_view text) {
    if (begins_with(text, kOdbc)) {
        return read_odbc(text.substr(kOdbc.size()));
    }
    for (const std::string_view scheme : {kPostgresql, kPostgres}) {
        if (begins_with(text, scheme)) {
            return read_postgresql(text.substr(scheme.size()));
        }
    }
    if (begins_with(text, kDuckdb)) {
        return read_duckdb(text.substr(kDuckdb.size()));
    }
    if (begins_with(text, kParquet)) {
        return read_parquet(text.substr(kParquet.size()));
    }
    if (names_address(text)) {
        refuse_scheme(text);
    }
    return std::nullopt;
}

std::string shown(const SourceAddress& address) {
    using enum SourceAddress::Kind;
    if (!address.shown_as.empty()) {
        return address.shown_as;
    }
    if (address.kind == parquet) {
        return std::string(kParquet) + address.database;
    }
    std::string out(address.kind == odbc ? kOdbc : address.kind == duckdb ? kDuckdb : kPostgresql);
    if (address.kind == postgresql) {
        out += address.host + (address.port == 0 ? "" : ":" + std::to_string(address.port)) + "/";
    }
    out += address.database + "/";
    if (!address.query.empty()) {
        return out + "(query)";
    }
    return out + (address.schema.empty() ? "" : address.schema + ".") + address.table;
}

}  // namespace kanon::engine
