// SPDX-License-Identifier: Apache-2.0
#include "unit/engine/chdb_connection.hpp"

#include "kanon/base/cancel_watch.hpp"
#include "kanon/base/check.hpp"
#include "kanon/engine/connection/connection.hpp"
#include "kanon/engine/dialect/described_names.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::engine::testing_with {
namespace {

struct ChdbConnectionHandle;
struct ChdbResult;

/// What is used of the library's C interface.
struct Chdb {
    ChdbConnectionHandle** (*connect)(int, const char**) = nullptr;
    void (*close)(ChdbConnectionHandle**) = nullptr;
    ChdbResult* (*query)(
        ChdbConnectionHandle*, const char*, std::size_t, const char*, std::size_t) = nullptr;
    const char* (*error)(ChdbResult*) = nullptr;
    const char* (*buffer)(ChdbResult*) = nullptr;
    std::size_t (*length)(ChdbResult*) = nullptr;
    void (*destroy)(ChdbResult*) = nullptr;
};

template <class Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) {
        throw std::runtime_error(std::string("the embedded ClickHouse has no ") + name);
    }
}

/// It stays loaded.
const Chdb& chdb() {
    static const Chdb loaded = [] {
        void* const library = dlopen(embedded_clickhouse_library().c_str(), RTLD_LAZY | RTLD_LOCAL);
        if (library == nullptr) {
            throw std::runtime_error(dlerror());
        }
        Chdb out;
        find(library, "chdb_connect", out.connect);
        find(library, "chdb_close_conn", out.close);
        find(library, "chdb_query_n", out.query);
        find(library, "chdb_result_error", out.error);
        find(library, "chdb_result_buffer", out.buffer);
        find(library, "chdb_result_length", out.length);
        find(library, "chdb_destroy_query_result", out.destroy);
        return out;
    }();
    return loaded;
}

/// The number in `Code: 60. DB::Exception: ...`.
int code_of(std::string_view message) {
    constexpr std::string_view kFront = "Code: ";
    int out = 0;
    if (message.starts_with(kFront)) {
        message.remove_prefix(kFront.size());
        std::from_chars(message.data(), message.data() + message.size(), out);
    }
    return out;
}

/// A session of the engine, which runs as long as it has one.
class Session {
public:
    explicit Session(const std::string& folder) {
        const std::string path = "--path=" + folder;
        std::array<const char*, 2> arguments{"clickhouse", path.c_str()};
        handle_ = chdb().connect(static_cast<int>(arguments.size()), arguments.data());
        if (handle_ == nullptr) {
            throw EngineFault("the embedded ClickHouse does not start", "08001");
        }
        run("CREATE DATABASE IF NOT EXISTS kanon ENGINE = Atomic");
        run("USE kanon");
    }

    ~Session() { chdb().close(handle_); }

    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// The answer with tabs between cells, where `\N` is NULL. \throws EngineFault, in the state
    /// that ClickHouse's ODBC driver has for all
    std::string run(const std::string& sql) {
        constexpr std::string_view kFormat = "TabSeparated";
        const std::unique_ptr<ChdbResult, void (*)(ChdbResult*)> result(
            chdb().query(*handle_, sql.data(), sql.size(), kFormat.data(), kFormat.size()),
            chdb().destroy);
        const char* const fault = chdb().error(result.get());
        if (fault != nullptr) {
            throw EngineFault(fault, "HY000", code_of(fault));
        }
        const std::size_t length = chdb().length(result.get());
        return length == 0 ? "" : std::string(chdb().buffer(result.get()), length);
    }

private:
    ChdbConnectionHandle** handle_ = nullptr;
};

/// Reads cells of TabSeparated, which escapes what would end them.
class CellReader {
public:
    explicit CellReader(std::string_view text) : left_(text) {}

    [[nodiscard]] bool at_end() const { return left_.empty(); }

    /// The cells of a row, valid until the next is read.
    [[nodiscard]] std::span<const Cell> row() {
        const std::string_view line = left_.substr(0, left_.find('\n'));
        left_.remove_prefix(line.size() + 1);
        storage_.clear();
        storage_.reserve(line.size());
        cells_.clear();
        for (std::size_t begin = 0; begin <= line.size();) {
            const std::size_t end = std::min(line.find('\t', begin), line.size());
            cells_.push_back(cell(line.substr(begin, end - begin)));
            begin = end + 1;
        }
        return cells_;
    }

private:
    [[nodiscard]] Cell cell(std::string_view text) {
        if (text == "\\N") {
            return {};
        }
        const std::size_t begin = storage_.size();
        for (std::size_t at = 0; at < text.size(); ++at) {
            storage_ += text[at] == '\\' ? unescaped(text.at(++at)) : text[at];
        }
        return std::string_view(storage_).substr(begin);
    }

