// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/verify.hpp"
#include "kanon/audit/audit.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/run_context.hpp"
#include "kanon/base/secrets/secret_key.hpp"
#include "kanon/base/text/count_text.hpp"
#include "kanon/base/text/shell_word.hpp"
#include "kanon/base/text/suggest.hpp"
#include "kanon/base/text/utf8.hpp"
#include "kanon/evaluate/evaluation.hpp"
#include "kanon/io/table_file.hpp"
#include "kanon/ledger/ledger.hpp"
#include "kanon/methods/catalogue/catalogue.hpp"
#include "kanon/policy/policy.hpp"
#include "kanon/policy/policy_file.hpp"
#include "kanon/problem/inspection.hpp"
#include "kanon/problem/problem.hpp"
#include "kanon/report/record.hpp"
#include "kanon/report/reports.hpp"
#include "kanon/run/anonymize.hpp"
#include "kanon/run/anonymize_job.hpp"
#include "kanon/run/result.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What programs of this project and the Python module include. Other programs have
/// <kanon/kanon.hpp>.
namespace kanon {

/// The whole road: read, bind, solve, apply, audit, and only then write output, summary, report.
/// All targets are checked first and moved into place last; on any error none is touched.
[[nodiscard]] std::unique_ptr<Result> run_job(const AnonymizeJob& job);

/// Make sure that writing `target` leaves what is read from `input` (see input.hpp).
/// `what` is the target's name in the message. \throws Error{usage}, Error{bad_input}
void check_target(const std::string& what, const std::string& target, const std::string& input);

/// Make sure that two targets, of these names in the message, are not the same file, under whatever
/// name. "" and `-` are no files. \throws Error{usage}
void check_two_targets(const std::string& what,
                       const std::string& target,
                       const std::string& other_what,
                       const std::string& other);

}  // namespace kanon
