// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"
#include "kanon/base/secret_random.hpp"
#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/connection/connections.hpp"
#include "kanon/engine/connection/native_states.hpp"
#include "kanon/engine/connection/odbc_handle.hpp"
#include "kanon/engine/connection/odbc_types.hpp"
#include "kanon/engine/connection/session_control.hpp"
#include "kanon/engine/connection/statement_watch.hpp"
#include "kanon/engine/connection/utf16.hpp"
#include "kanon/engine/dialect/cut_names.hpp"
#include "kanon/engine/dialect/described_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {
namespace {

constexpr std::size_t kPieceBytes = 2048;  ///< of a cell, at a time
constexpr std::size_t kUsualName = 128;    ///< units of a column's name
constexpr std::string_view kLocked = "55006";

/// An attribute of ODBC that is a number goes through a pointer.
SQLPOINTER as_pointer(std::uintptr_t number) {
    return reinterpret_cast<SQLPOINTER>(number);  // NOLINT(performance-no-int-to-ptr)
}

SQLWCHAR* units_of(std::u16string& text) {
    static_assert(sizeof(SQLWCHAR) == sizeof(char16_t));
    return reinterpret_cast<SQLWCHAR*>(text.data());
}

std::string entry(std::string_view key, std::string_view value) {
    if (value.find_first_of(";={}") != std::string_view::npos) {
        throw Error(ErrorCode::bad_input,
                    "the address of a database has one of `;={}` in its host, user or database, "
                    "which no connection string can hold: name a DSN of odbc.ini (`odbc:DSN/...`)");
    }
    return std::string(key) + "=" + std::string(value) + ";";
}

/// psqlODBC keeps the whole of an answer in memory unless it declares a cursor to fetch by, and so
/// does the driver of SQLite unless it is told to go step by step. That one waits for a lock while
/// it connects as well, and connects then all the same.
constexpr std::string_view kFetchByPieces = "UseDeclareFetch=1;Fetch=4096;StepAPI=1;Timeout=100;";

/// How PostgreSQL's own clients are told to encrypt. Their default is taken where nothing is said,
/// not the driver's, which is not to.
std::string encryption() {
    const char* const asked = std::getenv("PGSSLMODE");
    return asked == nullptr || *asked == '\0' ? "prefer" : asked;
}

std::string connection_text(const SourceAddress& address) {
    if (address.kind == SourceAddress::Kind::odbc) {
        return entry("DSN", address.database) + std::string(kFetchByPieces);
    }
    std::string out = "DRIVER={PostgreSQL Unicode};" + std::string(kFetchByPieces) +
                      entry("SERVER", address.host) + entry("DATABASE", address.database) +
                      entry("SSLmode", encryption());
    if (address.port != 0) {
        out += entry("PORT", std::to_string(address.port));
    }
    return address.user.empty() ? out : out + entry("UID", address.user);
}

/// The cells of a statement's current row, as one text and their ends in it.
class RowReader {
public:
    RowReader(const OdbcHandle& statement, std::size_t columns, bool is_narrow)
        : statement_(statement),
          is_narrow_(is_narrow),
          ends_(columns),
          is_null_(columns),
          cells_(columns) {}

    [[nodiscard]] std::span<const Cell> read() {
        text_.clear();
        for (std::size_t column = 0; column < ends_.size(); ++column) {
            is_null_[column] = !append_cell(static_cast<SQLUSMALLINT>(column + 1));
            ends_[column] = text_.size();
        }
        std::size_t begin = 0;
        for (std::size_t column = 0; column < ends_.size(); ++column) {
            const std::string_view text(text_.data() + begin, ends_[column] - begin);
            cells_[column] = is_null_[column] ? Cell() : Cell(text);
            begin = ends_[column];
        }
        return cells_;
    }

private:
    /// Bytes that a piece of a cell holds beside the zero at its end.
    [[nodiscard]] std::size_t room() const { return sizeof(piece_) - (is_narrow_ ? 1 : 2); }

