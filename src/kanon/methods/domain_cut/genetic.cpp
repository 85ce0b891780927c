// SPDX-License-Identifier: Apache-2.0
#include "kanon/methods/domain_cut/genetic.hpp"

#include "kanon/base/error.hpp"
#include "kanon/base/parallel.hpp"
#include "kanon/base/random.hpp"
#include "kanon/methods/domain_cut/cut_outcome.hpp"
#include "kanon/methods/domain_cut/domains/ordered_domain.hpp"
#include "kanon/methods/domain_cut/domains/split_space.hpp"
#include "kanon/methods/domain_cut/evaluate/cut_evaluator.hpp"
#include "kanon/methods/shared/method_options.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kanon::domain_cut {
namespace {

/// Rounds without a better recoding after which the search ends.
constexpr std::uint64_t kPatience = 10;
/// Draws for a child that is new, after which the round goes on without it.
constexpr int kMostDraws = 4;
constexpr std::uint64_t kMostIndividuals = 1'000'000;
constexpr std::uint64_t kLeastByDefault = 32;
constexpr std::uint64_t kMostByDefault = 128;

struct Settings {
    std::uint64_t population = 0;
    std::uint64_t generations = 0;
    double crossover = 0;
    double mutation = 0;
};

/// What recodings are ordered by: rows suppressed beyond the limit, then the objective, then gcp.
struct Fitness {
    std::uint64_t excess_rows = 0;  ///< at least 1 where it is no release
    double value = 0;
    Cost cost = 0;

    friend bool operator<(const Fitness& a, const Fitness& b) {
        return std::tie(a.excess_rows, a.value, a.cost) < std::tie(b.excess_rows, b.value, b.cost);
    }
};

struct Individual {
    Chromosome chromosome;
    Fitness fitness;
};

std::uint64_t size_of(std::uint64_t asked, std::size_t splits) {
    return asked > 0 ? asked
                     : std::clamp(2 * std::uint64_t{splits}, kLeastByDefault, kMostByDefault);
}

bool fitter(const Individual& a, const Individual& b) {
    return a.fitness < b.fitness;
}

bool equally_fit(const Individual& a, const Individual& b) {
    return !fitter(a, b) && !fitter(b, a);
}

std::uint64_t hash_of(const Chromosome& chromosome) {
    Random mixer(chromosome.size());
    std::uint64_t hash = mixer.next();
    for (std::size_t split = 0; split < chromosome.size(); ++split) {
        if (chromosome[split] != 0) {
            hash = Random(hash ^ split).next();
        }
    }
    return hash;
}

class GeneticSearch {
public:
    GeneticSearch(const Task& task, const RunContext& context, const Settings& settings)
        : task_(task),
          context_(context),
          settings_(settings),
          domains_(ordered_domains(task, DomainOrder::natural)),
          space_(domains_),
          population_size_(size_of(settings.population, space_.splits().size())),
          random_(context.seed),
          evaluators_([this] { return CutEvaluator(task_, domains_); }) {}

    [[nodiscard]] Outcome run();

private:
    [[nodiscard]] bool stopped();
    [[nodiscard]] bool is_new(const Chromosome& chromosome);
    [[nodiscard]] Fitness judge(const Chromosome& chromosome);
    [[nodiscard]] std::vector<Individual> judge_all(std::vector<Chromosome> chromosomes);
    void admit(std::vector<Individual> newcomers);
    [[nodiscard]] bool has_release() const;

    void found();
    void refine_greedily();

    void breed();
    [[nodiscard]] const Chromosome& parent();
    [[nodiscard]] Chromosome child();
    void mutate(Chromosome& chromosome);
    [[nodiscard]] std::vector<Chromosome> new_children();
    [[nodiscard]] Outcome outcome(bool proven) const;

