// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// A name that nobody else has: `kanon_` and 16 hexadecimal digits.
[[nodiscard]] std::string private_name();

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

    /// How a table of the rows of a query is made.
    struct Made {
        /// Its columns with their types as the dialect takes them (Dialect::declaring); "": the
        /// types are those of the query.
        std::string columns{};
        std::string_view stage{};  ///< what whoever waits is told meanwhile; "": nothing
    };

    /// Likewise of the rows of a query. \throws EngineFault
    [[nodiscard]] std::string make_of(std::string_view query, const Made& made);

    [[nodiscard]] std::string make_of(std::string_view query) { return make_of(query, {}); }

    /// How many there are.
    [[nodiscard]] std::size_t count() const { return names_.size(); }

    /// Drop one of them before the others. \throws EngineFault
    void drop(const std::string& name);

    /// Drop those that were made when there were `count` already, but for one. \throws EngineFault
    void drop_since(std::size_t count, const std::string& kept);

    /// Let joins find rows of one of them, which is filled, by these columns, each but once, where
    /// the engine needs to be told; an index has as many of them as it takes. \throws EngineFault
    void index(const std::string& name, const std::vector<std::string>& columns, bool are_texts);

    /// Give one of them the name that it is to stay under, within the schema. \throws EngineFault
    void rename(const std::string& name, std::string_view target);

    /// The same where a table of that name stands, which goes: both in this transaction, or, where
    /// the dialect rolls no tables back, in one statement that can be taken back until finish().
    /// \throws EngineFault, as where others depend on it
    void replace(const std::string& name, std::string_view target);

    /// Rows of tables change from here on, all of them or none: in a transaction that commit()
    /// ends. \throws EngineFault
    void begin_filling();

    /// Drop those that are left, and let what was renamed or filled be seen by all. Until finish()
    /// it can be taken back, but for what a transaction did. \throws EngineFault
    void commit();

    /// True if commit() was, and nothing of it can be taken back.
    [[nodiscard]] bool is_lasting() const { return is_lasting_; }

    /// Nothing is taken back from here on: drop what was replaced, if that is there still.
    /// \throws EngineFault, and all is taken back
    void finish();

    /// Undo now what is undone when this ends. Where the session was lost, another one does it.
    /// What is returned are the statements that could not be run, for somebody who has the rights.
    [[nodiscard]] std::vector<std::string> undo();

private:
    /// Run a statement that undoes, in another session where this one is lost, or keep it as left.
    bool clean_up(const std::string& sql);
    /// A new name, to be dropped whether or not there comes to be a table of it.
    [[nodiscard]] std::string new_name();
    void drop_all();
    [[nodiscard]] std::string within_schema(std::string_view name) const;
    [[nodiscard]] std::string before_drop(const std::string& name) const;
    [[nodiscard]] std::string renaming(const std::string& name, std::string_view target) const;

    Connection& connection_;
    std::string schema_;

    std::vector<std::string> names_;  ///< quoted, with their schema
    std::string placed_;      ///< quoted, or "": what was renamed, and may yet be taken back
    std::string old_;         ///< quoted, or "": what was replaced, under a private name
    std::string put_back_;    ///< statement that gives both their names again
    std::string placed_was_;  ///< quoted: what the new one was called
    bool in_transaction_ = false;
    bool is_filling_ = false;
    bool drops_old_ = false;  ///< the transaction drops what stood at the target
    bool is_lasting_ = false;
    std::unique_ptr<Connection> second_;  ///< in place of a session that was lost
    bool second_is_refused_ = false;
    std::vector<std::string> left_;  ///< statements that could not be run
};

}  // namespace kanon::engine