    /// False if it is NULL.
    bool append_cell(SQLUSMALLINT column) {
        bool is_some = false;
        units_.clear();
        for (bool is_cut = true; is_cut;) {
            SQLLEN bytes = 0;
            const SQLRETURN code = SQLGetData(statement_.get(),
                                              column,
                                              is_narrow_ ? SQL_C_CHAR : SQL_C_WCHAR,
                                              piece_.data(),
                                              static_cast<SQLLEN>(sizeof(piece_)),
                                              &bytes);
            statement_.check(code);
            if (code == SQL_NO_DATA || bytes == SQL_NULL_DATA) {
                break;
            }
            is_some = true;
            is_cut = bytes == SQL_NO_TOTAL || static_cast<std::size_t>(bytes) > room();
            take_piece(is_cut ? room() : static_cast<std::size_t>(bytes));
        }
        append_utf8(units_, text_);
        return is_some;
    }

    /// A pair that is cut in two waits among the units for its other half.
    void take_piece(std::size_t bytes) {
        if (is_narrow_) {
            text_.append(piece_.data(), bytes);
            return;
        }
        const std::size_t before = units_.size();
        units_.resize(before + bytes / sizeof(char16_t));
        std::memcpy(
            units_.data() + before, piece_.data(), bytes / sizeof(char16_t) * sizeof(char16_t));
    }

    const OdbcHandle& statement_;
    bool is_narrow_;
    alignas(SQLWCHAR) std::array<char, kPieceBytes> piece_{};
    std::u16string units_;
    std::string text_;
    std::vector<std::size_t> ends_;
    std::vector<bool> is_null_;
    std::vector<Cell> cells_;
};

class OdbcConnection final : public Connection {
public:
    OdbcConnection(const SourceAddress& address, const RunContext& context)
        : address_(address),
          place_(shown(address)),
          context_(context),
          environment_(SQL_HANDLE_ENV, SQL_NULL_HANDLE, SQL_HANDLE_ENV),
          connection_(SQL_HANDLE_DBC, versioned(environment_), SQL_HANDLE_ENV) {
        std::u16string text = to_utf16(connection_text(address));
        connection_.check(SQLDriverConnectW(connection_.get(),
                                            nullptr,
                                            units_of(text),
                                            static_cast<SQLSMALLINT>(text.size()),
                                            nullptr,
                                            0,
                                            nullptr,
                                            SQL_DRIVER_NOPROMPT));
        session_.handle = connection_.get();
        dialect_ = &dialect_of_dbms(dbms_name());
        if (!dialect_->at_connect.empty()) {
            execute(std::string(dialect_->at_connect));
        }
        make_known();
    }

    OdbcConnection(const OdbcConnection&) = delete;
    OdbcConnection& operator=(const OdbcConnection&) = delete;

    ~OdbcConnection() override {
        if (!dialect_->at_disconnect.empty()) {
            clean_up(std::string(dialect_->at_disconnect));
        }
    }

    [[nodiscard]] const Dialect& dialect() const override { return *dialect_; }

    [[nodiscard]] const RunContext& context() const override { return context_; }

    [[nodiscard]] std::vector<std::string> columns(const std::string& sql) override {
        if (!dialect_->describe.empty()) {
            return described_names(*this, sql);
        }
        const std::vector<std::string> out = of_columns(sql, &OdbcConnection::name_of);
        return dialect_->cuts_names ? whole_names(*this, sql, out) : out;
    }

    [[nodiscard]] std::vector<std::string> types(const std::string& sql) override {
        return of_columns(sql, &OdbcConnection::type_of);
    }

    void execute(const std::string& sql) override {
        run([&](const OdbcHandle& statement) { start(statement, sql); });
    }

