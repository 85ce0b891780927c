// SPDX-License-Identifier: Apache-2.0
// A table made in memory, a release of it, and the report of a result that was moved.
#include <kanon/kanon.hpp>
#include <kanon/tables.hpp>

#include <array>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

kanon::Table people() {
    std::vector<std::optional<int>> ages;
    std::vector<std::int32_t> places;
    std::vector<std::string> ills;
    for (int i = 0; i < 24; ++i) {
        ages.push_back(i == 7 ? std::nullopt : std::optional<int>(20 + i));
        places.push_back(i % 2);
        ills.emplace_back(i % 3 == 0 ? "flu" : "cold");
    }
    kanon::TableBuilder builder;
    builder.add_integers("age", ages)
        .add_codes("city", places, std::array{"Ulm", "Bonn", "in no row"})
        .add_text("disease", ills);
    return builder.finish();
}

}  // namespace

int main() {
    try {
        kanon::Policy policy;
        policy.attribute("age").role = kanon::Role::quasi_identifying;
        policy.attribute("city").role = kanon::Role::quasi_identifying;
        policy.attribute("disease").role = kanon::Role::sensitive;
        policy.require({.model = "k-anonymity", .parameters = {{"k", 3}}});
        kanon::ProvenRelease made = kanon::make_release(people(), policy, {.threads = 0});
        const kanon::ProvenRelease release = std::move(made);
        std::cout << release.text();
        const kanon::Table table = release.table();
        const auto ages = kanon::cells_of(table, "age");
        const bool whole = ages.size() == 24 && kanon::cells_of(table, "disease")[0] == "flu";
        return release.audit().passed && whole ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const kanon::Error& error) {
        std::cerr << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
