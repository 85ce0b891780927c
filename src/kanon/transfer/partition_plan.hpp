// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/contract/marginals.hpp"
#include "kanon/run/result.hpp"
#include "kanon/transfer/partitioned_sources.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace kanon::detail {

/// A table that is to be solved in pieces.
struct PartitionedTable {
    const Problem* problem = nullptr;  ///< of the whole table, by its marginals alone
    const Policy* policy = nullptr;    ///< as it was asked for
    const MethodInfo* method = nullptr;
    std::uint64_t room = 0;  ///< distinct rows that can be held
    const RunContext* context = nullptr;
};

/// How a method solves a table in pieces.
class PartitionPlan {
public:
    virtual ~PartitionPlan() = default;

    /// Decide for the whole what is not decided piece by piece, by what its engine counts, and add
    /// what was assumed to the facts; none: each piece is decided by itself. Once, before there
    /// are pieces. \throws Error
    virtual std::optional<Outcome> decide(const PartitionedSources& /*rows*/, RunFacts& /*facts*/) {
        return std::nullopt;
    }

    /// How a piece that there is no room for is divided: so that no class has rows of two parts.
    /// \throws Error where it cannot be
    [[nodiscard]] virtual MarginalDivision divide(const PartitionedSources::Size& size,
                                                  std::span<const Marginal> marginals) const = 0;

    /// The outcome for a piece, whose problem is bound. \throws Error
    virtual void solve(Result& piece) const = 0;

    /// True if rows of some piece are suppressed.
    [[nodiscard]] virtual bool suppresses() const { return false; }
};

/// For methods that divide classes by their marginals (Method::divides_by_marginals_above()):
/// pieces are such classes, and each is solved by the method. \throws Error{bad_policy} for others
[[nodiscard]] std::unique_ptr<PartitionPlan> plan_by_marginals(const PartitionedTable& table);

/// For full-domain methods: the node is searched among those at or above the finest levels at which
/// the row types can be held, to which attributes are raised one by one, that of most labels first;
/// pieces have whole classes of the node that is found.
[[nodiscard]] std::unique_ptr<PartitionPlan> plan_by_levels(const PartitionedTable& table);

/// What to type for so many distinct rows of a table, as `--memory 300M`.
[[nodiscard]] std::string memory_for(std::uint64_t distinct, const PartitionedTable& table);

/// \throws Error, whose text is completed by `what`
[[noreturn]] void refuse_partitions(ErrorCode code, const std::string& what);

}  // namespace kanon::detail
