// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace kanon::engine {

/// How an engine writes that two values are alike, where two NULLs are.
enum class SameForm : unsigned char {
    not_distinct,  ///< `a IS NOT DISTINCT FROM b`
    is,            ///< `a IS b`
    spaceship      ///< `a <=> b`
};

/// How a table of the rows of a query gets the types that its columns are to have.
enum class Declaring : unsigned char {
    by_query,  ///< the query has them
    by_cast,   ///< its expressions are cast
    in_list,   ///< a list of columns stands before the query, with some or all of them
    before     ///< a table of such a list is made first
};

/// What SQL is in one engine. A further engine is one more row of dialects().
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): fields stand by their meaning
struct Dialect {
    std::string_view name;     ///< as in docs and messages
    std::string_view dbms;     ///< how its ODBC driver calls it, or begins to
    char quote = '"';          ///< around names; doubled within
    bool backslashes = false;  ///< `\` escapes in literals, so it is doubled there
    bool escapes_quotes =
        false;  ///< `\` escapes quotes as well, in names too; else they are doubled
    /// Written as `\xHH` in literals and names: its ODBC driver looks for parameters and escapes of
    /// its own between quotes too. Of ASCII.
    std::string_view hex_escapes;
    /// An expression that is the text of `{}` in the spelling of the engine, compared byte for
    /// byte: no collation, trailing blanks tell, numbers keep their digits.
    std::string_view as_text;
    std::string_view type_name;  ///< an expression that names the type of `{}`; "": there is none
    /// A query for the name of the type that the one of the name (a literal `{}`) is made of, NULL
    /// if of none; "": types are made of no others.
    std::string_view type_base;
    bool typed_cells = false;      ///< each cell has a type of its own, whatever column it is in
    bool words_of_driver = false;  ///< the driver has words for types that ODBC takes for one
    std::string_view octets = "octet_length({})";  ///< how many bytes a text `{}` has
    /// Types, with commas between them, of which no two values that the engine takes for alike have
    /// different texts.
    std::string_view exact_types;
    std::string_view text_type;  ///< of columns of mapping tables
    /// Follows the name and the columns of a table that is made; each row is kept, in any order.
    std::string_view table_options;
    /// Gives a table `{from}` another name, `{to}`.
    std::string_view rename = "ALTER TABLE {from} RENAME TO {to}";
    /// Where tables are not rolled back: gives `{from}` the name `{target}` and what is there the
    /// name `{aside}`, or that of `{from}`, both at once. "": there is no such statement.
    std::string_view swap;
    /// Run at the beginning of a transaction that fills `{table}` anew, so that nobody else changes
    /// its rows until the end, and when it is filled, so that faults show before the commit; "":
    /// nothing.
    std::string_view before_filling;
    std::string_view after_filling;
    /// Run before a private table `{table}` is dropped, where the engine could bring it back with
    /// its rows else; "": nothing.
    std::string_view before_drop;
    /// Follows each query, so that it means what it means in SQL whatever the session is set to.
    std::string_view query_settings;
    /// A query for the names of the columns of a query `{}`, in its first column; "": it is
    /// prepared.
    std::string_view describe;
    std::string_view count_type;  ///< 64 bits, signed
    Declaring declaring = Declaring::by_query;
    /// A query for the columns of a table (`{table}`, as SQL has it, or as a literal `{text}`; its
    /// bare name is the literal `{name}`): the name, the type as it is declared and, in some
    /// engines, the collation. "": types need no declaring.
    std::string_view declared_types;
    std::string_view released_text;  ///< type of columns of released texts; "": that of the query
    std::string_view long_released_text;  ///< where a text is longer than it takes; "": none is
    SameForm same = SameForm::not_distinct;
    std::string_view row_key;  ///< an expression that tells the rows of a table apart; "": none
    /// A query that has a row if row_key does so in a table: `{}` is the table, `{text}` its name
    /// as a literal. It fails, or has none, for what is no plain table.
    std::string_view row_key_probe;
    /// A random number of its own for each row, whose key is `{key}`.
    std::string_view random = "random()";
    /// Run when a session begins, where it cannot be a setting of a transaction, and what gives the
    /// session back as it was; "": nothing.
    std::string_view at_connect;
    std::string_view at_disconnect;
    /// Run at the beginning of each transaction, so that large joins and groupings are planned
    /// well, and gone with it: behind a pool a session is somebody else's between transactions.
    /// Where it is not "", each statement has a transaction.
    std::string_view in_transaction;
    /// Run, within the transaction, before rows are written in an order and after that; "":
    /// nothing.
    std::string_view before_writing;
    std::string_view after_writing;
    /// Run at the beginning of a transaction so that all of its statements see the same rows; "":
    /// they do.
    std::string_view one_snapshot;
    std::size_t longest_name = 0;  ///< in bytes; 0: no limit
    std::size_t most_columns = 0;  ///< that are read for a release, as tried; 0: no limit
    bool limits_rows = false;      ///< how many columns a table has goes by their types
    bool short_names = false;      ///< of characters up to U+FFFF alone
    bool ddl_rolls_back = false;   ///< tables are made and renamed within transactions
    /// A table gets its name by a copy: to alter one, the engine looks at every view, and fails
    /// where one is broken.
    bool copies_into_place = false;
    bool one_writer = false;           ///< one session at a time writes to a database
    bool renames_with_schema = false;  ///< the new name of a table goes with its schema
    bool narrow_driver = false;        ///< its ODBC driver takes UTF-8 alone; else UTF-16
    bool cuts_names = false;           ///< its ODBC driver cuts names of columns at a point
    bool large_inserts = false;        ///< a list of values may be as long as it gets, and should
    bool has_arrays = false;           ///< rows can be given as arrays, by unnest()
    /// What a query within another brings in order stays in it, through joins with small tables
    /// too; else only the outermost order counts.
    bool keeps_inner_order = false;
    /// Joins are slow without an index: how many characters of a text one takes in, in brackets;
    /// "": the engine joins by hashes.
    std::string_view index_prefix;
    /// Run for a private table `{table}` so that joins expect each row once by its `{column}`,
    /// first of the columns that they go by: the engine guesses from single columns, and would take
    /// the larger table to be hashed. "": nothing.
    std::string_view key_hint;
    /// Tests run it; else the row is from its documentation, and nothing is written in it.
    bool is_tried = false;
};

