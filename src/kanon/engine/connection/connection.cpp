// SPDX-License-Identifier: Apache-2.0
#include "kanon/engine/connection/connection.hpp"

#include "kanon/engine/connection/connections.hpp"
#include "kanon/engine/dialect/dialect.hpp"

namespace kanon::engine {

std::unique_ptr<Connection> connect(const SourceAddress& address,
                                    const RunContext& context,
                                    Access access) {
    using enum SourceAddress::Kind;
    auto connection = address.kind == duckdb || address.kind == parquet
                          ? connect_duckdb(address, context, access)
                          : connect_odbc(address, context);
    if (access == Access::write) {
        check_writes(connection->dialect());
    }
    return connection;
}

}  // namespace kanon::engine
