// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/hierarchy/lattice.hpp"
#include "kanon/methods/contract/marginals.hpp"
#include "kanon/release/recoding/recoding.hpp"
#include "kanon/task/task.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon {

/// How a search ended; an outcome, not an error.
enum class Ending {
    optimal,     ///< done, and proven best of its recoding model
    feasible,    ///< done; holds every promise, no proof of being best
    infeasible,  ///< proven: no recoding of this model keeps the promises
    timed_out,   ///< stopped by the deadline or node limit with the best found so far
    cancelled    ///< stopped by the user
};

[[nodiscard]] std::string_view to_string(Ending ending);

/// Minimal nodes that an outcome lists; how many there are in all stands in its stats.
inline constexpr std::size_t kMostListedNodes = std::size_t{1} << 16U;

/// What a method found. With `infeasible`, or `timed_out` before anything was found, there is no
/// recoding.
struct Outcome {
    Ending ending = Ending::infeasible;
    std::optional<Recoding> recoding;
    double loss = 0;                    ///< the task's objective for the recoding
    std::optional<double> lower_bound;  ///< of the objective over every release of this model
    std::vector<std::pair<std::string, double>>
        stats;           ///< snake_case name, figure; e.g. nodes_checked
    std::string reason;  ///< infeasible: why, in one line
    /// infeasible: row types that no release of this model can hold, ascending, where they are why;
    /// then `reason` begins with the number of their rows, as count_text() has it.
    std::vector<std::uint32_t> unserved_types{};
    /// Minimal nodes of the lattice (no node strictly below keeps the promises), in the order of
    /// level vectors, at most kMostListedNodes; empty from methods that do not find them all.
    std::vector<Node> minimal_nodes;
};

/// What a method that was tried came to.
struct Tried {
    std::string_view method;  ///< of the catalogue
    Ending ending = Ending::infeasible;
    std::optional<double> loss;  ///< the objective of its release; none: it found none
};

/// A method of anonymization. Stateless: one object may run on several threads at once. The same
/// task, options and seed give the same outcome for any thread count unless it timed out.
class Method {
public:
    virtual ~Method() = default;

    /// Solve the task; poll context.should_stop() in the outer loop.
    [[nodiscard]] virtual Outcome run(const Task& task, const RunContext& context) const = 0;

    /// Row types of a class above which run() divides it by its marginals alone, so that whoever
    /// has its rows can do so too and have each part solved as a task of its own, with the same
    /// release in the end; none: it never does.
    [[nodiscard]] virtual std::optional<std::size_t> divides_by_marginals_above() const {
        return std::nullopt;
    }

    /// As run() divides such a class; `marginals` has one of each attribute. None: it cannot be
    /// divided. \pre divides_by_marginals_above()
    [[nodiscard]] virtual std::optional<MarginalDivision> divide_by_marginals(
        const Task& /*task*/, std::span<const Marginal> /*marginals*/) const {
        return std::nullopt;
    }
};

/// What the value of an option is.
enum class OptionType {
    integer,  ///< a whole number
    number,   ///< a decimal number
    word      ///< one of some words
};

/// One option of a method, for flags, JSON, help and docs.
struct OptionSpec {
    std::string_view name;  ///< kebab-case
    OptionType type = OptionType::word;
    std::string_view words{};  ///< word: those there are, `a|b|c`
    double least = 0;          ///< integer, number: what is taken, ends included; at most 2^53
    double greatest = kNoGreatest;
    std::string_view fallback;  ///< the default, as it would be written
    std::string_view help;

    static constexpr double kNoGreatest = 0x1p53;
};

/// The type as help and docs state it: `integer`, `number`, or the words.
[[nodiscard]] std::string_view type_text(const OptionSpec& spec);

/// Options as the user wrote them; checked against the specs before a method is made.
using OptionMap = std::map<std::string, std::string>;

/// How a method may recode; where a release is said to be the best, it is of all these.
enum class RecodingKind {
    full_domain,        ///< one level for each attribute, rows suppressed
    full_domain_cells,  ///< the same, cells suppressed
    cuts,               ///< labels of hierarchies or parts of ordered domains, rows suppressed
    ordered_cuts,       ///< parts of ordered domains, rows suppressed
    classes,            ///< values for each class
    cells,              ///< cells are released or starred
    aggregates,         ///< a mean, median or mode for each class
    assignment          ///< freeform: each released row has original rows that it may stand for
};

/// A noun phrase: `local recoding in classes`.
[[nodiscard]] std::string_view to_string(RecodingKind kind);

/// Tables that a method is made for; with larger ones it is stopped, or refuses them.
enum class MethodScale {
    tiny,   ///< some ten rows
    small,  ///< some thousand row types
    large   ///< any
};

[[nodiscard]] std::string_view to_string(MethodScale scale);

/// One row of the catalogue.
struct MethodInfo {
    std::string_view name;  ///< kebab-case
    std::string_view summary;
    std::string_view family;  ///< kebab-case; the page of docs/methods
    RecodingKind recoding = RecodingKind::full_domain;
    std::string_view guarantee;  ///< exact, approximate (ratio), heuristic
    std::string_view cost;       ///< in n, t, m, k
    std::string_view citation;
    std::span<const Objective> objectives;  ///< those it can work for, the first is natural to it
    std::span<const std::string_view> models;  ///< privacy models it can keep; empty: all
    std::span<const OptionSpec> options;
    bool needs_class = false;   ///< works only where the policy names a class attribute
    bool needs_binary = false;  ///< works only where no quasi-identifier has more than two values
    bool needs_single = false;  ///< works only for one quasi-identifier
    std::uint64_t only_k = 0;   ///< the one k of k-anonymity that it works for; 0: any
    bool tracks_sensitive = false;  ///< looks at the sensitive columns, whatever the models ask
    bool chooses_node = false;      ///< of the lattice, where single cells can be starred then
    bool stars_only = false;  ///< cells are released or starred: it can keep a mask of patterns
    MethodScale scale = MethodScale::large;
    std::unique_ptr<Method> (*make)(const OptionMap& options);
};

}  // namespace kanon
