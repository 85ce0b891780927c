// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/run/anonymize.hpp"

namespace kanon::detail {

/// Refuse a job from table to table in DuckDB, or of Parquet files, for which its memory leaves the
/// engine too little for single steps, before anything is begun. \throws Error{usage} with what
/// would do; what the engine says
void check_engine_memory(const AnonymizeJob& job);

}  // namespace kanon::detail
