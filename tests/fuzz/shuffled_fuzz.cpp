// SPDX-License-Identifier: Apache-2.0
// Any small release of any small table, its rows in any order: the auditor with `shuffled` passes
// it exactly where a naive one does that tries every way to match the rows. Each byte chooses one
// cell; the first one the limit on suppressed rows and whether these are dropped.
#include "kanon/audit/audit.hpp"
#include "kanon/audit/cells/released_table.hpp"
#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"

#include "support/naive_domain.hpp"
#include "support/problems.hpp"
#include "support/tables.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using kanon::test::TextRow;
using kanon::test::TextRows;

constexpr std::size_t kColumns = 4;
constexpr std::size_t kMostRows = 7;
constexpr std::array<std::string_view, kColumns> kNames{"letter", "number", "illness", "town"};
constexpr const char* kAttributes = R"(attributes:
  letter: {role: quasi-identifying, hierarchy: flat}
  number: {role: quasi-identifying, type: integer, hierarchy: {intervals: [3]}}
  illness: {role: sensitive, type: text}
  town: {role: insensitive, type: text}
privacy: {k-anonymity: 2, l-diversity: {attribute: illness, l: 2}}
)";

/// Hands out the bytes one by one, 0 once there are none.
class Bytes {
public:
    explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    [[nodiscard]] bool empty() const { return bytes_.empty(); }

    std::uint8_t next() {
        const std::uint8_t byte = bytes_.empty() ? 0 : bytes_.front();
        bytes_ = bytes_.subspan(bytes_.empty() ? 0 : 1);
        return byte;
    }

private:
    std::span<const std::uint8_t> bytes_;
};

template <std::size_t size>
std::string pick(const std::array<std::string_view, size>& from, Bytes& bytes) {
    return std::string(from[bytes.next() % size]);
}

std::string original_cell(std::size_t column, Bytes& bytes) {
    switch (column) {
        case 0:
            return pick(std::array<std::string_view, 4>{"a", "b", "c", "?"}, bytes);
        case 1:
            return pick(std::array<std::string_view, 6>{"1", "2", "3", "4", "5", "?"}, bytes);
        case 2:
            return pick(std::array<std::string_view, 3>{"flu", "hiv", "cold"}, bytes);
        default:
            return pick(std::array<std::string_view, 3>{"X", "Y", "?"}, bytes);
    }
}

/// A released cell, most often one that can stand for some original one.
std::string released_cell(std::size_t column, Bytes& bytes) {
    switch (column) {
        case 0:
            return pick(
                std::array<std::string_view, 8>{
                    "a", "b", "c", "?", "*", "{a, b}", "{b, c}", "{a, z}"},
                bytes);
        case 1:
            return pick(
                std::array<std::string_view, 9>{
                    "1", "4", "?", "*", "[1, 2]", "[1, 5]", "[0, 3)", "[3, 6)", "[9, 9]"},
                bytes);
        case 2:
            return pick(std::array<std::string_view, 5>{"flu", "hiv", "cold", "?", "*"}, bytes);
        default:
            return pick(std::array<std::string_view, 4>{"X", "Y", "?", "*"}, bytes);
    }
}

TextRows rows_of(std::size_t count, std::string (*cell)(std::size_t, Bytes&), Bytes& bytes) {
    TextRows rows(count);
    for (TextRow& row : rows) {
        for (std::size_t j = 0; j < kColumns; ++j) {
            row.push_back(cell(j, bytes));
        }
    }
    return rows;
}

/// Texts in the release, columns of the policy's types in the original.
kanon::Table table_of(const TextRows& rows, bool released) {
    std::vector<std::shared_ptr<const kanon::Column>> columns;
    for (std::size_t j = 0; j < kColumns; ++j) {
        std::vector<std::string> cells;
        cells.reserve(rows.size());
        for (const TextRow& row : rows) {
            cells.push_back(row[j]);
        }
        const bool number = !released && j == 1;
        columns.push_back(
            kanon::test::column_of(std::string(kNames[j]),
                                   cells,
                                   number ? kanon::ValueType::integer : kanon::ValueType::text));
    }
    return {std::move(columns), rows.size()};
}

std::optional<kanon::Problem> problem_of(const TextRows& original, std::uint8_t choice) {
    constexpr std::uint8_t kLimits = 4;
    const bool drops = choice % 2 == 1;
    const std::string policy = std::string(kAttributes) +
                               "suppression: {max: " + std::to_string(choice / 2 % kLimits) +
                               ", rows: " + (drops ? "drop" : "star") + "}\n";
    try {
        return kanon::test::bound(table_of(original, false), policy);
    } catch (const kanon::Error&) {
        return std::nullopt;  // nothing keeps such a promise
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(std::span(data, size));
    const std::uint8_t choice = bytes.next();
    const std::size_t count = 2 + bytes.next() % (kMostRows - 1);
    const std::size_t released_count = std::max<std::size_t>(1, count - bytes.next() % 3);
    const TextRows original = rows_of(count, original_cell, bytes);
    const TextRows released = rows_of(released_count, released_cell, bytes);
    const std::optional<kanon::Problem> problem = problem_of(original, choice);
    if (!problem) {
        return 0;
    }
    const kanon::test::NaiveJudge judge = kanon::test::naive_judge(
        *problem,
        {{.model = "k-anonymity", .parameter = 2},
         {.model = "l-diversity", .parameter = 2, .column = 2, .kind = "distinct"}});
    const kanon::AuditReport report =
        kanon::audit(*problem,
                     kanon::release_from_table(table_of(released, true), *problem),
                     {.shuffled = true},
                     kanon::RunContext{});
    KANON_CHECK(report.passed == judge.auditor.passes(released, true));
    return 0;
}
