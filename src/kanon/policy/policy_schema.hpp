// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kanon {

/// A method that `method:` may name. A policy knows no methods, so who does hands them over.
struct MethodWords {
    struct Option {
        std::string_view name;
        std::string_view meaning;
    };

    std::string_view name;
    std::vector<Option> options;
};

/// The policy file as a JSON schema (draft 7), for editors that complete and check YAML: made of
/// the keys, words and catalogues by which the reader goes. What it refuses the reader refuses;
/// what hangs on several keys or on the table is left to the reader. A scalar may be quoted, as
/// YAML's may: a number stands for itself or as text.
[[nodiscard]] std::string policy_schema(std::span<const MethodWords> methods);

}  // namespace kanon
