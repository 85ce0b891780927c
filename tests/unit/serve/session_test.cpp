// SPDX-License-Identifier: Apache-2.0
#include "state/session.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace kanon::serve {
namespace {

constexpr const char* kPeople =
    "name,age,zip,disease\n"
    "Ann,31,4051,flu\nBob,32,4052,angina\nCid,33,4051,flu\nDon,34,4052,ulcer\n"
    "Eve,41,8001,flu\nFay,42,8002,angina\nGus,43,8001,ulcer\nHal,44,8002,flu\n";

class SessionTest : public testing::Test {
protected:
    SessionTest() { scratch_.write("people.csv", kPeople); }

    /// Wait for the job to end; the state then.
    Json settled() {
        for (int i = 0; i < 2000; ++i) {
            Json state = session_.state();
            if (state["job"].is_null()) {
                return state;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        ADD_FAILURE() << "the job does not end";
        return session_.state();
    }

    Json open(const std::string& file = "people.csv") {
        session_.open(file);
        return settled();
    }

    void set(const std::vector<std::string>& at, const Json& value) {
        session_.change(Json::array({{{"at", at}, {"value", value}}}), "change");
    }

    /// People known by age and zip, k = 2.
    void choose_roles() {
        set({"attributes", "name", "role"}, "identifying");
        set({"attributes", "age", "role"}, "quasi-identifying");
        set({"attributes", "zip", "role"}, "quasi-identifying");
        set({"attributes", "disease", "role"}, "sensitive");
        set({"privacy", "k-anonymity"}, 2);
    }

    test::TemporaryFolder scratch_;
    Session session_{scratch_.at(""), scratch_.at("")};
};

TEST_F(SessionTest, OpensAFileAndSuggestsAPolicy) {
    const Json state = open();
    EXPECT_EQ(state["file"]["rows"], 8);
    EXPECT_EQ(state["policy"]["attributes"]["name"]["role"], "identifying");
    EXPECT_EQ(state["policy_name"], "people-policy.yaml");
    EXPECT_EQ(session_.first_rows()["rows"][0][1], "31");
    EXPECT_EQ(session_.first_rows()["types"],
              Json::parse(R"(["text", "integer", "integer", "text"])"));
    EXPECT_EQ(session_.columns()["columns"].size(), 4U);
    EXPECT_TRUE(state["undo"].empty());
}

TEST_F(SessionTest, SaysWhatIsWrongWithAFile) {
    scratch_.write("broken.csv", "a,b\n1,2\n3\n");
    const Json state = open("broken.csv");
    EXPECT_EQ(state["faults"]["open"]["code"], "bad_input");
    EXPECT_TRUE(state["policy"].is_null());
    EXPECT_THROW(session_.open("../people.csv"), Error);
    EXPECT_THROW(static_cast<void>(session_.columns()), Error);
}

TEST_F(SessionTest, ChangesThePolicyByTheReaderOfFiles) {
    open();
    set({"privacy", "k-anonymity"}, 3);
    EXPECT_EQ(session_.state()["policy"]["privacy"]["k-anonymity"], 3);
    const std::string before = session_.state()["policy_text"];
    try {
        set({"attributes", "zip", "role"}, "sensitve");
        FAIL() << "a role that there is not";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "unknown role 'sensitve' (did you mean 'sensitive'?)");
    }
    EXPECT_EQ(session_.state()["policy_text"], before);
    EXPECT_EQ(session_.state()["undo"].size(), 1U);
}

TEST_F(SessionTest, TakesKeysAway) {
    open();
    set({"attributes", "age", "hierarchy"}, {{"intervals", {10, 20}}});
    EXPECT_EQ(session_.state()["policy"]["attributes"]["age"]["hierarchy"],
              (Json{{"intervals", {10, 20}}}));
    set({"attributes", "age", "hierarchy"}, nullptr);
    EXPECT_FALSE(session_.state()["policy"]["attributes"]["age"].contains("hierarchy"));
    for (const Json& odd : {Json::parse("[{}]"),
                            Json::parse(R"([{"at": [], "value": 1}])"),
                            Json::parse(R"([{"at": [1], "value": 1}])"),
                            Json::parse(R"([{"at": ["method", "x"], "value": 1}])"),
                            Json::parse(R"({"at": "x"})")}) {
        EXPECT_THROW(session_.change(odd, "odd"), Error) << odd;
    }
}

TEST_F(SessionTest, UndoesEveryDecision) {
    open();
    const std::string first = session_.state()["policy_text"];
    choose_roles();
    session_.shuffle(true);
    const Json last = session_.state();
    const std::size_t decisions = last["undo"].size();
    for (std::size_t i = 0; i < decisions; ++i) {
        session_.undo();
    }
    EXPECT_EQ(session_.state()["policy_text"], first);
    EXPECT_EQ(session_.state()["repeat"]["files"]["shuffle"], false);
    EXPECT_THROW(session_.undo(), Error);
    for (std::size_t i = 0; i < decisions; ++i) {
        session_.redo();
    }
    EXPECT_EQ(session_.state()["policy_text"], last["policy_text"]);
    EXPECT_EQ(session_.state()["repeat"]["files"]["shuffle"], true);
    EXPECT_THROW(session_.redo(), Error);
}

TEST_F(SessionTest, UndoesHowAFileIsRead) {
    open();
    choose_roles();
    const Json before = session_.state();
    session_.read_otherwise({{"header", "false"}});
    const Json otherwise = settled();
    EXPECT_EQ(otherwise["file"]["rows"], 9);
    EXPECT_EQ(otherwise["undo"].back(), "Read otherwise: header");
    session_.undo();
    const Json undone = settled();
    EXPECT_EQ(undone["file"]["rows"], 8);
    EXPECT_EQ(undone["file"]["settings"], Json::object());
    EXPECT_EQ(undone["policy_text"], before["policy_text"]);
    EXPECT_EQ(undone["undo"], before["undo"]);
    session_.redo();
    EXPECT_EQ(settled()["policy_text"], otherwise["policy_text"]);
    session_.read_otherwise({{"encoding", "no-such"}});
    EXPECT_TRUE(settled()["faults"].contains("open"));
    session_.undo();
    EXPECT_EQ(settled()["file"]["rows"], 9);
}

TEST_F(SessionTest, UndoesTheOpeningOfAnotherFile) {
    scratch_.write("other.csv", "a,b\n1,2\n3,4\n");
    scratch_.write("broken.csv", "a,b\n1,2\n3\n");
    open();
    choose_roles();
    session_.shuffle(true);
    const Json before = session_.state();
    EXPECT_EQ(open("other.csv")["undo"].back(), "Open other.csv");
    set({"attributes", "a", "role"}, "sensitive");
    open("broken.csv");
    session_.undo();
    session_.undo();
    session_.undo();
    const Json undone = settled();
    for (const char* key : {"file", "policy_text", "policy_name", "undo", "repeat"}) {
        EXPECT_EQ(undone[key], before[key]) << key;
    }
    session_.start_run();
    EXPECT_TRUE(settled()["outcomes"].contains("run"));
    session_.redo();
    EXPECT_EQ(settled()["file"]["name"], "other.csv");
}

TEST_F(SessionTest, UndoesMarksOfMissingValues) {
    open();
    set({"attributes", "disease", "role"}, "sensitive");
    const Json before = session_.columns();
    set({"missing"}, Json::array({"flu"}));
    settled();
    EXPECT_NE(session_.columns(), before);
    session_.undo();
    settled();
    EXPECT_EQ(session_.columns(), before);
}

TEST_F(SessionTest, DrawsTheCurve) {
    open();
    choose_roles();
    session_.start_curve({2, 4, 100});
    const Json curve = settled()["outcomes"]["curve"];
    ASSERT_EQ(curve["found"]["points"].size(), 3U);
    EXPECT_EQ(curve["found"]["points"][1]["k"], 4);
    EXPECT_NE(curve["found"]["points"][2]["refused"], "");
    EXPECT_EQ(curve["found"]["whole"], true);
    EXPECT_EQ(curve["current"], true);
    set({"privacy", "k-anonymity"}, 3);
    EXPECT_EQ(session_.state()["outcomes"]["curve"]["current"], false);
}

TEST_F(SessionTest, MakesAReleaseAndPagesThroughIt) {
    open();
    choose_roles();
    session_.start_run();
    const Json state = settled();
    ASSERT_TRUE(state["outcomes"].contains("run")) << state["faults"];
    const Json rows = session_.rows(0, 100, ReleaseRows::Order::original);
    ASSERT_EQ(rows["part"].size(), 8U);
    EXPECT_EQ(rows["part"][3]["row"], 4);
    EXPECT_EQ(rows["part"][3]["before"][0], "34");
    EXPECT_EQ(session_.rows(6, 100, ReleaseRows::Order::classes)["part"].size(), 2U);
    EXPECT_EQ(session_.rows(900, 100, ReleaseRows::Order::original)["part"].size(), 0U);
    EXPECT_GE(session_.classes()["smallest"][0]["rows"].get<int>(), 2);
    EXPECT_EQ(Json::parse(session_.summary())["k"], 2);
    EXPECT_FALSE(std::filesystem::exists(scratch_.at("people-release.csv")));
}

TEST_F(SessionTest, WritesTheReleaseThatTheCommandLineWrites) {
    open();
    choose_roles();
    session_.start_release({.output = "out.csv", .policy = "p.yaml", .summary = "s.json"});
    const Json state = settled();
    ASSERT_TRUE(state["outcomes"].contains("release")) << state["faults"];
    EXPECT_EQ(state["repeat"]["shell"],
              "kanon anonymize people.csv -p p.yaml -o out.csv --summary s.json --evaluate");
    EXPECT_EQ(scratch_.read("p.yaml"), state["policy_text"]);
    EXPECT_EQ(scratch_.read("out.csv").substr(0, 16), "age,zip,disease\n");
    session_.start_release({.output = "out.csv", .policy = "p.yaml"});
    EXPECT_EQ(settled()["faults"]["release"]["code"], "bad_output");  // it is there already
    session_.start_verify(
        {{"original", "people.csv"}, {"release", "out.csv"}, {"policy", "p.yaml"}});
    EXPECT_EQ(settled()["outcomes"]["verify"]["found"]["verdict"], "holds");
    session_.start_link({{"release", "out.csv"},
                         {"outside", "people.csv"},
                         {"policy", "p.yaml"},
                         {"on", Json::array({{{"released", "age"}, {"outside", "age"}}})}});
    EXPECT_EQ(settled()["outcomes"]["link"]["found"]["release"]["outside"]["certain"], 0);
}

TEST_F(SessionTest, ReleasesTogetherWithALedger) {
    open();
    choose_roles();
    set({"person"}, "name");
    EXPECT_THROW(session_.ledger("study.ledger"), Error) << "there is none yet";
    session_.make_ledger("study.ledger");
    EXPECT_EQ(session_.state()["repeat"]["files"]["ledger"], "study.ledger");
    session_.start_run();
    ASSERT_TRUE(settled()["outcomes"].contains("run"));
    EXPECT_TRUE(Ledger::read(scratch_.at("study.ledger")).releases().empty());
    session_.start_release({.output = "out.csv", .policy = "p.yaml"});
    const Json state = settled();
    ASSERT_TRUE(state["outcomes"].contains("release")) << state["faults"];
    EXPECT_EQ(state["repeat"]["shell"],
              "kanon anonymize people.csv -p p.yaml -o out.csv --ledger study.ledger --evaluate");
    EXPECT_NE(state["repeat"]["python"].get<std::string>().find("ledger=\"study.ledger\""),
              std::string::npos);
    EXPECT_EQ(Ledger::read(scratch_.at("study.ledger")).releases().size(), 1U);
    session_.start_verify({{"original", "people.csv"},
                           {"release", "out.csv"},
                           {"policy", "p.yaml"},
                           {"ledger", "study.ledger"}});
    EXPECT_EQ(settled()["outcomes"]["verify"]["found"]["verdict"], "holds");
    session_.undo();
    session_.undo();
    EXPECT_EQ(session_.state()["repeat"]["files"]["ledger"], "");
}

TEST_F(SessionTest, ReleasesByTheSuggestionAsItIs) {
    open();
    session_.start_release({.output = "out.csv", .policy = "p.yaml"});
    EXPECT_TRUE(settled()["outcomes"].contains("release"));
}

TEST_F(SessionTest, DoesNotReleaseByAPolicyThatSomebodyElseChanged) {
    open();
    choose_roles();
    session_.save_policy("p.yaml", false);
    scratch_.write("p.yaml", "attributes:\n  age: {role: sensitive}\n");
    EXPECT_THROW(session_.start_release({.output = "out.csv", .policy = "p.yaml"}), Error);
    session_.save_policy("p.yaml", true);
    session_.start_release({.output = "out.csv", .policy = "p.yaml"});
    EXPECT_TRUE(settled()["outcomes"].contains("release"));
}

TEST_F(SessionTest, NeverOverwritesTheOriginal) {
    open();
    choose_roles();
    session_.start_release({.output = "people.csv", .policy = "p.yaml", .force = true});
    EXPECT_TRUE(settled()["faults"].contains("release"));
    EXPECT_THROW(session_.save_policy("people.csv", true), Error);
    EXPECT_EQ(scratch_.read("people.csv"), kPeople);
}

TEST_F(SessionTest, OpensAndSavesPolicies) {
    open();
    choose_roles();
    session_.save_policy("mine.yaml", false);
    EXPECT_THROW(session_.save_policy("mine.yaml", false), Error);
    const std::string text = session_.state()["policy_text"];
    session_.suggest_again();
    EXPECT_NE(session_.state()["policy_text"], text);
    session_.open_policy("mine.yaml");
    EXPECT_EQ(session_.state()["policy_text"], text);
    scratch_.write("other.yaml", "attributes:\n  height: {role: sensitive}\n");
    EXPECT_THROW(session_.open_policy("other.yaml"), Error);
    EXPECT_THROW(session_.open_policy("people.csv"), Error);
}

TEST_F(SessionTest, RefusesAPolicyAgainstWhoKnowsSomeColumnsAlone) {
    open();
    choose_roles();
    session_.save_policy("mine.yaml", false);
    std::string text = session_.state()["policy_text"];
    const std::size_t at = text.find("privacy:\n  ");
    ASSERT_NE(at, std::string::npos);
    text.insert(at + std::string("privacy:\n  ").size(), "against: {any: 1}\n  ");
    scratch_.write("some.yaml", text);
    try {
        session_.open_policy("some.yaml");
        ADD_FAILURE() << "not refused";
    } catch (const Error& refusal) {
        EXPECT_NE(std::string(refusal.what()).find("which this page cannot show"),
                  std::string::npos);
    }
}

TEST_F(SessionTest, ReadsNoFileElsewhereForAPolicy) {
    open();
    EXPECT_THROW(set({"attributes", "zip", "hierarchy"}, {{"file", "/etc/passwd"}}), Error);
    EXPECT_THROW(set({"attributes", "zip", "hierarchy"}, {{"file", "../zip.csv"}}), Error);
    EXPECT_THROW(set({"population"}, {{"file", "/etc/passwd"}}), Error);
}

TEST_F(SessionTest, EditsHierarchies) {
    open();
    choose_roles();
    set({"attributes", "age", "hierarchy"}, {{"intervals", {5, 10}}});
    const Json found = session_.hierarchy("age");
    EXPECT_EQ(found["levels"].size(), 4U);
    EXPECT_EQ(found["levels"][1]["first"][0]["text"], "[30, 34]");
    EXPECT_EQ(found["levels"][3]["loss"], 1.0);
    EXPECT_EQ(found["paths"].size(), 8U);
    session_.save_hierarchy("age", "age.csv", false);
    set({"attributes", "age", "hierarchy"}, {{"file", "age.csv"}});
    EXPECT_EQ(session_.hierarchy("age")["levels"][1]["labels"], 2);
    EXPECT_THROW(static_cast<void>(session_.hierarchy("height")), Error);
}

TEST_F(SessionTest, LooksAtAllRecodings) {
    open();
    choose_roles();
    session_.start_space();
    const Json state = settled();
    ASSERT_TRUE(state["outcomes"].contains("space")) << state["faults"];
    EXPECT_TRUE(Json::parse(session_.space())["nodes"].size() > 1);
}

TEST_F(SessionTest, CorrectsHowAFileIsRead) {
    open();
    choose_roles();
    session_.read_otherwise({{"header", "false"}});
    EXPECT_EQ(settled()["file"]["rows"], 9);
    session_.read_otherwise({{"header", nullptr}});
    EXPECT_EQ(settled()["file"]["rows"], 8);
    EXPECT_THROW(session_.read_otherwise({{"hedder", "true"}}), Error);
    EXPECT_THROW(session_.read_otherwise({{"header", 5}}), Error);
}

TEST_F(SessionTest, ANewerJobEndsTheOneThatRuns) {
    open();
    choose_roles();
    for (int i = 0; i < 20; ++i) {
        session_.start_curve({2, 3, 4});
    }
    session_.start_run();
    EXPECT_TRUE(settled()["outcomes"].contains("run"));
    session_.start_curve({2, 3, 4});
    session_.cancel();
    EXPECT_TRUE(settled()["faults"].empty());
}

}  // namespace
}  // namespace kanon::serve
