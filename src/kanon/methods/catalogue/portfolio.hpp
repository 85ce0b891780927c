// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/base/error.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/methods/contract/method.hpp"

#include <string>
#include <vector>

namespace kanon {

/// A method that somebody has to choose, and why it is this one.
struct MethodChoice {
    const MethodInfo* info = nullptr;
    std::string why;  ///< one line
};

/// What `method: auto` tries for a task, without a look at what they lose. The first is the one
/// that the policy's words and the objective speak for; others follow where they are cheap, and
/// only where a release of theirs is one that the policy would take.
[[nodiscard]] std::vector<MethodChoice> methods_to_try(const Task& task);

/// What `method: auto` comes to.
struct PortfolioOutcome {
    MethodChoice choice;
    Outcome outcome;
    std::vector<Tried> tried;  ///< in the order tried
};

/// Run the methods_to_try() and take the release that loses least by the task's objective; the
/// first of equal ones. Cheap methods come before the first choice, which may use the rest of the
/// time, and have a limit of nodes. Where none finds a release and full-domain recoding was not
/// searched whole, `optimal` is asked whether there is one at all. Options go to the methods that
/// know them. Cost: about 2^25 row types looked at, and the first choice.
/// \throws Error{bad_policy} if the first choice cannot work for the task, or an option is unknown;
/// it says why the method was taken.
[[nodiscard]] PortfolioOutcome run_portfolio(const Task& task,
                                             const OptionMap& options,
                                             const RunContext& context);

/// The refusal of a method that nobody asked for, with why it was taken.
[[nodiscard]] Error explained(const Error& refusal, const MethodChoice& choice);

/// True if the classes that refining a large table begins with lose that share of all that can be
/// lost, or more, by gcp. For a small share it takes a small part of their time; false where the
/// context stops it before. Same result for any thread count.
[[nodiscard]] bool refining_start_loses(const Task& task, double share, const RunContext& context);

}  // namespace kanon
