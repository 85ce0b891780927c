// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/foreign/foreign_file.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/table_reader.hpp"
#include "kanon/io/writing/pending_file.hpp"

#include "support/tables.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace kanon::io {
namespace {

using namespace std::string_literals;

struct ForeignCase {
    const char* name;
    std::string bytes;
    const char* says;
};

class ForeignFile : public testing::TestWithParam<ForeignCase> {};

TEST_P(ForeignFile, IsCalledWhatItIsUnderAnyName) {
    const test::TemporaryFolder folder;
    for (const char* name : {"t.csv", "t.jsonl", "t.parquet", "t"}) {
        try {
            (void)read_table(folder.write(name, GetParam().bytes), {}, {});
            ADD_FAILURE() << "was read";
        } catch (const Error& fault) {
            const std::string message = fault.what();
            EXPECT_EQ(fault.code(), ErrorCode::bad_input);
            EXPECT_NE(message.find(GetParam().says), std::string::npos) << message;
            EXPECT_NE(message.find("; "), std::string::npos) << "a remedy: " << message;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds,
    ForeignFile,
    testing::Values(ForeignCase{"Xls", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0"s, ".xls"},
                    ForeignCase{"SevenZip", "7z\xBC\xAF\x27\x1C\0\x04"s, "7z archive"},
                    ForeignCase{"Tar", std::string(257, 'a') + "ustar\0"s, "tar archive"},
                    ForeignCase{"Access", "\0\x01\0\0Standard ACE DB\0"s, "Access"},
                    ForeignCase{"R", "RDX3\nX\n"s, "R file"},
                    ForeignCase{"Feather", "ARROW1\0\0\xFF\xFF"s, "Arrow"},
                    ForeignCase{"Pdf", "%PDF-1.7\n"s, "PDF"},
                    ForeignCase{"Html", "\n<!DOCTYPE HTML>\n<p>"s, "HTML"},
                    ForeignCase{"Xml", "<?xml version=\"1.0\"?>"s, "XML"}),
    [](const auto& test) { return std::string(test.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Damaged,
    ForeignFile,
    testing::Values(
        ForeignCase{"Zip", "PK\x03\x04\x14\0\x06\0....[Content_Types].xml"s, "damaged"},
        ForeignCase{"EmptyZip", "PK\x05\x06"s + std::string(18, '\0'), "without a file"},
        ForeignCase{"Xz", "\xFD\x37zXZ\0\0\x04"s, "damaged"},
        ForeignCase{"Bzip2", "BZh91AY&SY\x01\x02"s, "damaged"},
        ForeignCase{"Sqlite", "SQLite format 3\0\x10\0"s, "damaged"},
        ForeignCase{
            "Sas",
            std::string(12, '\0') +
                "\xC2\xEA\x81\x60\xB3\x14\x11\xCF\xBD\x92\x08\0\x09\xC7\x31\x8C\x18\x1F\x10\x11"s,
            "damaged"},
        ForeignCase{"SasTransport", "HEADER RECORD*******LIBRARY"s, "damaged"},
        ForeignCase{"Spss", "$FL2@(#) SPSS DATA FILE"s, "damaged"},
        ForeignCase{"Stata", "<stata_dta><header>"s, "damaged"},
        ForeignCase{"OldStata", "\x72\x02\x01\0\x05\0"s, "damaged"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ForeignFile, IsToldWithinAGzipFileAsWell) {
    const test::TemporaryFolder folder;
    const std::string plain = folder.write("t.db", "RDX3\nX\n"s);
    ASSERT_EQ(std::system(("gzip -c '" + plain + "' > '" + folder.at("t.csv.gz") + "'").c_str()),
              0);
    try {
        (void)read_table(folder.at("t.csv.gz"), {}, {});
        ADD_FAILURE() << "was read";
    } catch (const Error& fault) {
        EXPECT_NE(std::string(fault.what()).find("R file"), std::string::npos) << fault.what();
    }
}

TEST(ForeignFile, AParquetFileUnderAnotherNameIsCalledThat) {
    const test::TemporaryFolder folder;
    PendingFile file(folder.at("t.parquet"), false);
    file.write_table(test::table_of("a b", "1 2; 3 4"), {}, {});
    file.commit();
    try {
        (void)read_table(folder.write("t.csv", folder.read("t.parquet")), {}, {});
        ADD_FAILURE() << "was read";
    } catch (const Error& fault) {
        EXPECT_NE(std::string(fault.what()).find("is a Parquet file"), std::string::npos)
            << fault.what();
    }
    EXPECT_EQ(read_table(folder.write("t", folder.read("t.parquet")), {}, {}).table.row_count(),
              2U);
}

TEST(ForeignFile, LeavesTablesAlone) {
    for (const std::string_view text : {"PK,name\n1,x\n",
                                        "7z,b\n",
                                        "BZh9,b\n",
                                        "ORC,b\n",
                                        "a,b\n<html>,1\n",
                                        "{\"a\":1}\n",
                                        "RDX,b\n",
                                        "PAR1,b\n"}) {
        EXPECT_EQ(foreign_file(text), "") << text;
    }
    const test::TemporaryFolder folder;
    for (const char* name : {"t.csv", "t.csv.gz", "t.csv.zst", "t.jsonl", "t.parquet"}) {
        PendingFile file(folder.at(name), false);
        file.write_table(test::table_of("a b", "1 2; 3 4"), {}, {});
        file.commit();
        EXPECT_EQ(read_table(folder.at(name), {}, {}).table.row_count(), 2U) << name;
    }
}

}  // namespace
}  // namespace kanon::io
