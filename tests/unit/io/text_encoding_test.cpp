// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/text/text_encoding.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/reading/table_reader.hpp"

#include "support/packed_files.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace kanon::io {
namespace {

using namespace std::string_literals;
using test::TemporaryFolder;

/// A text of ASCII as UTF-16, low bytes first.
std::string wide(std::string_view text) {
    std::string out;
    for (const char c : text) {
        out += c;
        out += '\0';
    }
    return out;
}

std::string decoded(const std::string& encoding, std::string_view bytes, std::size_t step) {
    std::string out;
    Decoder decoder(encoding, "file", [&out](std::string_view text) { out += text; });
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        decoder.eat(bytes.substr(at, step));
    }
    decoder.finish();
    return out;
}

bool reads_as_1252(std::string_view bytes) {
    EncodingScan scan;
    for (const char c : bytes) {
        scan.eat(std::string_view(&c, 1));
    }
    scan.finish();
    return scan.reads_as_windows_1252();
}

TEST(Decoder, ReadsTextInPiecesOfAnySize) {
    for (const std::size_t step : {1U, 2U, 3U, 1000U}) {
        EXPECT_EQ(decoded("windows-1252", "Z\xFCrich \x80", step), "Zürich €") << step;
        EXPECT_EQ(decoded("Latin-1", "Z\xFCrich", step), "Zürich") << step;
        EXPECT_EQ(decoded("UTF-16LE", "\xFF\xFE" + wide("a\nb"), step), "a\nb") << step;
        EXPECT_EQ(decoded("utf-16", "\xFE\xFF\0a\x20\xAC"s, step), "a€") << step;
    }
}

TEST(Decoder, NamesTheLineOfBytesThatAreNone) {
    for (const auto& [encoding, bytes] :
         {std::pair{"windows-1252"s, "a\nb\x81"s}, std::pair{"UTF-16LE"s, wide("a\nb") + "c"}}) {
        try {
            (void)decoded(encoding, bytes, 1);
            ADD_FAILURE() << "was read";
        } catch (const Error& fault) {
            EXPECT_EQ(fault.where().line, 2U) << encoding;
            EXPECT_NE(std::string(fault.what()).find("--encoding"), std::string::npos);
        }
    }
}

TEST(Decoder, RefusesAnEncodingThatNobodyKnows) {
    try {
        (void)decoded("klingon", "a", 1);
        ADD_FAILURE() << "was read";
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::usage);
    }
}

TEST(EncodingOfStart, IsToldByMarksAndByNulBytes) {
    EXPECT_EQ(encoding_of_start("\xFF\xFE" + wide("a")).name, "UTF-16LE");
    EXPECT_TRUE(encoding_of_start("\xFF\xFE" + wide("a")).marked);
    EXPECT_EQ(encoding_of_start("\xFE\xFF\0a"s).name, "UTF-16BE");
    EXPECT_EQ(encoding_of_start("\xFF\xFE\0\0a\0\0\0"s).name, "UTF-32LE");
    EXPECT_EQ(encoding_of_start(wide("age,zip\n")).name, "UTF-16LE");
    EXPECT_FALSE(encoding_of_start(wide("age,zip\n")).marked);
    EXPECT_EQ(encoding_of_start("\0a\0g\0e\0,"s).name, "UTF-16BE");
    EXPECT_EQ(encoding_of_start("age,zip\n30,1\n").name, "");
    EXPECT_EQ(encoding_of_start("a\0b,\0\n"s).name, "");
    EXPECT_EQ(encoding_of_start("").name, "");
}

TEST(EncodingScan, TakesWesternTextAsWindows1252AndDoubtsTheRest) {
    EXPECT_TRUE(reads_as_1252("city\nZ\xFCrich\nBern\n"));
    EXPECT_TRUE(reads_as_1252("price\n\x80 five, \x84quoted\x93\n"));
    EXPECT_FALSE(reads_as_1252("city\nBern\n")) << "is UTF-8";
    EXPECT_FALSE(reads_as_1252("city\nZürich\nBern\n")) << "is UTF-8";
    EXPECT_FALSE(reads_as_1252("city\nZ\xFCrich\nKöln\nMünchen\n")) << "UTF-8 that is damaged";
    EXPECT_FALSE(reads_as_1252("name\n\x8D\n")) << "no such character";
    EXPECT_FALSE(reads_as_1252("\xCC\xEE\xF1\xEA\xE2\xE0\n")) << "Cyrillic";
    EXPECT_FALSE(reads_as_1252("a\xE9\n\xE8\n\xE0\n")) << "too few letters to tell";
}

TEST(TextEncoding, TablesOfOtherEncodingsAreReadAndSaid) {
    const TemporaryFolder folder;

    struct Case {
        const char* name;
        std::string bytes;
        const char* said;
    };

    const std::string marked = "\xFF\xFE" + wide("city,age\nBern,30\n");
    for (const Case& one : std::vector<Case>{
             {"a.csv", "city,age\nZ\xFCrich,31\n", "Windows-1252"},
             {"b.csv", wide("city,age\nBern,30\n"), "UTF-16LE"},
             {"c.csv", marked, ""},
             {"d.csv.gz", test::packed_by("gzip", marked), ""},
             {"e.csv.zst", test::packed_by("zstd", "city,age\nZ\xFCrich,31\n"), "Windows-1252"}}) {
        const ReadTable read = read_table(folder.write(one.name, one.bytes), {.header = true}, {});
        EXPECT_EQ(read.table.column(0).name, "city") << one.name;
        EXPECT_EQ(read.table.row_count(), 1U);
        const std::string said = read.said.empty() ? "" : read.said[0];
        EXPECT_NE(said.find(one.said), std::string::npos) << said;
        EXPECT_EQ(said.empty(), std::string_view(one.said).empty()) << said;
    }
}

TEST(TextEncoding, NamesAndValuesAreThoseOfTheEncodingThatIsSaid) {
    const TemporaryFolder folder;
    const std::string path = folder.write("t.csv",
                                          "Gr\xF6\xDF"
                                          "e,b\nStra\xDF"
                                          "e,1\n");
    ReadOptions options;
    options.encoding = "latin1";
    EXPECT_EQ(column_names(path, options), (std::vector<std::string>{"Größe", "b"}));
    EXPECT_EQ(read_table(path, options, {}).table.column(0).text(0), "Straße");
    EXPECT_EQ(column_names(path, {}), (std::vector<std::string>{"Größe", "b"}));
    options.encoding = "utf-8";
    EXPECT_THROW((void)read_table(path, options, {}), Error);
    const std::string json = folder.write("t.jsonl", "{\"a\":\"Z\xFCrich\"}\n");
    EXPECT_EQ(read_table(json, {}, {}).table.column(0).text(0), "Zürich");
}

TEST(TextEncoding, FilesOfOnePatternMayDiffer) {
    const TemporaryFolder folder;
    folder.write("1.csv", "city,age\nZürich,30\n");
    folder.write("2.csv", "city,age\nZ\xFCrich,31\n");
    const Table table = read_table(folder.at("*.csv"), {}, {}).table;
    EXPECT_EQ(table.row_count(), 2U);
    EXPECT_EQ(table.column(0).dictionary->size(), 1U);
}

}  // namespace
}  // namespace kanon::io
