// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/kanon.h"

#include <string>

namespace kanon::test {

inline constexpr const char* kPeople =
    "name,age,sex,ill\nAnn,31,f,flu\nBen,32,m,flu\nCem,33,m,cold\nDee,61,f,cold\nEva,62,f,flu\n"
    "Fay,63,f,cold\n";

/// A call's handles, freed in the end.
struct Handles {
    kanon_error* error = nullptr;
    kanon_result* result = nullptr;
    kanon_audit* audit = nullptr;
    kanon_findings* findings = nullptr;

    Handles() = default;
    Handles(const Handles&) = delete;
    Handles& operator=(const Handles&) = delete;

    ~Handles() {
        kanon_error_free(error);
        kanon_result_free(result);
        kanon_audit_free(audit);
        kanon_findings_free(findings);
    }

    [[nodiscard]] std::string message() const { return kanon_error_message(error); }
};

kanon_input file_input(std::string&& path) = delete;

/// \pre the path lives as long as the input
inline kanon_input file_input(const std::string& path) {
    kanon_input out = KANON_INPUT_INIT;
    out.path = path.c_str();
    return out;
}

}  // namespace kanon::test