    void query(const std::string& sql, const RowTaker& take) override {
        run([&](const OdbcHandle& statement) {
            start(statement, sql + std::string(dialect_->query_settings));
            SQLSMALLINT columns = 0;
            statement.check(SQLNumResultCols(statement.get(), &columns));
            RowReader reader(statement, static_cast<std::size_t>(columns), dialect_->narrow_driver);
            while (true) {
                const SQLRETURN code = SQLFetch(statement.get());
                statement.check(code);
                if (code == SQL_NO_DATA) {
                    return;
                }
                rows_taken_ = true;
                if (!take(reader.read())) {
                    return;
                }
            }
        });
    }

    void begin() override {
        commit_by_itself(false);
        in_transaction_ = true;
        try {
            set_in_transaction();
        } catch (...) {
            try_roll_back();
            throw;
        }
    }

    void commit() override { end(SQL_COMMIT); }

    void roll_back() override { end(SQL_ROLLBACK); }

    bool clean_up(const std::string& sql) noexcept override {
        try {
            const OdbcHandle statement(SQL_HANDLE_STMT, connection_.get(), SQL_HANDLE_DBC);
            start(statement, sql);
            return true;
        } catch (...) {
            return false;
        }
    }

    [[nodiscard]] std::unique_ptr<Connection> in_place_of_this() override {
        static const RunContext kNobodyCancels;
        if (dialect_->ddl_rolls_back) {
            return nullptr;
        }
        auto out = std::make_unique<OdbcConnection>(address_, kNobodyCancels);
        const ControlOfDialect* const row = control_of(*dialect_);
        for (const std::string_view text :
             {row == nullptr ? "" : row->end, row == nullptr ? "" : row->patience}) {
            if (!text.empty()) {
                out->clean_up(control_statement(text, id_));
            }
        }
        return out;
    }

private:
    /// Ends the session when all else of the connection is gone.
    struct Session {
        SQLHANDLE handle = SQL_NULL_HANDLE;

        Session() = default;
        Session(const Session&) = delete;
        Session& operator=(const Session&) = delete;

        ~Session() {
            if (handle != SQL_NULL_HANDLE) {
                SQLEndTran(SQL_HANDLE_DBC, handle, SQL_ROLLBACK);
                SQLDisconnect(handle);
            }
        }
    };

    static SQLHANDLE versioned(const OdbcHandle& environment) {
        environment.check(
            SQLSetEnvAttr(environment.get(), SQL_ATTR_ODBC_VERSION, as_pointer(SQL_OV_ODBC3), 0));
        return environment.get();
    }

    [[nodiscard]] std::string dbms_name() const {
        std::array<SQLWCHAR, 256> name{};
        SQLSMALLINT bytes = 0;
        connection_.check(SQLGetInfoW(connection_.get(),
                                      SQL_DBMS_NAME,
                                      name.data(),
                                      static_cast<SQLSMALLINT>(sizeof(name)),
                                      &bytes));
        std::u16string units(name.begin(), name.end());
        units.resize(std::min(units.find(u'\0'), units.size()));
        std::string out;
        append_utf8(units, out);
        return out;
    }

    /// Find out, or draw, what a second session knows this one by.
    void make_known() {
        const ControlOfDialect* const row = control_of(*dialect_);
        if (row == nullptr) {
            return;
        }
        if (row->own_id.empty()) {
            id_ = "kanon_" + std::to_string(SecretRandom().next());
        } else {
            query(std::string(row->own_id),
                  [&](std::span<const Cell> cells) { id_ = cells.front().value_or(""); });
        }
        if (!row->cancel.empty()) {
            control_ = std::make_unique<SessionControl>(address_, *row, id_);
        }
        if (!row->waits_shortly.empty()) {
            execute(std::string(row->waits_shortly));
            waits_shortly_ = true;
        }
        watches_client_ = !row->watch_client.empty() && takes_in_transaction(row->watch_client);
    }

    /// True if the engine takes a setting; it is gone at once.
    [[nodiscard]] bool takes_in_transaction(std::string_view setting) {
        commit_by_itself(false);
        in_transaction_ = true;
        bool is_taken = true;
        try {
            execute(std::string(setting));
        } catch (const EngineFault&) {
            is_taken = false;
        }
        roll_back();
        return is_taken;
    }

