// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/recoding/recoding_text.hpp"

#include "kanon/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon {
namespace {

/// The message that a text is refused with, or "" if it is not.
std::string refusal(const std::string& text) {
    try {
        static_cast<void>(parse_recoding(text, "r.json"));
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input);
        EXPECT_EQ(error.where().file, "r.json");
        return error.what();
    }
    return "";
}

std::string classes_file(const std::string& attributes, const std::string& classes) {
    return R"({"kanon_recoding": 1, "kind": "classes", "attributes": )" + attributes +
           R"(, "classes": )" + classes + "}";
}

std::string map_file(const std::string& attribute) {
    return R"({"kanon_recoding": 1, "kind": "full-domain", "attributes": [)" + attribute + "]}";
}

void expect_refused(const std::string& text, const std::string& why) {
    EXPECT_NE(refusal(text).find(why), std::string::npos) << refusal(text) << "\nfor " << text;
}

TEST(RecodingText, ClassesReadBack) {
    SavedRecoding saved;
    saved.kind = SavedRecoding::Kind::classes;
    saved.class_count = 2;
    saved.attributes = {{.name = "age", .released = {"[20, 29]", ""}, .value_of_class = {0, 1}},
                        {.name = "a \"zip\"", .released = {"\\*"}, .value_of_class = {0, 0}}};
    const SavedRecoding back = parse_recoding(recoding_text(saved), "r.json");
    EXPECT_EQ(back.class_count, 2U);
    ASSERT_EQ(back.attributes.size(), 2U);
    EXPECT_EQ(back.attributes[0].released, saved.attributes[0].released);
    EXPECT_EQ(back.attributes[1].name, "a \"zip\"");
    EXPECT_EQ(back.attributes[1].value_of_class, saved.attributes[1].value_of_class);
    EXPECT_EQ(recoding_text(back), recoding_text(saved));
}

TEST(RecodingText, LevelsAndValuesReadBackMissingOnesToo) {
    SavedRecoding saved;
    saved.kind = SavedRecoding::Kind::full_domain;
    saved.attributes = {{.name = "age",
                         .level = Level{1},
                         .released = {"low", "*"},
                         .values = {{.original = "", .missing = true, .released = 1},
                                    {.original = "", .missing = false, .released = 0},
                                    {.original = "30", .missing = false, .released = 0}}}};
    const SavedRecoding back = parse_recoding(recoding_text(saved), "r.json");
    ASSERT_EQ(back.attributes.size(), 1U);
    EXPECT_EQ(back.attributes[0].level, Level{1});
    ASSERT_EQ(back.attributes[0].values.size(), 3U);
    EXPECT_TRUE(back.attributes[0].values[0].missing);
    EXPECT_FALSE(back.attributes[0].values[1].missing);
    EXPECT_EQ(back.attributes[0].values[0].released, 1U);
    EXPECT_EQ(recoding_text(back), recoding_text(saved));
}

TEST(RecodingText, BrokenJsonIsRefusedWithItsLineAndWithoutItsText) {
    const std::string message = refusal("{\"kanon_recoding\": 1,\n \"kind\": secret\n}");
    EXPECT_NE(message.find("r.json:2"), std::string::npos) << message;
    EXPECT_EQ(message.find("secret"), std::string::npos) << message;
    expect_refused("", "broken JSON");
    expect_refused(std::string(100000, '['), "broken JSON");
    expect_refused("{\"kanon_recoding\": \"\xff\"}", "broken JSON");
    expect_refused("{\"kanon_recoding\": 1e999}", "out of range");
}

TEST(RecodingText, WhatIsNoRecodingIsRefused) {
    expect_refused("[]", "states no 'kanon_recoding'");
    expect_refused("{\"rows\": 3}", "states no 'kanon_recoding'");
    expect_refused(R"({"kanon_recoding": 2})", "another version");
    expect_refused(R"({"kanon_recoding": "1"})", "another version");
    expect_refused(R"({"kanon_recoding": 1})", "'kind' must be");
    expect_refused(R"({"kanon_recoding": 1, "kind": "boxes"})", "'kind' must be");
    expect_refused(R"({"kanon_recoding": 1, "kind": "classes", "attributes": []})", "no 'classes'");
    expect_refused(R"({"kanon_recoding": 1, "kind": "classes", "class": []})", "unknown key");
}

TEST(RecodingText, MalformedAttributesAreRefused) {
    expect_refused(classes_file("{}", "[]"), "must be a list");
    expect_refused(classes_file("[]", "[]"), "at least one");
    expect_refused(classes_file("[3]", "[]"), "attribute 1 is not an object");
    expect_refused(classes_file(R"([{"name": 3}])", "[]"), "must be a text");
    expect_refused(classes_file(R"([{"name": ""}])", "[]"), "empty name");
    expect_refused(classes_file(R"([{"name": "a"}, {"name": "a"}])", "[]"), "attribute 2");
    expect_refused(classes_file(R"([{"name": "a", "level": 1}])", "[]"), "unknown key");
}

TEST(RecodingText, MalformedClassesAreRefused) {
    const std::string two = R"([{"name": "a"}, {"name": "b"}])";
    expect_refused(classes_file(two, "{}"), "'classes' must be a list");
    expect_refused(classes_file(two, R"([["1", "2"], ["1"]])"), "class 2");
    expect_refused(classes_file(two, R"([["1", 2]])"), "class 1 must be a text");
    EXPECT_EQ(refusal(classes_file(two, "[]")), "");
}

TEST(RecodingText, MalformedValuesAreRefused) {
    const auto attribute = [](const std::string& level, const std::string& values) {
        return map_file(R"({"name": "a", "level": )" + level +
                        R"(, "released": ["x", "y"], "values": )" + values + "}");
    };
    EXPECT_EQ(refusal(attribute("1", R"([["1", "x"], [null, "y"], ["", "y"]])")), "");
    expect_refused(attribute("-1", "[]"), "from 0 to 64");
    expect_refused(attribute("65", "[]"), "from 0 to 64");
    expect_refused(attribute("1.5", "[]"), "from 0 to 64");
    expect_refused(attribute("1", R"([["1"]])"), "[original, released]");
    expect_refused(attribute("1", R"([["1", "z"]])"), "not in its 'released'");
    expect_refused(attribute("1", R"([["1", "x"], ["1", "y"]])"), "stands twice");
    expect_refused(attribute("1", R"([[null, "x"], [null, "x"]])"), "stands twice");
    expect_refused(map_file(R"({"name": "a", "level": 1, "released": ["x", "x"], "values": []})"),
                   "stands twice");
}

}  // namespace
}  // namespace kanon
