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

/// Judge the models of all tables but k-anonymity, each by the rows that nobody can tell apart: the
/// subjects of a class, and below them rows of one path (SubjectForms::path_of_row), in which each
/// subject counts once for a value. \pre the forest is whole
void judge_models(const LinkedTables& original,
                  const ReleasedForest& released,
                  const SubjectForms& forms,
                  FaultLog& log,
                  ModelVerdicts& verdicts);

}  // namespace kanon::linked::auditing
