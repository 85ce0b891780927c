// SPDX-License-Identifier: Apache-2.0
#include "kanon/io/files/stale_files.hpp"

#include "kanon/io/writing/pending_file.hpp"

#include "support/temporary_folder.hpp"
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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

/// A folder in which a killed run made a database, with a file in it.
void make_folder(const TemporaryFolder& folder, const std::string& name, unsigned mode = 0700) {
    ASSERT_EQ(::mkdir(folder.at(name).c_str(), 0700), 0);
    folder.write(name + "/database", "rows");
    ASSERT_EQ(::chmod(folder.at(name).c_str(), mode), 0);
}

TEST(StaleFiles, FoldersOfDatabasesGoWithTheirFiles) {
    const TemporaryFolder folder;
    folder.write(".t.db.Ab12Z9.kanon-part", "");
    make_folder(folder, ".t.db.Ab12Z9.kanon-part.made");
    make_folder(folder, ".t.db.Cd34X8.kanon-part.made");
    io::remove_stale_files(folder.at(""), ".t.db.");
    EXPECT_EQ(folder.file_count(), 0U);
}

TEST(StaleFiles, FoldersOfARunThatWorksStayAsDoOthers) {
    const TemporaryFolder folder;
    const std::string locked = folder.write(".t.db.Ab12Z9.kanon-part", "");
    const int descriptor = ::open(locked.c_str(), O_RDONLY);
    ASSERT_EQ(::flock(descriptor, LOCK_EX | LOCK_NB), 0);
    for (const char* name :
         {".t.db.Ab12Z9.kanon-part.made", ".u.db.Ab12Z9.kanon-part.made", ".t.db.Ab12Z9.made"}) {
        make_folder(folder, name);
    }
    make_folder(folder, ".t.db.Ef56Y7.kanon-part.made", 0755);
    folder.write(".t.db.Gh78W6.kanon-part.made", "a file");
    const std::size_t before = folder.file_count();
    io::remove_stale_files(folder.at(""), ".t.db.");
    EXPECT_EQ(folder.file_count(), before);
    EXPECT_TRUE(std::filesystem::exists(folder.at(".t.db.Ab12Z9.kanon-part.made/database")));
    EXPECT_TRUE(std::filesystem::exists(folder.at(".t.db.Ef56Y7.kanon-part.made/database")));
    ::close(descriptor);
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
