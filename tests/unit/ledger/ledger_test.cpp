// SPDX-License-Identifier: Apache-2.0
#include "kanon/ledger/ledger.hpp"

#include "kanon/api/kanon.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::TemporaryFolder;

std::string refusal_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& fault) {
        return fault.what();
    }
    return "";
}

Ledger two_releases() {
    Ledger ledger = Ledger::make();
    ledger.add("pid",
               {.k = 2, .class_of = {{ledger.subject_of("a"), 0}, {ledger.subject_of("b"), 0}}});
    ledger.add("pid",
               {.k = 2, .class_of = {{ledger.subject_of("a"), 7}, {ledger.subject_of("b"), 7}}});
    return ledger;
}

TEST(Ledger, IsReadBack) {
    const TemporaryFolder folder;
    const Ledger ledger = two_releases();
    const std::string path = folder.write("l", ledger.text());
    ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
    const Ledger again = Ledger::read(path);
    EXPECT_EQ(again.text(), ledger.text());
    EXPECT_EQ(again.releases().size(), 2U);
    EXPECT_EQ(again.releases()[1].class_of.at(again.subject_of("b")), 7U);
}

TEST(Ledger, HoldsNoPersonAsItIs) {
    Ledger ledger = Ledger::make();
    ledger.add("pid", {.k = 2, .class_of = {{ledger.subject_of("Anna Smith"), 0}}});
    EXPECT_EQ(ledger.text().find("Anna"), std::string::npos);
    EXPECT_NE(Ledger::make().subject_of("Anna Smith"), ledger.subject_of("Anna Smith"));
}

TEST(Ledger, AnyChangeIsFound) {
    const TemporaryFolder folder;
    const std::string text = two_releases().text();
    const auto refused = [&](const std::string& changed) {
        const std::string path = folder.write("l", changed);
        EXPECT_EQ(::chmod(path.c_str(), 0600), 0);
        return refusal_of([&] { static_cast<void>(Ledger::read(path)); });
    };
    for (std::size_t at = 0; at < text.size(); at += 3) {
        std::string changed = text;
        changed[at] = changed[at] == '1' ? '2' : '1';
        EXPECT_NE(refused(changed), "") << "byte " << at;
        EXPECT_NE(refused(text.substr(0, at)), "") << "cut at " << at;
    }
    EXPECT_NE(refused("kanon ledger 9\n").find("another version"), std::string::npos);
    EXPECT_NE(refused("pid,age\n").find("no ledger of kanon"), std::string::npos);
    EXPECT_NE(refused(text + "x\n").find("cut or changed"), std::string::npos);
    const std::string path = folder.write("l", text);
    ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
    EXPECT_NE(refusal_of([&] { static_cast<void>(Ledger::read(path)); }).find("chmod 600"),
              std::string::npos);
    EXPECT_NE(refusal_of([] { two_releases().check_column("id", "l"); }).find("another table"),
              std::string::npos);
}

/// The classes of one release as an attacker has them: of each person that is shown.
using Classes = std::map<std::string, std::string>;

/// A table of some people, and what became of it.
struct Year {
    std::vector<std::pair<std::string, int>> people;  ///< person, age
    Classes classes;
};

/// Who is found: for each person and each set of the releases that have the person, the persons who
/// were in the same classes of all of these.
std::uint64_t least_candidates(const std::vector<Year>& years) {
    std::set<std::string> people;
    for (const Year& year : years) {
        for (const auto& [person, place] : year.classes) {
            people.insert(person);
        }
    }
    std::uint64_t least = people.size();
    for (const std::string& person : people) {
        for (std::uint32_t known = 1; known < (1U << years.size()); ++known) {
            std::uint64_t candidates = 0;
            bool is_in_all = true;
            for (const std::string& other : people) {
                bool fits = true;
                for (std::size_t at = 0; at < years.size(); ++at) {
                    if ((known >> at & 1U) != 0) {
                        const auto own = years[at].classes.find(person);
                        const auto its = years[at].classes.find(other);
                        is_in_all = is_in_all && own != years[at].classes.end();
                        fits = fits && is_in_all && its != years[at].classes.end() &&
                               its->second == own->second;
                    }
                }
                candidates += fits ? 1 : 0;
            }
            least = is_in_all ? std::min(least, candidates) : least;
        }
    }
    return least;
}

