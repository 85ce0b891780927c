// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/linked/audit/linked_audit.hpp"
#include "kanon/linked/run/anonymize_linked.hpp"

#include <string>

namespace kanon::linked {

/// What a run says on a terminal, the verdict first.
[[nodiscard]] std::string linked_text(const LinkedResult& result);

/// The run as JSON, with a schema number; docs/linked.md has its keys.
[[nodiscard]] std::string linked_summary(const LinkedResult& result);

/// The run as a page of HTML that stands by itself: promises, what is not promised, losses,
/// columns. It shows figures and names, and no value of a table.
[[nodiscard]] std::string linked_html(const LinkedResult& result);

/// A verdict as text, and as JSON with a schema number.
[[nodiscard]] std::string linked_audit_text(const LinkedAudit& audit);
[[nodiscard]] std::string linked_audit_json(const LinkedAudit& audit);

}  // namespace kanon::linked
