// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/kanon.hpp"

#include "suites/suite_file.hpp"
#include "terminal/flags.hpp"
#include <CLI/App.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Flags that the benchmarks share, and the files that these name.
namespace kanon::bench {

/// Flags of every benchmark: what it reads and what it writes.
struct BenchFlags {
    std::string folder;  ///< of workloads or suites
    std::string shared;
    std::string program;  ///< kanon: makes tables, and is what is measured
    std::string keep;
    std::string json;
    bool list = false;
    bool force = false;
};

/// `what` the folder holds, workloads or suites; it is `bench/WHAT` where none is named.
void add_folder_flags(CLI::App& app, const std::string& what, BenchFlags& flags);

/// The flags of benchmarks that read no folder as well.
void add_bench_flags(CLI::App& app, BenchFlags& flags);

/// Flags of benchmarks that are read from a suite.
struct SuiteFlags : BenchFlags {
    std::string markdown;
    cli::RunFlags run;
};

void add_suite_flags(CLI::App& app, SuiteFlags& flags);

/// Flags of benchmarks that make the tables or figures of a publication anew.
struct PaperFlags : SuiteFlags {
    std::vector<std::string> names;  ///< of tables or figures; empty: all
    std::vector<std::uint64_t> ks;   ///< of the suite's, these alone; empty: the suite's
};

/// `what`: tables or figures.
void add_paper_flags(CLI::App& app, const std::string& what, PaperFlags& flags);

/// The flags, with the suite's limit of time where they give none.
[[nodiscard]] cli::RunFlags within_limit(const cli::RunFlags& flags, const SuiteHead& suite);

/// `, at most 20 each`: the seconds that a search may take, by flag or suite; "" without a limit.
[[nodiscard]] std::string limit_text(const cli::RunFlags& flags, const SuiteHead& suite);

/// The files of a benchmark, checked before a long run, and written after it.
class BenchTargets {
public:
    /// \throws Error if one of them cannot be written.
    BenchTargets(const std::vector<std::string>& targets, bool force);

    /// A text for each target, in their order; then all are moved into place.
    void write(const std::vector<std::string>& texts);

private:
    std::vector<std::optional<PendingFile>> files_;
};

}  // namespace kanon::bench
