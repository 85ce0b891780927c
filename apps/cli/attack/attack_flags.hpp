// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/attack.hpp"
#include "kanon/api/json.hpp"

#include "flags/file_flags.hpp"
#include "flags/policy_flags.hpp"
#include "terminal/flags.hpp"
#include "terminal/verb.hpp"
#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// What the attacks have in common on the command line; docs/attacks.md has the JSON keys.
namespace kanon::cli {

using Json = nlohmann::ordered_json;

struct AttackFlags {
    std::string json;
    bool force = false;
    std::string fail_above;
    PolicyFlags policy;
    ReadFlags read;
    RunFlags run;
};

void add_attack_flags(CLI::App& app, AttackFlags& flags);

/// Those of them that say what becomes of what was found.
void add_finding_flags(CLI::App& app, AttackFlags& flags);

/// What an attack found.
struct AttackOutcome {
    std::string text;
    std::string json;    ///< see json_document()
    double exposed = 0;  ///< share of the rows, held against --fail-above
};

/// Run an attack, write what it found to standard output and to --json.
/// `sources`: files that it reads. \return kDone, or kBroken above --fail-above
[[nodiscard]] int run_attack(const AttackFlags& flags,
                             const std::vector<std::string>& sources,
                             const std::function<AttackOutcome(const RunContext&)>& attack);

/// Flags of an attack on a release beside its original.
struct OriginalAttackFlags {
    std::string original;
    std::string release;
    AttackFlags common;
    ReleaseReadFlags read_release;
};

/// What every job of such an attack holds.
template <class Job>
[[nodiscard]] Job original_attack_job(const OriginalAttackFlags& flags, const RunContext& context) {
    Job job;
    job.original = flags.original;
    job.release = flags.release;
    job.policy = make_policy(flags.common.policy);
    job.read = make_read_options(flags.common.read);
    job.read_release = make_read_options(flags.read_release, flags.common.read);
    job.context = context;
    return job;
}

/// Give the verb of such an attack its flags, those of its own by `add_own`, and what it runs.
template <class Flags>
[[nodiscard]] Verb original_attack(CLI::App* app,
                                   const std::function<void(CLI::App&, Flags&)>& add_own,
                                   AttackOutcome (*attack)(const Flags&, const RunContext&)) {
    const auto flags = std::make_shared<Flags>();
    add_original_and_release(*app, flags->original, flags->release, "what was released");
    add_own(*app, *flags);
    add_attack_flags(*app, flags->common);
    add_release_read_flags(*app, flags->read_release);
    return {app, [flags, attack] {
                return run_attack(
                    flags->common,
                    {flags->original, flags->release},
                    [&](const RunContext& context) { return attack(*flags, context); });
            }};
}

/// The share of all rows as text, such as `12 of 480 rows (2.5 %)`.
[[nodiscard]] std::string share_text(std::uint64_t rows, std::uint64_t of, std::string_view noun);

/// rows / of; 0 where there is none.
[[nodiscard]] double share_of(std::uint64_t rows, std::uint64_t of);

Verb add_attack_link(CLI::App& parent);
Verb add_attack_linkage(CLI::App& parent);
Verb add_attack_minimality(CLI::App& parent);
Verb add_attack_compose(CLI::App& parent);
Verb add_attack_places(CLI::App& parent);
Verb add_attack_tables(CLI::App& parent);
std::vector<Verb> add_class_attacks(CLI::App& parent);

}  // namespace kanon::cli
