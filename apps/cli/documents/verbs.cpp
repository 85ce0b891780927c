// SPDX-License-Identifier: Apache-2.0
#include "verbs.hpp"

#include "kanon/api/kanon.hpp"
#include "kanon/api/policy_schema.hpp"

#include "documents/command_tree.hpp"
#include "documents/writers.hpp"
#include "terminal/exit_status.hpp"
#include "terminal/flags.hpp"
#include "terminal/output.hpp"

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace kanon::cli {
namespace {

constexpr std::array<std::string_view, 3> kShells{"bash", "zsh", "fish"};

std::string completion_for(std::size_t shell, const Command& program) {
    switch (shell) {
        case 0:
            return bash_completion(program);
        case 1:
            return zsh_completion(program);
        default:
            return fish_completion(program);
    }
}

void write(const std::filesystem::path& file, const std::string& text) {
    std::error_code ignored;  // what is wrong with a folder is said of the file
    std::filesystem::create_directories(file.parent_path(), ignored);
    PendingFile target(file.string(), true);
    target.write_text(text);
    target.commit();
}

/// What an installation has beside the program, in the folders that it has below share/.
void write_documents(const std::filesystem::path& folder, const Command& program) {
    write(folder / "bash-completion/completions/kanon", bash_completion(program));
    write(folder / "zsh/site-functions/_kanon", zsh_completion(program));
    write(folder / "fish/vendor_completions.d/kanon.fish", fish_completion(program));
    for (const ManPage& page : man_pages(program)) {
        write(folder / "man/man1" / page.file, page.text);
    }
    write(folder / "kanon/policy.schema.json", policy_schema());
}

}  // namespace

Verb add_completion(CLI::App& root) {
    CLI::App* app = add_verb(root,
                             "completion",
                             "Print completions of verbs, flags and files for a shell.",
                             "  kanon completion bash > kanon.bash\n"
                             "  kanon completion fish > kanon.fish\n");
    const auto shell = std::make_shared<std::string>();
    app->add_option("SHELL", *shell, "bash, zsh or fish")->required()->type_name("bash|zsh|fish");
    return {app, [&root, shell] {
                print_out(completion_for(place_of(*shell, kShells, "SHELL"), command_tree(root)));
                return kDone;
            }};
}

Verb add_documents(CLI::App& root) {
    CLI::App* app =
        add_verb(root,
                 "documents",
                 "Write completions, man pages and the policy's schema, for installing.",
                 "  kanon documents share\n");
    app->group("");
    const auto folder = std::make_shared<std::string>();
    app->add_option("FOLDER", *folder, "laid out as share/ of an installation")
        ->required()
        ->type_name("");
    return {app, [&root, folder] {
                write_documents(*folder, command_tree(root));
                return kDone;
            }};
}

}  // namespace kanon::cli
