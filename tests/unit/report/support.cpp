// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include "support/outcomes.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace kanon::test {
namespace {

/// The name of a tag that begins after its `<`.
std::string_view tag_name(std::string_view tag) {
    std::size_t size = 0;
    while (size < tag.size() && (std::isalnum(static_cast<unsigned char>(tag[size])) != 0)) {
        ++size;
    }
    return tag.substr(0, size);
}

bool known_entity(std::string_view text) {
    constexpr std::array<std::string_view, 4> kKnown{"&amp;", "&lt;", "&gt;", "&quot;"};
    return std::ranges::any_of(kKnown,
                               [&](std::string_view entity) { return text.starts_with(entity); });
}

}  // namespace

std::unique_ptr<Result> anonymized(const Table& table, std::string_view policy) {
    return anonymize(table, parse_policy(policy, "policy.yaml"), RunContext{});
}

Problem& changeable_problem(Result& result) {
    auto copy = std::make_unique<Problem>(*result.problem);
    Problem& out = *copy;
    result.problem = std::move(copy);
    result.whole().classes.reset();  // they look at what the problem has
    return out;
}

void suppress_all(Result& result) {
    Problem& problem = changeable_problem(result);
    auto& suppressed = std::get<GlobalRecoding>(*result.outcome.recoding).suppressed;
    suppressed.assign(problem.row_types().size(), true);
    problem.suppression_limit = problem.table.row_count();
    result.whole().release = release_of(problem, result.outcome);
    result.whole().classes = classes_of(problem, result.whole().release, 1);
    result.audit = audited(problem, result.whole().release);
}

std::string nesting_fault(std::string_view html) {
    std::vector<std::string_view> open;
    for (std::size_t at = html.find_first_of("<&"); at != std::string_view::npos;
         at = html.find_first_of("<&", at + 1)) {
        if (html[at] == '&') {
            if (!known_entity(html.substr(at))) {
                return "bare &: " + std::string(html.substr(at, 20));
            }
            continue;
        }
        const std::size_t end = html.find('>', at);
        if (end == std::string_view::npos) {
            return "tag without end";
        }
        const std::string_view tag = html.substr(at + 1, end - at - 1);
        const bool closes = !tag.empty() && tag[0] == '/';
        const std::string_view name = tag_name(closes ? tag.substr(1) : tag);
        if (occurrences(tag, "\"") % 2 != 0 || tag.find('<') != std::string_view::npos) {
            return "odd tag: " + std::string(tag);
        }
        if (closes) {
            if (open.empty() || open.back() != name) {
                return "closed out of turn: " + std::string(tag);
            }
            open.pop_back();
        } else if (tag[0] != '!' && name != "meta" && name != "wbr" && name != "br") {
            open.push_back(name);
        }
    }
    return open.empty() ? "" : "left open: " + std::string(open.back());
}

std::size_t occurrences(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

}  // namespace kanon::test
