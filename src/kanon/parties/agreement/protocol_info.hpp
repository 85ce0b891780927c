// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace kanon::parties {

/// How a table is divided between the parties.
enum class Division : std::uint8_t {
    vertical,   ///< each has some columns of the same people, joined by a key
    horizontal  ///< each has some of the rows, with all columns
};

/// One row of the table of protocols: what an agreement may ask for.
struct ProtocolInfo {
    std::string_view name;  ///< kebab-case
    std::string_view summary;
    std::string_view citation;
    Division division = Division::vertical;
    std::size_t least_parties = 2;
    std::size_t most_parties = 2;
    bool has_miner = false;        ///< one party has no rows, and gets the release
    bool may_have_helper = false;  ///< one party may take part without rows, and gets nothing
    bool needs_class = false;
    bool needs_values = false;  ///< of each quasi-identifier, in the agreement
    /// Of the catalogue, the default first, where the policy may choose (`method`); none: the
    /// protocol is the method.
    std::span<const std::string_view> methods{};
    /// Privacy models that it can keep, k-anonymity first.
    std::span<const std::string_view> models;
    /// The declared leakage: what each party learns beside its own input and the release, a
    /// sentence each.
    std::span<const std::string_view> leakage;
};

/// Those there are, by name.
[[nodiscard]] std::span<const ProtocolInfo> protocols();

/// \throws Error{bad_policy} with the nearest name there is
[[nodiscard]] const ProtocolInfo& find_protocol(std::string_view name);

}  // namespace kanon::parties
