// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/party_run.hpp"

#include "kanon/base/check.hpp"
#include "kanon/base/error.hpp"
#include "kanon/base/stopwatch.hpp"
#include "kanon/io/writing/pending_file.hpp"
#include "kanon/parties/channel/connect_parties.hpp"
#include "kanon/parties/channel/identity.hpp"
#include "kanon/parties/channel/tls_channel.hpp"
#include "kanon/parties/protocols/message_types.hpp"
#include "kanon/parties/run/agree.hpp"
#include "kanon/parties/run/party_list.hpp"
#include "kanon/parties/run/rehearsal.hpp"
#include "kanon/parties/run/site_run.hpp"
#include "kanon/report/json/json_text.hpp"
#include "kanon/source/input.hpp"
#include "kanon/source/targets.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace kanon {
namespace {

using parties::abort_all;
using parties::AbortReason;
using parties::Address;
using parties::AgreedParty;
using parties::AgreedRow;
using parties::Agreement;
using parties::Identity;
using parties::Party;
using parties::PartyChannels;
using parties::Peers;
using parties::Site;
using parties::TlsListener;
using parties::Traffic;

void check_input_of(const PartyJob& job, const Agreement& agreement, std::size_t own) {
    const std::string& name = agreement.parties[own].name;
    if (agreement.has_rows(own) == job.input.empty()) {
        throw Error(ErrorCode::usage,
                    job.input.empty() ? "'" + name + "' has rows; say where they are (--input)"
                                      : "'" + name +
                                            "' has no rows by the agreement; it takes no "
                                            "table (--input)");
    }
}

/// What this party has and must keep: its table, its key, and what the agreement names.
std::vector<std::string> sources_of(const PartyJob& job, const Agreement& agreement) {
    std::vector<std::string> out{job.agreement};
    if (!job.input.empty()) {
        out = detail::sources_of(job.input, agreement.policy);
    }
    const std::string& folder = job.rehearsal.empty() ? job.identity : job.rehearsal;
    for (const std::string_view ending : {".key", ".crt"}) {
        out.push_back((std::filesystem::path(folder) / (job.party + std::string(ending))).string());
    }
    return out;
}

void check_targets_of(const PartyJob& job, const Agreement& agreement, std::size_t own) {
    const AgreedParty& party = agreement.parties[own];
    for (const std::string& target : {job.output, job.summary}) {
        if (!target.empty() && is_address(target)) {
            throw Error(ErrorCode::usage,
                        "what parties release is written to files; name one",
                        Where{.file = shown_input(target)});
        }
    }
    if (party.gets_release && job.output.empty()) {
        throw Error(ErrorCode::usage,
                    "'" + party.name + "' gets the release; say where to write it (--output)");
    }
    if (!party.gets_release && !job.output.empty()) {
        throw Error(ErrorCode::usage,
                    "'" + party.name +
                        "' does not get the release by the agreement; leave "
                        "--output out");
    }
    detail::check_targets(
        sources_of(job, agreement),
        {{.what = "output", .path = job.output}, {.what = "summary", .path = job.summary}});
}

/// All wait for all, so that no party has a release while another has none.
void wait_for_all(const Peers& peers) {
    static_cast<void>(peers.exchange(parties::messages::kDone, {}, 0));
}

void add_traffic(const PartyChannels& channels, PartyOutcome& outcome) {
    for (const auto& [name, channel] : channels) {
        const Traffic traffic = channel->traffic();
        outcome.bytes_sent += traffic.bytes_sent;
        outcome.bytes_received += traffic.bytes_received;
    }
}

/// What a party writes, in place only when all parties have got so far.
struct Files {
    std::optional<PendingFile> release;
    std::optional<PendingFile> summary;
};

class Run {
public:
    Run(const PartyJob& job, const Agreement& agreement)
        : job_(job), agreement_(agreement), own_(agreement.place_of(job.party)) {
        check_input_of(job, agreement, own_);
        check_targets_of(job, agreement, own_);
        files_.release = pending_file(job.output, job.force);
        files_.summary = pending_file(job.summary, job.force);
    }

    PartyOutcome operator()();

private:
    void go(const Site& site, const PartyChannels& channels, const Peers& peers);
    void begin_outcome(const Site& site);

