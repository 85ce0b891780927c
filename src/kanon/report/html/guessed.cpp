// SPDX-License-Identifier: Apache-2.0
#include "kanon/report/html/guessed.hpp"

#include "kanon/base/text/shell_word.hpp"
#include "kanon/report/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kanon {
namespace {

constexpr double kLeastShare = 0.01;
constexpr std::size_t kMostLines = 10;

struct Guess {
    std::string name;
    double share = 0;
};

/// By their share, the greatest first; ties in the order of the columns.
std::vector<Guess> ranked_guesses(const RunRecord& record) {
    const Problem& problem = *record.problem;
    double all = 0;
    std::vector<Guess> out;
    for (std::size_t j = 0; j < problem.quasi_identifiers.size(); ++j) {
        const QuasiIdentifier& attribute = problem.quasi_identifiers[j];
        const double loss = attribute_loss(record, j) * attribute.weight;
        all += loss;
        const bool guessed =
            std::find(problem.guessed.begin(), problem.guessed.end(), attribute.name) !=
            problem.guessed.end();
        if (guessed) {
            out.push_back({.name = attribute.name, .share = loss});
        }
    }
    for (Guess& guess : out) {
        guess.share = all > 0 ? guess.share / all : 0;
    }
    std::erase_if(out, [](const Guess& guess) { return guess.share < kLeastShare; });
    std::stable_sort(
        out.begin(), out.end(), [](const Guess& a, const Guess& b) { return a.share > b.share; });
    out.resize(std::min(out.size(), kMostLines));
    return out;
}

}  // namespace

std::vector<std::string> guessed_loss_lines(const RunRecord& record) {
    std::vector<std::string> lines;
    for (const Guess& guess : ranked_guesses(record)) {
        lines.push_back(fmt::format(
            "'{0}' is treated as quasi-identifying (meaning unknown) and is {1:.0f} % of the loss: "
            "--keep {2} if nobody can know it of a person, --sensitive {2} if nobody may learn it, "
            "--drop {2} to leave it out",
            guess.name,
            guess.share * 100,
            shell_list_item(guess.name)));
    }
    return lines;
}

}  // namespace kanon
