// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/text/address_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon {
namespace {

TEST(AddressText, PathsAreNoAddresses) {
    for (const char* path : {"people.csv", "a:b/c.csv", "-", "C:/a//b", "odbc:ward/stays", ""}) {
        EXPECT_FALSE(names_address(path)) << path;
        EXPECT_EQ(shown_path(path), path);
        EXPECT_NO_THROW(require_path(path, ErrorCode::bad_input)) << path;
    }
}

TEST(AddressText, AnythingWithASchemeIsShownByItAlone) {
    EXPECT_EQ(shown_path("mysql://ann:hunter2@h/d"), "mysql://...");
    EXPECT_EQ(shown_path("folder/MySQL://ann:hunter2@h/d"), "mysql://...");
    EXPECT_EQ(shown_path("JDBC:oracle:thin:ann/hunter2@h"), "jdbc:...");
    EXPECT_EQ(shown_path("://ann:hunter2@h"), "://...");
}

TEST(AddressText, AnErrorRepeatsNoPassword) {
    for (const char* text : {"mysql://ann:hunter2@h/d",
                             "no verb 'mysql://ann:hunter2@h/d' is known",
                             "mysql://ann:at@hunter2@h",
                             "mysql://ann:a hunter2@h",
                             "jdbc:oracle:thin:ann/hunter2@h",
                             "jdbc:postgresql://h/d?user=a&password=hunter2",
                             "DRIVER={P};UID=a;PWD=hunter2;",
                             "DRIVER={P};UID=a;Pwd = {a;hunter2}",
                             "host=h password=hunter2"}) {
        const Error error(ErrorCode::bad_input, text, Where{.file = text});
        EXPECT_EQ(std::string(error.what()).find("hunter2"), std::string::npos) << error.what();
        EXPECT_EQ(error.where().file.find("hunter2"), std::string::npos) << error.where().file;
    }
}

TEST(AddressText, WhatHoldsNoSecretStays) {
    for (const char* text : {"postgresql://h:5433/ward/public.stays: has no rows",
                             "column 'a@b' is not there; see https://example.org",
                             "--types password",
                             "a = b"}) {
        EXPECT_EQ(without_secrets(text), text);
    }
}

}  // namespace
}  // namespace kanon
