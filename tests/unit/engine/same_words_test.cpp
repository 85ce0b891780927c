// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/input.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/base/random.hpp"
#include "kanon/engine/rows/read_rows.hpp"

#include "unit/engine/engine_test.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace kanon::engine {
namespace {

using testing_with::Engine;
using testing_with::engine_name;
using testing_with::engines;
using testing_with::EngineTest;

using Lines = std::vector<std::string>;
using People = std::vector<Lines>;

const Lines kNames{"id", "age", "sex", "zip", "illness", "region", "note"};
constexpr std::size_t kParts = 3;

/// People of whom some stand alone; the region follows from the zip, the note from nothing, two
/// spellings of an illness look alike, and one says that it is not known.
People made_people(std::size_t rows, std::uint64_t ages) {
    const std::array<const char*, 6> illnesses{"flu", "Flu", "cold", "hiv", "unknown", "asthma"};
    Random random(33);
    People out;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::uint64_t zip = random.below(5) * random.below(4);
        out.push_back({fmt::format("p{}", row),
                       std::to_string(random.below(ages) * random.below(10) / 9),
                       random.below(2) == 0 ? "f" : "m",
                       fmt::format("10{:02}", zip),
                       illnesses[random.below(illnesses.size())],
                       fmt::format("r{}", zip % 3),
                       fmt::format("n{}", row * 7 % (rows / 2))});
    }
    return out;
}

Policy policy_of(const std::string& method) {
    Policy policy;
    policy.attribute("id").role = Role::identifying;
    for (const std::string name : {"age", "sex", "zip"}) {
        policy.attribute(name).role = Role::quasi_identifying;
    }
    policy.attribute("age").hierarchy = {.form = HierarchySpec::Form::intervals, .widths = {5, 20}};
    policy.attribute("zip").hierarchy = {.form = HierarchySpec::Form::mask};
    policy.attribute("illness").role = Role::sensitive;
    policy.attribute("region").role = Role::sensitive;  // which classes disclose
    policy.attribute("note").role = Role::insensitive;
    policy.require({.model = "k-anonymity", .parameters = {{"k", 6}}, .attribute = "", .kind = ""});
    policy.require({.model = "l-diversity",
                    .parameters = {{"l", 2}},
                    .attribute = "illness",
                    .kind = "distinct"});
    policy.method = method;
    policy.suppression = SuppressionLimit::parse(method == "mondrian" ? "0" : "5%");
    return policy;
}

Lines texts_of(const std::vector<Warning>& warnings) {
    Lines out;
    for (const Warning& warning : warnings) {
        out.push_back(fmt::format("{}: {} ({}) {}",
                                  warning.code,
                                  warning.text,
                                  fmt::join(warning.columns, ", "),
                                  warning.accepted));
    }
    return out;
}

/// Those that a run that holds all rows says as well; its place is one of several or one.
Lines checks_but_of_pieces(const Result& result) {
    Lines out = result.audit.checks;
    std::erase_if(out, [](const std::string& check) {
        return check.find("was solved in") != std::string::npos ||
               check.find("all of this holds") != std::string::npos;
    });
    return out;
}

void expect_same_measures(const Measures& a, const Measures& b) {
    EXPECT_EQ(a.rows, b.rows);
    EXPECT_EQ(a.released_rows, b.released_rows);
    EXPECT_EQ(a.suppressed_rows, b.suppressed_rows);
    EXPECT_EQ(a.classes, b.classes);
    EXPECT_EQ(a.min_class, b.min_class);
    EXPECT_EQ(a.max_class, b.max_class);
    EXPECT_EQ(a.stars, b.stars);
    EXPECT_EQ(a.class_sizes_histogram, b.class_sizes_histogram);
    const std::array<std::pair<double, double>, 6> figures{{{a.avg_class, b.avg_class},
                                                            {a.gcp, b.gcp},
                                                            {a.lm, b.lm},
                                                            {a.dm, b.dm},
                                                            {a.c_avg, b.c_avg},
                                                            {a.usefulness, b.usefulness}}};
    for (const auto& [one, other] : figures) {
        EXPECT_NEAR(one, other, 1e-9 * std::max(1.0, std::abs(one)));
    }
    ASSERT_EQ(a.attribute_ncp.size(), b.attribute_ncp.size());
    for (std::size_t j = 0; j < a.attribute_ncp.size(); ++j) {
        EXPECT_NEAR(a.attribute_ncp[j], b.attribute_ncp[j], 1e-9);
    }
}

