// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/run_context.hpp"
#include "kanon/evaluate/evaluate_options.hpp"
#include "kanon/io/reading/read_options.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/risk/risk_options.hpp"
#include "kanon/tabulate/contract/tabulate_options.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What the verbs that release nothing are asked for.
namespace kanon {

namespace risk {
struct Assessment;
}  // namespace risk
struct ComparedRun;
struct Comparison;
struct Evaluation;
struct Exploration;

/// Where an assessment reads and writes. Empty paths: not read, not written.
struct RiskJob {
    std::string original;
    std::string release{};
    std::string json{};
    std::string rows{};  ///< not of a table in a database, whose rows have no order
    bool force = false;  ///< replace what stands at the targets
    Policy policy{};     ///< roles, persons, population; its promises do not matter
    ReadOptions read{};  ///< of the original
    ReadOptions read_release{};
    /// "": none; else the file of a ledger, which knows the persons among the rows of an
    /// m-invariant release: its counterfeits are not counted.
    std::string ledger{};
    RiskOptions options{};
    RunContext context{};
    /// As AnonymizeJob::before_commit.
    std::function<void(const risk::Assessment&)> before_commit{};
};

/// Where an evaluation reads and writes. Empty paths: not written.
struct EvaluateJob {
    std::string original;
    std::string release;
    std::string json;
    std::string html;
    bool force = false;  ///< replace what stands at the targets
    Policy policy;
    ReadOptions read;          ///< of the original
    ReadOptions read_release;  ///< types and missing marks are those of the original's policy
    EvaluateOptions options;
    RunContext context;
    /// As AnonymizeJob::before_commit.
    std::function<void(const Evaluation&)> before_commit{};
};

/// Nodes that explore() decides unless told otherwise: what takes a second or two on some ten
/// thousand row types.
inline constexpr std::uint64_t kExploredNodes = std::uint64_t{1} << 14U;

/// Where an exploration reads and writes. Empty paths: not written.
struct ExploreJob {
    std::string input;
    std::string output;  ///< the space as JSON
    std::string svg;
    Policy policy;
    ReadOptions read;
    bool force = false;
    std::uint64_t most_nodes = kExploredNodes;
    RunContext context;
    /// As AnonymizeJob::before_commit.
    std::function<void(const Exploration&)> before_commit{};
};

/// What to compare, and where to write what was found. Empty paths: not written.
struct CompareJob {
    std::string input;
    std::string json;
    std::string svg;
    Policy policy;
    std::vector<std::uint64_t> ks;       ///< empty: what the policy promises
    std::vector<std::string> methods;    ///< empty: the policy's
    std::optional<double> seconds_each;  ///< limit of each run, in place of the context's
    ReadOptions read;
    bool force = false;
    RunContext context;
    /// Called as each run ends, with or without a release, in their order. May be empty.
    std::function<void(const ComparedRun&)> after_each{};
    /// As AnonymizeJob::before_commit.
    std::function<void(const Comparison&)> before_commit{};
};

/// Count tables to make of a table, or such that were made before to be judged by it.
struct TabulateJob {
    std::string input;
    ReadOptions read;
    tabulate::TabulateOptions options;
    std::string check;  ///< tables to judge; "": make some
    ReadOptions read_check{};
    RunContext context;
};

}  // namespace kanon