    const Task& task_;
    const RunContext& context_;
    const Settings& settings_;
    std::vector<OrderedDomain> domains_;
    SplitSpace space_;
    std::uint64_t population_size_;
    Random random_;
    tbb::enumerable_thread_specific<CutEvaluator> evaluators_;
    std::vector<Individual> population_;      ///< best first; of equals the older one
    std::unordered_set<std::uint64_t> seen_;  ///< hashes of all that were judged
    std::uint64_t judged_ = 0;
    std::uint64_t rounds_ = 0;
    bool stopped_ = false;
};

bool GeneticSearch::stopped() {
    stopped_ = stopped_ || judged_ >= context_.node_limit || context_.should_stop();
    return stopped_;
}

bool GeneticSearch::is_new(const Chromosome& chromosome) {
    return seen_.insert(hash_of(chromosome)).second;
}

Fitness GeneticSearch::judge(const Chromosome& chromosome) {
    CutEvaluator& evaluator = evaluators_.local();
    const CutFacts facts = evaluator.evaluate(space_.cuts(chromosome));
    Fitness fitness{.excess_rows = 0, .value = evaluator.value(facts), .cost = facts.cost};
    if (!evaluator.is_release(facts)) {
        fitness.excess_rows = facts.suppressed_rows > task_.suppression_limit
                                  ? facts.suppressed_rows - task_.suppression_limit
                                  : 1;
    }
    return fitness;
}

/// Judge in parallel; fewer, the first ones, if the node limit or the deadline comes.
std::vector<Individual> GeneticSearch::judge_all(std::vector<Chromosome> chromosomes) {
    const std::uint64_t left = context_.node_limit - std::min(judged_, context_.node_limit);
    const std::size_t count = std::min<std::uint64_t>(chromosomes.size(), left);
    std::vector<std::optional<Fitness>> fitness(count);
    parallel_for(count, 1, context_.threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && !context_.should_stop(); ++i) {
            fitness[i] = judge(chromosomes[i]);
        }
    });
    std::vector<Individual> out;
    for (std::size_t i = 0; i < count; ++i) {
        if (fitness[i]) {
            out.push_back({std::move(chromosomes[i]), *fitness[i]});
        }
    }
    judged_ += out.size();
    return out;
}

void GeneticSearch::admit(std::vector<Individual> newcomers) {
    std::move(newcomers.begin(), newcomers.end(), std::back_inserter(population_));
    std::stable_sort(population_.begin(), population_.end(), fitter);
    // Recodings that are as good in all three figures differ in nothing that matters, as a rule.
    const auto end = std::unique(population_.begin(), population_.end(), equally_fit);
    population_.erase(end, population_.end());
    if (population_.size() > population_size_) {
        population_.resize(population_size_);
    }
}

bool GeneticSearch::has_release() const {
    return !population_.empty() && population_.front().fitness.excess_rows == 0;
}

/// From the most general cuts on: the attribute whose refinement is best, while that is better.
void GeneticSearch::refine_greedily() {
    Individual here = population_.front();
    while (!stopped()) {
        std::vector<Chromosome> finer;
        for (const std::size_t attribute : space_.divisible()) {
            Chromosome one = space_.refined(here.chromosome, attribute);
            if (is_new(one)) {
                finer.push_back(std::move(one));
            }
        }
        std::vector<Individual> judged = judge_all(std::move(finer));
        const auto best = std::min_element(judged.begin(), judged.end(), fitter);
        if (best == judged.end() || !(best->fitness < here.fitness)) {
            admit(std::move(judged));
            return;
        }
        here = *best;
        admit(std::move(judged));
    }
}

void GeneticSearch::found() {
    Chromosome top(space_.splits().size());
    static_cast<void>(is_new(top));
    admit(judge_all({std::move(top)}));
    if (population_.empty()) {
        return;
    }
    refine_greedily();
    std::vector<Chromosome> drawn;
    for (std::uint64_t i = 0; i < population_size_; ++i) {
        Chromosome one = space_.drawn(random_);
        if (is_new(one)) {
            drawn.push_back(std::move(one));
        }
    }
    admit(judge_all(std::move(drawn)));
}

/// Drawn by rank: the chance falls evenly from the best to none behind the worst.
const Chromosome& GeneticSearch::parent() {
    const double place = 1 - std::sqrt(1 - random_.unit());
    const auto rank = static_cast<std::size_t>(place * static_cast<double>(population_.size()));
    return population_[std::min(rank, population_.size() - 1)].chromosome;
}

