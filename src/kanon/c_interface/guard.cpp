// SPDX-License-Identifier: Apache-2.0
#include "kanon/c_interface/guard_internal.hpp"

#include <memory>
#include <new>
#include <utility>

namespace kanon::c_interface {

std::int32_t status_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::usage:
            return KANON_USAGE;
        case ErrorCode::bad_input:
            return KANON_BAD_INPUT;
        case ErrorCode::bad_policy:
            return KANON_BAD_POLICY;
        case ErrorCode::bad_hierarchy:
            return KANON_BAD_HIERARCHY;
        case ErrorCode::infeasible:
            return KANON_INFEASIBLE;
        case ErrorCode::bad_output:
            return KANON_BAD_OUTPUT;
        case ErrorCode::timed_out:
            return KANON_TIMED_OUT;
        case ErrorCode::warned:
            return KANON_WARNED;
        case ErrorCode::audit_failed:
            return KANON_AUDIT_FAILED;
        case ErrorCode::cancelled:
            return KANON_CANCELLED;
    }
    return KANON_FAULT;
}

void describe(kanon_error** error, const std::string& message, const Where& where) noexcept {
    if (error == nullptr) {
        return;
    }
    try {
        *error = std::make_unique<kanon_error>(kanon_error{message, where}).release();
    } catch (const std::bad_alloc&) {
        *error = nullptr;
    }
}

std::int32_t status_of_exception(kanon_error** error) noexcept {
    try {
        throw;
    } catch (const Error& fault) {
        describe(error, fault.what(), fault.where());
        return status_of(fault.code());
    } catch (const std::bad_alloc&) {
        describe(error, "out of memory", {});
    } catch (const std::exception& fault) {
        describe(error, std::string("a fault of kanon, please report it: ") + fault.what(), {});
    } catch (...) {
        describe(error, "a fault of kanon, please report it", {});
    }
    return KANON_FAULT;
}

void require(const void* pointer, const char* name) {
    if (pointer == nullptr) {
        throw Error(ErrorCode::usage, std::string(name) + " is null", {.attribute = name});
    }
}

}  // namespace kanon::c_interface

namespace {

const char* text_of(const std::string& text) {
    return text.c_str();
}

}  // namespace

const char* kanon_error_message(const kanon_error* error) {
    return error == nullptr ? "" : text_of(error->message);
}

const char* kanon_error_file(const kanon_error* error) {
    return error == nullptr ? "" : text_of(error->where.file);
}

uint64_t kanon_error_line(const kanon_error* error) {
    return error == nullptr ? 0 : error->where.line;
}

uint64_t kanon_error_column(const kanon_error* error) {
    return error == nullptr ? 0 : error->where.column;
}

const char* kanon_error_attribute(const kanon_error* error) {
    return error == nullptr ? "" : text_of(error->where.attribute);
}

void kanon_error_free(kanon_error* error) {
    const std::unique_ptr<kanon_error> owned(error);
}
