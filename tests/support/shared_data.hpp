// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/io/reading/table_reader.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include <string>

namespace kanon::test {

/// A published data set of the shared folder with a policy for it.
struct SharedData {
    std::string name;
    std::string file;  ///< below shared/data; `.xz` is unpacked
    ReadOptions read;
    std::string policy;        ///< YAML; columns it does not name are not read
    std::string policy_dir{};  ///< below shared/data, for hierarchy files
};

/// Why the data cannot be read here, or "".
[[nodiscard]] std::string why_not_readable(const SharedData& data);

/// The columns that the policy names. \pre why_not_readable() is "".
[[nodiscard]] Table table_of(const SharedData& data);

[[nodiscard]] Policy policy_of(const SharedData& data);

/// ARX's Adult with its nine hierarchies; all columns are quasi-identifiers.
[[nodiscard]] SharedData arx_adult();

}  // namespace kanon::test
