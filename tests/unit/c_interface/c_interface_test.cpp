// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/arrow.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/kanon.h"

#include "c_interface_cases.hpp"
#include "support/arrow_streams.hpp"
#include "support/tables.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <atomic>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>

namespace kanon::test {
namespace {

constexpr const char* kPolicy =
    "attributes:\n  name: {role: identifying}\n  age: {role: quasi-identifying}\n"
    "  sex: {role: quasi-identifying}\n  ill: {role: sensitive}\n"
    "privacy: {k-anonymity: 3}\n";

constexpr const char* kPolicyAsJson =
    R"({"attributes": {"name": {"role": "identifying"}, "age": {"role": "quasi-identifying"},
        "sex": {"role": "quasi-identifying"}, "ill": {"role": "sensitive"}},
        "privacy": {"k-anonymity": 3}})";

kanon_anonymize_job job_of(const kanon_input& input, const char* policy) {
    kanon_anonymize_job out = KANON_ANONYMIZE_JOB_INIT;
    out.input = &input;
    out.policy = policy;
    return out;
}

Table released(kanon_result* result) {
    ArrowArrayStream stream{};
    EXPECT_EQ(kanon_result_release(result, &stream, nullptr), KANON_OK);
    return from_arrow(&stream);
}

std::string text_of(decltype(&kanon_result_summary) call, kanon_result* result) {
    const char* text = nullptr;
    EXPECT_EQ(call(result, &text, nullptr), KANON_OK);
    return text == nullptr ? "" : text;
}

void expect_same(const Table& a, const Table& b) {
    ASSERT_EQ(a.names(), b.names());
    ASSERT_EQ(a.row_count(), b.row_count());
    for (std::size_t column = 0; column < a.column_count(); ++column) {
        for (std::size_t row = 0; row < a.row_count(); ++row) {
            EXPECT_EQ(a.column(column).text(row), b.column(column).text(row))
                << row << ", " << column;
        }
    }
}

/// Six rows of an age.
MadeStream& add_ages(MadeStream& stream) {
    return stream.batch(
        {MadeArray(6).buffer<char>({}).buffer<std::int32_t>({31, 32, 33, 61, 62, 63}).finish()}, 6);
}

TEST(CInterface, GivesTheReleaseOfTheLibrary) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input input = file_input(path);
    const kanon_anonymize_job job = job_of(input, kPolicy);
    Handles handles;
    ASSERT_EQ(kanon_anonymize(&job, nullptr, &handles.result, &handles.error), KANON_OK)
        << handles.message();
    Policy policy = parse_policy(kPolicy, "policy");
    policy.file.clear();
    AnonymizeJob by_library;
    by_library.input = folder.at("people.csv");
    by_library.policy = policy;
    const auto expected = run_job(by_library);
    expect_same(released(handles.result), released_table(*expected));
    EXPECT_EQ(text_of(kanon_result_recoding, handles.result), recoding_text(*expected));
    const auto summary = nlohmann::json::parse(text_of(kanon_result_summary, handles.result));
    EXPECT_EQ(summary["rows"], 6);
    EXPECT_EQ(summary["k"], 3);
    EXPECT_NE(text_of(kanon_result_report, handles.result).find("<html"), std::string::npos);
    EXPECT_NE(text_of(kanon_result_text, handles.result).find("Proven"), std::string::npos);
}

TEST(CInterface, TakesThePolicyAsJson) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input input = file_input(path);
    Handles yaml;
    Handles json;
    const kanon_anonymize_job by_yaml = job_of(input, kPolicy);
    const kanon_anonymize_job by_json = job_of(input, kPolicyAsJson);
    ASSERT_EQ(kanon_anonymize(&by_yaml, nullptr, &yaml.result, nullptr), KANON_OK);
    ASSERT_EQ(kanon_anonymize(&by_json, nullptr, &json.result, &json.error), KANON_OK)
        << json.message();
    expect_same(released(yaml.result), released(json.result));
}

