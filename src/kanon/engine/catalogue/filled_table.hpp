// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/engine/release/written_release.hpp"

namespace kanon::engine {

/// Refuse to fill a table with a release whose columns have other types: \throws Error{usage} with
/// the difference, EngineFault
void check_types(Connection& connection,
                 const WrittenRelease& written,
                 const SourceAddress& target);

/// Keep others from changing the rows of a table until the transaction ends; they may read them.
/// To be done before the transaction looks at any row. Where the engine does that by itself, this
/// does nothing. \throws EngineFault
void lock_for_filling(Connection& connection, const SourceAddress& target);

/// Put the rows of a release in place of those of a table, within a transaction that commit() of
/// the private tables ends, and make sure that the table then holds the same texts.
/// \pre both have the same columns \throws Error{bad_output}: it does not, as where a type of the
/// table changes values; EngineFault
void fill(PrivateTables& tables, const WrittenRelease& written, const SourceAddress& target);

}  // namespace kanon::engine
