// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/source_address.hpp"

#include <memory>
#include <string>
#include <vector>

namespace kanon::engine {

/// What stands under the name of a target, and what has to do with it.
struct Standing {
    std::string kind;              ///< `table`, `view`, `sequence`, ...; "": nothing is there
    bool is_table = false;         ///< a plain one, with rows of its own that are in no other
    std::string owner = {};        ///< who alone may drop it; "": whoever runs may
    std::string cannot_fill = {};  ///< why rows of it cannot be replaced at once; "": they can
    std::string hidden = {};       ///< why what depends on it is not known; "": it is
    /// What would be gone or broken without the table: `view ward.recent`. Sorted.
    std::vector<std::string> dependents = {};
    /// What happens elsewhere when its rows change: `trigger t`. Sorted.
    std::vector<std::string> set_off = {};
};

/// Whether a source has its rows, or some of them, from a table.
struct Dependence {
    bool is_there = false;
    std::string hidden = {};  ///< why it is not known; "": it is
};

struct CatalogueColumn {
    std::string name;
    std::string type;  ///< as the engine writes it, without lengths
    bool is_text = false;
    bool is_made = false;  ///< by the engine: generated from others, or a number of its own

    friend bool operator==(const CatalogueColumn&, const CatalogueColumn&) = default;
};

/// What an engine knows of its own tables. Asked outside of transactions, but for columns(): the
/// question may end one.
class Catalogue {
public:
    Catalogue() = default;
    virtual ~Catalogue() = default;
    Catalogue(const Catalogue&) = delete;
    Catalogue& operator=(const Catalogue&) = delete;

    /// What stands at an address, of a table. \throws EngineFault
    [[nodiscard]] virtual Standing standing(const SourceAddress& target) = 0;

    /// Whether a source, in the same database, is or reads the table `target`, through views and
    /// functions too. \throws EngineFault
    [[nodiscard]] virtual Dependence dependence(const SourceAddress& source,
                                                const SourceAddress& target) = 0;

    /// The columns of a table, in their order. \throws EngineFault
    [[nodiscard]] virtual std::vector<CatalogueColumn> columns(const SourceAddress& table) = 0;

    /// The files that the database is in, on this machine; none: it is a server's.
    [[nodiscard]] virtual std::vector<std::string> files() { return {}; }

    /// True if a source may read further files of this machine. \throws EngineFault
    [[nodiscard]] virtual bool reads_files(const SourceAddress& /*source*/) { return false; }

    /// Two sessions that say the same are of one server, or one file. \throws EngineFault
    [[nodiscard]] virtual std::string place() = 0;
};

/// The catalogue of the engine of a session, which must outlive it; null where it is not known.
[[nodiscard]] std::unique_ptr<Catalogue> catalogue_of(Connection& connection,
                                                      const SourceAddress& address);

/// The catalogues that there are. `address`: of what the session was made.
[[nodiscard]] std::unique_ptr<Catalogue> postgresql_catalogue(Connection& connection);
[[nodiscard]] std::unique_ptr<Catalogue> mariadb_catalogue(Connection& connection);
[[nodiscard]] std::unique_ptr<Catalogue> sqlite_catalogue(Connection& connection);
[[nodiscard]] std::unique_ptr<Catalogue> duckdb_catalogue(Connection& connection,
                                                          const SourceAddress& address);
[[nodiscard]] std::unique_ptr<Catalogue> clickhouse_catalogue(Connection& connection);

/// All rows of a query for few; NULL is "". \throws EngineFault
[[nodiscard]] std::vector<std::vector<std::string>> few_rows(Connection& connection,
                                                             const std::string& sql);

/// The texts of the first column of a query for few rows. \throws EngineFault
[[nodiscard]] std::vector<std::string> few_texts(Connection& connection, const std::string& sql);

/// Which file a path is, whatever names it has; the path itself where there is none.
[[nodiscard]] std::string identity_of_file(const std::string& path);

}  // namespace kanon::engine