TEST(CInterface, RepeatsARunByItsPolicy) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input input = file_input(path);
    const kanon_anonymize_job job = job_of(input, "privacy: {k-anonymity: 3}");
    Handles first;
    ASSERT_EQ(kanon_anonymize(&job, nullptr, &first.result, nullptr), KANON_OK);
    const std::string policy = text_of(kanon_result_policy, first.result);
    const kanon_anonymize_job again = job_of(input, policy.c_str());
    Handles second;
    ASSERT_EQ(kanon_anonymize(&again, nullptr, &second.result, &second.error), KANON_OK)
        << second.message();
    expect_same(released(first.result), released(second.result));
}

TEST(CInterface, TakesAStreamAndReleasesIt) {
    MadeStream ages(std::vector<MadeField>{{.name = "age", .format = "i"}});
    add_ages(ages);
    kanon_input input = KANON_INPUT_INIT;
    input.stream = &ages.stream;
    const kanon_anonymize_job job =
        job_of(input, "attributes: {age: {role: quasi-identifying}}\nprivacy: {k-anonymity: 3}\n");
    Handles handles;
    ASSERT_EQ(kanon_anonymize(&job, nullptr, &handles.result, &handles.error), KANON_OK)
        << handles.message();
    EXPECT_EQ(ages.releases, 1);
    EXPECT_EQ(ages.stream.release, nullptr);
    EXPECT_EQ(released(handles.result).row_count(), 6U);
}

TEST(CInterface, ReleasesTheStreamWhateverElseIsWrong) {
    MadeStream ages(std::vector<MadeField>{{.name = "age", .format = "i"}});
    add_ages(ages);
    kanon_input input = KANON_INPUT_INIT;
    input.stream = &ages.stream;
    const kanon_anonymize_job job = job_of(input, "privacy: {k-anonimity: 3}\n");
    Handles handles;
    EXPECT_EQ(kanon_anonymize(&job, nullptr, &handles.result, &handles.error), KANON_BAD_POLICY);
    EXPECT_EQ(ages.releases, 1);
    EXPECT_EQ(handles.result, nullptr);
    EXPECT_NE(handles.message().find("k-anonymity"), std::string::npos) << handles.message();
}

TEST(CInterface, SaysWhereAFaultLies) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input input = file_input(path);
    kanon_anonymize_job job = job_of(input, "privacy: {k-anonymity: 3}\nprivcy: 1\n");
    job.policy_name = "people.yaml";
    Handles handles;
    EXPECT_EQ(kanon_anonymize(&job, nullptr, &handles.result, &handles.error), KANON_BAD_POLICY);
    EXPECT_STREQ(kanon_error_file(handles.error), "people.yaml");
    EXPECT_EQ(kanon_error_line(handles.error), 2U);
    EXPECT_EQ(kanon_error_column(handles.error), 1U);
}

/// What is wrong with a call, and a word of what is said of it.
struct WrongCall {
    const char* says;
    int32_t status;
    void (*spoil)(kanon_anonymize_job&, kanon_input&, kanon_run&);
};

TEST(CInterface, RefusesWrongCalls) {
    const std::array<WrongCall, 10> wrong{{
        {"policy is null", KANON_USAGE, [](auto& job, auto&, auto&) { job.policy = nullptr; }},
        {"neither a path nor a stream",
         KANON_USAGE,
         [](auto&, auto& input, auto&) { input.path = nullptr; }},
        {"neither a path nor a stream",
         KANON_USAGE,
         [](auto& job, auto&, auto&) { job.input = nullptr; }},
        {"struct_size", KANON_USAGE, [](auto& job, auto&, auto&) { job.struct_size = 0; }},
        {"struct_size", KANON_USAGE, [](auto&, auto& input, auto&) { input.struct_size = 3; }},
        {"time limit", KANON_USAGE, [](auto&, auto&, auto& run) { run.time_limit_seconds = -1; }},
        {"no such file",
         KANON_BAD_INPUT,
         [](auto&, auto& input, auto&) { input.path = "nobody/nowhere.csv"; }},
        {"fewer than k = 700",
         KANON_INFEASIBLE,
         [](auto& job, auto&, auto&) {
             job.policy =
                 "attributes: {age: {role: quasi-identifying}}\n"
                 "privacy: {k-anonymity: 700}\n";
         }},
        {"--replace is for tables of databases",
         KANON_USAGE,
         [](auto& job, auto&, auto&) { job.replace = 1; }},
        {"the same file as an input",
         KANON_USAGE,
         [](auto& job, auto& input, auto&) { job.output = input.path; }},
    }};
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const std::string before = folder.read("people.csv");
    for (const WrongCall& call : wrong) {
        kanon_input input = file_input(path);
        kanon_anonymize_job job = job_of(input, kPolicy);
        kanon_run run = KANON_RUN_INIT;
        call.spoil(job, input, run);
        Handles handles;
        const int32_t status = kanon_anonymize(&job, &run, &handles.result, &handles.error);
        EXPECT_EQ(status, call.status) << handles.message();
        EXPECT_EQ(handles.result, nullptr);
        EXPECT_NE(handles.message().find(call.says), std::string::npos) << handles.message();
        EXPECT_EQ(folder.read("people.csv"), before);
    }
    EXPECT_EQ(kanon_anonymize(nullptr, nullptr, nullptr, nullptr), KANON_USAGE);
}