void expect_same_risk(const risk::Reidentification& a, const risk::Reidentification& b) {
    EXPECT_EQ(a.rows, b.rows);
    EXPECT_EQ(a.classes, b.classes);
    EXPECT_EQ(a.uniques, b.uniques);
    EXPECT_EQ(a.prosecutor.highest, b.prosecutor.highest);
    EXPECT_EQ(a.prosecutor.rows_above, b.prosecutor.rows_above);
    EXPECT_NEAR(a.prosecutor.average, b.prosecutor.average, 1e-9);
    EXPECT_NEAR(a.marketer, b.marketer, 1e-9);
}

void expect_same_proofs(const std::vector<Proof>& a, const std::vector<Proof>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].describe, b[i].describe);
        EXPECT_EQ(a[i].achieved, b[i].achieved);
        EXPECT_EQ(a[i].holds, b[i].holds);
        EXPECT_EQ(a[i].excludes.size(), b[i].excludes.size());
    }
}

/// The same table released as a whole, in pieces, and in parts of several databases: what is said
/// of it is the same.
class SameWords : public EngineTest {
protected:
    void SetUp() override {
        EngineTest::SetUp();
        if (!IsSkipped()) {
            drop();
        }
    }

    void TearDown() override {
        if (!IsSkipped()) {
            drop();
        }
        EngineTest::TearDown();
    }

    void drop() const {
        for (std::size_t part = 0; part < kParts; ++part) {
            const auto connection = connect(place(part, "x"), context_);
            for (const std::string name : {"people", "freed", "people_of", "freed_of"}) {
                connection->clean_up("DROP TABLE IF EXISTS " + name);
                connection->clean_up(fmt::format("DROP TABLE IF EXISTS {}{}", name, part));
            }
        }
    }

    /// On a server of its own where there are several.
    [[nodiscard]] SourceAddress place(std::size_t part, const std::string& table) const {
        SourceAddress out{.kind = kind(), .database = database_, .table = table};
        const bool is_alone = std::getenv("KANON_TEST_DSN") != nullptr &&
                              std::getenv("KANON_TEST_SERVERS") == nullptr;
        if (part > 0 && !is_alone && GetParam() == Engine::odbc) {
            out.database += "_" + std::to_string(part + 1);
        }
        return out;
    }

    [[nodiscard]] std::string address(std::size_t part, const std::string& table) const {
        return scheme() + place(part, table).database + "/" + table;
    }

    void load(const People& people, std::size_t part, const std::string& table) const {
        const auto connection = connect(place(part, table), context_);
        std::vector<std::pair<std::string, std::string>> columns;
        for (const std::string& name : kNames) {
            columns.emplace_back(name, name == "age" ? "BIGINT" : "VARCHAR(200)");
        }
        make_table(*connection, table, columns);
        connection->begin();
        for (std::size_t begin = 0; begin < people.size(); begin += kAtOnce) {
            std::string rows;
            for (std::size_t row = begin; row < std::min(begin + kAtOnce, people.size()); ++row) {
                rows += fmt::format(
                    "{}('{}')", rows.empty() ? "" : ", ", fmt::join(people[row], "', '"));
            }
            connection->execute(fmt::format("INSERT INTO {} VALUES {}", table, rows));
        }
        connection->commit();
    }

    /// `bytes`: for distinct rows; 0: no limit.
    [[nodiscard]] AnonymizeJob job_of(const Policy& policy, std::uint64_t bytes) const {
        AnonymizeJob job;
        job.input = address(0, "people");
        job.output = address(0, "freed");
        job.policy = policy;
        job.read.distinct_bytes = bytes;
        job.write.force = true;
        return job;
    }

    /// The same with the rows dealt out to several tables.
    [[nodiscard]] AnonymizeJob job_of_parts(const Policy& policy,
                                            const People& people,
                                            std::uint64_t bytes) const {
        AnonymizeJob job = job_of(policy, bytes);
        for (std::size_t part = 0; part < kParts; ++part) {
            People rows;
            for (std::size_t row = part; row < people.size(); row += kParts) {
                rows.push_back(people[row]);
            }
            const std::string source = fmt::format("people_of{}", part);
            const std::string target = fmt::format("freed_of{}", part);
            const auto connection = connect(place(part, "x"), context_);
            connection->clean_up("DROP TABLE IF EXISTS " + source);
            load(rows, part, source);
            (part == 0 ? job.input : job.more_inputs.emplace_back()) = address(part, source);
            (part == 0 ? job.output : job.more_outputs.emplace_back()) = address(part, target);
        }
        return job;
    }

