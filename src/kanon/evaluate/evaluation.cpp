// SPDX-License-Identifier: Apache-2.0
#include "kanon/evaluate/evaluation.hpp"

#include "kanon/audit/audit.hpp"
#include "kanon/audit/rules.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/text/count_text.hpp"

#include <algorithm>

namespace kanon {
namespace {

void check_options(const EvaluateOptions& options) {
    const auto refuse = [](const char* option, const char* bounds) {
        throw Error(ErrorCode::usage, bounds, Where{.attribute = option});
    };
    if (!(options.queries.selectivity > 0 && options.queries.selectivity <= 1)) {
        refuse("selectivity", "must be above 0 and at most 1");
    }
    if (!(options.queries.sanity_bound > 0 && options.queries.sanity_bound <= 1)) {
        refuse("sanity-bound", "must be above 0 and at most 1");
    }
    if (options.queries.queries > 1'000'000) {
        refuse("queries", "must be at most 1,000,000");
    }
    const double gs_factor = options.gs_factor.value_or(0);
    if (!(gs_factor >= 0 && gs_factor <= 1)) {
        refuse("gs-factor", "must be from 0 to 1");
    }
    const std::size_t most_rows = rows_to_fit(options.classification);
    if (most_rows < 10 || most_rows > 1'000'000) {
        refuse("most-rows", "must be from 10 to 1,000,000");
    }
    if (options.classification.folds < 2 || options.classification.folds > 1000) {
        refuse("folds", "must be from 2 to 1,000");
    }
}

/// True if row i of the release comes from row i of the original, as far as their cells tell.
bool stands_in_order(const Problem& problem,
                     const Release& release,
                     const ReleasedClasses& classes,
                     const EvaluateOptions& options,
                     const RunContext& context,
                     std::vector<std::string>& notes) {
    AuditOptions audited;
    audited.shuffled = options.shuffled;
    const AuditReport report = audit(problem, release, classes, audited, context);
    const bool of_rows = std::ranges::any_of(
        report.faults, [](const Fault& fault) { return rules::is_of_rows(fault.rule); });
    if (!report.faults.empty()) {
        notes.push_back("not a release as it was promised (" +
                        count_text(report.fault_count, "fault") +
                        ", first: " + report.faults[0].rule + "); `kanon verify` names them");
    }
    return !options.shuffled && !of_rows;
}

std::vector<std::string> default_targets(const Problem& problem, const EvaluatedTable& table) {
    const auto can_be = [&](const std::string& name) {
        const std::optional<std::size_t> column = table.find(name);
        return column && table.dictionary(*column).size() >= 2 &&
               table.dictionary(*column).size() <= kMostLabels;
    };
    if (problem.class_attribute) {
        const std::string& name = problem.table.column(*problem.class_attribute).name;
        if (can_be(name)) {
            return {name};
        }
    }
    for (const EvaluatedColumn& column : table.columns) {
        if (column.role == EvaluatedRole::sensitive && can_be(column.name)) {
            return {column.name};
        }
    }
    return {};
}

std::string default_regressed(const EvaluatedTable& table) {
    for (const EvaluatedRole role : {EvaluatedRole::sensitive, EvaluatedRole::quasi_identifier}) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            if (table.columns[column].role == role && table.is_numeric(column) &&
                table.dictionary(column).value_count() > 1) {
                return table.columns[column].name;
            }
        }
    }
    return "";
}

void add_statistics(const EvaluatedTable& table,
                    const EvaluateOptions& options,
                    const RunContext& context,
                    Evaluation& out) {
    out.columns = column_figures(table);
    out.pairs = pair_figures(table, context);
    const std::string target =
        options.regressed.empty() ? default_regressed(table) : options.regressed;
    if (target.empty()) {
        return;
    }
    out.regression = regress(table, target, rows_to_fit(options.classification), context);
    if (!out.regression) {
        out.notes.push_back("no regression of '" + target + "': too few rows determine it");
    }
}