/// A caller that was compiled with a later header: what it leaves zero is all right.
TEST(CInterface, KnowsStructsOfOtherVersions) {
    struct Later {
        kanon_run run = KANON_RUN_INIT;
        std::uint64_t added = 0;
    };

    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input input = file_input(path);
    const kanon_anonymize_job job = job_of(input, kPolicy);
    Later later;
    later.run.struct_size = sizeof(Later);
    Handles handles;
    EXPECT_EQ(kanon_anonymize(&job, &later.run, &handles.result, nullptr), KANON_OK);
    later.added = 1;
    Handles refused;
    EXPECT_EQ(kanon_anonymize(&job, &later.run, &refused.result, &refused.error), KANON_USAGE);
    EXPECT_NE(refused.message().find("later version"), std::string::npos) << refused.message();
    kanon_run earlier = KANON_RUN_INIT;
    earlier.struct_size = offsetof(kanon_run, threads);
    earlier.time_limit_seconds = -1;  // lies behind what an earlier caller gives
    Handles old;
    EXPECT_EQ(kanon_anonymize(&job, &earlier, &old.result, nullptr), KANON_OK);
}

TEST(CInterface, WritesWhatTheCommandWrites) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input input = file_input(path);
    kanon_anonymize_job job = job_of(input, kPolicy);
    const std::string output = folder.at("release.csv");
    const std::string summary = folder.at("summary.json");
    job.output = output.c_str();
    job.summary = summary.c_str();
    Handles handles;
    ASSERT_EQ(kanon_anonymize(&job, nullptr, &handles.result, &handles.error), KANON_OK)
        << handles.message();
    EXPECT_EQ(folder.read("summary.json"), text_of(kanon_result_summary, handles.result));
    EXPECT_EQ(folder.read("release.csv").substr(0, 11), "age,sex,ill");
    Handles again;
    EXPECT_EQ(kanon_anonymize(&job, nullptr, &again.result, &again.error), KANON_BAD_OUTPUT);
    job.force = 1;
    EXPECT_EQ(kanon_anonymize(&job, nullptr, &again.result, nullptr), KANON_OK);
}

TEST(CInterface, VerifiesARelease) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input original = file_input(path);
    const std::string output = folder.at("release.csv");
    kanon_anonymize_job made = job_of(original, kPolicy);
    made.output = output.c_str();
    Handles handles;
    ASSERT_EQ(kanon_anonymize(&made, nullptr, &handles.result, nullptr), KANON_OK);
    const kanon_input release = file_input(output);
    kanon_verify_job job = KANON_VERIFY_JOB_INIT;
    job.original = &original;
    job.release = &release;
    job.policy = kPolicy;
    ASSERT_EQ(kanon_verify(&job, nullptr, &handles.audit, &handles.error), KANON_OK);
    EXPECT_EQ(kanon_audit_verdict(handles.audit), KANON_HOLDS);
    EXPECT_EQ(nlohmann::json::parse(kanon_audit_json(handles.audit))["verdict"], "holds");

    folder.write("release.csv", kPeople);
    Handles broken;
    ASSERT_EQ(kanon_verify(&job, nullptr, &broken.audit, nullptr), KANON_OK);
    EXPECT_EQ(kanon_audit_verdict(broken.audit), KANON_BROKEN);
    const auto found = nlohmann::json::parse(kanon_audit_json(broken.audit));
    EXPECT_EQ(found["verdict"], "broken");
    EXPECT_FALSE(found["faults"].empty());
}

