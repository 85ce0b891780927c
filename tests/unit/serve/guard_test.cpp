// SPDX-License-Identifier: Apache-2.0
#include "guard.hpp"

#include <gtest/gtest.h>

#include <string>

namespace kanon::serve {
namespace {

constexpr std::uint16_t kPort = 4711;

std::string cookie_of(const Guard& guard) {
    const std::string header = guard.cookie_header();
    return header.substr(0, header.find(';'));
}

/// Somebody who may read.
Caller reader(const Guard& guard) {
    return {.method = "GET",
            .path = "/api/state",
            .host = "127.0.0.1:4711",
            .cookie = cookie_of(guard)};
}

/// The page itself, which changes something.
Caller changer(const Guard& guard) {
    Caller out = reader(guard);
    out.method = "POST";
    out.origin = "http://127.0.0.1:4711";
    out.site = "same-origin";
    out.own_header = "1";
    out.content_type = "application/json";
    out.content_length = "2";
    return out;
}

bool answers(Guard& guard, const Caller& caller) {
    return guard.judge(caller).kind == Verdict::Kind::answered;
}

TEST(Guard, AnswersThePage) {
    Guard guard({.port = kPort});
    EXPECT_TRUE(answers(guard, reader(guard)));
    EXPECT_TRUE(answers(guard, changer(guard)));
}

TEST(Guard, TakesItsTokenOnce) {
    Guard guard({.port = kPort});
    Caller caller{.method = "GET", .path = "/", .token = guard.token(), .host = "127.0.0.1:4711"};
    EXPECT_EQ(guard.judge(caller).kind, Verdict::Kind::welcomed);
    EXPECT_EQ(guard.judge(caller).kind, Verdict::Kind::refused);
    caller.cookie = cookie_of(guard);  // who was welcomed may come again
    EXPECT_EQ(guard.judge(caller).kind, Verdict::Kind::welcomed);
}

TEST(Guard, RefusesAnotherToken) {
    Guard guard({.port = kPort});
    for (const std::string& token : {std::string("0"), std::string(64, '0'), std::string()}) {
        const Caller caller{.method = "GET", .path = "/", .token = token, .host = "127.0.0.1:4711"};
        EXPECT_EQ(guard.judge(caller).kind, Verdict::Kind::refused);
    }
}

TEST(Guard, RefusesWhoHasNoCookie) {
    Guard guard({.port = kPort});
    for (const std::string cookie : {"", "kanon-4711=", "kanon-4711=00", "kanon-4712=x", ";;;="}) {
        Caller caller = reader(guard);
        caller.cookie = cookie;
        EXPECT_FALSE(answers(guard, caller)) << cookie;
    }
    Caller caller = reader(guard);
    caller.cookie = "a=b; " + cookie_of(guard) + "; c=d";
    EXPECT_TRUE(answers(guard, caller));
}

TEST(Guard, RefusesForeignNames) {
    Guard guard({.port = kPort});
    for (const char* host : {"",
                             "evil.example",
                             "evil.example:4711",
                             "127.0.0.1",
                             "127.0.0.1:4712",
                             "127.0.0.1:4711.evil.example",
                             "localhost:80",
                             "LOCALHOST:4711 "}) {
        Caller caller = reader(guard);
        caller.host = host;
        EXPECT_FALSE(answers(guard, caller)) << host;
    }
    Caller caller = reader(guard);
    caller.several_hosts = true;
    EXPECT_FALSE(answers(guard, caller));
}

TEST(Guard, RefusesOtherPages) {
    Guard guard({.port = kPort});
    for (const char* origin : {"null",
                               "http://evil.example",
                               "https://127.0.0.1:4711",
                               "http://127.0.0.1:4712",
                               "http://localhost:4711"}) {
        Caller caller = changer(guard);
        caller.origin = origin;
        EXPECT_FALSE(answers(guard, caller)) << origin;
    }
    Caller caller = changer(guard);
    caller.site = "cross-site";
    EXPECT_FALSE(answers(guard, caller));
}

TEST(Guard, ChangesNothingForForms) {
    Guard guard({.port = kPort});
    Caller bare = changer(guard);
    bare.own_header = "";
    EXPECT_FALSE(answers(guard, bare));
    for (const char* type : {"",
                             "text/plain",
                             "application/x-www-form-urlencoded",
                             "multipart/form-data",
                             "application/octet-stream"}) {
        Caller caller = changer(guard);
        caller.content_type = type;
        EXPECT_EQ(guard.judge(caller).status, 415) << type;
    }
}

TEST(Guard, LimitsBodies) {
    Guard guard({.port = kPort});
    Caller caller = changer(guard);
    caller.content_length = std::to_string(Guard::kMostBody + 1);
    EXPECT_EQ(guard.judge(caller).status, 413);
    for (const char* length : {"", "-1", "1e9", "99999999999999999999"}) {
        caller.content_length = length;
        EXPECT_EQ(guard.judge(caller).status, 411) << length;
    }
    caller = changer(guard);
    caller.content_encoding = "gzip";
    EXPECT_EQ(guard.judge(caller).status, 415);
    caller.method = "DELETE";
    EXPECT_EQ(guard.judge(caller).status, 405);
}

TEST(Guard, GivesEachServerSecretsOfItsOwn) {
    const Guard one({.port = kPort});
    const Guard other({.port = kPort});
    EXPECT_NE(one.token(), other.token());
    EXPECT_NE(one.cookie_header(), other.cookie_header());
    EXPECT_EQ(one.token().size(), 64U);
    EXPECT_EQ(one.cookie_header().find(one.token()), std::string::npos);
}

/// A server that others reach over the network.
GuardRules network_rules(std::uint16_t port = kPort) {
    return {.port = port, .names = {"kanon.example", "2001:db8::7"}, .by_password = true};
}

Caller stranger(const std::string& path) {
    return {.method = "GET", .path = path, .host = "kanon.example:4711"};
}

TEST(GuardOfNetwork, AsksStrangersForThePassword) {
    Guard guard(network_rules());
    EXPECT_EQ(guard.judge(stranger("/")).kind, Verdict::Kind::asked);
    Caller with_token = stranger("/");
    with_token.token = guard.token();
    EXPECT_EQ(guard.judge(with_token).kind, Verdict::Kind::asked);
    EXPECT_TRUE(answers(guard, stranger("/js/login.js")));
    for (const char* path : {"/js/main.js", "/api/state", "/api/login", "/index.html", "/none"}) {
        EXPECT_FALSE(answers(guard, stranger(path))) << path;
    }
}

TEST(GuardOfNetwork, SendsLinksOfOtherPagesOn) {
    Guard guard(network_rules());
    Caller caller = stranger("/");
    caller.site = "cross-site";
    EXPECT_EQ(guard.judge(caller).kind, Verdict::Kind::sent_on);
    caller.path = "/js/login.js";
    EXPECT_FALSE(answers(guard, caller));
}

TEST(GuardOfNetwork, TakesPasswordsFromItsOwnPageAlone) {
    Guard guard(network_rules());
    Caller caller = stranger("/api/login");
    caller.method = "POST";
    caller.origin = "https://kanon.example:4711";
    caller.site = "same-origin";
    caller.own_header = "1";
    caller.content_type = "application/json";
    caller.content_length = "2";
    EXPECT_TRUE(answers(guard, caller));
    Caller form = caller;
    form.own_header = "";
    EXPECT_FALSE(answers(guard, form));
    for (const char* origin : {"null", "http://kanon.example:4711", "https://evil.example"}) {
        form = caller;
        form.origin = origin;
        EXPECT_FALSE(answers(guard, form)) << origin;
    }
    caller.path = "/api/undo";
    EXPECT_FALSE(answers(guard, caller));
}

TEST(GuardOfNetwork, KnowsItsNamesAlone) {
    Guard guard(network_rules());
    for (const char* host : {"kanon.example:4711", "[2001:db8::7]:4711"}) {
        Caller caller = reader(guard);
        caller.host = host;
        EXPECT_TRUE(answers(guard, caller)) << host;
    }
    for (const char* host :
         {"127.0.0.1:4711", "localhost:4711", "kanon.example", "[2001:db8::7]"}) {
        Caller caller = reader(guard);
        caller.host = host;
        EXPECT_FALSE(answers(guard, caller)) << host;
    }
    Guard usual(network_rules(443));
    Caller caller = reader(usual);
    caller.host = "kanon.example";  // browsers leave the usual port out
    caller.origin = "https://kanon.example";
    EXPECT_TRUE(answers(usual, caller));
}

TEST(GuardOfNetwork, GivesItsCookieByTlsAlone) {
    const Guard guard(network_rules());
    const std::string header = guard.cookie_header();
    EXPECT_TRUE(header.starts_with("__Host-kanon-4711="));
    for (const char* word : {"; Secure", "; HttpOnly", "; SameSite=Strict", "; Path=/"}) {
        EXPECT_NE(header.find(word), std::string::npos) << word;
    }
}

}  // namespace
}  // namespace kanon::serve
