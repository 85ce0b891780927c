// SPDX-License-Identifier: Apache-2.0
#include "terminal/program.hpp"
#include "verbs.hpp"

namespace kanon::cli {
namespace {

constexpr const char* kPurpose =
    "kanon anonymizes a table so that every person is indistinguishable from at least k - 1 "
    "others, and proves it.";
constexpr const char* kExamples =
    "  kanon generate --rows 1000 -o people.csv\n"
    "  kanon anonymize people.csv --k 5 -o release.csv\n"
    "  kanon verify people.csv release.csv --k 5 --shuffled\n";

std::vector<Verb> add_verbs(CLI::App& root, const Invocation& invocation) {
    std::vector<Verb> verbs{add_anonymize(root, invocation),
                            add_verify(root),
                            add_views(root),
                            add_evaluate(root),
                            add_risk(root),
                            add_compare(root),
                            add_explore(root),
                            add_patterns(root),
                            add_inspect(root),
                            add_methods(root)};
    for (const Verb& verb : add_hierarchy(root)) {
        verbs.push_back(verb);
    }
    for (const Verb& verb : add_attack(root)) {
        verbs.push_back(verb);
    }
    verbs.push_back(add_generate(root));
    verbs.push_back(add_completion(root));
    verbs.push_back(add_documents(root));
    return verbs;
}

int run(int argc, const char* const* argv) {
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
