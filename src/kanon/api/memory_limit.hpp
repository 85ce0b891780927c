// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace kanon {

/// What DuckDB may hold of the memory that a run may take, in bytes: half
/// (RunContext::memory_limit). \throws Error{usage} for less than 128 MiB, or more than there is
/// anywhere; `name` is what the user calls it
[[nodiscard]] std::uint64_t engine_memory(std::uint64_t memory, std::string_view name);

}  // namespace kanon
