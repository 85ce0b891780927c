// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "data/workplace.hpp"
#include "flags.hpp"
#include "measuring/tables.hpp"
#include "suites/choice.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "terminal/text_table.hpp"
#include "unification/unification.hpp"
#include "verbs.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kanon::bench {
namespace {

struct UnificationFlags : SuiteFlags {
    std::vector<std::uint64_t> ks;
};

using Cells = std::vector<std::vector<std::string>>;

/// Our figure, and the printed one in brackets.
std::string beside(std::uint64_t ours, std::uint64_t printed) {
    return ours == printed ? fmt::format("{} (same)", ours) : fmt::format("{} ({})", ours, printed);
}

std::string percent(double accuracy) {
    return fmt::format("{:.2f}", accuracy);
}

Cells pattern_cells(const std::vector<UnificationResult>& results) {
    Cells out{{"condition",
               "k",
               "patterns",
               "with repetitions",
               "rest",
               "without class",
               "classes",
               "r"}};
    for (const UnificationResult& result : results) {
        const UnificationCase& made = result.made;
        out.push_back({made.condition,
                       std::to_string(made.k),
                       beside(result.patterns, made.patterns),
                       std::to_string(result.derivations),
                       beside(result.rest, made.rest),
                       std::to_string(result.without_class),
                       std::to_string(result.classes),
                       seconds_text(result.seconds)});
    }
    return out;
}

/// The test sets, and trees tried on them.
class Trees {
public:
    Trees(std::string weka,
          const UnificationSuite& suite,
          const cli::RunFlags& flags,
          Workplace& workplace)
        : weka_(std::move(weka)),
          suite_(suite),
          workplace_(workplace),
          all_(instances_of(suite, suite.datasets[0], flags, workplace)) {
        const Instances other = instances_of(suite, suite.datasets[1], flags, workplace);
        domains_ = domains_of({&all_, &other});
        const Instances sample = all_.sample(suite.sample, 1);
        const std::vector<const Instances*> tests{&sample, &other, &all_};
        for (std::size_t i = 0; i < tests.size(); ++i) {
            write_arff(test_file(i), *tests[i], domains_);
        }
    }

    [[nodiscard]] const Instances& table() const { return all_; }

    /// Per test set, how many percent are told by the tree of these.
    std::vector<double> accuracy(const Instances& train) {
        const std::string file = workplace_.path("train.arff");
        write_arff(file, train, domains_);
        std::vector<double> out;
        for (std::size_t i = 0; i < suite_.test_sets.size(); ++i) {
            out.push_back(j48_accuracy(weka_, file, test_file(i), workplace_.path("j48.txt")));
        }
        return out;
    }

private:
    [[nodiscard]] std::string test_file(std::size_t number) const {
        return workplace_.path(fmt::format("test-{}.arff", number));
    }

    std::string weka_;
    const UnificationSuite& suite_;
    Workplace& workplace_;
    Instances all_;
    std::vector<std::vector<std::string>> domains_;
};

Cells accuracy_cells(const UnificationSuite& suite,
                     const std::vector<UnificationResult>& results,
                     const std::vector<double>& of_table) {
    Cells out{{"model", "k"}};
    for (const std::string& test : suite.test_sets) {
        out[0].insert(out[0].end(), {test + ", patterns", "rows", "printed"});
    }
    std::vector<std::string>& whole = out.emplace_back();
    whole = {"the table itself", ""};
    for (std::size_t i = 0; i < of_table.size(); ++i) {
        whole.insert(whole.end(), {"", percent(of_table[i]), suite.accuracy.at(i)});
    }
    for (const UnificationResult& result : results) {
        std::vector<std::string>& line = out.emplace_back();
        line = {result.made.condition, std::to_string(result.made.k)};
        for (std::size_t i = 0; i < of_table.size(); ++i) {
            line.insert(line.end(),
                        {percent(result.by_patterns[i]),
                         percent(result.by_rows[i]),
                         result.made.accuracy.at(i)});
        }
    }
    return out;
}

std::string json_of(const std::vector<UnificationResult>& results) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const UnificationResult& result : results) {
        out.push_back({{"condition", result.made.condition},
                       {"k", result.made.k},
                       {"patterns", result.patterns},
                       {"derivations", result.derivations},
                       {"rest", result.rest},
                       {"without_class", result.without_class},
                       {"classes", result.classes},
                       {"seconds", result.seconds},
                       {"accuracy_by_patterns", result.by_patterns},
                       {"accuracy_by_rows", result.by_rows}});
    }
    return out.dump(2) + "\n";
}

