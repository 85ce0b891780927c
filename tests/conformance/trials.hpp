// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/methods/catalogue/catalogue.hpp"

#include "support/random_cases.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// How GoogleTest names the parameter of a test.
inline void PrintTo(const MethodInfo* method, std::ostream* out) {
    *out << method->name;
}

}  // namespace kanon

namespace kanon::test {

/// One case of the conformance tests: a method, what it is to work for, and a random problem.
struct Trial {
    const MethodInfo* method = nullptr;
    Objective objective = Objective::gcp;
    std::uint64_t seed = 0;  ///< of the problem

    /// What the method can take, small enough for brute force.
    [[nodiscard]] CaseShape shape() const;

    /// The random case of that shape.
    [[nodiscard]] RandomCase drawn() const;

    /// Solve for the trial's objective, with few steps where a search takes many on any problem.
    [[nodiscard]] Outcome solve(Problem& problem, const RunContext& context = {}) const;
};

std::ostream& operator<<(std::ostream& out, const Trial& trial);

/// How many cases a test tries; see drawn_cases().
struct TrialCounts {
    std::uint64_t each = 0;  ///< of a full run, for each objective
    std::uint64_t few = 0;   ///< of a short run, for all objectives together
};

/// Cases of one method for the test of this name: each test draws its own.
[[nodiscard]] std::vector<Trial> trials(const MethodInfo& method,
                                        std::span<const Objective> objectives,
                                        std::string_view test,
                                        const TrialCounts& counts);

/// A method that keeps k-anonymity alone counts rows; others keep each of the models in turn.
[[nodiscard]] CaseModels models_of(const MethodInfo& method, std::uint64_t seed);

/// A fixture of one method of the catalogue.
class MethodTest : public testing::TestWithParam<const MethodInfo*> {
protected:
    [[nodiscard]] static const MethodInfo& method() { return *GetParam(); }

    /// Cases of the method and all of its objectives for the test that runs.
    [[nodiscard]] static std::vector<Trial> drawn_trials(const TrialCounts& counts);
};

[[nodiscard]] std::vector<const MethodInfo*> all_methods();

[[nodiscard]] std::string name_of(const testing::TestParamInfo<const MethodInfo*>& tested);

}  // namespace kanon::test
