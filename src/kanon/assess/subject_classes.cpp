// SPDX-License-Identifier: Apache-2.0
#include "kanon/assess/subject_classes.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace kanon::detail {
namespace {

using risk::RiskClasses;
using risk::Subject;

/// The promise that counts persons; null: rows are counted.
const PrivacyModel* model_of_persons(const Problem& problem) {
    const auto found = std::ranges::find_if(problem.models, [](const auto& model) {
        return find_privacy_model(model->name()).needs.person && model->counts_values();
    });
    return found == problem.models.end() ? nullptr : found->get();
}

/// Distinct persons of each group; a group without any that is known is one person's.
std::vector<std::uint64_t> persons_of(const Problem& problem,
                                      const PrivacyModel& model,
                                      const Histograms& of_persons) {
    std::vector<HistogramView> views(problem.tracked.size());
    std::vector<std::uint64_t> out(of_persons.offsets.size() - 1);
    for (std::size_t group = 0; group < out.size(); ++group) {
        const std::size_t begin = of_persons.offsets[group];
        const std::size_t size = of_persons.offsets[group + 1] - begin;
        views[*model.tracked()] = {.values = std::span(of_persons.values).subspan(begin, size),
                                   .counts = std::span(of_persons.counts).subspan(begin, size)};
        const ClassView view{.rows = size, .histograms = views};
        out[group] = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(model.achieved(view)));
    }
    return out;
}

/// True if a quasi-identifier is coded, so that the row types are not those of the table as read.
bool any_known_is_coded(const Problem& problem) {
    return problem.uncoded.column_count() > 0 &&
           std::ranges::any_of(problem.columns, [&](std::size_t column) {
               return problem.uncoded.shared_column(column) != problem.table.shared_column(column);
           });
}

SubjectClasses with_persons(const Problem& problem,
                            RiskClasses classes,
                            const Histograms* of_persons) {
    SubjectClasses out{.classes = std::move(classes)};
    if (of_persons != nullptr) {
        out.classes.subjects = persons_of(problem, *model_of_persons(problem), *of_persons);
        out.subject = Subject::person;
    }
    return out;
}

/// The classes of candidates: rows by how many they have.
SubjectClasses by_candidates(const Problem& problem, const CandidateFigures& candidates) {
    return {.classes = {.rows = risk::risk_classes(problem.row_types()).rows,
                        .subjects = candidates.of_type},
            .subject = Subject::candidate};
}

/// Take the entries of suppressed classes out.
std::vector<std::uint64_t> of_shown(const ReleasedClasses& classes,
                                    const std::vector<std::uint64_t>& all) {
    std::vector<std::uint64_t> out;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        if (!classes.is_suppressed(index)) {
            out.push_back(all[index]);
        }
    }
    return out;
}

}  // namespace

const Table& reading_of_source(const Problem& problem) {
    return problem.uncoded.column_count() > 0 ? problem.uncoded : problem.table;
}

KnownRows known_rows(const Problem& problem,
                     std::span<const std::size_t> columns,
                     unsigned threads) {
    const PrivacyModel* const persons = model_of_persons(problem);
    std::vector<std::size_t> tracked;
    if (persons != nullptr) {
        tracked.push_back(problem.tracked_columns[*persons->tracked()]);
    }
    KnownRows out{.types = make_row_types(
                      reading_of_source(problem), columns, tracked, threads, problem.counts)};
    out.counted = with_persons(problem,
                               risk::risk_classes(out.types),
                               persons == nullptr ? nullptr : &out.types.histograms.front());
    return out;
}

SubjectClasses classes_before(const Problem& problem, unsigned threads) {
    if (any_known_is_coded(problem)) {
        return known_rows(problem, problem.columns, threads).counted;
    }
    const PrivacyModel* const persons = model_of_persons(problem);
    const RowTypes& types = problem.row_types();
    return with_persons(problem,
                        risk::risk_classes(types),
                        persons == nullptr ? nullptr : &types.histograms[*persons->tracked()]);
}

SubjectClasses classes_after(const Problem& problem,
                             const ReleasedClasses& classes,
                             const std::optional<CandidateFigures>& candidates,
                             const OriginalOfRows& rows,
                             unsigned threads) {
    if (candidates && !candidates->of_type.empty()) {
        return by_candidates(problem, *candidates);
    }
    SubjectClasses out{.classes = risk::risk_classes(classes)};
    const PrivacyModel* const persons = model_of_persons(problem);
    if (persons != nullptr && rows) {
        const Column& column =
            problem.judged().column(problem.tracked_columns[*persons->tracked()]);
        out.classes.subjects = of_shown(
            classes, persons_of(problem, *persons, classes.histograms(column, *rows, threads)));
        out.subject = Subject::person;
    }
    return out;
}

std::vector<std::uint32_t> rows_of(const Release& release) {
    std::vector<std::uint32_t> out = release.original_row;
    if (out.empty()) {
        out.resize(release.table.row_count());
        std::iota(out.begin(), out.end(), 0U);
    }
    return out;
}

risk::BeforeAfter risk_of_run(const Problem& problem,
                              const Release& release,
                              const ReleasedClasses& classes,
                              const AuditReport& audit,
                              unsigned threads) {
    const SubjectClasses before = classes_before(problem, threads);
    OriginalOfRows rows;
    if (model_of_persons(problem) != nullptr) {
        rows = rows_of(release);
    }
    const SubjectClasses after = classes_after(problem, classes, audit.candidates, rows, threads);
    return {.before = risk::reidentification(before.classes),
            .after = risk::reidentification(after.classes),
            .subject_before = before.subject,
            .subject_after = after.subject};
}

}  // namespace kanon::detail
