// SPDX-License-Identifier: Apache-2.0
#include "kanon/parties/run/rehearse.hpp"

#include "kanon/base/error.hpp"
#include "kanon/parties/run/party_list.hpp"
#include "kanon/parties/run/rehearsal.hpp"
#include "kanon/source/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <filesystem>
#include <iterator>
#include <optional>
#include <thread>

namespace kanon::parties {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20};

/// After one failed, the others have so long to hear of it; who still waits for it is stopped.
constexpr std::chrono::seconds kAfterFailure{1};

std::string output_of(const std::string& folder, const AgreedParty& party, const char* ending) {
    return folder + "/" + party.name + ending;
}

/// What one party came to.
struct Ended {
    std::optional<PartyOutcome> outcome;
    std::exception_ptr fault = nullptr;
};

/// True of what a party says because another one stopped, or because it was stopped.
bool has_followed(const std::exception_ptr& fault) {
    try {
        std::rethrow_exception(fault);
    } catch (const Error& error) {
        return error.code() == ErrorCode::cancelled ||
               std::string(error.what()).find(" stopped: ") != std::string::npos;
    } catch (...) {
        return false;
    }
}

class AllParties {
public:
    AllParties(const RehearsalJob& job,
               const Agreement& agreement,
               const std::vector<std::string>& inputs,
               const std::string& output)
        : agreement_(agreement), running_(inputs.size()), ended_(inputs.size()) {
        for (std::size_t party = 0; party < inputs.size(); ++party) {
            const AgreedParty& of = agreement.parties[party];
            PartyJob one{.agreement = job.agreement,
                         .party = of.name,
                         .input = inputs[party],
                         .output = of.gets_release ? output_of(output, of, ".csv") : "",
                         .summary = output_of(output, of, ".json"),
                         .rehearsal = job.private_folder,
                         .force = job.force || job.output.empty(),
                         .context = job.context};
            one.context.threads = 1;
            one.context.cancel = &stop_;
            one.context.progress = nullptr;
            jobs_.push_back(std::move(one));
        }
    }

    /// \throws Error{cancelled} if that was asked for
    std::vector<PartyOutcome> run(const RunContext& context) {
        {
            std::vector<std::jthread> threads;
            threads.reserve(jobs_.size());
            for (std::size_t party = 0; party < jobs_.size(); ++party) {
                threads.emplace_back([this, party] { run_one(party); });
            }
            watch(context);
        }
        throw_if_cancelled(context);
        rethrow();
        std::vector<PartyOutcome> out;
        for (Ended& one : ended_) {
            out.push_back(std::move(*one.outcome));
        }
        return out;
    }

private:
    void run_one(std::size_t party) {
        try {
            ended_[party].outcome = run_party(jobs_[party]);
        } catch (...) {
            ended_[party].fault = std::current_exception();
            has_failed_ = true;
        }
        --running_;
    }

    void watch(const RunContext& context) {
        std::optional<std::chrono::steady_clock::time_point> failed;
        while (running_ > 0) {
            const auto now = std::chrono::steady_clock::now();
            if (has_failed_ && !failed) {
                failed = now;
            }
            if (context.cancelled() || (failed && now - *failed > kAfterFailure)) {
                stop_ = true;
            }
            std::this_thread::sleep_for(kBetweenLooks);
        }
    }

    /// Of the party that failed by itself, or else of the first.
    void rethrow() const {
        std::optional<std::size_t> failed;
        for (std::size_t party = 0; party < ended_.size(); ++party) {
            if (ended_[party].fault && (!failed || has_followed(ended_[*failed].fault))) {
                failed = party;
            }
        }
        if (failed) {
            throw_named(*failed);
        }
    }

    [[noreturn]] void throw_named(std::size_t party) const {
        try {
            std::rethrow_exception(ended_[party].fault);
        } catch (const Error& error) {
            throw Error(
                error.code(),
                fmt::format("party '{}': {}", agreement_.parties[party].name, error.what()));
        }
    }

    const Agreement& agreement_;
    std::vector<PartyJob> jobs_;
    std::atomic<bool> stop_ = false;
    std::atomic<bool> has_failed_ = false;
    std::atomic<std::size_t> running_;
    std::vector<Ended> ended_;
};

}  // namespace

std::vector<std::string> rehearsal_inputs(const Agreement& agreement, const NamedInputs& inputs) {
    std::vector<std::string> out(agreement.parties.size());
    for (const auto& [name, file] : inputs) {
        std::string& input = out[agreement.place_of(name)];
        if (!input.empty()) {
            throw Error(ErrorCode::usage, "--input: '" + name + "' is given twice");
        }
        input = file;
    }
    for (std::size_t party = 0; party < out.size(); ++party) {
        const std::string& name = agreement.parties[party].name;
        if (agreement.has_rows(party) == out[party].empty()) {
            throw Error(
                ErrorCode::usage,
                !agreement.has_rows(party)
                    ? fmt::format("--input: '{}' has no rows by the agreement", name)
                    : fmt::format("--input: party '{0}' has no table; add --input {0}=FILE", name));
        }
    }
    return out;
}

void check_rehearsal_folder(const Agreement& agreement,
                            const std::vector<std::string>& inputs,
                            const std::string& folder) {
    if (!std::filesystem::is_directory(folder)) {
        throw Error(ErrorCode::bad_output, folder + ": no such folder; make it first");
    }
    std::vector<std::string> read{agreement.file};
    std::ranges::copy_if(
        inputs, std::back_inserter(read), [](const std::string& input) { return !input.empty(); });
    for (const AgreedParty& party : agreement.parties) {
        detail::check_targets(read,
                              {{.what = "output", .path = output_of(folder, party, ".csv")},
                               {.what = "summary", .path = output_of(folder, party, ".json")}});
    }
}

std::vector<std::string> rehearsal_releases(const Agreement& agreement, const std::string& folder) {
    std::vector<std::string> out;
    for (const AgreedParty& party : agreement.parties) {
        if (party.gets_release && (out.empty() || agreement.releases_apart())) {
            out.push_back(output_of(folder, party, ".csv"));
        }
    }
    return out;
}

Rehearsal rehearse(const RehearsalJob& job) {
    const Agreement agreement = read_agreement(job.agreement, job.context);
    const std::vector<std::string> inputs = rehearsal_inputs(agreement, job.inputs);
    const std::string& output = job.output.empty() ? job.private_folder : job.output;
    check_rehearsal_folder(agreement, inputs, output);
    const std::vector<AgreedRow> parties(agreement.parties.begin(), agreement.parties.end());
    prepare_rehearsal(parties, job.private_folder);
    Rehearsal out;
    out.outcomes = AllParties(job, agreement, inputs, output).run(job.context);
    out.audit =
        audit_rehearsal(agreement, inputs, rehearsal_releases(agreement, output), {}, job.context);
    return out;
}

}  // namespace kanon::parties