    static char unescaped(char character) {
        constexpr std::string_view kNames = "0bfnrt'\\";
        constexpr std::string_view kMeant("\0\b\f\n\r\t'\\", 8);
        const std::size_t place = kNames.find(character);
        KANON_CHECK(place != std::string_view::npos);
        return kMeant[place];
    }

    std::string_view left_;
    std::string storage_;  ///< does not move within a row
    std::vector<Cell> cells_;
};

/// The folder of the engine that runs; "": none does.
std::string& running_folder() {
    static std::string folder;
    return folder;
}

class ChdbConnection final : public Connection {
public:
    ChdbConnection(std::string folder, const RunContext& context)
        : folder_(std::move(folder)), context_(context), session_(folder_) {
        static std::atomic<int> sessions{0};
        name_ = fmt::format("kanon_{}", ++sessions);
        session_.run("SET log_comment = '" + name_ + "'");
    }

    [[nodiscard]] const Dialect& dialect() const override { return find_dialect("clickhouse"); }

    [[nodiscard]] const RunContext& context() const override { return context_; }

    [[nodiscard]] std::vector<std::string> columns(const std::string& sql) override {
        return described_names(*this, sql);
    }

    void execute(const std::string& sql) override { static_cast<void>(run(sql)); }

    void query(const std::string& sql, const RowTaker& take) override {
        const std::string answer = run(sql + std::string(dialect().query_settings));
        for (CellReader reader(answer); !reader.at_end();) {
            if (!take(reader.row())) {
                return;
            }
        }
    }

    /// Each statement is one by itself.
    void begin() override {}

    void commit() override {}

    void roll_back() override {}

    bool clean_up(const std::string& sql) noexcept override {
        try {
            static_cast<void>(session_.run(sql));
            return true;
        } catch (...) {
            return false;
        }
    }

private:
    std::string run(const std::string& sql) {
        throw_if_cancelled(context_);
        try {
            const CancelWatch watch(context_, [this] { kill(); });
            return session_.run(sql);
        } catch (const EngineFault&) {
            throw_if_cancelled(context_);
            throw;
        }
    }

    void kill() noexcept {
        try {
            Session other(folder_);
            other.run("KILL QUERY WHERE Settings['log_comment'] = '" + name_ + "' ASYNC");
        } catch (...) {  // NOLINT(bugprone-empty-catch): it is tried again
        }
    }

    std::string folder_;
    const RunContext& context_;
    Session session_;
    std::string name_;
};

}  // namespace

// The linker gives these names to connect() as this program calls it, and as the library has it.
std::unique_ptr<Connection>
connect_here(const SourceAddress& address, const RunContext& context, Access access) asm(
    "__wrap__ZN5kanon6engine7connectERKNS0_13SourceAddressERKNS_10RunContextENS0_6AccessE");
std::unique_ptr<Connection>
connect_elsewhere(const SourceAddress& address, const RunContext& context, Access access) asm(
    "__real__ZN5kanon6engine7connectERKNS0_13SourceAddressERKNS_10RunContextENS0_6AccessE");

std::unique_ptr<Connection> connect_here(const SourceAddress& address,
                                         const RunContext& context,
                                         Access access) {
    if (address.database != kEmbeddedClickhouse) {
        return connect_elsewhere(address, context, access);
    }
    return std::make_unique<ChdbConnection>(running_folder(), context);
}

std::string embedded_clickhouse_library() {
    const char* const given = std::getenv("KANON_LIBCHDB");
    const std::string path = given != nullptr ? given : KANON_LIBCHDB_DEFAULT;
    return std::filesystem::exists(path) ? path : "";
}

EmbeddedClickhouse::EmbeddedClickhouse(const std::filesystem::path& folder)
    : session_(std::make_unique<ChdbConnection>(folder.string(), context_)) {
    running_folder() = folder.string();
}

EmbeddedClickhouse::~EmbeddedClickhouse() {
    running_folder().clear();
}

}  // namespace kanon::engine::testing_with
