// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit.hpp"
#include "kanon/methods/contract/method.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/release.hpp"
#include "kanon/solve/solver.hpp"

#include <gtest/gtest.h>

#include <string_view>

/// Skip the test, or all of a fixture from its SetUp, in a build without a solver of integer
/// programs.
#define KANON_SKIP_WITHOUT_MIP_SOLVER()              \
    do {                                             \
        if (::kanon::find_mip_solver() == nullptr) { \
            GTEST_SKIP() << ::kanon::mip_missing();  \
        }                                            \
    } while (false)

namespace kanon::test {

/// A fixture whose tests need a solver of integer programs.
class NeedsMipSolver : public testing::Test {
protected:
    void SetUp() override { KANON_SKIP_WITHOUT_MIP_SOLVER(); }
};

/// Run a method of the catalogue. \throws Error{bad_policy} where it refuses the problem.
[[nodiscard]] Outcome run_method(std::string_view name,
                                 const Problem& problem,
                                 const OptionMap& options = {},
                                 const RunContext& context = {});

/// A figure of an outcome's stats; the test fails if there is none of this name.
[[nodiscard]] double stat(const Outcome& outcome, std::string_view name);

/// Carry out a recoding as the problem has it: its suppressed rows starred or dropped. An
/// assignment that is not drawn is drawn by a fixed seed.
[[nodiscard]] Release release_of(const Problem& problem,
                                 const Recoding& recoding,
                                 unsigned threads = 1);

/// Carry out what was found. \throws std::bad_optional_access where nothing was.
[[nodiscard]] Release release_of(const Problem& problem,
                                 const Outcome& outcome,
                                 unsigned threads = 1);

/// Audit a release, expecting that it passes.
AuditReport audited(const Problem& problem, const Release& release, unsigned threads = 1);

/// Release and audit what was found, expecting that it passes and loses what the outcome says.
AuditReport audited(const Problem& problem, const Outcome& outcome, unsigned threads = 1);

/// Expect the loss that an outcome states to be the auditor's, for every objective but those of
/// levels, which no release shows.
void expect_measured_loss(const Problem& problem, const Outcome& outcome, const Measures& measures);

}  // namespace kanon::test
