// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/error.hpp"

#include "kanon/base/text/address_text.hpp"

#include <utility>

namespace kanon {
namespace {

Where cleaned(Where where) {
    where.file = without_secrets(std::move(where.file));
    return where;
}

std::string compose(const std::string& message, const Where& where) {
    const std::string place = where.text();
    return place.empty() ? message : place + ": " + message;
}

}  // namespace

std::string_view to_string(ErrorCode code) {
    switch (code) {
        case ErrorCode::usage:
            return "usage";
        case ErrorCode::bad_input:
            return "bad_input";
        case ErrorCode::bad_policy:
            return "bad_policy";
        case ErrorCode::bad_hierarchy:
            return "bad_hierarchy";
        case ErrorCode::infeasible:
            return "infeasible";
        case ErrorCode::bad_output:
            return "bad_output";
        case ErrorCode::timed_out:
            return "timed_out";
        case ErrorCode::warned:
            return "warned";
        case ErrorCode::audit_failed:
            return "audit_failed";
        case ErrorCode::cancelled:
            return "cancelled";
    }
    return "usage";
}

std::string Where::text() const {
    std::string out = file;
    if (line != 0) {
        out += (out.empty() ? "line " : ":") + std::to_string(line);
        if (column != 0) {
            out += ":" + std::to_string(column);
        }
    }
    if (!attribute.empty()) {
        out += (out.empty() ? "'" : ": '") + attribute + "'";
    }
    return out;
}

Error::Error(ErrorCode code, const std::string& message, Where where)
    : std::runtime_error(compose(without_secrets(message), cleaned(where))),
      code_(code),
      where_(cleaned(std::move(where))) {}

}  // namespace kanon
