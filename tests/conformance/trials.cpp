// SPDX-License-Identifier: Apache-2.0
#include "trials.hpp"

#include "support/effort.hpp"
#include "support/outcomes.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kanon::test {
namespace {

constexpr std::array kModels{
    CaseModels::k, CaseModels::distinct, CaseModels::entropy, CaseModels::both, CaseModels::person};

/// Those of every third four trials.
constexpr std::array kMoreModels{CaseModels::recursive,
                                 CaseModels::closeness,
                                 CaseModels::ordered,
                                 CaseModels::likeness,
                                 CaseModels::alpha,
                                 CaseModels::joint,
                                 CaseModels::disclosure};

constexpr std::array kSplitBy{"widest", "entropy", "least-loss"};

void take_freeform_option(std::string_view name, std::uint64_t seed, OptionMap& options) {
    if (name == "splits") {
        options["splits"] = seed % 2 == 0 ? "0" : "2";
    } else if (name == "fixpoint") {
        options["fixpoint"] = seed % 5 == 0 ? "no" : "yes";
    } else if (name == "region") {
        options["region"] = seed % 2 == 0 ? "16" : "0";
    }
}

/// Fewer steps than by default, for methods that take many on problems of any size; ways to
/// divide by turns; every third time without a release, where what is left over is not placed.
OptionMap options_of(const MethodInfo& method, std::uint64_t seed) {
    OptionMap options;
    for (const OptionSpec& option : method.options) {
        if (option.name == "steps") {
            options["steps"] = "300";
        } else if (option.name == "effort") {
            options["effort"] = "low";
        } else if (option.name == "generations") {
            options["generations"] = "6";
        } else if (option.name == "partitioning") {
            options["partitioning"] = seed % 2 == 0 ? "relaxed" : "strict";
        } else if (option.name == "split-by") {
            options["split-by"] = kSplitBy[seed / 2 % kSplitBy.size()];
        } else if (option.name == "ties") {
            options["ties"] =
                seed % 5 == 0 && options["split-by"] != "least-loss" ? "by-name" : "least-loss";
        } else if (option.name == "discarded") {
            options["discarded"] = seed % 3 == 0 ? "suppress" : "place";
        } else {
            take_freeform_option(option.name, seed, options);
        }
    }
    return options;
}

}  // namespace

CaseShape Trial::shape() const {
    const bool is_program = method->name == "freeform-mip";  // n^2 columns and more
    return {.rows = is_program                           ? 4 + seed % 3
                    : method->scale == MethodScale::tiny ? 5 + seed % 5
                                                         : 8 + seed % 23,
            .attributes = method->needs_single ? 1 : 1 + seed % 4,
            .values = 3 + seed % 7,
            .models = models_of(*method, seed),
            .binary = method->needs_binary,
            .k = method->only_k};
}

RandomCase Trial::drawn() const {
    return random_case(shape(), seed);
}

Outcome Trial::solve(Problem& problem, const RunContext& context) const {
    problem.objective = objective;
    if (method->recoding == RecodingKind::assignment) {
        problem.recoding_model = RecodingModel::freeform;
    }
    return run_method(method->name, problem, options_of(*method, seed), context);
}

std::ostream& operator<<(std::ostream& out, const Trial& trial) {
    return out << trial.method->name << " with " << info(trial.objective).name << ", seed "
               << trial.seed;
}

std::vector<Trial> trials(const MethodInfo& method,
                          std::span<const Objective> objectives,
                          std::string_view test,
                          const TrialCounts& counts) {
    std::vector<Trial> out;
    const std::string name = std::string(method.name) + " " + std::string(test);
    for (const std::uint64_t number :
         drawn_cases(name, counts.each * objectives.size(), counts.few)) {
        out.push_back({.method = &method,
                       .objective = objectives[(number - 1) / counts.each],
                       .seed = 1 + (number - 1) % counts.each});
    }
    return out;
}

CaseModels models_of(const MethodInfo& method, std::uint64_t seed) {
    // Whether other models hold over candidates hangs on the draw: e2e and unit tests try these.
    const bool any_model = method.models.empty() && method.recoding != RecodingKind::assignment;
    if (!any_model) {
        return CaseModels::k;
    }
    constexpr std::uint64_t kOfOneKind = 4;
    constexpr std::uint64_t kKinds = 3;
    const std::uint64_t block = seed / kOfOneKind;
    return block % kKinds == 2 ? kMoreModels[(block / kKinds + seed) % kMoreModels.size()]
                               : kModels[seed % kModels.size()];
}

std::vector<Trial> MethodTest::drawn_trials(const TrialCounts& counts) {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    const std::string_view name = test->name();
    return trials(method(), method().objectives, name.substr(0, name.find('/')), counts);
}

std::vector<const MethodInfo*> all_methods() {
    std::vector<const MethodInfo*> out;
    for (const MethodInfo& method : methods()) {
        // What aggregates say is of classes, not of cells: aggregates_test.cpp tries these.
        if (method.recoding != RecodingKind::aggregates) {
            out.push_back(&method);
        }
    }
    return out;
}

std::string name_of(const testing::TestParamInfo<const MethodInfo*>& tested) {
    std::string name(tested.param->name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

}  // namespace kanon::test
