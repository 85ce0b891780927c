// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/explore.hpp"

#include "kanon/base/check.hpp"
#include "kanon/methods/catalogue/portfolio.hpp"
#include "kanon/release/recoding/recoding_view.hpp"
#include "kanon/source/reading.hpp"
#include "kanon/source/targets.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <utility>

namespace kanon {
namespace {

/// The policy's method if it chooses nodes of the lattice, else the exact one, and why.
MethodChoice method_that_chooses(const Policy& policy) {
    const MethodInfo& optimal = find_method("optimal");
    if (policy.method == "auto") {
        return {&optimal, ""};
    }
    const MethodInfo& asked = find_method(policy.method);
    if (asked.recoding == RecodingKind::full_domain) {
        return {&asked, ""};
    }
    return {&optimal, "the policy's '" + policy.method + "' does not choose nodes of the lattice"};
}

bool within(const Lattice& lattice, std::uint64_t most_nodes) {
    return lattice.size() && *lattice.size() <= most_nodes;
}

/// The context of the search: it ends by itself in a small lattice, and leaves time for the space
/// in a large one.
RunContext context_of_search(const RunContext& context, bool small, std::uint64_t most_nodes) {
    RunContext out = context;
    if (!small) {
        out.node_limit = most_nodes;
        if (context.deadline) {
            const auto now = std::chrono::steady_clock::now();
            out.deadline = now + (*context.deadline - now) / 2;
        }
    }
    return out;
}

void choose(Exploration& out,
            const Policy& policy,
            std::uint64_t most_nodes,
            const RunContext& context) {
    const MethodChoice choice = method_that_chooses(policy);
    const bool own = choice.info->name == policy.method;
    const auto method =
        make_method(*choice.info, *out.problem, own ? policy.method_options : OptionMap{});
    const bool small = within(out.problem->lattice(), most_nodes);
    out.outcome = method->run(*out.problem, context_of_search(context, small, most_nodes));
    throw_if_cancelled(context);
    out.facts.method = choice.info->name;
    out.facts.method_why = choice.why;
}

/// The node the outcome stands for, or none.
std::optional<Node> node_of(const Outcome& outcome) {
    if (!outcome.recoding) {
        return std::nullopt;
    }
    const Node* node = view_of(*outcome.recoding).full_domain_node();
    KANON_CHECK(node != nullptr);
    return *node;
}

/// Of nodes whole rows are shown, so that single cells are not starred.
Policy of_whole_rows(Policy policy) {
    policy.cell_suppression.reset();
    return policy;
}

std::unique_ptr<Exploration> explore_bound(Problem problem,
                                           const Policy& policy,
                                           std::uint64_t most_nodes,
                                           const RunContext& context) {
    if (first_of_average(problem.models) != nullptr) {
        throw Error(ErrorCode::bad_policy,
                    "nodes are judged by their classes, and the average risk by the release as a "
                    "whole; leave `average` out to explore",
                    Where{.file = problem.policy.file});
    }
    auto out = std::make_unique<Exploration>();
    out->problem = std::make_unique<Problem>(std::move(problem));
    choose(*out, policy, most_nodes, context);
    const std::optional<Node> node = node_of(out->outcome);
    out->space = decide_nodes(
        *out->problem, node.value_or(out->problem->lattice().top()), most_nodes, context);
    out->facts.version = version();
    if (node) {
        out->facts.chosen = out->space.find(*node);
        KANON_CHECK(out->facts.chosen && out->space.nodes[*out->facts.chosen].feasible);
    }
    return out;
}

}  // namespace

ExplorationRecord record_of(const Exploration& exploration) {
    ExplorationRecord record{exploration.facts};
    record.problem = exploration.problem.get();
    record.space = &exploration.space;
    record.outcome = &exploration.outcome;
    return record;
}

std::unique_ptr<Exploration> explore(Table table,
                                     const Policy& policy,
                                     std::uint64_t most_nodes,
                                     const RunContext& context) {
    return explore_bound(
        bind(std::move(table), of_whole_rows(policy), context), policy, most_nodes, context);
}

std::unique_ptr<Exploration> run_job(const ExploreJob& job) {
    detail::check_targets(
        detail::sources_of(job.input, job.policy),
        {{.what = "output", .path = job.output}, {.what = "SVG", .path = job.svg}});
    std::optional<PendingFile> output = pending_file(job.output, job.force);
    std::optional<PendingFile> svg = pending_file(job.svg, job.force);
    detail::BoundTable bound = detail::read_and_bind(std::span(&job.input, 1),
                                                     of_whole_rows(job.policy),
                                                     job.read,
                                                     {},
                                                     job.context,
                                                     detail::EngineRows::counted);
    auto out = explore_bound(std::move(bound.problem), job.policy, job.most_nodes, job.context);
    if (output) {
        write_space_json(record_of(*out), [&](std::string_view text) { output->write_text(text); });
    }
    if (svg) {
        svg->write_text(space_svg(record_of(*out)));
    }
    throw_if_cancelled(job.context);
    if (job.before_commit) {
        job.before_commit(*out);
    }
    commit_together({&svg, &output}, job.context);
    return out;
}

}  // namespace kanon
