// SPDX-License-Identifier: Apache-2.0
#include "kanon/base/secrets/secret_key.hpp"

#include "kanon/base/error.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace kanon {
namespace {

/// The bytes 0 to 31.
constexpr const char* kCounted =
    "kanon key 1\n000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n";

std::string hex_of(const SecretKey::Bytes& bytes) {
    std::string out;
    for (const std::uint8_t byte : bytes) {
        constexpr const char* kDigits = "0123456789abcdef";
        out += kDigits[byte / 16U];
        out += kDigits[byte % 16U];
    }
    return out;
}

std::string refusal_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& fault) {
        return fault.what();
    }
    return "";
}

TEST(SecretKey, TagIsHmacSha256OfUseAndValue) {
    // By Python: hmac.new(bytes(range(32)), b"kanon pseudonym\0P-17", hashlib.sha256)
    EXPECT_EQ(hex_of(SecretKey::parse(kCounted, "k").tag("kanon pseudonym", "P-17")),
              "d63e4cff41c8d4d81b60611c912af4c40296cdc04907aa00112794365408d754");
}

TEST(SecretKey, UsesAreApart) {
    const SecretKey key = SecretKey::parse(kCounted, "k");
    EXPECT_NE(key.tag("a", "b"), key.tag("ab", ""));
    EXPECT_NE(key.tag("a", "b"), key.tag("c", "b"));
}

TEST(SecretKey, NumbersAreUniformBelowTheBound) {
    const SecretKey key = SecretKey::parse(kCounted, "k");
    constexpr std::uint64_t kBound = 7;
    constexpr std::size_t kDrawn = 14000;
    std::vector<std::size_t> drawn(kBound);
    for (std::size_t i = 0; i < kDrawn; ++i) {
        ++drawn.at(key.number_below(kBound, "test", std::to_string(i)));
    }
    double squares = 0;
    for (const std::size_t count : drawn) {
        const double off = static_cast<double>(count) - static_cast<double>(kDrawn) / kBound;
        squares += off * off / (static_cast<double>(kDrawn) / kBound);
    }
    EXPECT_LT(squares, 22.5);  // chi-square of 6 degrees: 1 in 1,000; the key is fixed
    EXPECT_EQ(key.number_below(1, "test", "x"), 0U);
}

TEST(SecretKey, AFileIsReadBackAndNeverOverwritten) {
    const test::TemporaryFolder folder;
    const std::string path = folder.at("study.key");
    make_key_file(path);

    struct stat status {};

    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    const std::string text = folder.read("study.key");
    EXPECT_EQ(SecretKey::read(path).text(), text);
    EXPECT_NE(refusal_of([&] { make_key_file(path); }).find("never overwritten"),
              std::string::npos);
    EXPECT_EQ(SecretKey::read(path).text(), text);
}

TEST(SecretKey, RefusesWhatIsNoKey) {
    const auto refused = [](const std::string& text) {
        return refusal_of([&] { static_cast<void>(SecretKey::parse(text, "k")); });
    };
    EXPECT_NE(refused("").find("no key of kanon"), std::string::npos);
    EXPECT_NE(refused("-----BEGIN PRIVATE KEY-----\n").find("no key"), std::string::npos);
    EXPECT_NE(refused("kanon key 2\nabc\n").find("another version"), std::string::npos);
    std::string cut = kCounted;
    cut.erase(cut.size() - 3, 1);
    EXPECT_NE(refused(cut).find("cut or changed"), std::string::npos);
    std::string changed = kCounted;
    changed[20] = 'x';
    EXPECT_NE(refused(changed).find("cut or changed"), std::string::npos);
    EXPECT_EQ(refused(changed).find("0a0b"), std::string::npos) << "a message quotes the key";
}

TEST(SecretKey, RefusesAFileThatOthersCanRead) {
    const test::TemporaryFolder folder;
    const std::string path = folder.at("study.key");
    make_key_file(path);
    ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
    EXPECT_NE(refusal_of([&] { static_cast<void>(SecretKey::read(path)); }).find("chmod 600"),
              std::string::npos);
}

TEST(SecretKey, IsFoundInAnySpelling) {
    const SecretKey key = SecretKey::parse(kCounted, "k");
    std::string raw;
    for (int i = 0; i < 32; ++i) {
        raw += static_cast<char>(i);
    }
    EXPECT_TRUE(key.stands_in("x" + raw + "y"));
    EXPECT_TRUE(key.stands_in(kCounted));
    EXPECT_TRUE(key.stands_in("000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F"));
    EXPECT_TRUE(key.stands_in("\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\""));
    EXPECT_FALSE(key.stands_in(raw.substr(1)));
    EXPECT_FALSE(key.stands_in(""));
}

}  // namespace
}  // namespace kanon
