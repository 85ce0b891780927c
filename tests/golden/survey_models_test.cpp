// SPDX-License-Identifier: Apache-2.0
// Ciriani, De Capitani di Vimercati, Foresti, Samarati: k-Anonymity (2007), section 3: the models
// of global recoding as settings of a policy, on the table of Fig. 9.
#include "kanon/api/kanon.hpp"

#include "support/survey.hpp"
#include "support/tables.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kanon::test {
namespace {

/// Fig. 9(a); dates as text, for their hierarchy is the figure's.
Table private_table() {
    const std::vector<std::vector<std::string>> columns{
        {"asian", "asian", "asian", "asian", "asian", "black", "black", "white", "white"},
        {"64/04/12",
         "64/09/13",
         "64/04/15",
         "63/03/13",
         "63/03/18",
         "64/09/27",
         "64/09/27",
         "64/09/27",
         "64/09/27"},
        {"F", "F", "F", "M", "M", "F", "F", "F", "F"},
        {"94142", "94141", "94139", "94139", "94139", "94138", "94139", "94139", "94141"}};
    const std::vector<std::string> names{"Race", "DOB", "Sex", "ZIP"};
    std::vector<std::shared_ptr<const Column>> out;
    for (std::size_t j = 0; j < names.size(); ++j) {
        out.push_back(column_of(names[j], columns[j], ValueType::text));
    }
    return {std::move(out), columns[0].size()};
}

/// Every quasi-identifier with one more setting.
std::string each_with(const std::string& setting) {
    std::string out = "attributes:\n";
    for (const char* name : {"Race", "DOB", "Sex", "ZIP"}) {
        out += std::string("  ") + name + ": {role: quasi-identifying, " + setting + "}\n";
    }
    return out + "privacy: {k-anonymity: 2}\n";
}

std::unique_ptr<Result> run(const std::string& policy) {
    return anonymize(private_table(), parse_policy(policy, "policy.yaml"), RunContext{});
}

/// The released rows, each ended by `;` and a line break.
std::string rows_of(const Result& result) {
    const Table& table = result.whole().release.table;
    std::string out;
    for (std::size_t row = 0; row < table.row_count(); ++row) {
        for (std::size_t j = 0; j < table.column_count(); ++j) {
            out += (j > 0 ? " " : "") + std::string(table.column(j).text(row));
        }
        out += ";\n";
    }
    return out;
}

TEST(SurveyModels, AgTsIsALevelForEachColumnAndALimitOnSuppressedRows) {
    const auto result = run(std::string(kFigure9Hierarchies) +
                            "suppression: {max: 1, rows: drop}\nmethod: samarati\n");
    EXPECT_EQ(rows_of(*result),
              "asian 64/04 F 941**;\nasian 64/04 F 941**;\n"
              "asian 63/03 M 941**;\nasian 63/03 M 941**;\n"
              "black 64/09 F 941**;\nblack 64/09 F 941**;\n"
              "white 64/09 F 941**;\nwhite 64/09 F 941**;\n");
}

TEST(SurveyModels, AgIsAgTsWithoutSuppression) {
    const auto result = run(std::string(kFigure9Hierarchies) +
                            "suppression: {max: 0}\nmethod: samarati\n"
                            "objective: relative-height\n");
    EXPECT_EQ(rows_of(*result),
              "asian 64 F 941**;\nasian 64 F 941**;\nasian 64 F 941**;\n"
              "asian 63 M 941**;\nasian 63 M 941**;\n"
              "black 64 F 941**;\nblack 64 F 941**;\nwhite 64 F 941**;\nwhite 64 F 941**;\n");
}

TEST(SurveyModels, TsIsAgTsWithLevelsOfZero) {
    for (const char* method : {"optimal", "samarati", "mingen", "incognito", "datafly"}) {
        const std::string policy = each_with("hierarchy: flat, levels: [0, 0]") +
                                   "suppression: {max: 100%, rows: drop}\nmethod: " + method + "\n";
        try {
            static_cast<void>(run(policy));
            ADD_FAILURE() << method << " released a table of rows that all stand alone";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::infeasible) << method << ": " << error.what();
        }
    }
    // Race and ZIP alone: three rows are alike, all others go.
    const std::string two = std::string("attributes:\n") +
                            "  Race: {role: quasi-identifying, levels: [0, 0], hierarchy: flat}\n"
                            "  ZIP: {role: quasi-identifying, levels: [0, 0], hierarchy: flat}\n"
                            "  DOB: {role: identifying}\n  Sex: {role: identifying}\n"
                            "privacy: {k-anonymity: 2}\nsuppression: {max: 7, rows: drop}\n";
    EXPECT_EQ(rows_of(*run(two + "method: optimal\n")),
              "asian 94139;\nasian 94139;\nasian 94139;\n");
}

TEST(SurveyModels, AsIsAgWithHierarchiesOfStarsAlone) {
    const auto result =
        run(each_with("hierarchy: flat") + "suppression: {max: 0}\nmethod: samarati\n");
    EXPECT_EQ(rows_of(*result),
              "asian * F *;\nasian * F *;\nasian * F *;\nasian * M *;\nasian * M *;\n"
              "black * F *;\nblack * F *;\nwhite * F *;\nwhite * F *;\n");
}

}  // namespace
}  // namespace kanon::test
