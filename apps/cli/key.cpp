// SPDX-License-Identifier: Apache-2.0
#include "kanon/api/kanon.hpp"

#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <memory>
#include <string>

namespace kanon::cli {

Verb add_key(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "key",
                             "Make the secret key of pseudonyms and shifted dates.",
                             "  kanon key -o study.key\n"
                             "  kanon generate --rows 1000 -o stays.csv --policy stays.yaml\n"
                             "  kanon anonymize stays.csv -p stays.yaml -o release.csv --pseudonym "
                             "patient_id=study.key\n");
    const auto output = std::make_shared<std::string>();
    app->add_option("-o,--output", *output, "the file of the key; nothing is ever overwritten")
        ->required()
        ->type_name("FILE");
    return {app, [output] {
                make_key_file(*output);
                print_out(fmt::format("key: {} (keep it to yourself, and away from the releases)\n",
                                      *output));
                return kDone;
            }};
}

}  // namespace kanon::cli
