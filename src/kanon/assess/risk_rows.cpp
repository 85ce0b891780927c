// SPDX-License-Identifier: Apache-2.0
#include "kanon/assess/risk_rows.hpp"

#include "kanon/risk/individual_risk.hpp"
#include "kanon/risk/suda_scores.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>

namespace kanon::detail {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Figures of row types as those of rows.
template <class Figure>
std::vector<Figure> by_rows(const TypedRows& types, const std::vector<Figure>& of_type) {
    std::vector<Figure> out;
    out.reserve(types.type_of_row.size());
    for (const std::uint32_t type : types.type_of_row) {
        out.push_back(of_type[type]);
    }
    return out;
}

std::vector<double> inverse(const std::vector<double>& counts) {
    std::vector<double> out;
    out.reserve(counts.size());
    for (const double count : counts) {
        out.push_back(1 / count);
    }
    return out;
}

/// Subjects that a row is alike with, and the risk that follows.
void add_subjects(TableBuilder& table, const KnownRows& known, const std::string& prefix) {
    std::vector<std::int64_t> subjects;
    std::vector<double> risks;
    for (std::size_t type = 0; type < known.types.size(); ++type) {
        subjects.push_back(static_cast<std::int64_t>(known.counted.classes.subjects_of(type)));
        risks.push_back(1 / static_cast<double>(subjects.back()));
    }
    table.add_integers(prefix + "alike", by_rows(known.types, subjects));
    table.add_numbers(prefix + "risk", by_rows(known.types, risks));
}

void add_people(TableBuilder& table, const KnownRows& known) {
    const risk::RiskClasses& classes = known.counted.classes;
    if (classes.people.empty()) {
        return;
    }
    table.add_numbers("people", by_rows(known.types, classes.people));
    table.add_numbers("journalist_risk", by_rows(known.types, inverse(classes.people)));
    table.add_numbers("individual_risk", by_rows(known.types, risk::individual_risks(classes)));
}

void add_uniques(TableBuilder& table,
                 const KnownRows& known,
                 const risk::MinimalUniques& uniques,
                 const std::vector<double>& dis) {
    std::vector<std::int64_t> sets(known.types.size());
    std::vector<double> scores(known.types.size());
    std::vector<double> shares(known.types.size());
    const risk::SudaScores found = risk::suda_scores(uniques);
    for (std::size_t place = 0; place < uniques.types.size(); ++place) {
        const std::uint32_t type = uniques.types[place];
        sets[type] = static_cast<std::int64_t>(uniques.sets[place].size());
        scores[type] = found.of_unique[place];
        shares[type] = dis.empty() ? 0 : dis[place];
    }
    table.add_integers("minimal_uniques", by_rows(known.types, sets));
    table.add_numbers("suda_score", by_rows(known.types, scores));
    if (!dis.empty()) {
        table.add_numbers("dis_suda_score", by_rows(known.types, shares));
    }
}

}  // namespace

void RiskRows::take_known(const KnownRows& known,
                          const risk::MinimalUniques* uniques,
                          const std::vector<double>& dis) {
    std::vector<std::int64_t> numbers(known.types.type_of_row.size());
    std::iota(numbers.begin(), numbers.end(), std::int64_t{1});
    known_.add_integers("row", numbers);
    add_subjects(known_, known, "");
    add_people(known_, known);
    if (uniques != nullptr) {
        add_uniques(known_, known, *uniques, dis);
    }
}

void RiskRows::take_strata(const KnownRows& rows) {
    add_subjects(known_, rows, "stratum_");
    const risk::RiskClasses& classes = rows.counted.classes;
    if (!classes.people.empty()) {
        known_.add_numbers("stratum_people", by_rows(rows.types, classes.people));
        known_.add_numbers("stratum_individual_risk",
                           by_rows(rows.types, risk::individual_risks(classes)));
    }
}

void RiskRows::take_release(const Problem& problem,
                            const ReleasedClasses& classes,
                            const SubjectClasses& after,
                            const OriginalOfRows& rows) {
    if (after.subject == risk::Subject::candidate) {
        for (const std::uint32_t type : problem.type_of_row) {
            released_.emplace_back(static_cast<std::int64_t>(after.classes.subjects_of(type)));
        }
        return;
    }
    if (!rows) {
        return;
    }
    std::vector<std::optional<std::int64_t>> of_class(classes.size());
    std::size_t place = 0;
    for (std::size_t index = 0; index < classes.size(); ++index) {
        if (!classes.is_suppressed(index)) {
            of_class[index] = static_cast<std::int64_t>(after.classes.subjects_of(place++));
        }
    }
    released_.resize(problem.type_of_row.size());
    for (std::size_t row = 0; row < rows->size(); ++row) {
        released_[(*rows)[row]] = of_class[classes.class_of_row()[row]];
    }
}

Table RiskRows::finish() {
    if (!released_.empty()) {
        std::vector<double> risks;
        for (const std::optional<std::int64_t>& subjects : released_) {
            risks.push_back(subjects ? 1 / static_cast<double>(*subjects) : kNone);
        }
        known_.add_integers("released_alike", released_);
        known_.add_numbers("released_risk", risks);
    }
    return known_.finish();
}

}  // namespace kanon::detail
