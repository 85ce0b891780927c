// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/merged_audit.hpp"
#include "kanon/engine/catalogue/replacing.hpp"
#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/connection/engine_error.hpp"
#include "kanon/engine/release/parquet_target.hpp"
#include "kanon/engine/release/private_tables.hpp"
#include "kanon/engine/release/written_pairs.hpp"
#include "kanon/engine/source_address.hpp"
#include "kanon/run/result.hpp"
#include "kanon/source/reading.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kanon::detail {

/// A release on its way to tables of the databases that its original is in, or to folders of
/// Parquet files where those are its original, one for each source: no row of it passes through
/// here.
class EngineTarget {
public:
    /// Find out whether the targets may be made. \throws Error{usage}: there is not one for each
    /// source, or one is in another database than its source, is a query, or what is there may not
    /// be replaced, as engine::check_replacing() says; what an engine says. If it `will_write`, it
    /// makes a table there and drops it, for who lacks the rights should know before the search.
    EngineTarget(std::span<const std::string> inputs,
                 std::span<const std::string> outputs,
                 engine::Replacing replacing,
                 bool will_write,
                 const RunContext& context);
    ~EngineTarget();
    EngineTarget(const EngineTarget&) = delete;
    EngineTarget& operator=(const EngineTarget&) = delete;

    /// Refuse a release of the problem's columns that the targets cannot take, before it is
    /// searched for: engine::check_columns(). \throws Error{usage, bad_input}
    void check_columns(const Problem& problem) const;

    /// From here on messages may quote cells, in the words of the engine.
    void show_values(bool are_shown) { shows_values_ = are_shown; }

    /// Carry the result's recoding out under private names, in random order, all sources at once,
    /// and audit what was written: that report takes the place of the one of the release in memory.
    /// \throws Error{audit_failed}, Error{bad_input}: the original changed, or what an engine says
    void write(Result& result, const SourceReading& original);

    /// A session with the database of one of the sources, whose private tables are part of the
    /// release under way.
    struct Session {
        engine::Connection* connection = nullptr;
        engine::PrivateTables* tables = nullptr;
        engine::SourceAddress source;
        bool has_keys = false;      ///< the engine has keys for the rows of the source
        bool shows_values = false;  ///< messages may quote cells
    };

    /// One for each source. \throws Error{bad_input}
    [[nodiscard]] std::vector<Session> sessions();

    /// As write(), of a piece of the sources, whose rows these are, for each source: carry its
    /// recoding out behind the pieces before it, in random order, and audit what was written of it.
    /// `has_stars`: some piece has suppressed rows, so that columns are texts. What the audit says
    /// of it goes into `audited` too. \pre sessions()
    void write_partition(Result& piece,
                         const SourceReading& original,
                         std::span<const engine::KeyedRows> rows,
                         bool has_stars,
                         MergedAudit& audited);

    /// Make sure that nothing is written but these pieces, whose figures the result has; its report
    /// says where that holds. \throws Error{audit_failed}, Error{bad_input}
    void finish_partitions(Result& result);

    /// Undo what is not in place; nothing is done with this after it. The statements by which
    /// somebody has to drop what could not be dropped, as the database's session was lost.
    [[nodiscard]] std::vector<std::string> undo();

    /// Put what was written into place: everywhere, or, where one engine fails, nowhere; but what
    /// another has committed by then stays, and the message names it. \throws Error{bad_input}
    void publish();

private:
    struct Part {
        engine::SourceAddress source;
        engine::SourceAddress target;
        std::string place = {};                       ///< the server or file; "": not asked for
        bool replaces = false;                        ///< the target is there, a table
        bool is_placed = false;                       ///< the release is there, for good
        std::optional<engine::ParquetTarget> folder;  ///< the target is one
        std::unique_ptr<engine::Connection> connection;
        std::optional<engine::PrivateTables> tables;
        bool has_keys = false;  ///< the engine has some for the rows of the source
        engine::KeyedRows rows;
        engine::WrittenRelease written;
    };

    [[nodiscard]] engine::AskedOfEngine asked(const char* what) const {
        return {.what = what, .show_values = shows_values_};
    }

    void check_apart() const;
    void check_places() const;
    void check(Part& part) const;
    void check_table(Part& part) const;
    void try_making(const Part& part) const;
    [[nodiscard]] bool fills(const Part& part) const;
    /// All originals that are in the database of the part.
    [[nodiscard]] std::vector<engine::SourceAddress> sources_beside(const Part& part) const;
    /// \throws what the step throws for a part, with what is in place by then
    void in_turn(const std::function<void(Part&)>& step);
    /// Begin the session of a part, which lasts.
    void begin(Part& part) const;
    void write_parts(Result& result, const SourceReading& original, bool has_stars);
    void write(Part& part,
               const Table& original,
               std::span<const std::uint64_t> counts,
               const Release& release,
               const Problem& problem,
               bool has_stars) const;
    /// Audit what was written; `pieces`: takes the report as well, where it is of one.
    void audit_written(Result& result, const SourceReading& original, MergedAudit* pieces) const;
    void write_folders();
    [[nodiscard]] ReadAgain read_again() const;

    const RunContext& context_;
    engine::Replacing replacing_;
    bool will_write_;
    std::vector<std::unique_ptr<Part>> parts_;
    bool shows_values_ = false;
};

/// What reading said of missing values, for whoever has the rows.
void take_missing(const SourceReading& original, engine::KeyedRows& rows);

}  // namespace kanon::detail
