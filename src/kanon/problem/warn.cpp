// SPDX-License-Identifier: Apache-2.0
#include "kanon/problem/binding/binding.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::detail {

Warning warning_of(const Policy& policy,
                   std::string_view code,
                   std::string text,
                   std::vector<std::string> columns) {
    static_cast<void>(find_warning(code));
    const auto accepted = policy.accept.find(std::string(code));
    return {.code = std::string(code),
            .text = std::move(text),
            .columns = std::move(columns),
            .accepted = accepted == policy.accept.end() ? "" : accepted->second};
}

void warn(Problem& problem,
          std::string_view code,
          std::string text,
          std::vector<std::string> columns) {
    problem.warnings.push_back(
        warning_of(problem.policy, code, std::move(text), std::move(columns)));
}

}  // namespace kanon::detail