std::string list_of(const UnificationSuite& suite) {
    Cells cells{{"condition", "k", "printed patterns", "printed rest"}};
    for (const UnificationCase& one : suite.cases) {
        cells.push_back({one.condition,
                         std::to_string(one.k),
                         std::to_string(one.patterns),
                         std::to_string(one.rest)});
    }
    return suite.about + "\n\n" + cli::text_table(cells);
}

/// Learn trees from the table and from each release. Returns the table of what they tell.
Cells learn(const UnificationFlags& options,
            const std::string& weka,
            const UnificationSuite& suite,
            Workplace& workplace,
            std::vector<UnificationResult>& results) {
    Trees trees(weka, suite, options.run, workplace);
    const std::vector<double> of_table = trees.accuracy(trees.table());
    for (UnificationResult& result : results) {
        result.by_patterns = trees.accuracy(result.released.distinct());
        result.by_rows = trees.accuracy(result.released);
    }
    return accuracy_cells(suite, results, of_table);
}

int run_unification(const UnificationFlags& options) {
    UnificationSuite suite = read_unification_suite(options.folder, "anti-unification");
    if (options.list) {
        cli::print_out(list_of(suite));
        return cli::kDone;
    }
    std::erase_if(suite.cases, [&](const UnificationCase& one) {
        return !options.ks.empty() &&
               std::find(options.ks.begin(), options.ks.end(), one.k) == options.ks.end();
    });
    BenchTargets targets({options.json, options.markdown}, options.force);
    Workplace workplace(options.keep, options.shared, options.program);
    tell_left_out(leave_out_missing(
                      suite.datasets,
                      workplace,
                      [](const SuiteDataset& dataset) { return dataset.data; },
                      [](const SuiteDataset& dataset) { return dataset.name; }),
                  suite.datasets.size() < 2);
    std::vector<UnificationResult> results;
    for (const UnificationCase& one : suite.cases) {
        results.push_back(run_unification(suite, one, options.run, workplace));
    }
    std::string markdown =
        fmt::format("kanon {}: {}. Ours, and as printed in brackets; r: seconds of the search.\n\n",
                    version(),
                    suite.about);
    const Cells patterns = pattern_cells(results);
    cli::print_out(markdown + cli::text_table(patterns) + "\n");
    markdown += cli::markdown_table(patterns) + "\n";
    if (const std::optional<std::string> weka = find_weka()) {
        const Cells accuracy = learn(options, *weka, suite, workplace, results);
        const std::string about =
            "Percent of each test set that J48 tells the class of, learned from the released "
            "patterns, each once, or from the released rows.\n\n";
        cli::print_out(about + cli::text_table(accuracy));
        markdown += about + cli::markdown_table(accuracy) + "\n";
    } else {
        cli::print_out("skipped J48: Java or Debian's package weka is not there\n");
    }
    targets.write({json_of(results), markdown});
    return cli::kDone;
}

}  // namespace

cli::Verb add_unification(CLI::App& root) {
    CLI::App* app = cli::add_verb(root,
                                  "unification",
                                  "Reproduce the published tables of anti-unification.",
                                  "  kanon-bench unification --list\n");
    const auto options = std::make_shared<UnificationFlags>();
    app->add_flag("--list", options->list, "list the cases, run nothing");
    cli::add_counts(*app, "--k", options->ks, "only these of the suite's")->type_name("K,...");
    add_suite_flags(*app, *options);
    return {app, [options] { return run_unification(*options); }};
}

}  // namespace kanon::bench
