// SPDX-License-Identifier: Apache-2.0
#include "parties/suite.hpp"

#include "kanon/api/parties.hpp"

#include "data/members.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace kanon::bench {
namespace {

MadePeople read_made(Members members) {
    MadePeople made;
    members.take("rows", made.rows);
    members.take("common", made.common);
    members.take("values", made.values);
    members.finish();
    const bool are_good = std::ranges::all_of(made.values, [](auto size) { return size >= 2; });
    if (made.rows == 0 || made.values.empty() || !are_good || made.common > made.rows) {
        refuse(members.file(),
               "'made' needs 'rows', no fewer than 'common', and 'values', 2 or more for each "
               "attribute");
    }
    return made;
}

PartiesCase read_case(Members members) {
    PartiesCase out;
    members.take("name", out.name);
    members.take("about", out.about);
    members.take("protocol", out.protocol);
    members.take("parties", out.parties);
    members.take("k", out.k);
    members.take("suppression", out.suppression);
    if (members.has("made")) {
        out.made = read_made(members.below("made"));
    } else {
        members.take("policy", out.policy);
        out.data = read_data(members.below("data"));
        out.policy = read_policy(out.policy, out.data, members.file());
    }
    Members goal = members.below("goal");
    goal.take("seconds", out.goal_seconds);
    goal.take("search_ratio", out.goal_search_ratio);
    goal.take("run_ratio", out.goal_run_ratio);
    goal.finish();
    members.finish();
    const parties::ProtocolInfo& protocol = parties::find_protocol(out.protocol);
    if (out.name.empty() || protocol.has_miner) {
        refuse(members.file(), "a case needs a 'name', and a 'protocol' without a miner");
    }
    if (out.made.rows == 0 && protocol.division == parties::Division::horizontal) {
        refuse(members.file(), "tables of different people are 'made'");
    }
    return out;
}

}  // namespace

std::string PartiesCase::data_text() const {
    return made.rows == 0 ? data.text()
                          : fmt::format("{} made rows at each of {} parties, {} attributes",
                                        made.rows,
                                        parties,
                                        made.values.size());
}

PartiesSuite read_parties_suite(const std::string& folder) {
    const std::string file = (std::filesystem::path(folder) / "parties.json").string();
    const nlohmann::json tree = read_json(file);
    Members members(tree, file);
    PartiesSuite out;
    members.take("about", out.about);
    for (Members& one : members.each("cases")) {
        out.cases.push_back(read_case(std::move(one)));
    }
    members.finish();
    return out;
}

}  // namespace kanon::bench
