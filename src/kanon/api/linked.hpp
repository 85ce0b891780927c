// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Linked tables below one subject, and households; docs/linked.md.
#include "kanon/linked/audit/linked_audit.hpp"    // IWYU pragma: export
#include "kanon/linked/run/anonymize_linked.hpp"  // IWYU pragma: export
#include "kanon/linked/run/attack_linked.hpp"     // IWYU pragma: export
#include "kanon/linked/run/linked_report.hpp"     // IWYU pragma: export
#include "kanon/linked/run/release_place.hpp"     // IWYU pragma: export
#include "kanon/linked/run/risk_linked.hpp"       // IWYU pragma: export
#include "kanon/linked/run/verify_linked.hpp"     // IWYU pragma: export
#include "kanon/linked/schema/schema_policy.hpp"  // IWYU pragma: export
