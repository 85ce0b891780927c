// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/audit/apart.hpp"
#include "kanon/audit/audit.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/release/classes/released_classes.hpp"

#include <optional>

namespace kanon {

/// What the audits of the parts of a table, each of whole rows, are together: findings and measures
/// are added up, a promise is as good as in the worst part, and what is about all rows is judged
/// anew: that each is there, and the limit of suppressed ones. A class of which two parts have rows
/// counts in each; the report says whether there may be such. It keeps the promises of both parts
/// as well, where the models say of unions of classes (says_of_unions()).
///
/// Not for candidates, aggregates, averages, or models of whoever knows some values, which are
/// about rows of all parts together.
class MergedAudit {
public:
    /// `whole`: rows, limit and k are its own; it must outlive this.
    explicit MergedAudit(const Problem& whole) : whole_(whole) {}

    /// Take the report of one more part, and the classes that it is of. \pre it passed, and every
    /// promise holds; findings are of the same columns as those of the part before
    void add(const AuditReport& part, const ReleasedClasses& classes);

    /// The report of all parts. It passes if the rows that they have are those of the whole, and
    /// not more than the limit are suppressed. \pre there is a part
    [[nodiscard]] AuditReport finish();

private:
    void add_findings(const AuditFindings& part);
    void add_proofs(const AuditReport& part);
    void judge_rows();

    const Problem& whole_;
    std::optional<AuditReport> sum_;
    auditing::ApartParts apart_;
};

}  // namespace kanon
