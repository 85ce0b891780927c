// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/connection.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kanon::engine {

/// Tables with names that nobody else has, made on the way to a release. They are gone when this
/// is, however the run ends, but for what was renamed before commit(). Where the dialect rolls
/// tables back, all of it is one transaction: then the engine itself undoes it for who is cut off.
class PrivateTables {
public:
    /// Tables are made in `schema`; "": the session's own. The connection must outlive this.
    /// \throws EngineFault
    PrivateTables(Connection& connection, std::string schema);
    ~PrivateTables();
    PrivateTables(const PrivateTables&) = delete;
    PrivateTables& operator=(const PrivateTables&) = delete;

    [[nodiscard]] Connection& connection() const { return connection_; }

    /// A new name, quoted and with its schema, to make a table under.
    [[nodiscard]] std::string new_name();

    /// Drop one of them. \throws EngineFault
    void drop(const std::string& name);

    /// Give one of them the name that it is to stay under, quoted; within the schema.
    /// \throws EngineFault
    void rename(const std::string& name, std::string_view quoted_target);

    /// Drop those that are left, and make lasting what was renamed. \throws EngineFault
    void commit();

private:
    Connection& connection_;
    std::string schema_;
    std::vector<std::string> names_;
    bool in_transaction_ = false;
};

}  // namespace kanon::engine
