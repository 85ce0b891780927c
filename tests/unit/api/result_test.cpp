// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/arrow.hpp"
#include "kanon/api/explore.hpp"
#include "kanon/api/kanon.hpp"
#include "kanon/api/table.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

constexpr std::int64_t kHiddenPay = 0x5EC2E7C0DE;

/// Three of a kind, three of another, and one whose every value is its own.
Table few_people() {
    TableBuilder builder;
    builder
        .add_text(
            "zip",
            std::vector<std::string>{"zipA", "zipA", "zipA", "zipB", "zipB", "zipB", "zipHidden"})
        .add_text(
            "ill",
            std::vector<std::string>{"illA", "illB", "illA", "illB", "illA", "illB", "illHidden"})
        .add_text("note",
                  std::vector<std::string>{
                      "noteA", "noteA", "noteA", "noteB", "noteB", "noteB", "noteHidden"})
        .add_integers("pay", std::vector<std::int64_t>{11, 12, 13, 14, 15, 16, kHiddenPay});
    return builder.finish();
}

Policy policy_with(SuppressedRows suppressed) {
    Policy policy = parse_policy(
        "attributes:\n"
        "  zip: {role: quasi-identifying, hierarchy: flat}\n"
        "  ill: {role: sensitive}\n"
        "  note: {role: insensitive}\n"
        "  pay: {role: insensitive}\n"
        "privacy: {k-anonymity: 3}\n"
        "suppression: {max: 1}\n"
        "method: optimal\n",
        "p.yaml");
    policy.suppressed = suppressed;
    return policy;
}

std::string reports_of(const Result& result) {
    return text_report(record_of(result)) + json_summary(record_of(result)) +
           html_report(record_of(result)) + recoding_text(result);
}

TEST(Result, MovesWithAllThatItsReportsTell) {
    auto made = anonymize(few_people(), policy_with(SuppressedRows::star), {});
    const std::string before = reports_of(*made);
    Result moved = std::move(*made);
    made.reset();
    EXPECT_EQ(reports_of(moved), before);
    Result assigned;
    assigned = std::move(moved);
    EXPECT_EQ(reports_of(assigned), before);
    EXPECT_EQ(loss_by(Objective::gcp, assigned), 1.0 / 7);
}

TEST(Exploration, MovesWithAllThatItsReportsTell) {
    const auto reports = [](const Exploration& one) {
        std::string out = space_svg(record_of(one)) + space_text(record_of(one));
        write_space_json(record_of(one), [&out](std::string_view part) { out += part; });
        return out;
    };
    auto made = explore(few_people(), policy_with(SuppressedRows::star), kExploredNodes, {});
    const std::string before = reports(*made);
    const Exploration moved = std::move(*made);
    made.reset();
    EXPECT_EQ(reports(moved), before);
}

/// All bytes that an array points to, as the formats of this test's columns have them.
std::string bytes_of(const ArrowSchema& schema, const ArrowArray& array) {
    const std::string format = schema.format;
    const auto rows = static_cast<std::size_t>(array.length);
    std::string out;
    if (format == "u") {
        const auto* offsets = static_cast<const std::int32_t*>(array.buffers[1]);
        out.append(static_cast<const char*>(array.buffers[2]),
                   static_cast<std::size_t>(offsets[rows]));
    } else {
        const std::size_t width = format == "l" ? sizeof(std::int64_t) : 1;
        EXPECT_TRUE(format == "l" || format == "C") << format;
        out.append(static_cast<const char*>(array.buffers[1]), rows * width);
    }
    return schema.dictionary == nullptr ? out
                                        : out + bytes_of(*schema.dictionary, *array.dictionary);
}

std::string arrow_bytes(const Table& table) {
    ArrowArrayStream stream;
    to_arrow(table, &stream);
    ArrowSchema schema;
    ArrowArray batch;
    EXPECT_EQ(stream.get_schema(&stream, &schema), 0);
    EXPECT_EQ(stream.get_next(&stream, &batch), 0);
    std::string out;
    for (std::int64_t j = 0; j < schema.n_children; ++j) {
        out += bytes_of(*schema.children[j], *batch.children[j]);
    }
    batch.release(&batch);
    schema.release(&schema);
    stream.release(&stream);
    return out;
}

std::string parquet_bytes(const Table& table) {
    const test::TemporaryFolder folder;
    PendingFile file(folder.at("release.parquet"), false);
    file.write_table(table, {}, {});
    file.commit();
    return folder.read("release.parquet");
}

std::string bytes_of_pay(std::int64_t pay) {
    std::string out(sizeof(pay), '\0');
    std::memcpy(out.data(), &pay, sizeof(pay));
    return out;
}

class ValuesOfSuppressedRows : public testing::TestWithParam<SuppressedRows> {};

TEST_P(ValuesOfSuppressedRows, AreInNoByteOfAnOutput) {
    const auto result = anonymize(few_people(), policy_with(GetParam()), {});
    ASSERT_EQ(result->audit.measures.suppressed_rows, 1U);
    for (const std::string& bytes : {arrow_bytes(result->whole().release.table),
                                     parquet_bytes(result->whole().release.table)}) {
        // What is released is found, so what is not found is not there.
        for (const char* released : {"zipA", "zipB", "illA", "illB", "noteA", "noteB"}) {
            EXPECT_NE(bytes.find(released), std::string::npos) << released;
        }
        EXPECT_NE(bytes.find(bytes_of_pay(16)), std::string::npos);
        EXPECT_EQ(bytes.find("Hidden"), std::string::npos);
        EXPECT_EQ(bytes.find(bytes_of_pay(kHiddenPay)), std::string::npos);
    }
}

INSTANTIATE_TEST_SUITE_P(Modes,
                         ValuesOfSuppressedRows,
                         testing::Values(SuppressedRows::star, SuppressedRows::drop),
                         [](const auto& one) {
                             return one.param == SuppressedRows::star ? "star" : "drop";
                         });

}  // namespace
}  // namespace kanon
