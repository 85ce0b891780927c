// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/stale_files.hpp"

#include "kanon/io/writing/pending_file.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

namespace kanon {
namespace {

using test::TemporaryFolder;

TEST(StaleFiles, OfAKilledRunAreRemovedByTheNextOneOnTheTarget) {
    const TemporaryFolder folder;
    folder.write(".t.csv.Ab12Z9.kanon-part", "rows of a killed run");
    folder.write(".t.csv.Ab12Z9.kanon-part-mode", "");
    {
        PendingFile file(folder.at("t.csv"), false);
        file.write_text("new");
        EXPECT_EQ(folder.file_count(), 1U);
        file.commit();
    }
    EXPECT_EQ(folder.file_count(), 1U);
    EXPECT_EQ(folder.read("t.csv"), "new");
}

TEST(StaleFiles, AreNotThoseOfARunThatWorks) {
    const TemporaryFolder folder;
    PendingFile first(folder.at("t.csv"), true);
    first.write_text("first");
    PendingFile second(folder.at("t.csv"), true);
    second.write_text("second");
    EXPECT_EQ(folder.file_count(), 2U);
    first.commit();
    EXPECT_EQ(folder.read("t.csv"), "first");
    second.commit();
    EXPECT_EQ(folder.read("t.csv"), "second");
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(StaleFiles, AreNotOtherFiles) {
    const TemporaryFolder folder;
    const std::string target = folder.write("precious", "stays");
    for (const char* name : {".u.csv.Ab12Z9.kanon-part",
                             ".t.csv.Ab12Z.kanon-part",
                             ".t.csv.Ab-2Z9.kanon-part",
                             ".t.csv.Ab12Z9.kanon-part.csv",
                             "t.csv.Ab12Z9.kanon-part"}) {
        folder.write(name, "");
    }
    std::filesystem::create_symlink(target, folder.at(".t.csv.link00.kanon-part"));
    std::filesystem::create_directory(folder.at(".t.csv.folder.kanon-part"));
    ASSERT_EQ(::mkfifo(folder.at(".t.csv.pipe00.kanon-part").c_str(), 0600), 0);
    const std::size_t before = folder.file_count();
    io::remove_stale_files(folder.at(""), ".t.csv.");
    EXPECT_EQ(folder.file_count(), before);
    EXPECT_EQ(folder.read("precious"), "stays");
    io::remove_stale_files(folder.at("none"), ".t.csv.");
}

}  // namespace
}  // namespace kanon
