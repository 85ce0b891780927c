// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kanon/api/attack.hpp"

#include "file_flags.hpp"
#include "policy_flags.hpp"
#include "terminal/flags.hpp"
#include "terminal/verb.hpp"
#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
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

/// What an attack found.
struct AttackOutcome {
    std::string text;
    std::string json;    ///< see json_text()
    double exposed = 0;  ///< share of the rows, held against --fail-above
};

/// As it is written to a file.
[[nodiscard]] std::string json_text(const Json& json);

/// Run an attack, write what it found to standard output and to --json.
/// `sources`: files that it reads. \return kDone, or kBroken above --fail-above
[[nodiscard]] int run_attack(const AttackFlags& flags,
                             const std::vector<std::string>& sources,
                             const std::function<AttackOutcome(const RunContext&)>& attack);

/// The share of all rows as text, such as `12 of 480 rows (2.5 %)`.
[[nodiscard]] std::string share_text(std::uint64_t rows, std::uint64_t of, std::string_view noun);

/// rows / of; 0 where there is none.
[[nodiscard]] double share_of(std::uint64_t rows, std::uint64_t of);

Verb add_attack_link(CLI::App& parent);
Verb add_attack_linkage(CLI::App& parent);
Verb add_attack_minimality(CLI::App& parent);
Verb add_attack_compose(CLI::App& parent);
std::vector<Verb> add_class_attacks(CLI::App& parent);

}  // namespace kanon::cli
