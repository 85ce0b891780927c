// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection/connection.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace kanon::engine::testing_with {

/// An address `odbc:THIS/table` is one of the embedded ClickHouse that runs, for connect() as this
/// program has it and so for whole jobs.
inline constexpr const char* kEmbeddedClickhouse = "embedded_clickhouse";

/// The library of ClickHouse's embedded build: what KANON_LIBCHDB says, else that in third_party;
/// "" if there is none.
[[nodiscard]] std::string embedded_clickhouse_library();

/// An engine in this process, with an empty database, that ends with this. One at a time.
class EmbeddedClickhouse {
public:
    /// Its files are in this folder. \pre there is a library
    /// \throws EngineFault, std::runtime_error if it cannot be loaded
    explicit EmbeddedClickhouse(const std::filesystem::path& folder);
    ~EmbeddedClickhouse();
    EmbeddedClickhouse(const EmbeddedClickhouse&) = delete;
    EmbeddedClickhouse& operator=(const EmbeddedClickhouse&) = delete;

private:
    RunContext context_;
    std::unique_ptr<Connection> session_;  ///< the engine ends with its last one
};

}  // namespace kanon::engine::testing_with
