// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/arrow.hpp"
#include "kanon/kanon.h"
#include "kanon/table/column.hpp"
#include "kanon/table/table.hpp"

#include "c_interface_cases.hpp"
#include "support/arrow_streams.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace kanon::test {
namespace {

constexpr const char* kIlls = "sex,ill\nF,x\nF,x\nF,x\nF,y\nM,x\nM,x\nM,y\nM,y\nM,y\n";

kanon_tabulate_job tables_by(const kanon_input& input, const char* by) {
    kanon_tabulate_job out = KANON_TABULATE_JOB_INIT;
    out.input = &input;
    out.by = by;
    out.k = 2;
    return out;
}

TEST(CTabulate, MakesCountTablesAndJudgesThem) {
    const TemporaryFolder folder;
    const std::string path = folder.write("ills.csv", kIlls);
    const kanon_input input = file_input(path);
    kanon_tabulate_job job = tables_by(input, R"([["sex", "ill"], "ill"])");
    Handles made;
    ASSERT_EQ(kanon_tabulate(&job, nullptr, &made.findings, &made.error), KANON_OK)
        << made.message();
    const auto found = nlohmann::json::parse(kanon_findings_json(made.findings));
    EXPECT_EQ(found.at("verdict"), "proven");
    EXPECT_EQ(found.at("secondary"), 3);
    EXPECT_NE(std::string(kanon_findings_text(made.findings)).find("4 suppressed"),
              std::string::npos);
    ArrowArrayStream stream{};
    ASSERT_EQ(kanon_findings_rows(made.findings, &stream, nullptr), KANON_OK);
    const Table tables = from_arrow(&stream);
    ASSERT_EQ(tables.names(), (std::vector<std::string_view>{"sex", "ill", "count"}));
    EXPECT_EQ(tables.column(2).text(0), "*");
    EXPECT_EQ(tables.column(0).text(8), "Total");

    to_arrow(tables, &stream);
    kanon_input published = KANON_INPUT_INIT;
    published.stream = &stream;
    job.check = &published;
    Handles judged;
    ASSERT_EQ(kanon_tabulate(&job, nullptr, &judged.findings, &judged.error), KANON_OK)
        << judged.message();
    EXPECT_EQ(nlohmann::json::parse(kanon_findings_json(judged.findings)).at("verdict"), "proven");

    const std::string primary = folder.write("primary.csv",
                                             "sex,ill,count\nF,x,*\nF,y,1\nM,x,*\nM,y,*\nF,all,"
                                             "4\nM,all,5\nall,x,5\nall,y,4\nall,all,9\n");
    const kanon_input told = file_input(primary);
    job.check = &told;
    job.total = "all";
    Handles broken;
    ASSERT_EQ(kanon_tabulate(&job, nullptr, &broken.findings, &broken.error), KANON_OK)
        << broken.message();
    EXPECT_EQ(nlohmann::json::parse(kanon_findings_json(broken.findings)).at("verdict"), "broken");
}

TEST(CTabulate, CountsByLevelsOfAPolicy) {
    const TemporaryFolder folder;
    const std::string path = folder.write("people.csv", kPeople);
    const kanon_input input = file_input(path);
    kanon_tabulate_job job = tables_by(input, R"([["age@1"], ["sex"]])");
    job.policy = R"({"attributes": {"age": {"hierarchy": {"intervals": [30, 60]}}}})";
    Handles handles;
    ASSERT_EQ(kanon_tabulate(&job, nullptr, &handles.findings, &handles.error), KANON_OK)
        << handles.message();
    ArrowArrayStream stream{};
    ASSERT_EQ(kanon_findings_rows(handles.findings, &stream, nullptr), KANON_OK);
    const Table tables = from_arrow(&stream);
    EXPECT_EQ(tables.names(), (std::vector<std::string_view>{"age@1", "sex", "count"}));
    EXPECT_EQ(tables.column(0).dictionary->text(0), "Total");
    EXPECT_EQ(tables.column(0).dictionary->text(1), "[30, 59]");
    job.policy = "a: [";
    Handles refused;
    EXPECT_EQ(kanon_tabulate(&job, nullptr, &refused.findings, nullptr), KANON_BAD_POLICY);
}

TEST(CTabulate, RefusesCountTablesThatAreWrong) {
    const TemporaryFolder folder;
    const std::string path = folder.write("ills.csv", kIlls);
    const kanon_input input = file_input(path);
    for (const char* by : {"sex", R"({"sex": 1})", "[[1]]", "[[]]", "[]", R"([["age"]])"}) {
        Handles handles;
        const kanon_tabulate_job job = tables_by(input, by);
        EXPECT_EQ(kanon_tabulate(&job, nullptr, &handles.findings, &handles.error), KANON_USAGE)
            << by;
        EXPECT_EQ(handles.findings, nullptr);
    }
    Handles handles;
    const kanon_tabulate_job job = tables_by(input, nullptr);
    EXPECT_EQ(kanon_tabulate(&job, nullptr, &handles.findings, &handles.error), KANON_USAGE);
    EXPECT_EQ(kanon_tabulate(nullptr, nullptr, &handles.findings, nullptr), KANON_USAGE);
}

}  // namespace
}  // namespace kanon::test
