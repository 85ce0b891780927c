// SPDX-License-Identifier: Apache-2.0
#include "serve/serve.hpp"
#include "terminal/output.hpp"
#include "terminal/program.hpp"
#include "verbs.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kanon::cli {
namespace {

constexpr const char* kPurpose =
    "kanon anonymizes a table so that every person is indistinguishable from at least k - 1 "
    "others, and proves it.";
constexpr const char* kExamples =
    "  kanon generate --rows 5000 -o people.csv\n"
    "  kanon anonymize people.csv --k 5 -o release.csv\n"
    "  kanon verify people.csv release.csv --k 5 --shuffled\n";

/// The heading under which help lists a verb; verbs are added in this order.
constexpr std::array<std::pair<const char*, const char*>, 21> kHeadings{{
    {"anonymize", "Release"}, {"verify", "Release"},    {"serve", "Release"},
    {"inspect", "Prepare"},   {"hierarchy", "Prepare"}, {"methods", "Prepare"},
    {"key", "Prepare"},       {"ledger", "Prepare"},    {"compare", "Choose"},
    {"explore", "Choose"},    {"patterns", "Choose"},   {"risk", "Measure"},
    {"evaluate", "Measure"},  {"attack", "Measure"},    {"views", "Measure"},
    {"party", "Together"},    {"message", "Together"},  {"locate", "Places"},
    {"generate", "Other"},    {"completion", "Other"},  {"tabulate", "Release"},
}};

std::vector<Verb> add_verbs(CLI::App& root, const Invocation& invocation) {
    std::vector<Verb> verbs{add_anonymize(root, invocation),
                            add_verify(root),
                            serve::add_serve(root),
                            add_inspect(root)};
    const auto add = [&verbs](const std::vector<Verb>& several) {
        verbs.insert(verbs.end(), several.begin(), several.end());
    };
    add(add_hierarchy(root));
    add({add_methods(root),
         add_key(root),
         add_compare(root),
         add_explore(root),
         add_patterns(root),
         add_risk(root),
         add_evaluate(root)});
    add(add_attack(root));
    add(add_ledger(root));
    add({add_tabulate(root), add_views(root)});
    add(add_party(root));
    add(add_message(root));
    add({add_locate(root), add_generate(root), add_completion(root), add_documents(root)});
    for (const auto& [verb, heading] : kHeadings) {
        root.get_subcommand(verb)->group(heading);
    }
    return verbs;
}

/// The words of the command line, those of verbs that were renamed by their new names, which is
/// said once.
std::vector<const char*> renamed_verbs(int argc, const char* const* argv) {
    std::vector<const char*> words(argv, argv + argc);
    constexpr std::size_t kVerb = 1;
    constexpr std::size_t kBelow = 2;
    const bool is_linkage = words.size() > kBelow && words[kVerb] == std::string_view("attack") &&
                            words[kBelow] == std::string_view("linkage");
    if (is_linkage) {
        words[kBelow] = "nearest";
        print_err("kanon: `attack linkage` is now `attack nearest`\n");
    }
    return words;
}

int run(int argc, const char* const* given) {
    const std::vector<const char*> words = renamed_verbs(argc, given);
    const char* const* const argv = words.data();
    return run_program(
        {.name = "kanon",
         .purpose = kPurpose,
         .examples = kExamples,
         .example = "kanon anonymize people.csv --k 5 -o release.csv",
         .add_verbs =
             [argc, argv](CLI::App& root) { return add_verbs(root, invocation_of(argc, argv)); }},
        argc,
        argv);
}

}  // namespace
}  // namespace kanon::cli

int main(int argc, char** argv) {
    return kanon::cli::run(argc, argv);
}
