// SPDX-License-Identifier: Apache-2.0
#include "terminal/program.hpp"
#include "verbs.hpp"

int main(int argc, char** argv) {
    using namespace kanon::bench;  // NOLINT(google-build-using-namespace): all of main is theirs
    return kanon::cli::run_program(
        {.name = "kanon-bench",
         .purpose = "kanon-bench: what whole runs of kanon take, and what its methods find.",
         .examples = "  kanon-bench workloads --list\n"
                     "  kanon-bench growth --sizes 1000,2000 --runs 1\n",
         .add_verbs =
             [](CLI::App& root) {
                 return std::vector{
                     add_workloads(root),
                     add_growth(root),
                     add_comparison(root,
                                    "global",
                                    "Compare the methods of global recoding on "
                                    "published tables."),
                     add_comparison(root,
                                    "classes",
                                    "Compare the methods that recode in classes on "
                                    "published tables, and with other programs."),
                     add_patterns(root),
                     add_figures(root,
                                 "covers",
                                 "Reproduce the published figures of approximate "
                                 "k-anonymity."),
                     add_figures(root,
                                 "freeform",
                                 "Compare freeform generalization with the best "
                                 "classes, over k and the number of rows."),
                     add_figures(
                         root, "dimensionality", "Draw what is lost as attributes are added."),
                     add_insider(root),
                     add_risk(root),
                     add_unification(root),
                     add_parties(root)};
             }},
        argc,
        argv);
}