void GeneticSearch::mutate(Chromosome& chromosome) {
    auto flips = static_cast<std::uint64_t>(settings_.mutation);
    flips += random_.unit() < settings_.mutation - static_cast<double>(flips) ? 1U : 0U;
    for (std::uint64_t i = 0; i < flips; ++i) {
        const std::size_t attribute = space_.divisible()[random_.below(space_.divisible().size())];
        const auto [first, last] = space_.of_attribute(attribute);
        space_.flip(chromosome, first + random_.below(last - first));
    }
}

/// Two parents give what lies between two places of the string from one, the rest from the other.
Chromosome GeneticSearch::child() {
    Chromosome out = parent();
    if (random_.unit() < settings_.crossover) {
        const Chromosome& other = parent();
        std::size_t from = random_.below(out.size() + 1);
        std::size_t to = random_.below(out.size() + 1);
        if (from > to) {
            std::swap(from, to);
        }
        std::copy(other.begin() + static_cast<std::ptrdiff_t>(from),
                  other.begin() + static_cast<std::ptrdiff_t>(to),
                  out.begin() + static_cast<std::ptrdiff_t>(from));
        space_.repair(out);
    }
    mutate(out);
    return out;
}

/// As many children as the population has places; fewer where draws give none that is new.
std::vector<Chromosome> GeneticSearch::new_children() {
    std::vector<Chromosome> children;
    for (std::uint64_t i = 0; i < population_size_; ++i) {
        Chromosome one = child();
        bool found_new = is_new(one);
        for (int draws = 1; !found_new && draws < kMostDraws; ++draws) {
            one = child();
            found_new = is_new(one);
        }
        if (found_new) {
            children.push_back(std::move(one));
        }
    }
    return children;
}

void GeneticSearch::breed() {
    std::uint64_t without = 0;
    while (rounds_ < settings_.generations && without < kPatience && !stopped()) {
        const Fitness before = population_.front().fitness;
        admit(judge_all(new_children()));
        without = population_.front().fitness < before ? 0 : without + 1;
        ++rounds_;
        context_.report({.stage = "search",
                         .done = static_cast<double>(rounds_),
                         .total = static_cast<double>(settings_.generations)});
    }
}

Outcome GeneticSearch::outcome(bool proven) const {
    CutsFound result{.cuts = std::nullopt, .stopped = stopped_, .proven = proven};
    if (has_release()) {
        result.cuts = space_.cuts(population_.front().chromosome);
    }
    Outcome out = outcome_of_cuts(task_, domains_, result, context_);
    out.stats.emplace_back("recodings_judged", static_cast<double>(judged_));
    out.stats.emplace_back("generations", static_cast<double>(rounds_));
    out.stats.emplace_back("splits", static_cast<double>(space_.splits().size()));
    return out;
}

Outcome GeneticSearch::run() {
    if (!stopped()) {
        found();
    }
    // The most general cuts were judged: where what holds for a class holds for all classes that
    // contain it, there is no release if they fail.
    const bool proven = !has_release() && !stopped() && fails_for_good(task_.models);
    if (!proven && !space_.splits().empty() && !population_.empty()) {
        breed();
    }
    return outcome(proven);
}

class Genetic final : public Method {
public:
    explicit Genetic(const Settings& settings) : settings_(settings) {}

    [[nodiscard]] Outcome run(const Task& task, const RunContext& context) const override {
        return GeneticSearch(task, context, settings_).run();
    }

private:
    Settings settings_;
};

}  // namespace

std::unique_ptr<Method> make_genetic(const OptionMap& options) {
    const std::uint64_t population = integer_option(options, kGeneticOptions[0]);
    if (population > kMostIndividuals) {
        throw Error(
            ErrorCode::bad_policy,
            "method option 'population' must be at most " + std::to_string(kMostIndividuals));
    }
    return std::make_unique<Genetic>(
        Settings{.population = population,
                 .generations = integer_option(options, kGeneticOptions[1]),
                 .crossover = number_option(options, kGeneticOptions[2]),
                 .mutation = number_option(options, kGeneticOptions[3])});
}

}  // namespace kanon::domain_cut
