#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh [NAME...]: run fuzzers, each for FUZZ_SECONDS. What they find new stays in build-fuzz/;
# an input that fails is named and kept there. Run through ./dev fuzz.
set -euo pipefail
seconds="${FUZZ_SECONDS:-30}"
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for source in tests/fuzz/*_fuzz.cpp; do
        names+=("$(basename "$source" _fuzz.cpp)")
    done
fi
for name in "${names[@]}"; do
    [ -x "build-fuzz/bin/${name}_fuzz" ] || { echo "fuzz: no fuzzer '$name'" >&2; exit 1; }
    printf '\n== fuzzing %s for %s s\n' "$name" "$seconds" >&2
    found="build-fuzz/corpus/$name"
    mkdir -p "$found"
    "build-fuzz/bin/${name}_fuzz" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 \
        -print_final_stats=1 -artifact_prefix="build-fuzz/$name-" \
        "$found" "tests/fuzz/corpus/$name"
done
