// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/party_list.hpp"

#include "kanon/base/error.hpp"
#include "kanon/io/files/text_file.hpp"
#include "kanon/io/writing/pending_file.hpp"
#include "kanon/parties/channel/tls_channel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

namespace kanon::parties {
namespace {

constexpr std::string_view kAddresses = "addresses";
constexpr std::size_t kMostAddressBytes = 1U << 16U;

std::string file_in(const std::string& folder, std::string_view name) {
    return (std::filesystem::path(folder) / name).string();
}

}  // namespace

std::vector<Party> pinned_parties(std::span<const AgreedRow> rows,
                                  const std::string& file,
                                  std::string_view what) {
    std::vector<Party> out;
    for (const AgreedRow& row : rows) {
        if (row.fingerprint.empty()) {
            throw Error(ErrorCode::bad_policy,
                        fmt::format("{} '{}' has no fingerprint; ask it for that of `kanon party "
                                    "init`, by telephone, and add it",
                                    what,
                                    row.name),
                        Where{.file = file});
        }
        out.push_back({.name = row.name,
                       .address = row.address,
                       .fingerprint = Fingerprint::parse(row.fingerprint)});
    }
    return out;
}

void check_identity(const Identity& identity, const Party& party, const std::string& file) {
    if (identity.fingerprint() != party.fingerprint) {
        throw Error(ErrorCode::bad_policy,
                    "the agreement has another fingerprint of '" + party.name + "' than " +
                        identity.fingerprint().text() + ", which is that of its key here",
                    Where{.file = file});
    }
}

Peers peers_of(std::span<const Party> list, std::size_t own, const PartyChannels& channels) {
    std::vector<Channel*> out;
    for (const Party& party : list) {
        const auto found = channels.find(party.name);
        out.push_back(found == channels.end() ? nullptr : found->second.get());
    }
    return {std::move(out), own};
}

void prepare_rehearsal(std::span<const AgreedRow> rows, const std::string& folder) {
    std::vector<std::unique_ptr<TlsListener>> listeners;  // so that no port is drawn twice
    std::string addresses;
    for (const AgreedRow& row : rows) {
        static_cast<void>(make_identity(folder, row.name));
        listeners.push_back(std::make_unique<TlsListener>(Address{.host = "127.0.0.1", .port = 0}));
        addresses += fmt::format("127.0.0.1:{}\n", listeners.back()->port());
    }
    PendingFile file(file_in(folder, kAddresses), false);
    file.write_text(addresses);
    file.commit();
}

std::vector<Party> rehearsing(std::span<const AgreedRow> rows, const std::string& folder) {
    std::string text = read_text_file(
        file_in(folder, kAddresses), "addresses", ErrorCode::bad_input, kMostAddressBytes);
    std::vector<Party> out;
    for (const AgreedRow& row : rows) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        out.push_back({.name = row.name,
                       .address = text.substr(0, end),
                       .fingerprint = fingerprint_of_file(file_in(folder, row.name + ".crt"))});
        text.erase(0, end + 1);
    }
    return out;
}

}  // namespace kanon::parties