    const PartyJob& job_;
    const Agreement& agreement_;
    std::size_t own_;
    Files files_;
    Stopwatch watch_;
    PartyOutcome outcome_;
};

void Run::begin_outcome(const Site& site) {
    outcome_.protocol = agreement_.protocol->name;
    outcome_.party = job_.party;
    outcome_.agreement_sha256 = agreement_.sha256;
    outcome_.k = agreement_.k();
    outcome_.rows = parties::rows_of(site);
    for (const AgreedParty& party : agreement_.parties) {
        if (party.name != job_.party) {
            outcome_.others.push_back(party.name);
        }
    }
    outcome_.leakage.assign(agreement_.protocol->leakage.begin(),
                            agreement_.protocol->leakage.end());
}

PartyOutcome Run::operator()() {
    const std::vector<AgreedRow> rows(agreement_.parties.begin(), agreement_.parties.end());
    const std::vector<Party> list = job_.rehearsal.empty()
                                        ? parties::pinned_parties(rows, agreement_.file, "party")
                                        : parties::rehearsing(rows, job_.rehearsal);
    const Identity identity =
        parties::load_identity(job_.rehearsal.empty() ? job_.identity : job_.rehearsal, job_.party);
    parties::check_identity(identity, list[own_], job_.agreement);
    const Site site = parties::read_party(job_.input, agreement_, own_, job_.read, job_.context);
    begin_outcome(site);
    std::optional<TlsListener> listener;
    if (!job_.listen.empty()) {
        listener.emplace(Address::parse(job_.listen));
    }
    const PartyChannels channels = parties::connect_parties(
        list, identity, job_.channel, job_.context, listener ? &*listener : nullptr);
    try {
        go(site, channels, parties::peers_of(list, own_, channels));
    } catch (const Error& error) {
        // The table was read before: what is no good now came from others, or is a value of the
        // table that was not agreed.
        const bool of_messages = error.code() == ErrorCode::bad_input;
        abort_all(channels, of_messages ? AbortReason::not_as_agreed : parties::reason_of(error));
        throw;
    } catch (...) {
        abort_all(channels, AbortReason::fault);
        throw;
    }
    for (const auto& [name, channel] : channels) {
        channel->close();
    }
    return std::move(outcome_);
}

void Run::go(const Site& site, const PartyChannels& channels, const Peers& peers) {
    parties::compare_agreements(agreement_, peers);
    const std::optional<Table> release =
        parties::run_site(site, agreement_, peers, job_.context, outcome_);
    if (release) {
        KANON_CHECK(files_.release);
        files_.release->write_table(*release, job_.write, job_.context);
    }
    wait_for_all(peers);
    add_traffic(channels, outcome_);
    outcome_.seconds = watch_.total();
    if (files_.summary) {
        files_.summary->write_text(party_json(outcome_));
    }
    commit_together({&files_.summary, &files_.release}, job_.context);
}

}  // namespace

PartyOutcome run_party(const PartyJob& job) {
    const Agreement agreement = parties::read_agreement(job.agreement, job.context);
    static_cast<void>(agreement.place_of(job.party));
    if (job.consent && !job.consent(agreement)) {
        throw Error(ErrorCode::cancelled, "nothing was sent: the protocol was not agreed to");
    }
    return Run(job, agreement)();
}

std::string party_json(const PartyOutcome& outcome) {
    nlohmann::ordered_json levels = nlohmann::ordered_json::object();
    for (const auto& [name, level] : outcome.levels) {
        levels[name] = level;
    }
    return json_document({{"protocol", outcome.protocol},
                          {"party", outcome.party},
                          {"others", outcome.others},
                          {"agreement_sha256", outcome.agreement_sha256},
                          {"k", outcome.k},
                          {"rows", outcome.rows},
                          {"joint_rows", outcome.joint_rows},
                          {"released_rows", outcome.released_rows},
                          {"left_out_rows", outcome.left_out_rows},
                          {"held_back_rows", outcome.held_back_rows},
                          {"classes", outcome.classes},
                          {"min_class", outcome.least_class},
                          {"max_class", outcome.greatest_class},
                          {"steps", outcome.steps},
                          {"levels", levels},
                          {"proven", outcome.proven},
                          {"relied_on", outcome.relied_on},
                          {"leakage", outcome.leakage},
                          {"bytes_sent", outcome.bytes_sent},
                          {"bytes_received", outcome.bytes_received},
                          {"seconds", outcome.seconds}});
}

}  // namespace kanon
