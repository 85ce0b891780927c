// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/audit_report.hpp"
#include "kanon/linked/audit/released_forest.hpp"
#include "kanon/linked/audit/subject_forms.hpp"

#include <string>
#include <vector>

namespace kanon::linked::auditing {

/// What was promised and what holds.
struct ModelVerdicts {
    std::vector<Proof> proofs;
    std::vector<std::string> checks;  ///< a line for each that holds
};

/// Judge the models of all tables but k-anonymity, each by the rows that nobody can tell apart
/// (SubjectForms::path_of_row): subjects of a class, and below them rows of one path; or, where a
/// model looks at all rows of a subject (Counted), by the rows of a class. Cost O(rows log rows) a
/// model. \pre the forest is whole
void judge_models(const LinkedTables& original,
                  const ReleasedForest& released,
                  const SubjectForms& forms,
                  FaultLog& log,
                  ModelVerdicts& verdicts);

}  // namespace kanon::linked::auditing
