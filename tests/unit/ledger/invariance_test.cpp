// SPDX-License-Identifier: Apache-2.0
// m-invariance over series of releases: all worlds that are possible, and faults that are planted.
#include "kanon/api/kanon.hpp"
#include "kanon/ledger/ledger.hpp"

#include "support/temporary_folder.hpp"
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace kanon {
namespace {

using test::TemporaryFolder;

struct Person {
    std::string name;
    int age = 0;
    std::string value;
};

using People = std::vector<Person>;

constexpr const char* kColumns =
    "attributes:\n"
    "  pid: {role: identifying}\n"
    "  age: {role: quasi-identifying}\n"
    "  ill: {role: sensitive, hierarchy: {tree: {'*': [a, b, c, d]}}}\n"
    "person: pid\n";

std::string table_of(const People& people) {
    std::string out = "pid,age,ill\n";
    for (const Person& one : people) {
        out += one.name + "," + std::to_string(one.age) + "," + one.value + "\n";
    }
    return out;
}

/// What a release shows: the values of each class, and who is in which. The strongest attacker
/// knows the latter of all persons.
struct Shown {
    std::map<std::string, std::vector<std::string>> values;
    std::map<std::string, std::string> class_of;
};

std::vector<std::vector<std::string>> cells_of(const std::string& text) {
    std::vector<std::vector<std::string>> out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        auto& cells = out.emplace_back();
        std::istringstream fields(line);
        for (std::string cell; std::getline(fields, cell, ';');) {
            cells.push_back(cell);
        }
    }
    return out;
}

class Series {
public:
    explicit Series(const std::string& promise)
        : policy_(folder_.write("p.yaml", kColumns + promise)) {
        make_ledger_file(folder_.at("l"));
    }

    /// False where no release keeps the promise.
    bool release(const People& people) {
        AnonymizeJob job;
        job.input = folder_.write("in.csv", table_of(people));
        job.output = folder_.at("out.csv");
        job.policy = read_policy_file(policy_);
        job.ledger = folder_.at("l");
        job.write.force = true;
        job.write.delimiter = ';';
        try {
            result_ = run_job(job);
        } catch (const Error& fault) {
            EXPECT_EQ(fault.code(), ErrorCode::infeasible) << fault.what();
            return false;
        }
        take_shown(people);
        return true;
    }

    [[nodiscard]] AuditReport verify(const People& people, const std::string& release) const {
        VerifyJob job;
        job.original = folder_.write("in.csv", table_of(people));
        job.release = folder_.write("changed.csv", release);
        job.policy = read_policy_file(policy_);
        job.ledger = folder_.at("l");
        job.read_release.delimiter = ';';
        return kanon::verify(job);
    }

    [[nodiscard]] std::string released() const { return folder_.read("out.csv"); }

    [[nodiscard]] const std::vector<Shown>& shown() const { return shown_; }

    [[nodiscard]] const Result& result() const { return *result_; }

    [[nodiscard]] std::string ledger() const { return folder_.at("l"); }

    void put_ledger(const Ledger& ledger) const {
        ASSERT_EQ(::chmod(folder_.write("l", ledger.text()).c_str(), 0600), 0);
    }

private:
    void take_shown(const People& people) {
        Shown& out = shown_.emplace_back();
        const auto cells = cells_of(released());
        EXPECT_EQ(cells.front(), (std::vector<std::string>{"age", "ill", "class"}));
        for (std::size_t row = 1; row < cells.size(); ++row) {
            out.values[cells[row][2]].push_back(cells[row][1]);
        }
        const Ledger ledger = Ledger::read(folder_.at("l"));
        for (const Person& one : people) {
            out.class_of[one.name] = std::to_string(
                ledger.releases().back().class_of.at(ledger.subject_of(one.name)) + 1);
        }
    }

    TemporaryFolder folder_;
    std::string policy_;
    std::vector<Shown> shown_;
    std::unique_ptr<Result> result_;
};

/// Counts the worlds: a value for each person, the same in all releases, and in each class of each
/// release no more persons with a value than rows that show it.
class Worlds {
public:
    explicit Worlds(const std::vector<Shown>& shown) : shown_(shown) {
        std::set<std::string> names;
        for (const Shown& one : shown) {
            for (const auto& [name, number] : one.class_of) {
                names.insert(name);
            }
            left_.emplace_back();
            for (const auto& [number, values] : one.values) {
                for (const std::string& value : values) {
                    ++left_.back()[{number, value}];
                    domain_.insert(value);
                }
            }
        }
        names_.assign(names.begin(), names.end());
        choose(0);
    }

    /// The greatest share of the worlds in which somebody has a certain value.
    [[nodiscard]] double greatest() const {
        std::uint64_t most = 0;
        for (const auto& [place, worlds] : with_value_) {
            most = std::max(most, worlds);
        }
        return static_cast<double>(most) / static_cast<double>(worlds_);
    }

    [[nodiscard]] std::uint64_t worlds() const { return worlds_; }

private:
    void choose(std::size_t at) {
        if (at == names_.size()) {
            ++worlds_;
            for (const auto& place : chosen_) {
                ++with_value_[place];
            }
            return;
        }
        for (const std::string& value : domain_) {
            if (take(names_[at], value, -1)) {
                chosen_.emplace_back(names_[at], value);
                choose(at + 1);
                chosen_.pop_back();
            }
            static_cast<void>(take(names_[at], value, 1));
        }
    }

    /// True if no class is asked for more than it has.
    bool take(const std::string& name, const std::string& value, int step) {
        bool is_there = true;
        for (std::size_t release = 0; release < shown_.size(); ++release) {
            const auto found = shown_[release].class_of.find(name);
            if (found != shown_[release].class_of.end()) {
                int& left = left_[release][{found->second, value}];
                left += step;
                is_there = is_there && left >= 0;
            }
        }
        return is_there;
    }

    const std::vector<Shown>& shown_;
    std::vector<std::string> names_;
    std::set<std::string> domain_;
    std::vector<std::map<std::pair<std::string, std::string>, int>> left_;
    std::vector<std::pair<std::string, std::string>> chosen_;
    std::map<std::pair<std::string, std::string>, std::uint64_t> with_value_;
    std::uint64_t worlds_ = 0;
};

People drawn_people(std::mt19937& random, int count, int& number) {
    People out;
    for (int i = 0; i < count; ++i) {
        out.push_back({"N" + std::to_string(number++),
                       20 + static_cast<int>(random() % 40),
                       std::string(1, static_cast<char>('a' + random() % 4))});
    }
    return out;
}

/// Some leave, some come, some come back; ages go up, values stay.
People next_people(const People& now, People& gone, std::mt19937& random, int& number) {
    People out;
    for (Person one : now) {
        ++one.age;
        (random() % 4 == 0 ? gone : out).push_back(one);
    }
    if (!gone.empty() && random() % 2 == 0) {
        out.push_back(gone.back());
        gone.pop_back();
    }
    const People came = drawn_people(random, static_cast<int>(random() % 3), number);
    out.insert(out.end(), came.begin(), came.end());
    return out;
}

TEST(MInvariance, NoValueOfAnybodyIsLikelierThanOneInMOverThreeReleases) {
    int released = 0;
    std::uint64_t counterfeits = 0;
    for (std::uint32_t round = 0; round < 30; ++round) {
        const int m = 2 + static_cast<int>(round % 2);
        Series series("privacy: {m-invariance: {m: " + std::to_string(m) + ", counterfeits: 1}}\n");
        std::mt19937 random(round);
        int number = 0;
        People gone;
        People people = drawn_people(random, 6, number);
        for (int year = 0; year < 3; ++year) {
            ASSERT_TRUE(series.release(people)) << "round " << round;
            ++released;
            counterfeits += series.result().problem->counterfeits.value();
            EXPECT_TRUE(series.verify(people, series.released()).passed);
            people = next_people(people, gone, random, number);
        }
        const Worlds worlds(series.shown());
        EXPECT_GT(worlds.worlds(), 0U);
        EXPECT_LE(worlds.greatest(), 1.0 / m + 1e-12) << "round " << round;
    }
    EXPECT_EQ(released, 90);
    EXPECT_GT(counterfeits, 20U) << "counterfeits are hardly looked at";
}

/// The worlds of classes that are m-unique in each release and forget the one before: some value
/// is pinned, so that the test above could fail.
TEST(MInvariance, WithoutTheLedgerValuesArePinned) {
    int pinned = 0;
    for (std::uint32_t round = 0; round < 30; ++round) {
        std::mt19937 random(round);
        int number = 0;
        People gone;
        People people = drawn_people(random, 6, number);
        std::vector<Shown> shown;
        for (int year = 0; year < 3; ++year) {
            Series alone("privacy: {m-invariance: {m: 2, counterfeits: 1}}\n");
            ASSERT_TRUE(alone.release(people));
            shown.push_back(alone.shown().front());
            people = next_people(people, gone, random, number);
        }
        pinned += Worlds(shown).greatest() > 0.5 + 1e-12 ? 1 : 0;
    }
    EXPECT_GT(pinned, 5);
}

constexpr const char* kTwo = "privacy: {m-invariance: {m: 2, counterfeits: 1}}\n";

const People& some_people() {
    static const People all{{"A", 20, "a"},
                            {"B", 22, "b"},
                            {"C", 40, "a"},
                            {"D", 41, "c"},
                            {"E", 60, "a"},
                            {"F", 61, "a"},
                            {"G", 70, "d"}};
    return all;
}

TEST(MInvariance, PlantedFaultsAreFound) {
    Series series(kTwo);
    ASSERT_TRUE(series.release(some_people()));
    const std::string released = series.released();
    EXPECT_TRUE(series.verify(some_people(), released).passed);
    const auto rows = cells_of(released);
    ASSERT_EQ(rows.size(), 9U) << "one counterfeit is expected";
    const auto text_of = [](const std::vector<std::vector<std::string>>& cells) {
        std::string out;
        for (const auto& row : cells) {
            for (std::size_t j = 0; j < row.size(); ++j) {
                out += (j == 0 ? "" : ";") + row[j];
            }
            out += "\n";
        }
        return out;
    };
    const auto is_found = [&](auto&& change) {
        auto changed = rows;
        change(changed);
        const AuditReport report = series.verify(some_people(), text_of(changed));
        return !report.passed && !report.faults.empty();
    };
    for (std::size_t row = 1; row < rows.size(); ++row) {
        EXPECT_TRUE(is_found([&](auto& cells) {
            cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(row));
        })) << row;
        EXPECT_TRUE(is_found([&](auto& cells) { cells.push_back(cells[row]); })) << row;
        EXPECT_TRUE(is_found([&](auto& cells) {
            cells[row][2] = cells[row][2] == "1" ? "2" : "1";
        })) << row;
        EXPECT_TRUE(is_found([&](auto& cells) {
            cells[row][1] = cells[row][1] == "a" ? "b" : "a";
        })) << row;
        EXPECT_TRUE(is_found([&](auto& cells) { cells[row][2] = "77"; })) << row;
        EXPECT_TRUE(is_found([&](auto& cells) { cells[row][2] = "x"; })) << row;
        EXPECT_TRUE(is_found([&](auto& cells) { cells[row][0] = "[80, 90]"; })) << row;
    }
}

