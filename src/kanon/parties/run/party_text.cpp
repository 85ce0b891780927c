// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/party_text.hpp"

#include "kanon/base/text/count_text.hpp"
#include "kanon/report/json/json_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace kanon {
namespace {

std::string listed_lines(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) {
        out += "  - " + line + "\n";
    }
    return out;
}

}  // namespace

std::string agreement_text(const parties::Agreement& agreement) {
    const parties::ProtocolInfo& protocol = *agreement.protocol;
    std::string out = fmt::format("{}: {}\n\n", protocol.name, protocol.summary);
    for (const parties::AgreedParty& party : agreement.parties) {
        out += fmt::format(
            "  {}{}{}\n",
            party.name,
            party.columns.empty() ? "" : fmt::format(": {}", fmt::join(party.columns, ", ")),
            party.gets_release ? "; gets the release" : "");
    }
    out += fmt::format("\nPromise: {}-anonymity of the joint release\n", agreement.k());
    out += "What the parties learn beside the release:\n";
    for (const std::string_view line : protocol.leakage) {
        out += fmt::format("  - {}\n", line);
    }
    out += fmt::format("All are taken to follow the protocol. Agreement: SHA-256 {}\n",
                       agreement.sha256);
    return out;
}

std::string outcome_text(const PartyOutcome& outcome) {
    std::string out = fmt::format("{} of {} released",
                                  count_text(outcome.released_rows, "row"),
                                  count_text(outcome.joint_rows));
    if (outcome.left_out_rows > 0) {
        out += fmt::format("; {} left out", count_text(outcome.left_out_rows));
    }
    if (outcome.held_back_rows > 0) {
        out += fmt::format("; {} of all parties took no part, as too few are like them",
                           count_text(outcome.held_back_rows, "row"));
    }
    if (outcome.classes > 0) {
        out += fmt::format("; {} of {} to {} rows",
                           count_text(outcome.classes, "class"),
                           count_text(outcome.least_class),
                           count_text(outcome.greatest_class));
    }
    const std::string relied_on = outcome.relied_on.empty() ? ""
                                                            : "If all kept to the protocol\n" +
                                                                  listed_lines(outcome.relied_on);
    return fmt::format("{}\nProven here\n{}{}Traffic  {} bytes sent, {} received, {:.1f} s\n",
                       out,
                       listed_lines(outcome.proven),
                       relied_on,
                       count_text(outcome.bytes_sent),
                       count_text(outcome.bytes_received),
                       outcome.seconds);
}

std::string agreement_json(const parties::Agreement& agreement) {
    nlohmann::ordered_json members = nlohmann::ordered_json::array();
    for (std::size_t party = 0; party < agreement.parties.size(); ++party) {
        const parties::AgreedParty& one = agreement.parties[party];
        members.push_back({{"name", one.name},
                           {"address", one.address},
                           {"fingerprint", one.fingerprint},
                           {"columns", one.columns},
                           {"gets_release", one.gets_release},
                           {"has_rows", agreement.has_rows(party)}});
    }
    const std::vector<std::string> leakage(agreement.protocol->leakage.begin(),
                                           agreement.protocol->leakage.end());
    return json_document({{"protocol", agreement.protocol->name},
                          {"summary", agreement.protocol->summary},
                          {"k", agreement.k()},
                          {"key", agreement.key},
                          {"parties", members},
                          {"leakage", leakage},
                          {"sha256", agreement.sha256}});
}

std::string unasked_text(const std::string& agreement) {
    return "nobody is there to agree to what the parties learn; read it (`kanon party show " +
           agreement + "`), and say --yes";
}

std::string rehearsal_text(const AuditReport& audit) {
    std::string out = "The joint release against the joined originals:\n";
    for (const std::string& line : audit.checks) {
        out += "  proven  " + line + "\n";
    }
    for (const Proof& proof : audit.proofs) {
        out += fmt::format("  {}  {}\n", proof.holds ? "proven" : "broken", proof.describe);
    }
    for (const Fault& fault : audit.faults) {
        out += "  broken  " + fault.message + "\n";
    }
    return out;
}

bool rehearsal_holds(const AuditReport& audit) {
    return audit.passed && std::ranges::all_of(audit.proofs, &Proof::holds);
}

}  // namespace kanon
