// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "terminal/verb.hpp"

/// The benchmarks, a verb each.
namespace kanon::bench {

cli::Verb add_workloads(CLI::App& root);
cli::Verb add_growth(CLI::App& root);
cli::Verb add_global(CLI::App& root);
cli::Verb add_patterns(CLI::App& root);
cli::Verb add_covers(CLI::App& root);
cli::Verb add_unification(CLI::App& root);

}  // namespace kanon::bench