constexpr const char* kYearly =
    "attributes:\n"
    "  pid: {role: identifying}\n"
    "  age: {role: quasi-identifying}\n"
    "privacy: {k-anonymity: 2}\n"
    "person: pid\n"
    "suppression: {max: 1.0}\n";

/// Release a year; false where no release keeps the promise.
bool release_year(const TemporaryFolder& folder, const std::string& ledger, Year& year) {
    std::string text = "pid,age\n";
    for (const auto& [person, age] : year.people) {
        text += person + "," + std::to_string(age) + "\n";
    }
    AnonymizeJob job;
    job.input = folder.write("year.csv", text);
    job.output = folder.at("out.csv");
    job.policy = read_policy_file(folder.write("policy.yaml", kYearly));
    job.ledger = ledger;
    job.write.force = true;
    job.report = folder.at("report.html");  // keeps the classes
    try {
        const auto result = run_job(job);
        const ReleasedClasses& classes = *result->whole().classes;
        const Table& table = result->problem->table;
        const Column& persons = table.column(*table.find("pid"));
        for (std::size_t row = 0; row < table.row_count(); ++row) {
            if (!classes.is_suppressed_row(row)) {
                year.classes[std::string(persons.text(row))] =
                    std::to_string(classes.class_of_row()[row]);
            }
        }
        return true;
    } catch (const Error& fault) {
        EXPECT_EQ(fault.code(), ErrorCode::infeasible) << fault.what();
        return false;
    }
}

/// Ages go up, some people leave and others come.
std::vector<std::pair<std::string, int>> next_year(std::vector<std::pair<std::string, int>> people,
                                                   std::mt19937& random,
                                                   int& number) {
    std::erase_if(people, [&](const auto&) { return random() % 6 == 0; });
    for (auto& [person, age] : people) {
        age += random() % 3 == 0 ? static_cast<int>(random() % 20) : 1;
    }
    for (auto came = random() % 5; came > 0; --came) {
        people.emplace_back("N" + std::to_string(number++), 20 + static_cast<int>(random() % 40));
    }
    return people;
}

struct Counted {
    int found_without = 0;
    int found_with = 0;
    int released = 0;
};

TEST(Ledger, NobodyIsFoundOverThreeReleasesOfRandomTables) {
    Counted seen;
    for (int round = 0; round < 20; ++round) {
        for (const bool with_ledger : {false, true}) {
            const TemporaryFolder folder;
            const std::string ledger = with_ledger ? folder.at("l") : "";
            if (with_ledger) {
                make_ledger_file(ledger);
            }
            std::mt19937 own(static_cast<std::uint32_t>(round));
            int number = 0;
            std::vector<std::pair<std::string, int>> people;
            for (int i = 0; i < 10; ++i) {
                people.emplace_back("N" + std::to_string(number++),
                                    20 + static_cast<int>(own() % 40));
            }
            std::vector<Year> years;
            for (int year = 0; year < 3; ++year) {
                years.push_back({.people = people, .classes = {}});
                if (!release_year(folder, ledger, years.back())) {
                    years.pop_back();
                }
                people = next_year(people, own, number);
            }
            const bool is_found = least_candidates(years) < 2;
            (with_ledger ? seen.found_with : seen.found_without) += is_found ? 1 : 0;
            seen.released += with_ledger ? static_cast<int>(years.size()) : 0;
        }
    }
    EXPECT_EQ(seen.found_with, 0);
    EXPECT_GT(seen.found_without, 3) << "the attack finds nobody, so the test shows nothing";
    EXPECT_GT(seen.released, 40) << "nearly nothing could be released with the ledger";
}

TEST(Ledger, AFailedRunLeavesItAsItWas) {
    const TemporaryFolder folder;
    make_ledger_file(folder.at("l"));
    const std::string before = folder.read("l");
    AnonymizeJob job;
    job.input = folder.write("year.csv", "pid,age\na,20\na,30\nb,40\n");
    job.output = folder.at("out.csv");
    job.policy = read_policy_file(folder.write("policy.yaml", kYearly));
    job.ledger = folder.at("l");
    EXPECT_NE(refusal_of([&] { static_cast<void>(run_job(job)); }).find("each person has one row"),
              std::string::npos);
    EXPECT_EQ(folder.read("l"), before);
    EXPECT_EQ(folder.file_count(), 3U);
}

}  // namespace
}  // namespace kanon