    static void expect_same(AnonymizeJob job, AnonymizeJob other, bool in_pieces) {
        const auto a = run_job(job);
        const auto b = run_job(other);
        EXPECT_TRUE(a->is_whole());
        EXPECT_EQ(b->is_whole(), !in_pieces);
        EXPECT_EQ(texts_of(warnings_of(record_of(*a))), texts_of(warnings_of(record_of(*b))));
        EXPECT_EQ(checks_but_of_pieces(*a), checks_but_of_pieces(*b));
        expect_same_proofs(a->audit.proofs, b->audit.proofs);
        expect_same_measures(a->audit.measures, b->audit.measures);
        expect_same_risk(a->facts.risk.before, b->facts.risk.before);
        expect_same_risk(a->facts.risk.after, b->facts.risk.after);
        ASSERT_EQ(a->facts.disclosed.size(), b->facts.disclosed.size());
        for (std::size_t i = 0; i < a->facts.disclosed.size(); ++i) {
            EXPECT_EQ(a->facts.disclosed[i].rows, b->facts.disclosed[i].rows);
        }
        EXPECT_NEAR(a->outcome.loss, b->outcome.loss, 1e-9);
        job.options.strict = true;
        other.options.strict = true;
        EXPECT_EQ(refusal_of(job), refusal_of(other));
    }

    /// Code and words.
    static std::string refusal_of(const AnonymizeJob& job) {
        try {
            static_cast<void>(run_job(job));
        } catch (const Error& error) {
            return fmt::format("{} {}", static_cast<int>(error.code()), error.what());
        }
        return "was released";
    }

    static constexpr std::size_t kAtOnce = 500;
};

TEST_P(SameWords, OfANodeInPiecesAndOfAllRowsAtOnce) {
    load(made_people(4000, 40), 0, "people");
    for (const std::string method : {"datafly", "optimal"}) {
        const Policy policy = policy_of(method);
        const auto whole = run_job(job_of(policy, 0));
        ASSERT_GT(whole->audit.measures.suppressed_rows, 0U);
        Lines codes;
        for (const Warning& warning : warnings_of(record_of(*whole))) {
            codes.push_back(warning.code);
        }
        EXPECT_EQ(
            codes,
            (Lines{
                "twin-values", "unknown-spellings", "singles-out", "follows-from", "disclosure"}));
        EXPECT_EQ(whole->audit.checks.front(),
                  "identifying columns removed (id); 6 columns remain");
        expect_same(job_of(policy, 0), job_of(policy, bytes_of_distinct_rows(2200, 6)), true);
    }
}