    void set_in_transaction() {
        std::vector<std::string> settings{std::string(dialect_->one_snapshot),
                                          std::string(dialect_->in_transaction)};
        if (const ControlOfDialect* const row = control_of(*dialect_)) {
            settings.push_back(control_statement(row->mark, id_));
            settings.emplace_back(watches_client_ ? row->watch_client : "");
        }
        std::erase(settings, "");
        if (!settings.empty()) {
            execute(fmt::format("{}", fmt::join(settings, "; ")));
        }
    }

    void try_roll_back() noexcept {
        try {
            roll_back();
        } catch (...) {  // NOLINT(bugprone-empty-catch): the end of the session does it
        }
    }

    /// In a transaction of its own, where the dialect has settings of it.
    template <class Use>
    void run(const Use& use) {
        if (in_transaction_ || dialect_->in_transaction.empty()) {
            run_statement(use);
            return;
        }
        begin();
        try {
            run_statement(use);
        } catch (...) {
            try_roll_back();
            throw;
        }
        commit();
    }

    /// Where the driver waits for locks only for a second, it is let to do so for a hundred times.
    template <class Use>
    void run_statement(const Use& use) {
        constexpr int kMostTries = 100;
        constexpr std::chrono::milliseconds kWaited{500};
        for (int tries = 1;; ++tries) {
            const auto begin = std::chrono::steady_clock::now();
            rows_taken_ = false;
            try {
                run_once(use);
                return;
            } catch (const EngineFault& fault) {
                // What fails at once is a deadlock.
                const bool has_waited = std::chrono::steady_clock::now() - begin > kWaited;
                if (!waits_shortly_ || fault.state() != kLocked || rows_taken_ || !has_waited ||
                    tries == kMostTries) {
                    throw;
                }
            }
            tell_wait(context_, "", place_);
        }
    }

    template <class Use>
    void run_once(const Use& use) {
        throw_if_cancelled(context_);
        const OdbcHandle statement(SQL_HANDLE_STMT, connection_.get(), SQL_HANDLE_DBC);
        try {
            const StatementWatch watch(
                context_, [&] { SQLCancel(statement.get()); }, control_.get(), stage(), place_);
            use(statement);
        } catch (const EngineFault& fault) {
            throw_if_cancelled(context_);
            throw EngineFault(
                fault.what(), told_state(*dialect_, fault.state(), fault.native()), fault.native());
        }
    }

    /// Hand the text of a statement to a function of the driver, in the units that it takes.
    template <class Narrow, class Wide>
    void hand_over(const OdbcHandle& statement,
                   const std::string& sql,
                   const Narrow& narrow,
                   const Wide& wide) const {
        if (dialect_->narrow_driver) {
            std::string text = sql;
            statement.check(narrow(statement.get(),
                                   reinterpret_cast<SQLCHAR*>(text.data()),
                                   static_cast<SQLINTEGER>(text.size())));
            return;
        }
        std::u16string text = to_utf16(sql);
        statement.check(
            wide(statement.get(), units_of(text), static_cast<SQLINTEGER>(text.size())));
    }

    void start(const OdbcHandle& statement, const std::string& sql) const {
        hand_over(statement, sql, SQLExecDirect, SQLExecDirectW);
    }

    void prepare(const OdbcHandle& statement, const std::string& sql) const {
        hand_over(statement, sql, SQLPrepare, SQLPrepareW);
    }

    /// What `word` says of each column that a query has.
    [[nodiscard]] std::vector<std::string> of_columns(
        const std::string& sql,
        std::string (OdbcConnection::*word)(const OdbcHandle&, SQLUSMALLINT) const) {
        std::vector<std::string> out;
        run([&](const OdbcHandle& statement) {
            prepare(statement, sql);
            SQLSMALLINT columns = 0;
            statement.check(SQLNumResultCols(statement.get(), &columns));
            for (SQLSMALLINT column = 1; column <= columns; ++column) {
                out.push_back((this->*word)(statement, static_cast<SQLUSMALLINT>(column)));
            }
        });
        return out;
    }

