// SPDX-License-Identifier: Apache-2.0
#include "support/outcomes.hpp"

#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/release/recoding/draw_assignment.hpp"

#include <limits>
#include <utility>
#include <variant>

namespace kanon::test {

Outcome run_method(std::string_view name,
                   const Problem& problem,
                   const OptionMap& options,
                   const RunContext& context) {
    return make_method(find_method(name), problem, options)->run(problem, context);
}

double stat(const Outcome& outcome, std::string_view name) {
    for (const auto& [found, figure] : outcome.stats) {
        if (found == name) {
            return figure;
        }
    }
    ADD_FAILURE() << "the outcome has no figure '" << name << "'";
    return std::numeric_limits<double>::quiet_NaN();
}

Release release_of(const Problem& problem, const Recoding& recoding, unsigned threads) {
    if (const auto* assignment = std::get_if<AssignmentRecoding>(&recoding);
        assignment != nullptr && !assignment->is_drawn()) {
        AssignmentRecoding drawn = *assignment;
        SecretRandom random(7);
        draw_assignment(problem.row_types(), random, drawn);
        return release_of(problem, Recoding(std::move(drawn)), threads);
    }
    return apply(problem.rows(),
                 problem.recoded_attributes(),
                 problem.withheld,
                 recoding,
                 problem.suppressed,
                 threads);
}

Release release_of(const Problem& problem, const Outcome& outcome, unsigned threads) {
    return release_of(problem, outcome.recoding.value(), threads);
}

AuditReport audited(const Problem& problem, const Release& release, unsigned threads) {
    RunContext context;
    context.threads = threads;
    AuditReport report = audit(problem, release, AuditOptions{}, context);
    EXPECT_TRUE(report.passed) << (report.faults.empty() ? "" : report.faults[0].message);
    return report;
}

AuditReport audited(const Problem& problem, const Outcome& outcome, unsigned threads) {
    AuditReport report = audited(problem, release_of(problem, outcome, threads), threads);
    expect_measured_loss(problem, outcome, report.measures);
    return report;
}

void expect_measured_loss(const Problem& problem,
                          const Outcome& outcome,
                          const Measures& measures) {
    if (info(problem.objective).needs_levels) {
        return;
    }
    const LossFacts facts = loss_facts(measures, problem.k, problem.quasi_identifiers.size());
    EXPECT_NEAR(outcome.loss, objective_value(problem.objective, facts), 1e-9)
        << info(problem.objective).name;
}

}  // namespace kanon::test