TEST_P(SameWords, OfClassesInPiecesAndOfAllRowsAtOnce) {
    if (GetParam() != Engine::duckdb) {
        GTEST_SKIP() << "skipped: many rows, and SameRelease has them in every engine";
    }
    load(made_people(90'000, 40'000), 0, "people");
    Policy policy = policy_of("mondrian");
    policy.attribute("age").hierarchy = {};
    expect_same(job_of(policy, 0), job_of(policy, bytes_of_distinct_rows(80'000, 7)), true);
}

TEST_P(SameWords, OfSeveralDatabases) {
    if (GetParam() == Engine::duckdb) {
        GTEST_SKIP() << "skipped: the files of DuckDB are made one for a test";
    }
    const People people = made_people(4000, 40);
    load(people, 0, "people");
    const Policy policy = policy_of("datafly");
    expect_same(job_of(policy, 0), job_of_parts(policy, people, 0), false);
    expect_same(
        job_of(policy, 0), job_of_parts(policy, people, bytes_of_distinct_rows(2200, 6)), true);
}

/// A summary without what tells the roads apart: where things lie, how long they took, and how the
/// rows were held.
nlohmann::json said_by(const Result& result) {
    nlohmann::json out = nlohmann::json::parse(json_summary(record_of(result)));
    for (const char* key : {"source", "target", "sha256", "seconds", "peak_rss_mb", "search"}) {
        EXPECT_EQ(out.erase(key), 1U) << key;
    }
    auto& assumed = out.at("assumptions");
    for (auto line = assumed.begin(); line != assumed.end();) {
        const std::string text = *line;
        const bool of_road =
            text.find("in pieces") != std::string::npos || text.find("levels") != std::string::npos;
        line = of_road ? assumed.erase(line) : line + 1;
    }
    return out;
}

/// Sums of parts may differ in their last digits.
void expect_alike(const nlohmann::json& a, const nlohmann::json& b, const std::string& at) {
    if (a.is_number_float() && b.is_number_float()) {
        EXPECT_NEAR(a.get<double>(), b.get<double>(), 1e-9 * std::max(1.0, std::abs(double(a))))
            << at;
    } else if (a.is_structured() && a.type() == b.type() && a.size() == b.size()) {
        const auto pairs = a.items();
        auto other = b.begin();
        for (const auto& [key, value] : pairs) {
            const bool has_key = !b.is_object() || other.key() == key;
            EXPECT_TRUE(has_key) << at << "." << key;
            expect_alike(value, *other++, fmt::format("{}.{}", at, key));
        }
    } else {
        EXPECT_EQ(a, b) << at;
    }
}

TEST_P(SameWords, ByEveryRoad) {
    if (GetParam() == Engine::duckdb) {
        GTEST_SKIP() << "skipped: the files of DuckDB are made one for a test";
    }
    const People people = made_people(4000, 40);
    load(people, 0, "people");
    const Policy policy = policy_of("datafly");
    const std::uint64_t room = bytes_of_distinct_rows(2200, 6);

    const std::string csv = (folder_ / "people.csv").string();
    std::ofstream file(csv);
    file << fmt::format("{}\n", fmt::join(kNames, ","));
    for (const Lines& row : people) {
        file << fmt::format("{}\n", fmt::join(row, ","));
    }
    file.close();
    AnonymizeJob of_file;
    of_file.input = csv;
    of_file.output = (folder_ / "freed.csv").string();
    of_file.policy = policy;
    of_file.shuffle = true;
    of_file.write.force = true;

    const auto expected = run_job(of_file);
    const nlohmann::json words = said_by(*expected);
    ASSERT_GT(words.at("suppressed_rows"), 0);
    EXPECT_EQ(words.at("warnings").size(), 5U);
    const std::vector<std::pair<std::string, AnonymizeJob>> jobs{
        {"a table", job_of(policy, 0)},
        {"a table in pieces", job_of(policy, room)},
        {"three parts", job_of_parts(policy, people, 0)},
        {"three parts in pieces", job_of_parts(policy, people, room)}};
    for (const auto& [road, job] : jobs) {
        const auto result = run_job(job);
        expect_alike(words, said_by(*result), road);
        for (std::size_t i = 0; i < expected->audit.proofs.size(); ++i) {
            EXPECT_EQ(result->audit.proofs[i].holds, expected->audit.proofs[i].holds) << road;
        }
        EXPECT_EQ(checks_but_of_pieces(*result).size(), checks_but_of_pieces(*expected).size())
            << road;
    }
    AnonymizeOptions counted;
    counted.counts.assign(people.size(), 1);
    const auto of_frame = anonymize(read_table(csv, {}, {}).table, policy, RunContext{}, counted);
    expect_alike(words, said_by(*of_frame), "a frame");

    of_file.options.strict = true;
    const std::string refusal = refusal_of(of_file);
    EXPECT_NE(refusal.find("singles-out"), std::string::npos);
    for (auto [road, job] : jobs) {
        job.options.strict = true;
        EXPECT_EQ(refusal_of(job), refusal) << road;
    }
    counted.strict = true;
    EXPECT_THROW(
        static_cast<void>(anonymize(read_table(csv, {}, {}).table, policy, RunContext{}, counted)),
        Error);
}

TEST_P(SameWords, AndAcceptedOnesStopNobody) {
    load(made_people(4000, 40), 0, "people");
    Policy policy = policy_of("datafly");
    for (const std::string code :
         {"twin-values", "unknown-spellings", "singles-out", "follows-from", "disclosure"}) {
        policy.accept[code] = "made up";
    }
    AnonymizeJob job = job_of(policy, bytes_of_distinct_rows(2200, 6));
    job.options.strict = true;
    const auto result = run_job(job);
    EXPECT_FALSE(result->is_whole());
    EXPECT_THROW(static_cast<void>(html_report(record_of(*result))), Error);
    EXPECT_THROW(static_cast<void>(released_table(*result)), Error);
    EXPECT_TRUE(loss_by(Objective::gcp, *result).has_value());
    EXPECT_EQ(count_open(warnings_of(record_of(*result))), 0U);
    EXPECT_EQ(warnings_of(record_of(*result)).size(), 5U);
}

INSTANTIATE_TEST_SUITE_P(, SameWords, engines(), engine_name);

}  // namespace
}  // namespace kanon::engine
