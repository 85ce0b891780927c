// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "private_folder.hpp"
#include "start_folder.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace kanon::serve {
namespace {

namespace fs = std::filesystem;

class StartFolderTest : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(start_ / "below");
        scratch_.write("start/people.csv", "a\n1\n");
        scratch_.write("start/below/more.csv", "a\n1\n");
        scratch_.write("start/.hidden.csv", "a\n1\n");
        scratch_.write("secret.csv", "a\n1\n");
        fs::create_symlink(scratch_.at("secret.csv"), start_ / "out.csv");
        fs::create_directory_symlink(start_.parent_path(), start_ / "up");
        fs::create_symlink("people.csv", start_ / "alias.csv");
        fs::create_directory(start_ / ".keys");
        scratch_.write("start/.keys/own.csv", "a\n1\n");
        fs::create_directory_symlink(".keys", start_ / "keys");
        folder_ = std::make_unique<StartFolder>(start_.string());
    }

    test::TemporaryFolder scratch_;
    fs::path start_ = fs::canonical(scratch_.at("")) / "start";
    std::unique_ptr<StartFolder> folder_;
};

TEST_F(StartFolderTest, FindsWhatIsBeneathIt) {
    const std::string people = (start_ / "people.csv").string();
    EXPECT_EQ(folder_->file("people.csv"), people);
    EXPECT_EQ(folder_->file("./people.csv"), people);
    EXPECT_EQ(folder_->file("alias.csv"), people);
    EXPECT_EQ(folder_->shown(folder_->file("below/more.csv")), "below/more.csv");
}

TEST_F(StartFolderTest, RefusesWhatLeadsOut) {
    for (const std::string path : {"",
                                   "..",
                                   "../secret.csv",
                                   "below/../../secret.csv",
                                   "/etc/passwd",
                                   "out.csv",
                                   "up/secret.csv",
                                   "up/start/../secret.csv",
                                   "*.csv",
                                   "peopl?.csv",
                                   "[p]eople.csv",
                                   "below",
                                   "none.csv"}) {
        EXPECT_THROW(static_cast<void>(folder_->file(path)), Error) << path;
    }
    EXPECT_THROW(static_cast<void>(folder_->file(std::string("a\0b", 3))), Error);
    EXPECT_THROW(static_cast<void>(folder_->file(std::string(100'000, 'a'))), Error);
}

TEST_F(StartFolderTest, LeavesHiddenFilesAlone) {
    for (const std::string path : {".hidden.csv", ".keys/own.csv", "keys/own.csv"}) {
        EXPECT_THROW(static_cast<void>(folder_->file(path)), Error) << path;
        EXPECT_FALSE(folder_->allows(start_ / path)) << path;
    }
    for (const std::string path : {".profile", ".keys/new.csv", "keys/new.csv", "below/.new"}) {
        EXPECT_THROW(static_cast<void>(folder_->target(path)), Error) << path;
    }
    EXPECT_TRUE(folder_->allows(start_ / "people.csv"));
}

TEST_F(StartFolderTest, WritesNowhereElse) {
    EXPECT_EQ(folder_->target("new.csv"), (start_ / "new.csv").string());
    for (const std::string path :
         {"out.csv", "up/new.csv", "../new.csv", "none/new.csv", "below", "/tmp/new.csv"}) {
        EXPECT_THROW(static_cast<void>(folder_->target(path)), Error) << path;
    }
}

TEST_F(StartFolderTest, ListsWhatMayBeOpened) {
    std::vector<std::string> names;
    for (const ListedFile& file : folder_->list("")) {
        names.push_back(file.name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"below", "alias.csv", "people.csv"}));
    EXPECT_THROW(static_cast<void>(folder_->list("up")), Error);
    EXPECT_THROW(static_cast<void>(folder_->list("../")), Error);
}

TEST(StartFolder, MustBeThere) {
    EXPECT_THROW(StartFolder("/nowhere/at/all"), Error);
    EXPECT_THROW(StartFolder("/etc/passwd"), Error);
}

TEST(PrivateFolder, GoesWithItsOwner) {
    const test::TemporaryFolder scratch;
    fs::path path;
    {
        PrivateFolder folder(scratch.at(""));
        path = folder.path();
        EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
        const fs::path place = folder.place_for("../../people.csv");
        EXPECT_EQ(place.filename(), "people.csv");
        EXPECT_EQ(place.parent_path().parent_path(), path);
        EXPECT_NE(folder.place_for("people.csv"), place);
        std::ofstream(place) << "a";
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST(PrivateFolder, RemovesWhatKilledOnesLeft) {
    const test::TemporaryFolder scratch;
    const PrivateFolder alive(scratch.at(""));
    const std::string name = alive.path().filename().string();
    const fs::path left =
        fs::path(scratch.at("")) / (name.substr(0, name.rfind('-') + 1) + "killed");
    fs::create_directory(left);
    std::ofstream(left / "lock") << "";
    std::ofstream(left / "people.csv") << "a";
    const PrivateFolder next(scratch.at(""));
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(alive.path()));
}

TEST(PrivateFolder, SaysWhereNoneCanBe) {
    EXPECT_THROW(PrivateFolder("/nowhere"), Error);
}

}  // namespace
}  // namespace kanon::serve
