// SPDX-License-Identifier: Apache-2.0
#include "parties/run.hpp"

#include "kanon/api/parties.hpp"

#include "data/members.hpp"
#include "measuring/peak.hpp"
#include "parties/same_rows.hpp"
#include "parties/tables.hpp"
#include "suites/release.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace kanon::bench {
namespace {

[[noreturn]] void refuse_answer(const PartiesCase& of, const std::string& what) {
    throw Error(ErrorCode::audit_failed, fmt::format("case '{}': {}", of.name, what));
}

RunSeconds medians_of_runs(std::vector<RunSeconds> runs) {
    const auto middle = [&](double RunSeconds::*of) {
        std::ranges::sort(runs, {}, of);
        return runs[runs.size() / 2].*of;
    };
    return {.search = middle(&RunSeconds::search), .run = middle(&RunSeconds::run)};
}

std::vector<std::string> texts_of(const std::vector<std::string>& files) {
    std::vector<std::string> out;
    out.reserve(files.size());
    for (const std::string& file : files) {
        out.push_back(text_of(file));
    }
    return out;
}

/// One case under way.
class CaseRun {
public:
    CaseRun(const PartiesCase& of, Workplace& workplace, const RunContext& context)
        : of_(of),
          workplace_(workplace),
          context_(context),
          tables_(make_parties_tables(of, workplace, context)),
          agreement_(parties::read_agreement(tables_.agreement, context)) {}

    PartiesFigures run(std::uint64_t runs) {
        figures_.name = of_.name;
        find_central(runs);
        run_protocol(runs);
        return std::move(figures_);
    }

private:
    /// The method whose release the protocol's is, and its options.
    [[nodiscard]] std::optional<Policy> central_policy() const;
    void find_central(std::uint64_t runs);
    void run_protocol(std::uint64_t runs);
    void check(const parties::RunTogether& found);
    [[nodiscard]] std::vector<std::string> write_releases(const parties::RunTogether& found) const;

    const PartiesCase& of_;
    Workplace& workplace_;
    const RunContext& context_;
    PartiesTables tables_;
    parties::Agreement agreement_;
    std::string central_;  ///< text of the release
    PartiesFigures figures_;
};

std::optional<Policy> CaseRun::central_policy() const {
    if (tables_.all.empty()) {
        return std::nullopt;
    }
    Policy policy = bench_policy(
        tables_.policy, of_.name, column_names(tables_.all, {}), of_.k, of_.suppression);
    policy.suppressed = SuppressedRows::drop;
    if (of_.protocol == "top-down") {
        policy.method = "top-down";
        return policy;
    }
    if (of_.protocol == "secure-sum") {
        policy.method = "mondrian";
        policy.method_options["ties"] = "by-name";
        return policy;
    }
    return std::nullopt;
}

void CaseRun::find_central(std::uint64_t runs) {
    const std::optional<Policy> policy = central_policy();
    if (!policy) {
        return;
    }
    std::vector<RunSeconds> all;
    for (std::uint64_t run = 0; run < runs; ++run) {
        AnonymizeJob job;
        job.input = tables_.all;
        job.output = workplace_.path("central.csv");
        job.write.force = true;
        job.policy = *policy;
        job.context = context_;
        const StageSeconds seconds = run_job(job)->facts.seconds;
        all.push_back(
            {.search = seconds.solve, .run = seconds.solve + seconds.apply + seconds.audit});
    }
    figures_.central = medians_of_runs(std::move(all));
    central_ = text_of(workplace_.path("central.csv"));
}

void CaseRun::run_protocol(std::uint64_t runs) {
    std::vector<parties::Site> sites;
    for (std::size_t party = 0; party < tables_.inputs.size(); ++party) {
        sites.push_back(
            parties::read_party(tables_.inputs[party], agreement_, party, {}, context_));
    }
    std::vector<RunSeconds> all;
    for (std::uint64_t run = 0; run < runs; ++run) {
        forget_peak_rss();
        const parties::RunTogether found = parties::run_together(agreement_, sites, context_);
        figures_.peak_rss_mb = std::max(figures_.peak_rss_mb, peak_rss_since());
        check(found);
        all.push_back({.search = found.search_seconds, .run = found.seconds});
    }
    figures_.seconds = medians_of_runs(std::move(all));
}

/// A file for each receiver, whose release is that of all others, or one for each party.
std::vector<std::string> CaseRun::write_releases(const parties::RunTogether& found) const {
    std::vector<std::string> out;
    for (std::size_t party = 0; party < found.releases.size(); ++party) {
        if (found.releases[party]) {
            out.push_back(workplace_.path(fmt::format("release-{}.csv", party + 1)));
            PendingFile file(out.back(), true);
            file.write_table(*found.releases[party], {}, context_);
            file.commit(context_);
        }
    }
    return out;
}

void CaseRun::check(const parties::RunTogether& found) {
    std::vector<std::string> releases = write_releases(found);
    std::vector<std::string> texts = texts_of(releases);
    if (!agreement_.releases_apart()) {
        if (std::ranges::adjacent_find(texts, std::not_equal_to<>()) != texts.end()) {
            refuse_answer(of_, "the parties have other releases than one another");
        }
        releases.resize(1);
        texts.resize(1);
    }
    const AuditReport audit =
        parties::audit_rehearsal(agreement_, tables_.inputs, releases, {}, context_);
    if (!audit.passed || !std::ranges::all_of(audit.proofs, &Proof::holds)) {
        refuse_answer(of_, "the auditor refuses the joint release");
    }
    if (figures_.central && !have_same_rows(texts, {central_})) {
        refuse_answer(of_, "the joint release is not that of the central method");
    }
    figures_.proven = audit.checks;
    figures_.released_rows = 0;
    figures_.sent.clear();
    for (const PartyOutcome& outcome : found.outcomes) {
        figures_.released_rows = agreement_.releases_apart()
                                     ? figures_.released_rows + outcome.released_rows
                                     : outcome.released_rows;
        figures_.sent.emplace_back(outcome.party, outcome.bytes_sent);
    }
}

}  // namespace

PartiesFigures run_parties_case(const PartiesCase& of,
                                std::uint64_t runs,
                                Workplace& workplace,
                                const RunContext& context) {
    return CaseRun(of, workplace, context).run(runs);
}

}  // namespace kanon::bench
