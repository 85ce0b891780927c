// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/kanon.h"
#include "kanon/kanon.hpp"
#include "kanon/table/table.hpp"

#include <atomic>
#include <map>
#include <optional>
#include <string>

/// What stands behind the opaque types of kanon.h.
// NOLINTBEGIN(readability-identifier-naming): names of C
struct kanon_error {
    std::string message;
    kanon::Where where;
};

struct kanon_stop {
    std::atomic<bool> is_asked{false};
};

struct kanon_result {
    kanon::ProvenRelease release;
    /// Texts that were asked for, by what they are; they last as long as the result.
    std::map<int, std::string> texts;
};

struct kanon_audit {
    int32_t verdict = KANON_COULD_NOT_TELL;
    std::string json;
};

struct kanon_findings {
    std::string json;
    std::string text;
    std::string page;
    /// The risk of each row, where that was asked for; or count tables.
    std::optional<kanon::Table> rows;
};

// NOLINTEND(readability-identifier-naming)
