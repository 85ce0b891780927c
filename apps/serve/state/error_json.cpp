// SPDX-License-Identifier: Apache-2.0
#include "state/error_json.hpp"

#include "terminal/output.hpp"

#include <new>

namespace kanon::serve {
namespace {

std::string_view word_of(ErrorCode code) {
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

Json fault_json(std::string_view code, const std::string& message, const std::string& attribute) {
    return {{"code", code}, {"message", cli::one_line(message)}, {"attribute", attribute}};
}

}  // namespace

Json error_json(const std::exception_ptr& fault) {
    try {
        std::rethrow_exception(fault);
    } catch (const Error& error) {
        return fault_json(word_of(error.code()), error.what(), error.where().attribute);
    } catch (const Json::exception&) {
        return fault_json("usage", "this is not what was to be sent", "");
    } catch (const std::bad_alloc&) {
        return fault_json("bad_input", "there is not enough memory for this", "");
    } catch (const std::exception& error) {
        return fault_json("usage", error.what(), "");
    }
}

}  // namespace kanon::serve