TEST(MInvariance, ALedgerWhoseSignaturesChangeIsBroken) {
    Series series(kTwo);
    ASSERT_TRUE(series.release(some_people()));
    Ledger ledger = Ledger::read(series.ledger());
    Ledger::Release again = ledger.releases().front();
    again.signatures.front().push_back(ledger.value_of("ill", "z"));
    std::ranges::sort(again.signatures.front());
    ledger.add("pid", again);
    series.put_ledger(ledger);
    const AuditReport report = series.verify(some_people(), series.released());
    EXPECT_FALSE(report.passed);
    ASSERT_FALSE(report.faults.empty());
    EXPECT_EQ(report.faults.front().rule, "signature");
}

TEST(MInvariance, AValueThatLeavesThoseAroundThePersonIsRefused) {
    Series series(kTwo);
    ASSERT_TRUE(series.release(some_people()));
    int refused = 0;
    for (const char* value : {"a", "b", "c", "d"}) {
        People changed = some_people();
        changed.front().value = value;
        refused += series.release(changed) ? 0 : 1;
    }
    EXPECT_EQ(refused, 2) << "of a class of two values two others are no longer true";
}

TEST(MInvariance, TheLedgerHoldsNoValueAndIsReadBack) {
    Series series(kTwo);
    People people = some_people();
    for (Person& one : people) {
        one.value = one.value == "d" ? "Lupus" : one.value;
    }
    ASSERT_TRUE(series.release(people));
    const Ledger ledger = Ledger::read(series.ledger());
    EXPECT_EQ(ledger.text().find("Lupus"), std::string::npos);
    EXPECT_TRUE(ledger.text().starts_with("kanon ledger 2\n"));
    EXPECT_TRUE(ledger.releases().front().is_invariant());
    EXPECT_EQ(Ledger::make().text().substr(0, 15), "kanon ledger 1\n");
}

}  // namespace
}  // namespace kanon
