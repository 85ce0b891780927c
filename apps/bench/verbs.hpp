// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "terminal/verb.hpp"

#include <string>

/// The benchmarks, a verb each.
namespace kanon::bench {

cli::Verb add_workloads(CLI::App& root);
cli::Verb add_growth(CLI::App& root);
/// The verb that runs a suite of that name, see read_suite(): methods compared on tables.
cli::Verb add_comparison(CLI::App& root, const std::string& suite, const std::string& purpose);
cli::Verb add_parties(CLI::App& root);
cli::Verb add_patterns(CLI::App& root);
/// The verb that runs a suite of figures of that name, see read_figure_suite().
cli::Verb add_figures(CLI::App& root, const std::string& suite, const std::string& purpose);
cli::Verb add_insider(CLI::App& root);
cli::Verb add_risk(CLI::App& root);
cli::Verb add_unification(CLI::App& root);

}  // namespace kanon::bench
