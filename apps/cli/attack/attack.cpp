// SPDX-License-Identifier: Apache-2.0
#include "attack_flags.hpp"
#include "verbs.hpp"

namespace kanon::cli {

std::vector<Verb> add_attack(CLI::App& root) {
    CLI::App* app = add_verb(root, "attack", "Show what an attacker learns from a release.", "");
    std::vector<Verb> out{add_attack_link(*app), add_attack_linkage(*app)};
    for (const Verb& verb : add_class_attacks(*app)) {
        out.push_back(verb);
    }
    out.push_back(add_attack_minimality(*app));
    out.push_back(add_attack_compose(*app));
    out.push_back(add_attack_places(*app));
    out.push_back(add_attack_tables(*app));
    return out;
}

}  // namespace kanon::cli
