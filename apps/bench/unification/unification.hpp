// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/workplace.hpp"
#include "suites/suite_file.hpp"
#include "terminal/flags.hpp"
#include "unification/j48.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The tables of Armengol & Torra: patterns, discarded records, and what decision trees learn.
namespace kanon::bench {

/// One column of the published tables.
struct UnificationCase {
    std::string condition;  ///< of method anti-unification
    std::uint64_t k = 0;
    std::uint64_t patterns = 0;         ///< as printed
    std::uint64_t rest = 0;             ///< as printed
    std::vector<std::string> accuracy;  ///< as printed, by test set
};

/// Data sets: the one to anonymize, then the one to test on.
struct UnificationSuite : SuiteHead {
    std::string class_column;
    std::uint64_t sample = 0;            ///< rows of the first that are a test set
    std::vector<std::string> test_sets;  ///< names: the sample, the second data set, the first
    std::vector<std::string> accuracy;   ///< of the table itself, as printed
    std::vector<UnificationCase> cases;
};

/// Read `NAME.json` of a folder. \throws Error{bad_input} naming file and key
[[nodiscard]] UnificationSuite read_unification_suite(const std::string& folder,
                                                      const std::string& name);

/// What came of one case.
struct UnificationResult {
    UnificationCase made;
    std::uint64_t patterns = 0;
    std::uint64_t derivations = 0;
    std::uint64_t rest = 0;           ///< rows in no pattern
    std::uint64_t without_class = 0;  ///< rows of overlapping patterns besides
    std::uint64_t classes = 0;
    double seconds = 0;    ///< of the search
    Instances released{};  ///< rows that are not suppressed
    // Where Weka is there, by test set: how many percent a tree tells the class of that was learned
    std::vector<double> by_patterns{};  ///< from the patterns, each once
    std::vector<double> by_rows{};      ///< from the rows
};

/// Release the first table of a suite, audited.
[[nodiscard]] UnificationResult run_unification(const UnificationSuite& suite,
                                                const UnificationCase& made,
                                                const cli::RunFlags& flags,
                                                Workplace& workplace);

/// A data set of the suite as instances: the quasi-identifiers of its policy, then the class.
[[nodiscard]] Instances instances_of(const UnificationSuite& suite,
                                     const SuiteDataset& dataset,
                                     const cli::RunFlags& flags,
                                     Workplace& workplace);

}  // namespace kanon::bench