/// All there are. Static; the order is that of docs/engines.md.
[[nodiscard]] std::span<const Dialect> dialects();

/// The dialect of that name. \throws Error{bad_input} with the names there are.
[[nodiscard]] const Dialect& find_dialect(std::string_view name);

/// The dialect of what an ODBC driver calls itself. \throws Error{bad_input}
[[nodiscard]] const Dialect& dialect_of_dbms(std::string_view dbms);

/// \throws Error{usage} for a dialect that no test runs: nothing is written in it.
void check_writes(const Dialect& dialect);

/// A name as the engine reads it, whatever characters are in it. \throws Error{bad_input} if it is
/// empty, has a NUL, is longer than the engine's names may be or has characters that they may not.
[[nodiscard]] std::string quoted_name(const Dialect& dialect, std::string_view name);

/// A text as a literal of the engine. \throws Error{bad_input} if it has a NUL.
[[nodiscard]] std::string literal(const Dialect& dialect, std::string_view text);

/// The text of an expression, as Dialect::as_text; NULL where it is missing: NULL, '' or one of the
/// marks.
[[nodiscard]] std::string text_of(const Dialect& dialect,
                                  std::string_view expression,
                                  std::span<const std::string> missing_marks = {});

/// The same with '' where it is missing, so that `=` finds equal what is.
[[nodiscard]] std::string key_of(const Dialect& dialect,
                                 std::string_view expression,
                                 std::span<const std::string> missing_marks);

/// True in SQL where both are alike or both NULL.
[[nodiscard]] std::string same(const Dialect& dialect, std::string_view a, std::string_view b);

}  // namespace kanon::engine