TEST(CInterface, ALedgerIsKeptFromReleaseToRelease) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const std::string ledger = folder.at("study.ledger");
    const std::string output = folder.at("release.csv");
    const std::string policy = std::string(kPolicy) + "person: name\n";
    const kanon_input original = file_input(path);
    Handles handles;
    ASSERT_EQ(kanon_ledger_make(ledger.c_str(), &handles.error), KANON_OK) << handles.message();
    EXPECT_EQ(kanon_ledger_make(ledger.c_str(), nullptr), KANON_BAD_OUTPUT);
    kanon_anonymize_job job = job_of(original, policy.c_str());
    job.output = output.c_str();
    job.ledger = ledger.c_str();
    ASSERT_EQ(kanon_anonymize(&job, nullptr, &handles.result, &handles.error), KANON_OK)
        << handles.message();

    kanon_study_job shown = KANON_STUDY_JOB_INIT;
    shown.verb = "ledger";
    const std::string options = nlohmann::json{{"file", ledger}}.dump();
    shown.options = options.c_str();
    ASSERT_EQ(kanon_study(&shown, nullptr, &handles.findings, &handles.error), KANON_OK)
        << handles.message();
    EXPECT_EQ(nlohmann::json::parse(kanon_findings_json(handles.findings)),
              nlohmann::json::parse(R"([{"persons": 6, "k": 3}])"));

    const kanon_input release = file_input(output);
    kanon_verify_job verified = KANON_VERIFY_JOB_INIT;
    verified.original = &original;
    verified.release = &release;
    verified.policy = policy.c_str();
    verified.ledger = ledger.c_str();
    ASSERT_EQ(kanon_verify(&verified, nullptr, &handles.audit, &handles.error), KANON_OK)
        << handles.message();
    EXPECT_EQ(kanon_audit_verdict(handles.audit), KANON_HOLDS);

    folder.write("study.ledger", "broken");
    Handles broken;
    EXPECT_EQ(kanon_verify(&verified, nullptr, &broken.audit, &broken.error), KANON_BAD_INPUT);
}

/// What a verb finds of a table, which is a file.
nlohmann::json found_of(const char* verb, const kanon_input& table, const char* options) {
    kanon_study_job job = KANON_STUDY_JOB_INIT;
    job.verb = verb;
    job.table = &table;
    job.policy = kPolicy;
    job.options = options;
    Handles handles;
    EXPECT_EQ(kanon_study(&job, nullptr, &handles.findings, &handles.error), KANON_OK)
        << handles.message();
    return nlohmann::json::parse(kanon_findings_json(handles.findings), nullptr, false);
}

TEST(CInterface, AnswersWhatTheVerbsAnswer) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input table = file_input(path);
    EXPECT_EQ(found_of("inspect", table, nullptr)["columns"].size(), 4U);
    EXPECT_EQ(found_of("risk", table, R"({"threshold": 0.5})")["threshold"], 0.5);
    EXPECT_EQ(found_of("compare", table, R"({"ks": [2, 3]})")["runs"].size(), 2U);
    const auto policy = found_of("policy", table, nullptr);
    EXPECT_EQ(policy["privacy"]["k-anonymity"], 3);
    EXPECT_EQ(policy["attributes"]["age"]["role"], "quasi-identifying");
}

