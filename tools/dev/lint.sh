#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh JOBS [changed]: formatting, layers, shell scripts, clang-tidy. Run through ./dev lint.
set -euo pipefail
jobs="$1"
scope="${2:-all}"
status=0

step() { printf '\n== %s\n' "$1" >&2; }

cpp_files() { git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp'; }

step "clang-format"
cpp_files | xargs -r clang-format --dry-run --Werror || status=1

step "layers"
python3 tools/check_layers.py || status=1

step "shellcheck"
mapfile -t scripts < <(git grep -lE '^#!.*\b(ba)?sh$' -- . ':!*.md'; echo tools/dev/deps.sh)
shellcheck -x "${scripts[@]}" || status=1

step "clang-tidy ($scope)"
cmake --preset tidy --log-level=WARNING
if [ "$scope" = changed ]; then
    mapfile -t sources < <({ git diff --name-only --diff-filter=d "$(git merge-base main HEAD)"
                             git ls-files --others --exclude-standard; } | grep '\.cpp$' | sort -u)
else
    mapfile -t sources < <(cpp_files | grep '\.cpp$')
fi
# Only what the build compiles: the consumer of tests/install has a build of its own.
mapfile -t sources < <(for file in "${sources[@]}"; do
    grep -qF "\"$PWD/$file\"" build-tidy/compile_commands.json && printf '%s\n' "$file"
done)
if [ ${#sources[@]} -gt 0 ]; then
    printf '%s\0' "${sources[@]}" |
        xargs -0 -n 1 -P "$jobs" clang-tidy -p build-tidy --quiet || status=1
fi
exit "$status"