void add_classifiers(const Problem& problem,
                     const EvaluatedTable& table,
                     const EvaluateOptions& options,
                     const RunContext& context,
                     Evaluation& out) {
    ClassificationOptions asked = options.classification;
    if (asked.targets.empty()) {
        asked.targets = default_targets(problem, table);
    }
    if (asked.targets.empty()) {
        out.notes.emplace_back(
            "no classifiers: neither a class attribute nor a sensitive column "
            "of 2 to 100 values; --target names a column");
        return;
    }
    if (!table.traced) {
        out.notes.emplace_back(
            "rows cannot be traced to the original: classifiers learn from the "
            "whole release, not from folds of it");
    }
    out.classifications = classify(table, asked, context);
}

/// How many rows were drawn where not all were looked at.
void note_drawn_rows(const EvaluatedTable& table, const EvaluateOptions& options, Evaluation& out) {
    const std::size_t rows = table.original.row_count();
    const std::size_t fitted = rows_to_fit(options.classification);
    if (rows > fitted && (out.regression || out.propensity)) {
        out.notes.push_back("regression and propensity look at " + count_text(fitted) +
                            " rows, drawn by the seed");
    }
    for (const Classification& one : out.classifications) {
        if (one.rows < rows) {
            out.notes.push_back("classifiers of '" + one.target + "' look at " +
                                count_text(one.rows) + " rows, drawn by the seed");
        }
    }
}

/// What is compared, and what is known of its rows.
struct Compared {
    const Problem& problem;
    const Release& release;
    const ReleasedClasses& classes;
    bool in_order = false;
    std::vector<std::string> notes;
};

Evaluation evaluate(const Compared& compared,
                    const EvaluateOptions& options,
                    const RunContext& context) {
    const Problem& problem = compared.problem;
    if (!problem.counts.empty()) {
        throw Error(ErrorCode::usage,
                    "usefulness is measured by single rows, and these "
                    "are counted; give each row as often as it counts");
    }
    Evaluation out{.notes = compared.notes,
                   .query_options = options.queries,
                   .gs_factor = options.gs_factor.value_or(problem.gs_factor)};
    const EvaluatedTable table =
        evaluated_table(problem, compared.release, compared.classes, compared.in_order);
    if (table.columns.empty() || table.original.row_count() == 0) {
        throw Error(ErrorCode::bad_input, "original and release have no column in common");
    }
    out.original_rows = table.original.row_count();
    out.released_rows = table.released.row_count();
    out.left_out = table.left_out;
    out.traced = table.traced;
    if (options.parts.queries) {
        out.queries = ask_queries(table, options.queries, context);
    }
    if (options.parts.statistics) {
        add_statistics(table, options, context, out);
    }
    if (options.parts.classifiers) {
        add_classifiers(problem, table, options, context, out);
    }
    if (options.parts.distinguishability) {
        out.propensity = propensity_of(table, rows_to_fit(options.classification), context);
    }
    note_drawn_rows(table, options, out);
    if (options.parts.measures) {
        out.field = field_measures(table, compared.classes, out.gs_factor, context.threads);
        if (compared.classes.is_whole()) {
            MeasuredBy by = problem.measured_by(compared.release.table);
            by.traced = compared.in_order;
            out.measures = measure(compared.classes, compared.release, by, context.threads);
        }
    }
    return out;
}

}  // namespace

Evaluation evaluate(const Problem& problem,
                    const Release& release,
                    const EvaluateOptions& options,
                    const RunContext& context) {
    check_options(options);
    const ReleasedClasses classes = classes_of(problem, release, context.threads);
    Compared compared{.problem = problem, .release = release, .classes = classes};
    compared.in_order =
        stands_in_order(problem, release, classes, options, context, compared.notes);
    return evaluate(compared, options, context);
}

Evaluation evaluate_audited(const Problem& problem,
                            const Release& release,
                            const ReleasedClasses& classes,
                            const EvaluateOptions& options,
                            const RunContext& context) {
    check_options(options);
    return evaluate(Compared{.problem = problem,
                             .release = release,
                             .classes = classes,
                             .in_order = !options.shuffled},
                    options,
                    context);
}

}  // namespace kanon
