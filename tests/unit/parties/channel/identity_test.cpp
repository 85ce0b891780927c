// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/channel/identity.hpp"

#include "channel_support.hpp"
#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

namespace kanon::parties {
namespace {

using kanon::test::TemporaryFolder;
using test::contains;
using test::failure_of;

unsigned mode_of(const std::string& path) {
    struct stat status {};

    EXPECT_EQ(::stat(path.c_str(), &status), 0);
    return status.st_mode & 07777U;
}

TEST(Identity, IsAPrivateKeyAndACertificateWithNothingButTheName) {
    const TemporaryFolder folder;
    const Fingerprint made = make_identity(folder.at(""), "clinic");
    EXPECT_EQ(mode_of(folder.at("clinic.key")), 0600U);
    EXPECT_EQ(folder.file_count(), 2U);
    const Identity read = load_identity(folder.at(""), "clinic");
    EXPECT_EQ(read.name(), "clinic");
    EXPECT_EQ(read.fingerprint(), made);
    EXPECT_EQ(fingerprint_of_file(folder.at("clinic.crt")), made);
    EXPECT_FALSE(contains(folder.read("clinic.crt"), "PRIVATE"));
    EXPECT_NE(make_identity(folder.at(""), "bank"), made);
}

TEST(Identity, IsNeverOverwritten) {
    const TemporaryFolder folder;
    make_identity(folder.at(""), "clinic");
    const std::string key = folder.read("clinic.key");
    const auto failure = failure_of([&] { make_identity(folder.at(""), "clinic"); });
    EXPECT_EQ(failure.code, ErrorCode::bad_output);
    EXPECT_TRUE(contains(failure.text, "clinic.key: it is there already"));
    EXPECT_EQ(folder.read("clinic.key"), key);
    EXPECT_EQ(folder.file_count(), 2U);
}

TEST(Identity, IsMadeWholeOrNotAtAll) {
    const TemporaryFolder folder;
    folder.write("clinic.crt", "of somebody");
    EXPECT_TRUE(contains(failure_of([&] { make_identity(folder.at(""), "clinic"); }).text,
                         "clinic.crt: it is there already"));
    EXPECT_EQ(folder.read("clinic.crt"), "of somebody");
    EXPECT_EQ(folder.file_count(), 1U);
    EXPECT_EQ(failure_of([&] { make_identity(folder.at("none"), "clinic"); }).code,
              ErrorCode::bad_output);
}

TEST(Identity, HasANameThatIsNoPath) {
    const TemporaryFolder folder;
    for (const std::string name : {"", "../clinic", "a b", "-a", "größe", "a.b"}) {
        EXPECT_EQ(failure_of([&] { make_identity(folder.at(""), name); }).code, ErrorCode::usage);
    }
    EXPECT_EQ(failure_of([&] { make_identity(folder.at(""), std::string(65, 'a')); }).code,
              ErrorCode::usage);
    EXPECT_EQ(failure_of([&] { make_identity(folder.at(""), std::string(64, 'a')); }).text, "");
}

TEST(Identity, WithAKeyThatOthersMayReadIsRefused) {
    const TemporaryFolder folder;
    make_identity(folder.at(""), "clinic");
    for (const unsigned mode : {0640U, 0604U, 0620U}) {
        ASSERT_EQ(::chmod(folder.at("clinic.key").c_str(), mode), 0);
        const auto failure = failure_of([&] { (void)load_identity(folder.at(""), "clinic"); });
        EXPECT_EQ(failure.code, ErrorCode::bad_input);
        EXPECT_TRUE(contains(failure.text, "chmod 600 ")) << failure.text;
    }
    ASSERT_EQ(::chmod(folder.at("clinic.key").c_str(), 0600), 0);
    EXPECT_EQ(failure_of([&] { (void)load_identity(folder.at(""), "clinic"); }).text, "");
}

TEST(Identity, WithTheKeyOfAnotherCertificateIsRefused) {
    const TemporaryFolder folder;
    make_identity(folder.at(""), "clinic");
    make_identity(folder.at(""), "bank");
    const auto failure = failure_of(
        [&] { (void)load_identity_files(folder.at("bank.key"), folder.at("clinic.crt")); });
    EXPECT_TRUE(contains(failure.text, "does not belong to the certificate")) << failure.text;
}

TEST(Identity, OfDamagedFilesIsRefused) {
    const TemporaryFolder folder;
    make_identity(folder.at(""), "clinic");
    const auto load = [&] { (void)load_identity(folder.at(""), "clinic"); };
    const std::string certificate = folder.read("clinic.crt");
    folder.write("clinic.crt", certificate.substr(0, certificate.size() / 2));
    EXPECT_TRUE(contains(failure_of(load).text, "clinic.crt: it is no certificate"));
    folder.write("clinic.key", "-----BEGIN PRIVATE KEY-----\nAAAA\n");
    EXPECT_TRUE(contains(failure_of(load).text, "clinic.key: it is no private key"));
    std::filesystem::remove(folder.at("clinic.key"));
    EXPECT_TRUE(contains(failure_of(load).text, "clinic.key: it cannot be read"));
    folder.write("large.crt", std::string(70000, 'a'));
    EXPECT_TRUE(
        contains(failure_of([&] { (void)fingerprint_of_file(folder.at("large.crt")); }).text,
                 "larger than such a file"));
    EXPECT_TRUE(contains(failure_of([&] { (void)fingerprint_of_file(folder.at("")); }).text,
                         "no regular file"));
}

TEST(Fingerprint, IsReadByPeople) {
    Fingerprint::Hash hash{};
    hash[0] = 0x1F;
    hash[1] = 0x09;
    hash[31] = 0xAB;
    const Fingerprint fingerprint(hash);
    const std::string text = fingerprint.text();
    EXPECT_EQ(text.size(), 64U + 15U);
    EXPECT_EQ(text.substr(0, 10), "1f09 0000 ");
    EXPECT_EQ(text.substr(75), "00ab");
    EXPECT_EQ(Fingerprint::parse(text), fingerprint);
    std::string loud;
    for (const char c : text) {
        loud +=
            c == ' ' ? std::string("\n") : std::string(1, static_cast<char>(std::toupper(c))) + " ";
    }
    EXPECT_EQ(Fingerprint::parse(loud), fingerprint);
}

TEST(Fingerprint, HasSixtyFourDigits) {
    for (const std::string& text : {std::string(),
                                    std::string(63, 'a'),
                                    std::string(65, 'a'),
                                    std::string(63, 'a') + "g",
                                    std::string(63, 'a') + ":"}) {
        EXPECT_EQ(failure_of([&] { (void)Fingerprint::parse(text); }).code, ErrorCode::usage);
    }
}

/// SHA-256 of the public key, as `openssl pkey -pubin -outform DER | sha256sum` has it.
TEST(Fingerprint, IsThatOfThePublicKey) {
    const TemporaryFolder folder;
    const std::string path =
        folder.write("known.crt",
                     "-----BEGIN CERTIFICATE-----\n"
                     "MIIBNDCB56ADAgECAhRx13EdslDlOa4ZBeyj2KXLHXgzgjAFBgMrZXAwEDEOMAwG\n"
                     "A1UEAwwFa25vd24wHhcNMjYxMTI3MjMwNjU1WhcNMzYxMTI0MjMwNjU1WjAQMQ4w\n"
                     "DAYDVQQDDAVrbm93bjAqMAUGAytlcAMhAE0s68jzKqkwWaxhHbZL1Tt86HlZQkKJ\n"
                     "BC1MDo43IimVo1MwUTAdBgNVHQ4EFgQU16boLNmYV0Uqre3vBJK8h5IPvZAwHwYD\n"
                     "VR0jBBgwFoAU16boLNmYV0Uqre3vBJK8h5IPvZAwDwYDVR0TAQH/BAUwAwEB/zAF\n"
                     "BgMrZXADQQBXalSbZQx+S6IgFIvw8BjmGNScR6talDQvkzYrP0VhUmzbGexjjvOZ\n"
                     "whDK6Y/XSGFWdWbKVl2h4We+vOPz6RcA\n"
                     "-----END CERTIFICATE-----\n");
    EXPECT_EQ(fingerprint_of_file(path).text(),
              "a0a2 3b3b 5d25 fbe2 e929 4147 1ccd d61b 11d9 7ffa e9c3 b95f ae8c 0d80 299a ca3e");
}

}  // namespace
}  // namespace kanon::parties
