// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/parties/agreement/agreed_text.hpp"
#include "kanon/parties/agreement/protocol_info.hpp"
#include "kanon/policy/policy.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::parties {

/// One party as an agreement names it.
struct AgreedParty : AgreedRow {
    std::vector<std::string> columns;  ///< vertical: its columns, in the order of the release
    bool gets_release = true;
};

/// What all parties signed: the same file at each of them (docs/parties.md). Beside its lines there
/// is one for each hierarchy file, with its hash.
struct Agreement : AgreedText {
    const ProtocolInfo* protocol = nullptr;
    std::vector<AgreedParty> parties;  ///< in the order of the file
    std::string key;                   ///< vertical: the column that joins the rows
    std::string miner;                 ///< of protocols with one; else ""
    std::string helper;                ///< the party that takes part without rows; "": none does
    /// Of quasi-identifiers, where the protocol needs them: the values that may occur.
    std::map<std::string, std::vector<std::string>> values;
    Policy policy;  ///< of the joint table, its roles all given

    /// \throws Error{usage} if no party has that name
    [[nodiscard]] std::size_t place_of(std::string_view party) const;

    /// Of k-anonymity.
    [[nodiscard]] std::uint64_t k() const;

    /// The columns that a party has, in the order of the policy: its own, or all of them.
    [[nodiscard]] std::vector<std::string> columns_of(std::size_t party) const;

    /// False for the miner, and for the helper.
    [[nodiscard]] bool has_rows(std::size_t party) const {
        return parties[party].name != miner && parties[party].name != helper;
    }

    /// True where each party releases its own rows, and nobody all of them.
    [[nodiscard]] bool releases_apart() const {
        return protocol->division == Division::horizontal && miner.empty();
    }

    /// The policy without the columns of others.
    [[nodiscard]] Policy policy_of(std::size_t party) const;
};

/// Read an agreement. \throws Error{bad_policy} with file:line:column: an unknown key or protocol,
/// too few or many parties, a column of two parties or of none, a column without a role, a model or
/// setting that the protocol cannot keep; Error{bad_hierarchy} for a file that cannot be read.
[[nodiscard]] Agreement read_agreement(const std::string& path, const RunContext& context = {});

/// Refuse a table with a value that is not among the `values` of its column, without showing it.
/// \throws Error{bad_input}
[[noreturn]] void refuse_value_of(const std::string& column);

}  // namespace kanon::parties