TEST(CInterface, HoldsAReleaseAgainstOriginalAndList) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input table = file_input(path);
    const kanon_anonymize_job made = job_of(table, kPolicy);
    Handles handles;
    ASSERT_EQ(kanon_anonymize(&made, nullptr, &handles.result, nullptr), KANON_OK);
    ArrowArrayStream stream{};
    kanon_input release = KANON_INPUT_INIT;
    release.stream = &stream;
    kanon_study_job job = KANON_STUDY_JOB_INIT;
    job.table = &table;
    job.release = &release;
    job.policy = kPolicy;
    job.verb = "evaluate";
    job.options = R"({"parts": ["statistics"]})";
    ASSERT_EQ(kanon_result_release(handles.result, &stream, nullptr), KANON_OK);
    ASSERT_EQ(kanon_study(&job, nullptr, &handles.findings, &handles.error), KANON_OK)
        << handles.message();
    EXPECT_EQ(nlohmann::json::parse(kanon_findings_json(handles.findings))["original_rows"], 6);
    EXPECT_NE(std::string(kanon_findings_page(handles.findings)).find("<html"), std::string::npos);

    Handles linked;
    job.verb = "attack link";
    job.list = &table;
    job.options = R"({"on": ["age", "sex=sex"]})";
    ASSERT_EQ(kanon_result_release(handles.result, &stream, nullptr), KANON_OK);
    ASSERT_EQ(kanon_study(&job, nullptr, &linked.findings, &linked.error), KANON_OK)
        << linked.message();
    const auto found = nlohmann::json::parse(kanon_findings_json(linked.findings));
    EXPECT_EQ(found["release"]["outside"]["certain"], 0);
    EXPECT_EQ(found["original"]["outside"]["certain"], 6);
}

/// What a verb finds of linked tables; its JSON.
nlohmann::json linked_found(kanon_linked_job job, const char* verb) {
    job.verb = verb;
    Handles handles;
    EXPECT_EQ(kanon_linked(&job, nullptr, &handles.findings, &handles.error), KANON_OK)
        << handles.message();
    return nlohmann::json::parse(kanon_findings_json(handles.findings), nullptr, false);
}

TEST(CInterface, ReleasesLinkedTablesAndProvesThem) {
    const TemporaryFolder folder;
    folder.write("persons.csv", "pid,age\na,30\nb,30\nc,60\nd,60\n");
    folder.write("stays.csv", "pid,ward,ill\na,X,flu\nb,X,cold\nc,Y,flu\nd,Y,gout\n");
    const std::string policy = folder.write(
        "p.yaml",
        "schema:\n  persons: {file: persons.csv, key: pid, attributes: {age: {role: "
        "quasi-identifying}}}\n  stays: {file: stays.csv, of: persons, by: pid, attributes: {ward: "
        "{role: quasi-identifying}, ill: {role: insensitive}}}\nprivacy: {k-anonymity: 2}\n");
    const std::string text = folder.read("p.yaml");
    const std::string out = folder.at("out");
    kanon_linked_job job = KANON_LINKED_JOB_INIT;
    job.policy = text.c_str();
    job.policy_name = policy.c_str();
    job.release = out.c_str();
    EXPECT_EQ(linked_found(job, "anonymize")["audit"]["least_class"], 2);
    EXPECT_EQ(linked_found(job, "verify")["passed"], true);
    EXPECT_EQ(linked_found(job, "attack link")["below_k"], 0);
    EXPECT_EQ(linked_found(job, "risk")["after"]["uniques"], 0);

    Handles handles;
    job.verb = "anonymise";
    EXPECT_EQ(kanon_linked(&job, nullptr, &handles.findings, &handles.error), KANON_USAGE);
    EXPECT_NE(handles.message().find("'anonymize'"), std::string::npos) << handles.message();
    Handles again;
    job.verb = "anonymize";
    EXPECT_EQ(kanon_linked(&job, nullptr, &again.findings, &again.error), KANON_BAD_OUTPUT);
}

TEST(CInterface, GivesTheRiskOfEachRow) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input table = file_input(path);
    kanon_study_job job = KANON_STUDY_JOB_INIT;
    job.verb = "risk";
    job.table = &table;
    job.policy = kPolicy;
    job.options = R"({"rows": true})";
    Handles handles;
    ASSERT_EQ(kanon_study(&job, nullptr, &handles.findings, &handles.error), KANON_OK)
        << handles.message();
    ArrowArrayStream stream{};
    ASSERT_EQ(kanon_findings_rows(handles.findings, &stream, nullptr), KANON_OK);
    EXPECT_EQ(from_arrow(&stream).row_count(), 6U);
    EXPECT_EQ(kanon_findings_rows(nullptr, &stream, nullptr), KANON_USAGE);
}