    [[nodiscard]] std::string name_of(const OdbcHandle& statement, SQLUSMALLINT column) const {
        return word_of(statement, column, SQL_DESC_NAME);
    }

    [[nodiscard]] std::string type_of(const OdbcHandle& statement, SQLUSMALLINT column) const {
        if (dialect_->words_of_driver) {
            return word_of(statement, column, SQL_DESC_TYPE_NAME);
        }
        SQLLEN type = 0;
        statement.check(SQLColAttributeW(
            statement.get(), column, SQL_DESC_CONCISE_TYPE, nullptr, 0, nullptr, &type));
        return word_of_type(type);
    }

    /// A text that describes a column.
    [[nodiscard]] std::string word_of(const OdbcHandle& statement,
                                      SQLUSMALLINT column,
                                      SQLUSMALLINT which) const {
        if (dialect_->narrow_driver) {
            return whole_word<std::string>(statement, {column, which}, SQLColAttribute);
        }
        std::string out;
        append_utf8(whole_word<std::u16string>(statement, {column, which}, SQLColAttributeW), out);
        return out;
    }

    struct Described {
        SQLUSMALLINT column = 0;
        SQLUSMALLINT which = 0;
    };

    /// Asked once more where the name is longer than the room for it.
    template <class Text, class Ask>
    static Text whole_word(const OdbcHandle& statement, Described what, const Ask& ask) {
        constexpr std::size_t kUnit = sizeof(typename Text::value_type);
        Text name(kUsualName, 0);
        for (std::size_t length = name.size(); length >= name.size();) {
            name.resize(length + 1);
            SQLSMALLINT bytes = 0;
            statement.check(ask(statement.get(),
                                what.column,
                                what.which,
                                name.data(),
                                static_cast<SQLSMALLINT>(name.size() * kUnit),
                                &bytes,
                                nullptr));
            length = static_cast<std::size_t>(std::max<SQLSMALLINT>(bytes, 0)) / kUnit;
        }
        name.resize(std::min(name.find(typename Text::value_type{}), name.size()));
        return name;
    }

    void commit_by_itself(bool each) {
        connection_.check(
            SQLSetConnectAttrW(connection_.get(),
                               SQL_ATTR_AUTOCOMMIT,
                               as_pointer(each ? SQL_AUTOCOMMIT_ON : SQL_AUTOCOMMIT_OFF),
                               SQL_IS_UINTEGER));
    }

    void end(SQLSMALLINT how) {
        in_transaction_ = false;
        if (waits_shortly_ && how == SQL_COMMIT) {
            clean_up(std::string(control_of(*dialect_)->waits_long));
        }
        connection_.check(SQLEndTran(SQL_HANDLE_DBC, connection_.get(), how));
        commit_by_itself(true);
        if (waits_shortly_ && how == SQL_COMMIT) {
            clean_up(std::string(control_of(*dialect_)->waits_shortly));
        }
    }

    SourceAddress address_;
    std::string place_;
    const RunContext& context_;
    OdbcHandle environment_;
    OdbcHandle connection_;
    Session session_;
    const Dialect* dialect_ = nullptr;
    std::string id_;  ///< by which a second session knows this one; "": by none
    std::unique_ptr<SessionControl> control_;
    bool watches_client_ = false;  ///< the server can look whether the program is still there
    bool waits_shortly_ = false;   ///< the driver waits for locks a second, and is asked again
    bool rows_taken_ = false;      ///< by whoever takes those of the statement that runs
    bool in_transaction_ = false;
};

}  // namespace

std::unique_ptr<Connection> connect_odbc(const SourceAddress& address, const RunContext& context) {
    return std::make_unique<OdbcConnection>(address, context);
}

}  // namespace kanon::engine
