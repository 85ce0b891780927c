#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh JOBS [changed [MOST]]: formatting, layers, ranges, shell scripts, clang-tidy. `changed` tidies the
# sources that differ from main (where none does, those of the newest commits), at most MOST of them; the rest
# is checked in full. Asks no network. Run through ./dev lint.
set -euo pipefail
jobs="$1"
scope="${2:-all}"
most="${3:-100000}"
status=0

step() { printf '\n== %s\n' "$1" >&2; }

cpp_files() { git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp'; }

# changed_files: newest first; a clone of main alone differs from nothing, so its last commits count.
changed_files() {
    local base
    base="$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null ||
            git rev-parse HEAD)"
    git ls-files --modified --others --exclude-standard
    if [ "$base" != "$(git rev-parse HEAD)" ]; then
        git diff --name-only --diff-filter=d "$base" HEAD
    else
        git log --first-parent -m --max-count=50 --format= --name-only --diff-filter=d
    fi
}

# changed_sources: changed headers stand for the source of the same name.
changed_sources() {
    local file
    changed_files | sed -nE 's/\.[ch]pp$/.cpp/p' | awk '!seen[$0]++' | while read -r file; do
        if grep -qF "\"$PWD/$file\"" build-tidy/compile_commands.json; then printf '%s\n' "$file"; fi
    done | awk -v most="$most" 'NR <= most'
}

step "clang-format"
cpp_files | xargs -r -P "$jobs" -n 100 clang-format --dry-run --Werror || status=1

step "layers"
python3 tools/check_layers.py || status=1

step "algorithms on ranges"
# clang 14, which builds what is sanitized, reads none that return a range of libstdc++ 12.
if git grep -nE 'std::(ranges::)?views::|ranges::(unique|partition|remove|remove_if|rotate|search)\b' -- '*.cpp' '*.hpp'; then
    echo "use the algorithm on iterators" >&2
    status=1
fi

step "shellcheck"
mapfile -t scripts < <(git grep -lE '^#!.*\b(ba)?sh$' -- . ':!*.md'; echo tools/dev/deps.sh)
shellcheck -x "${scripts[@]}" || status=1

step "clang-tidy ($scope)"
cmake --preset tidy --log-level=WARNING
if [ "$scope" = changed ]; then
    mapfile -t sources < <(changed_sources)
    [ ${#sources[@]} -eq 0 ] || tools/dev/tidy.py --build build-tidy --jobs "$jobs" "${sources[@]}" || status=1
else
    tools/dev/tidy.py --build build-tidy --jobs "$jobs" || status=1
fi
exit "$status"
