// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/run/anonymize_job.hpp"
#include "kanon/run/result.hpp"

namespace kanon::detail {

/// Warn of the sensitive columns whose value a class gives away of more than kMostIdentified of the
/// rows. \pre the disclosed rows are counted
void warn_of_disclosure(Result& result);

/// What keeps a proven release from being written: with `strict` any open warning; with
/// `require_fit` one of disclosing more than one may without being asked, and then it says what
/// would protect it and how to go on. \throws Error{warned}
void check_release(const Result& result, const AnonymizeOptions& options);

}  // namespace kanon::detail
