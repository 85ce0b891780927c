// SPDX-License-Identifier: Apache-2.0
// A program that knows kanon by its installed package alone: it writes a small table, reads it,
// and anonymizes it in memory.
#include <kanon/api/kanon.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>

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
    policy.privacy = {
        {.model = "k-anonymity", .parameters = {{"k", 3}}, .attribute = "", .kind = ""}};
    policy.method = "mondrian";
    return policy;
}

}  // namespace

int main() {
    try {
        write_people("people.csv");
        const auto people = kanon::read_table("people.csv", {}, {}).table;
        const auto result = kanon::anonymize(people, three_of_a_kind(), {});
        std::cout << "kanon " << kanon::version() << ": gcp " << result->outcome.loss
                  << (result->audit.passed ? ", proven\n" : ", not proven\n");
        return result->audit.passed ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const kanon::Error& error) {
        std::cerr << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
