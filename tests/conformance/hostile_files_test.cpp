// SPDX-License-Identifier: Apache-2.0
// From file to file with values made to be mistaken: anonymize, write, read, verify, in every
// format.
#include "kanon/api/kanon.hpp"
#include "kanon/base/random.hpp"
#include "kanon/policy/policy_file.hpp"

#include "support/effort.hpp"
#include "support/naive_domain.hpp"
#include "support/tables.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace kanon::test {
namespace {

constexpr std::array kSuffixes{
    "csv", "tsv", "json", "jsonl", "parquet", "xlsx", "csv.gz", "csv.zst", "jsonl.gz"};

constexpr const char* kPolicy = R"(attributes:
  "the, name": {role: identifying}
  place: {role: quasi-identifying, hierarchy: flat}
  code: {role: quasi-identifying, hierarchy: {mask: right, character: "#"}}
  "a \"group\"": {role: quasi-identifying}
  age: {role: quasi-identifying, type: integer, hierarchy: {intervals: [5, 10]}}
  born: {role: quasi-identifying, type: date, hierarchy: date}
  "Krankheit ü": {role: sensitive, type: text, class: true}
  cost: {role: insensitive}
  note: {role: insensitive, type: text}
privacy: {k-anonymity: 2}
suppression: {max: 60%}
)";

const std::vector<std::string> kHostile{"*",
                                        "\\*",
                                        "[1, 2]",
                                        "[1, 2)",
                                        "{a}",
                                        "{a, b}",
                                        "\\x",
                                        "\\",
                                        "",
                                        ",",
                                        ";",
                                        "\t",
                                        "\"",
                                        "\"\"",
                                        "a\nb",
                                        "a\r\nb",
                                        "'",
                                        "é",
                                        "日本",
                                        " a",
                                        "a ",
                                        "0042",
                                        "NULL",
                                        "null",
                                        "NA",
                                        "true",
                                        "1e5",
                                        "a, b",
                                        "(-inf, 3)",
                                        "-",
                                        "#",
                                        "--",
                                        "=1+1",
                                        "\\e",
                                        "{}",
                                        "[]",
                                        "\xf0\x9f\x92\xa9"};

class Cells {
public:
    explicit Cells(std::uint64_t seed) : random_(seed) {}

    std::string hostile(std::size_t few) {
        const std::size_t size = std::min(few, kHostile.size());
        const std::size_t first = start_ % kHostile.size();
        return gap() ? "?" : kHostile[(first + random_.below(size)) % kHostile.size()];
    }

    /// Each column draws from another part of the list.
    void next_column() { start_ = random_.next(); }

    std::string digits() {
        return gap() ? "?"
                     : "00" + std::to_string(random_.below(3)) + std::to_string(random_.below(3));
    }

    std::string number() { return gap() ? "?" : std::to_string(20 + random_.below(12)); }

    std::string decimal() { return std::to_string(random_.below(5)) + ".5"; }

    std::string date() {
        return gap() ? "?"
                     : "199" + std::to_string(random_.below(3)) + "-0" +
                           std::to_string(1 + random_.below(3)) + "-17";
    }

private:
    bool gap() { return random_.below(12) == 0; }

    Random random_;
    std::uint64_t start_ = 0;
};

std::shared_ptr<const Column> made(const std::string& name,
                                   std::size_t rows,
                                   Cells& cells,
                                   std::string (*cell)(Cells&),
                                   std::optional<ValueType> type = std::nullopt) {
    cells.next_column();
    std::vector<std::string> texts;
    for (std::size_t row = 0; row < rows; ++row) {
        texts.push_back(cell(cells));
    }
    return column_of(name, texts, type);
}

Table hostile_table(std::uint64_t seed) {
    using enum ValueType;
    Cells cells(seed);
    const std::size_t rows = 60 + seed % 17;
    const auto few = [](Cells& from) { return from.hostile(4); };
    const auto many = [](Cells& from) { return from.hostile(kHostile.size()); };
    const auto digits = [](Cells& from) { return from.digits(); };
    return {{made("the, name", rows, cells, many, text),
             made("place", rows, cells, few, text),
             made("code", rows, cells, digits, text),
             made("a \"group\"", rows, cells, few, text),
             made("age", rows, cells, [](Cells& from) { return from.number(); }),
             made("born", rows, cells, [](Cells& from) { return from.date(); }),
             made("Krankheit ü", rows, cells, many, text),
             made("cost", rows, cells, [](Cells& from) { return from.decimal(); }),
             made("note", rows, cells, many, text)},
            rows};
}

std::vector<std::size_t> all_columns(const Table& table) {
    std::vector<std::size_t> columns(table.column_count());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    return columns;
}

