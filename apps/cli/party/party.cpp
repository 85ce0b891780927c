// SPDX-License-Identifier: Apache-2.0
#include "party/party.hpp"

#include "kanon/api/kanon.hpp"

#include "terminal/exit_status.hpp"
#include "terminal/output.hpp"
#include "verbs.hpp"
#include <fmt/format.h>

#include <memory>

namespace kanon::cli {
namespace {

struct InitFlags {
    std::string name;
    std::string folder = ".";
};

int run_init(const InitFlags& options) {
    const parties::Fingerprint fingerprint = parties::make_identity(options.folder, options.name);
    print_out(
        fmt::format("key: {0}/{1}.key (keep it to yourself)\n"
                    "certificate: {0}/{1}.crt\n"
                    "fingerprint: {2}\n\n"
                    "Read the fingerprint to the other parties over the telephone, and put "
                    "it into the agreement:\n"
                    "  {1}: {{address: \"HOST:PORT\", fingerprint: \"{2}\"}}\n",
                    options.folder,
                    options.name,
                    fingerprint.text()));
    return kDone;
}

}  // namespace

std::string example_agreement(bool keys) {
    const auto mark = [keys](std::string_view party, std::string_view address) {
        return keys ? fmt::format("{}fingerprint: \"'$(sed -n 's/^fingerprint: //p' {}.txt)'\", ",
                                  address,
                                  party)
                    : std::string();
    };
    return fmt::format(
        "  kanon generate --rows 2000 -o stays.csv\n"
        "  echo '{{protocol: jiang-clifton, key: patient_id, parties: {{clinic: {{{}columns: [age, "
        "sex]}}, registry: {{{}columns: [insurance, diagnosis]}}}}, policy: {{attributes: {{age: "
        "{{role: quasi-identifying}}, sex: {{role: quasi-identifying}}, insurance: {{role: "
        "quasi-identifying}}, diagnosis: {{role: sensitive}}}}, privacy: {{k-anonymity: 5}}}}}}' > "
        "agreement.yaml\n",
        mark("clinic", "address: \"127.0.0.1:7411\", "),
        mark("registry", ""));
}

Verb add_party_init(CLI::App& parent) {
    CLI::App* app = add_verb(parent,
                             "init",
                             "Make the key and the certificate by which the other parties know "
                             "this one.",
                             "  kanon party init --name clinic\n");
    const auto options = std::make_shared<InitFlags>();
    app->add_option("--name", options->name, "of this party, as the agreement has it")
        ->required()
        ->type_name("NAME");
    app->add_option("--folder", options->folder, "where NAME.key and NAME.crt go")
        ->type_name("FOLDER");
    return {app, [options] { return run_init(*options); }};
}

Verb add_party_show(CLI::App& parent) {
    CLI::App* app = add_verb(parent,
                             "show",
                             "Say what an agreement promises, and what the parties learn by it.",
                             example_agreement(false) + "  kanon party show agreement.yaml\n");
    const auto agreement = std::make_shared<std::string>();
    app->add_option("AGREEMENT", *agreement, "the agreement (YAML)")->required()->type_name("");
    return {app, [agreement] {
                print_out(agreement_text(parties::read_agreement(*agreement)));
                return kDone;
            }};
}

std::vector<Verb> add_party(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "party",
                             "Make a release together with others, none of whom sees the other "
                             "tables.",
                             "");
    return {
        add_party_init(*app), add_party_show(*app), add_party_run(*app), add_party_rehearse(*app)};
}

}  // namespace kanon::cli
