// SPDX-License-Identifier: Apache-2.0
// A program that knows kanon by its installed package alone: it writes a small table, reads it,
// anonymizes it in memory, writes the release of the same file, and measures its risk. docs/cpp.md
// shows it.
#include <kanon/kanon.hpp>
#include <kanon/tables.hpp>
#include <kanon/verbs.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

namespace {

void write_people(const char* path) {
    std::ofstream file(path);
    file << "age,zip,disease\n";
    for (int i = 0; i < 24; ++i) {
        file << 20 + i << ",0" << 1234 + i % 6 << ',' << (i % 3 == 0 ? "flu" : "cold") << '\n';
    }
}

kanon::Policy three_of_a_kind() {
    kanon::Policy policy;
    policy.attribute("age").role = kanon::Role::quasi_identifying;
    policy.attribute("zip").role = kanon::Role::quasi_identifying;
    policy.attribute("disease").role = kanon::Role::sensitive;
    policy.require({.model = "k-anonymity", .parameters = {{"k", 3}}});
    policy.method = "mondrian";
    return policy;
}

}  // namespace

int main() {
    try {
        write_people("people.csv");
        const kanon::Table people = kanon::read_table("people.csv", {}, {}).table;
        const kanon::ProvenRelease release = kanon::make_release(people, three_of_a_kind());
        std::cout << "kanon " << kanon::library_version() << ": " << release.method() << ", gcp "
                  << release.loss() << (release.audit().passed ? ", proven\n" : ", not proven\n");

        kanon::AnonymizeJob job;
        job.input = "people.csv";
        job.output = "release.csv";
        job.policy = release.policy();
        job.write.force = true;
        const bool same = kanon::make_release(job).loss() == release.loss();

        kanon::RiskJob risk;
        risk.original = job.input;
        risk.release = job.output;
        risk.policy = job.policy;
        const bool measured = kanon::risk_of(risk).find("\"after\"") != std::string::npos;
        return release.audit().passed && same && measured ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const kanon::Error& error) {
        std::cerr << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
