// SPDX-License-Identifier: Apache-2.0
#include "terminal/verb.hpp"

#include "terminal/exit_status.hpp"

namespace kanon::cli {

CLI::App* add_verb(CLI::App& parent,
                   const std::string& name,
                   const std::string& purpose,
                   const std::string& examples) {
    CLI::App* app = parent.add_subcommand(name, purpose);
    std::string foot;
    if (!examples.empty()) {
        foot = "EXAMPLE\n" + examples + "\n";
    }
    app->footer(foot + exit_status_text());
    // What is left over is refused by name after parsing, with the nearest known flag.
    app->allow_extras();
    app->get_formatter()->column_width(36);
    return app;
}

}  // namespace kanon::cli