std::string fault_text(const AuditReport& report) {
    std::string out;
    for (const Fault& fault : report.faults) {
        out += fault.rule + ": " + fault.message + "\n";
    }
    return out;
}

class HostileFiles : public testing::TestWithParam<const char*> {
protected:
    /// Write the table, anonymize it into a file of the tested format, verify that.
    static void run(std::uint64_t seed, const MethodInfo& method, bool shuffle) {
        const TemporaryFolder folder;
        const std::string suffix = GetParam();
        const std::string from = kSuffixes[seed % kSuffixes.size()];
        const Table table = hostile_table(seed);
        PendingFile original(folder.at("original." + from), false);
        original.write_table(table, WriteOptions{}, RunContext{});
        original.commit();
        AnonymizeJob job;
        job.input = folder.at("original." + from);
        job.output = folder.at("release." + suffix);
        job.summary = folder.at("summary.json");
        job.report = folder.at("report.html");
        job.policy = parse_policy(kPolicy, folder.at("policy.yaml"));
        job.policy.method = method.name;
        if (method.name == "anti-unification") {
            job.policy.method_options = {
                {"discarded", "place"}};  // rather than suppress too many rows
        }
        job.policy.objective = info(method.objectives.front()).name;
        job.policy.suppressed = seed % 2 == 0 ? SuppressedRows::star : SuppressedRows::drop;
        job.read.show_values = true;
        job.shuffle = shuffle;
        const auto result = run_job(job);
        ASSERT_EQ(text_rows(result->problem->table, all_columns(result->problem->table)).size(),
                  table.row_count());

        VerifyJob check;
        check.original = job.input;
        check.release = job.output;
        check.summary = job.summary;
        check.policy = job.policy;
        check.read = job.read;
        check.audit.shuffled = shuffle;
        check.audit.show_values = true;
        const AuditReport report = verify(check);
        EXPECT_TRUE(report.passed) << "from " << from << "\n" << fault_text(report);
        EXPECT_EQ(report.measures.classes, result->audit.measures.classes);
        EXPECT_EQ(report.measures.suppressed_rows, result->audit.measures.suppressed_rows);
        EXPECT_NEAR(report.measures.gcp, result->audit.measures.gcp, 1e-12);
        if (!shuffle) {
            expect_same_cells(result->whole().release.table,
                              read_table(job.output, ReadOptions{}, RunContext{}).table,
                              suffix);
        }
    }

private:
    /// Formats with types write a star in a column of numbers as missing.
    static void expect_same_cells(const Table& written,
                                  const Table& read,
                                  const std::string& suffix) {
        const bool typed = suffix.starts_with("parquet") || suffix.starts_with("json");
        TextRows expected = text_rows(written, all_columns(written));
        TextRows found = text_rows(read, all_columns(read));
        const std::size_t cost = written.find("cost").value();
        for (TextRows* rows : {&expected, &found}) {
            for (TextRow& row : *rows) {
                row[cost] = typed && row[cost] == "*" ? "?" : row[cost];
            }
        }
        EXPECT_EQ(found, expected);
    }
};

/// Methods by the shape of their recoding, for all that a file shows of a method is its shape.
std::map<RecodingKind, std::vector<const MethodInfo*>> methods_by_shape() {
    std::map<RecodingKind, std::vector<const MethodInfo*>> out;
    for (const MethodInfo& method : methods()) {
        if (method.scale != MethodScale::tiny && !method.needs_binary &&
            method.recoding != RecodingKind::aggregates) {
            out[method.recoding].push_back(&method);
        }
    }
    return out;
}

/// Of each shape's methods and tables a few for each format; a full run tries every method on every
/// table.
TEST_P(HostileFiles, AReleaseIsReadBackAsItWasMeantAndPassesTheAudit) {
    constexpr std::uint64_t kTables = 8;
    for (const auto& [shape, of_shape] : methods_by_shape()) {
        const std::string name = GetParam() + (" " + std::string(to_string(shape)));
        for (const std::uint64_t number : drawn_cases(name, of_shape.size() * kTables, 2)) {
            const MethodInfo& method = *of_shape[(number - 1) / kTables];
            const std::uint64_t seed = 1 + (number - 1) % kTables;
            SCOPED_TRACE(std::string(method.name) + " seed " + std::to_string(seed));
            run(seed, method, seed % 5 == 0);
            ASSERT_FALSE(HasFailure());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Formats,
                         HostileFiles,
                         testing::ValuesIn(kSuffixes),
                         [](const auto& tested) {
                             std::string name = tested.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

}  // namespace
}  // namespace kanon::test
