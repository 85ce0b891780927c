// SPDX-License-Identifier: Apache-2.0
#include "kanon/release/insider.hpp"

#include "kanon/release/recoding/draw_assignment.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <vector>

namespace kanon {
namespace {

/// Which of its rows each record had in each of many draws.
class Draws {
public:
    Draws(const AssignmentRecoding& recoding, std::uint32_t draws, SecretRandom& random)
        : recoding_(recoding),
          draws_(draws),
          slots_(recoding.members.size() / recoding.degree * draws) {
        for (std::uint32_t draw = 0; draw < draws; ++draw) {
            const std::vector<std::uint32_t> rows = draw_rows(recoding, random);
            for (std::uint32_t record = 0; record < rows.size(); ++record) {
                const auto members = members_of(record);
                const auto at = std::find(members.begin(), members.end(), rows[record]);
                slots_[std::size_t{record} * draws + draw] =
                    static_cast<std::uint16_t>(at - members.begin());
            }
        }
    }

    [[nodiscard]] std::uint32_t records() const {
        return static_cast<std::uint32_t>(slots_.size() / draws_);
    }

    [[nodiscard]] std::span<const std::uint32_t> members_of(std::uint32_t record) const {
        return std::span(recoding_.members)
            .subspan(std::size_t{record} * recoding_.degree, recoding_.degree);
    }

    /// The draws in which a record has the row that it had in the first.
    [[nodiscard]] std::vector<std::uint32_t> as_first(std::uint32_t record) const {
        std::vector<std::uint32_t> out;
        for (std::uint32_t draw = 0; draw < draws_; ++draw) {
            if (slot(record, draw) == slot(record, 0)) {
                out.push_back(draw);
            }
        }
        return out;
    }

    /// The share that the commonest row of a record has in some draws.
    [[nodiscard]] double best_guess(std::uint32_t record,
                                    std::span<const std::uint32_t> draws) const {
        std::vector<std::uint32_t> times(recoding_.degree);
        for (const std::uint32_t draw : draws) {
            ++times[slot(record, draw)];
        }
        return static_cast<double>(*std::max_element(times.begin(), times.end())) /
               static_cast<double>(draws.size());
    }

private:
    [[nodiscard]] std::uint16_t slot(std::uint32_t record, std::uint32_t draw) const {
        return slots_[std::size_t{record} * draws_ + draw];
    }

    const AssignmentRecoding& recoding_;
    std::size_t draws_;
    std::vector<std::uint16_t> slots_;
};

/// Other records that share a row with one.
std::set<std::uint32_t> near_records(const Draws& draws,
                                     const std::vector<std::vector<std::uint32_t>>& records_of_row,
                                     std::uint32_t record) {
    std::set<std::uint32_t> out;
    for (const std::uint32_t row : draws.members_of(record)) {
        out.insert(records_of_row[row].begin(), records_of_row[row].end());
    }
    out.erase(record);
    return out;
}

/// Add what one insider learns.
void add_insider(const Draws& draws,
                 const std::set<std::uint32_t>& near,
                 std::uint32_t insider,
                 InsiderFigures& out) {
    constexpr double kSure = 0.9;
    const std::vector<std::uint32_t> known = draws.as_first(insider);
    double guesses = 0;
    for (std::uint32_t record = 0; record < draws.records(); ++record) {
        if (record == insider) {
            continue;
        }
        const double guess = draws.best_guess(record, known);
        out.sure += guess > kSure ? 1 : 0;
        guesses += near.contains(record) ? guess : 0;
    }
    out.best_guess += near.empty() ? 0 : guesses / static_cast<double>(near.size());
}

}  // namespace

InsiderFigures what_insiders_learn(const AssignmentRecoding& recoding,
                                   const InsiderEffort& effort,
                                   SecretRandom& random) {
    const Draws draws(recoding, effort.draws_per_row * recoding.degree, random);
    std::vector<std::vector<std::uint32_t>> records_of_row(draws.records());
    for (std::uint32_t record = 0; record < draws.records(); ++record) {
        for (const std::uint32_t row : draws.members_of(record)) {
            records_of_row[row].push_back(record);
        }
    }
    InsiderFigures out;
    out.insiders = std::min(effort.insiders, draws.records());
    for (std::uint32_t i = 0; i < out.insiders; ++i) {
        const auto insider =
            static_cast<std::uint32_t>(std::uint64_t{i} * draws.records() / out.insiders);
        add_insider(draws, near_records(draws, records_of_row, insider), insider, out);
    }
    const double count = std::max(1.0, static_cast<double>(out.insiders));
    out.sure /= count;
    out.best_guess /= count;
    return out;
}

}  // namespace kanon
