// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// Tables with names that nobody else has, made on the way to a release. They are gone when this
/// is, however the run ends, but for what was renamed where it came to finish(). Where the dialect
/// rolls tables back, all until commit() is one transaction: then the engine itself undoes it for
/// who is cut off.
class PrivateTables {
public:
    /// Tables are made in `schema`; "": the session's own. The connection must outlive this.
    /// \throws EngineFault
    PrivateTables(Connection& connection, std::string schema);
    ~PrivateTables();
    PrivateTables(const PrivateTables&) = delete;
    PrivateTables& operator=(const PrivateTables&) = delete;

    [[nodiscard]] Connection& connection() const { return connection_; }

    /// Make an empty table of columns as SQL has them, `a INTEGER, b INTEGER`, under a name of its
    /// own: that name, quoted and with its schema. \throws EngineFault
    [[nodiscard]] std::string make(std::string_view columns);

    /// Likewise of the rows of a query. `columns`: a list of columns with their types as the
    /// dialect takes it (Dialect::declaring); "": the types are those of the query.
    [[nodiscard]] std::string make_of(std::string_view query, std::string_view columns = "");

    /// How many there are.
    [[nodiscard]] std::size_t count() const { return names_.size(); }

    /// Drop one of them before the others. \throws EngineFault
    void drop(const std::string& name);

    /// Drop those that were made when there were `count` already, but for one. \throws EngineFault
    void drop_since(std::size_t count, const std::string& kept);

    /// Let joins find rows of one of them, which is filled, by these columns, each but once, where
    /// the engine needs to be told; an index has as many of them as it takes. \throws EngineFault
    void index(const std::string& name, const std::vector<std::string>& columns, bool are_texts);

    /// Put a table of the schema aside, under a name of its own. \throws EngineFault
    void put_aside(std::string_view target);

    /// Give one of them the name that it is to stay under, within the schema. \throws EngineFault
    void rename(const std::string& name, std::string_view target);

    /// Drop those that are left, and let what was renamed be seen by all. Until finish() it can be
    /// taken back. \throws EngineFault
    void commit();

    /// Nothing is taken back from here on: drop what was put aside. \throws EngineFault
    void finish();

private:
    /// A new name, to be dropped whether or not there comes to be a table of it.
    [[nodiscard]] std::string new_name();
    [[nodiscard]] std::string within_schema(std::string_view name) const;
    [[nodiscard]] std::string before_drop(const std::string& name) const;
    [[nodiscard]] std::string renaming(const std::string& name, std::string_view target) const;

    Connection& connection_;
    std::string schema_;
    std::vector<std::string> names_;  ///< quoted, with their schema
    std::string aside_;               ///< quoted, or ""; and what it was called
    std::string aside_was_;
    std::string placed_;  ///< quoted, or "": what was renamed, and may yet be taken back
    bool in_transaction_ = false;
};

}  // namespace kanon::engine
