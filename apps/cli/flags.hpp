// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "progress.hpp"
#include <CLI/App.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Groups of flags that several verbs share, and what they stand for.
namespace kanon::cli {

/// Flags that say what the policy file says; they win over it.
struct PolicyFlags {
    std::string policy;
    std::vector<std::string> quasi_identifiers;
    std::vector<std::string> sensitive;
    std::vector<std::string> drop;
    std::vector<std::string> keep;
    std::optional<std::uint64_t> k;
    std::vector<std::string> l_diversity;
    std::string max_suppression;
    std::string suppress_cells;
    std::string suppressed;
    std::string method;
    std::vector<std::string> method_options;
    std::string objective;
    std::vector<std::string> weights;
    std::vector<std::string> hierarchies;
    std::vector<std::string> types;
    std::vector<std::string> missing;
    std::string class_attribute;
    std::string person;
};

/// What to keep and what to promise: enough for verify.
void add_promise_flags(CLI::App& app, PolicyFlags& flags);

/// How to get there: method, objective, weights.
void add_search_flags(CLI::App& app, PolicyFlags& flags);

/// The policy file, if one is named, with the flags on top. \throws Error
[[nodiscard]] Policy make_policy(const PolicyFlags& flags);

/// How an input file is to be read.
struct ReadFlags {
    std::string format;
    std::string delimiter;
    std::string quote;
    bool header = false;
    bool no_header = false;
    bool show_values = false;
};

void add_read_flags(CLI::App& app, ReadFlags& flags);

/// \throws Error{usage}
[[nodiscard]] ReadOptions make_read_options(const ReadFlags& flags);

/// How an output file is to be written.
struct WriteFlags {
    std::string format;
    std::string delimiter;
    bool force = false;
};

void add_write_flags(CLI::App& app, WriteFlags& flags);

/// \throws Error{usage}
[[nodiscard]] WriteOptions make_write_options(const WriteFlags& flags);

/// How a run is carried out.
struct RunFlags {
    unsigned threads = 0;  ///< 0: one per core
    std::uint64_t seed = 1;
    std::optional<double> time_limit;
    std::optional<std::uint64_t> node_limit;
    bool quiet = false;
};

void add_run_flags(CLI::App& app, RunFlags& flags);

/// As add_run_flags(), with the limits of a search.
void add_search_run_flags(CLI::App& app, RunFlags& flags);

/// `progress` must outlive the context. \throws Error{usage}
[[nodiscard]] RunContext make_context(const RunFlags& flags, ProgressLine& progress);

/// A list flag: one argument each time, split at commas, may be repeated.
CLI::Option* add_list(CLI::App& app,
                      const std::string& names,
                      std::vector<std::string>& target,
                      const std::string& help);

/// A list flag of whole numbers.
CLI::Option* add_counts(CLI::App& app,
                        const std::string& names,
                        std::vector<std::uint64_t>& target,
                        const std::string& help);

/// Let an option take whole numbers alone: digits, without sign, below 2^64.
CLI::Option* whole(CLI::Option* option);

/// The number a flag holds. \throws Error{usage}
[[nodiscard]] double number_of(std::string_view text, std::string_view flag);

}  // namespace kanon::cli