TEST(CInterface, RefusesQuestionsThatAreWrong) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input table = file_input(path);

    struct Wrong {
        const char* verb;
        const char* options;
        const char* says;
    };

    constexpr std::array<Wrong, 7> kWrong{{
        {"riks", nullptr, "did you mean 'risk'"},
        {nullptr, nullptr, "verb is null"},
        {"risk", "[]", "no JSON object"},
        {"risk", R"({"treshold": 1})", "did you mean 'threshold'"},
        {"risk", R"({"threshold": "1"})", "a number is needed"},
        {"compare", R"({"ks": [-1]})", "a whole number"},
        {"evaluate", nullptr, "release has neither a path nor a stream"},
    }};
    for (const Wrong& wrong : kWrong) {
        kanon_study_job job = KANON_STUDY_JOB_INIT;
        job.verb = wrong.verb;
        job.table = &table;
        job.policy = kPolicy;
        job.options = wrong.options;
        Handles handles;
        EXPECT_EQ(kanon_study(&job, nullptr, &handles.findings, &handles.error), KANON_USAGE);
        EXPECT_EQ(handles.findings, nullptr);
        EXPECT_NE(handles.message().find(wrong.says), std::string::npos) << handles.message();
    }
}

TEST(CInterface, ReadsFilesAsItIsTold) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.txt", "31;f\n32;m\n");
    kanon_input table = file_input(path);
    table.read = R"({"delimiter": ";", "header": false})";
    const auto seen = found_of("inspect", table, nullptr);
    EXPECT_EQ(seen["rows"], 2);
    EXPECT_EQ(seen["columns"].size(), 2U);
}

TEST(CInterface, GivesAuditAndWarningsOfARelease) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input input = file_input(path);
    const kanon_anonymize_job job = job_of(input, kPolicy);
    Handles handles;
    ASSERT_EQ(kanon_anonymize(&job, nullptr, &handles.result, nullptr), KANON_OK);
    const auto audit = nlohmann::json::parse(text_of(kanon_result_audit, handles.result));
    EXPECT_EQ(audit["verdict"], "holds");
    const auto warnings = nlohmann::json::parse(text_of(kanon_result_warnings, handles.result));
    ASSERT_TRUE(warnings.is_array());
    for (const auto& warning : warnings) {
        EXPECT_FALSE(warning["remedy"].get<std::string>().empty());
    }
}

TEST(CInterface, StopsWhenItIsAsked) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input input = file_input(path);
    const kanon_anonymize_job job = job_of(input, kPolicy);
    kanon_run run = KANON_RUN_INIT;
    kanon_stop* const stop = kanon_stop_new();
    run.stop = stop;
    kanon_stop_now(stop);
    Handles handles;
    EXPECT_EQ(kanon_anonymize(&job, &run, &handles.result, &handles.error), KANON_CANCELLED);
    kanon_stop_free(stop);
}

TEST(CInterface, RunsInSeveralThreadsAtOnce) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    std::array<std::string, 4> found;
    std::vector<std::thread> threads;
    threads.reserve(found.size());
    for (std::string& one : found) {
        threads.emplace_back([&one, &path] {
            const kanon_input input = file_input(path);
            const kanon_anonymize_job job = job_of(input, kPolicy);
            Handles handles;
            if (kanon_anonymize(&job, nullptr, &handles.result, nullptr) == KANON_OK) {
                one = text_of(kanon_result_recoding, handles.result);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_FALSE(found[0].empty());
    EXPECT_EQ(std::count(found.begin(), found.end(), found[0]), 4);
}

TEST(CInterface, SaysItsVersion) {
    EXPECT_EQ(kanon_abi_version(), KANON_ABI_VERSION);
    EXPECT_EQ(kanon_version(), std::string(version()));
}

TEST(CInterface, TakesNullWhereNothingIsHeld) {
    kanon_error_free(nullptr);
    kanon_result_free(nullptr);
    kanon_audit_free(nullptr);
    kanon_stop_free(nullptr);
    kanon_stop_now(nullptr);
    EXPECT_STREQ(kanon_error_message(nullptr), "");
    EXPECT_EQ(kanon_audit_verdict(nullptr), KANON_COULD_NOT_TELL);
    const char* text = nullptr;
    EXPECT_EQ(kanon_result_summary(nullptr, &text, nullptr), KANON_USAGE);
    EXPECT_EQ(text, nullptr);
}

}  // namespace
}  // namespace kanon::test
