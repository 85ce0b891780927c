// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/network.hpp"

#include "kanon/api/kanon.hpp"

#include "network/attempts.hpp"
#include "network/entrance.hpp"
#include "network/password.hpp"
#include "network/server_certificate.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include <string>

namespace kanon::serve {
namespace {

using Seconds = Attempts::Seconds;

Attempts::Time at(long seconds) {
    return Attempts::Time{} + std::chrono::hours(100) + Seconds(seconds);
}

/// Try as soon as it may be, so often; the sum of the waits.
Seconds tried(Attempts& attempts, const std::string& address, int times, long& now) {
    Seconds sum{0};
    for (int i = 0; i < times; ++i) {
        const Seconds wait = attempts.begin(address, at(now));
        if (wait.count() > 0) {
            now += wait.count();
            sum += wait;
            EXPECT_EQ(attempts.begin(address, at(now)), Seconds::zero());
        }
    }
    return sum;
}

TEST(Attempts, WaitsTwiceAsLongAfterEachFailure) {
    Attempts attempts;
    for (unsigned i = 0; i < Attempts::kFree; ++i) {
        EXPECT_EQ(attempts.begin("192.0.2.1", at(0)), Seconds::zero());
    }
    long now = 0;
    for (long wait : {2L, 4L, 8L, 16L}) {
        EXPECT_EQ(attempts.begin("192.0.2.1", at(now)), Seconds(wait));
        EXPECT_EQ(attempts.begin("192.0.2.1", at(now + wait - 1)), Seconds(1));  // as before
        now += wait;
        EXPECT_EQ(attempts.begin("192.0.2.1", at(now)), Seconds::zero());
    }
    EXPECT_EQ(attempts.begin("192.0.2.2", at(now)), Seconds::zero());
}

TEST(Attempts, NeverWaitsLongerThanItsLongest) {
    Attempts attempts;
    long now = 0;
    tried(attempts, "192.0.2.1", 40, now);
    EXPECT_EQ(attempts.begin("192.0.2.1", at(now)), Attempts::kLongest);
    EXPECT_EQ(attempts.begin("192.0.2.1", at(now + 2 * Attempts::kMemory.count())),
              Seconds::zero());
}

TEST(Attempts, SlowsManyAddressesTogether) {
    Attempts attempts;
    long now = 0;
    for (int i = 0; i < 200; ++i) {
        tried(attempts, "192.0.2." + std::to_string(i), 1, now);
    }
    // 180 tries beyond those that are free, 30 seconds each but for the first few.
    EXPECT_GT(now, 170 * Attempts::kLongestOfAll.count());
}

TEST(Attempts, IsNotHeldUpByOthersOnceThePasswordWasKnown) {
    Attempts attempts;
    EXPECT_EQ(attempts.begin("192.0.2.200", at(0)), Seconds::zero());
    attempts.succeeded("192.0.2.200");
    long now = 0;
    for (int i = 0; i < 40; ++i) {
        tried(attempts, "192.0.2." + std::to_string(i), 1, now);
    }
    EXPECT_GT(attempts.begin("192.0.2.100", at(now)), Seconds::zero());
    EXPECT_EQ(attempts.begin("192.0.2.200", at(now)), Seconds::zero());
}

TEST(Attempts, RemembersNoMoreThanItMay) {
    Attempts attempts;
    for (std::size_t i = 0; i < 3 * Attempts::kMostAddresses; ++i) {
        static_cast<void>(
            attempts.begin("host" + std::to_string(i), at(static_cast<long>(i) * 60)));
    }
    EXPECT_EQ(attempts.begin("another", at(10'000'000)), Seconds::zero());
}

TEST(Attempts, TakesANetworkOfIpv6ForOne) {
    EXPECT_EQ(owner_of("2001:db8::1"), owner_of("2001:db8::ffff:1"));
    EXPECT_NE(owner_of("2001:db8::1"), owner_of("2001:db8:0:1::1"));
    EXPECT_EQ(owner_of("::ffff:192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(owner_of("192.0.2.7"), "192.0.2.7");
}

TEST(Password, IsItselfAlone) {
    const Password password("correct horse battery");
    EXPECT_TRUE(password.is("correct horse battery"));
    for (const std::string& other : {std::string("correct horse batterx"),
                                     std::string("correct horse battery "),
                                     std::string("correct horse"),
                                     std::string(),
                                     std::string(5000, 'x')}) {
        EXPECT_FALSE(password.is(other)) << other;
    }
}

class PasswordFile : public testing::Test {
protected:
    std::string with(const std::string& text, mode_t mode = 0600) {
        const std::string path = scratch_.write("password", text);
        chmod(path.c_str(), mode);
        return path;
    }

    test::TemporaryFolder scratch_;
};

TEST_F(PasswordFile, HasOneLine) {
    for (const char* text :
         {"correct horse battery", "correct horse battery\n", "correct horse battery\r\n"}) {
        EXPECT_TRUE(Password::of_file(with(text)).is("correct horse battery"));
    }
    for (const std::string& text : {std::string(),
                                    std::string("\n"),
                                    std::string("elevenchars"),
                                    std::string("correct horse\nbattery staple"),
                                    std::string("correct\thorse battery"),
                                    std::string(1025, 'x')}) {
        EXPECT_THROW(static_cast<void>(Password::of_file(with(text))), Error) << text;
    }
}

TEST_F(PasswordFile, IsOfItsOwnerAlone) {
    for (const mode_t mode : {0640U, 0604U, 0660U}) {
        EXPECT_THROW(static_cast<void>(Password::of_file(with("correct horse battery", mode))),
                     Error);
    }
}

TEST(ServerCertificate, IsMadeForItsNames) {
    const auto made = ServerCertificate::made_for({"192.0.2.7", "2001:db8::7", "kanon.example"});
    EXPECT_TRUE(made.is_made());
    EXPECT_EQ(made.fingerprint().size(), 32U * 3U - 1U);
    EXPECT_NE(made.fingerprint(), ServerCertificate::made_for({"192.0.2.7"}).fingerprint());
    const X509& shown = made.shown();
    EXPECT_EQ(X509_check_ip_asc(const_cast<X509*>(&shown), "192.0.2.7", 0), 1);
    EXPECT_EQ(X509_check_ip_asc(const_cast<X509*>(&shown), "2001:db8::7", 0), 1);
    EXPECT_EQ(X509_check_host(const_cast<X509*>(&shown), "kanon.example", 0, 0, nullptr), 1);
    EXPECT_NE(X509_check_host(const_cast<X509*>(&shown), "other.example", 0, 0, nullptr), 1);
}

TEST_F(PasswordFile, LetsOthersInWithAllThatIsNeeded) {
    const Entrance alone = entrance_of({.port = 80});
    EXPECT_EQ(alone.host, "127.0.0.1");
    EXPECT_EQ(alone.door, nullptr);
    const std::string file = with("correct horse battery");
    const Entrance shared = entrance_of(
        {.listen = "[2001:DB8::7]:8443", .names = {"Kanon.Example"}, .password_file = file});
    EXPECT_EQ(shared.host, "2001:DB8::7");
    EXPECT_EQ(shared.port, 8443);
    EXPECT_EQ(shared.names, (std::vector<std::string>{"2001:db8::7", "kanon.example"}));
    EXPECT_TRUE(shared.door->password.is("correct horse battery"));
    EXPECT_NE(words_of_listening(shared, "/tables").find(shared.door->certificate.fingerprint()),
              std::string::npos);
    EXPECT_EQ(entrance_of({.port = 5, .listen = "192.0.2.7", .password_file = file}).port, 5);
}

TEST_F(PasswordFile, RefusesWhatDoesNotGoTogether) {
    const std::string file = with("correct horse battery");
    for (const EntranceFlags& flags :
         {EntranceFlags{.port = 70000},
          EntranceFlags{.listen = "192.0.2.7"},
          EntranceFlags{.password_file = file},
          EntranceFlags{.names = {"a.example"}},
          EntranceFlags{.listen = "0.0.0.0", .password_file = file},
          EntranceFlags{.listen = "192.0.2.7", .password_file = file, .certificate = "a.crt"},
          EntranceFlags{.listen = "192.0.2.7", .password_file = file, .private_key = "a.key"},
          EntranceFlags{
              .listen = "192.0.2.7", .names = {"DNS:x,IP:1.2.3.4"}, .password_file = file},
          EntranceFlags{.port = 1, .listen = "192.0.2.7:2", .password_file = file}}) {
        EXPECT_THROW(static_cast<void>(entrance_of(flags)), Error) << flags.listen;
    }
}

}  // namespace
}  // namespace kanon::serve
