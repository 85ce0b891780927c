#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The R package over build/: installed into build/r/library and tested. Arguments: see ./dev help.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

root="$PWD"
export KANON_BUILD="${KANON_BUILD:-$root/build}"
work="$KANON_BUILD/r"
export KANON_PROGRAM="$KANON_BUILD/bin/kanon" NOT_CRAN=true R_LIBS="$work/library${R_LIBS:+:$R_LIBS}"
[ ! -d "$KANON_BUILD/python/kanon" ] || export KANON_PYTHONPATH="$KANON_BUILD/python"

# skip WHY: for ctest, which counts 77 as skipped.
skip() { echo "skipped: $*"; exit 77; }

command -v Rscript >/dev/null || skip "R is not installed; ./dev r installs it"
Rscript -e 'for (name in c("cpp11", "jsonlite", "testthat")) loadNamespace(name)' >/dev/null 2>&1 ||
    skip "packages of R are missing (cpp11, jsonlite, testthat); ./dev r installs them"
compgen -G "$KANON_BUILD/lib*/libkanon.so" >/dev/null || compgen -G "$KANON_BUILD/lib/*/libkanon.so" >/dev/null ||
    skip "the library is not built as a shared one; configure with -DKANON_SHARED=ON"

# R builds beside the sources; what it leaves is to stay in the build folder.
take_package() {
    [ ! -e "$work/taken" ] || rm "$work/taken"
    rm -rf "$work/package"
    mkdir -p "$work/library"
    cp -r r "$work/package"
}

install_package() {
    R CMD INSTALL --no-test-load --library="$work/library" "$work/package" >"$work/install.log" 2>&1 ||
        { tail -n 40 "$work/install.log" >&2; exit 1; }
}

# run_tests FILTER: the tests of these files.
run_tests() {
    (cd r/tests/testthat && Rscript -e "testthat::test_dir('.', package = 'kanon', load_package = 'installed',
        filter = $1, reporter = 'check', stop_on_failure = TRUE)")
}

check_package() {
    (cd "$work" && rm -rf kanon.Rcheck kanon_*.tar.gz && R CMD build package &&
        _R_CHECK_CRAN_INCOMING_REMOTE_=false _R_CHECK_SYSTEM_CLOCK_=0 R CMD check --as-cran --no-manual kanon_*.tar.gz) >"$work/check.log" 2>&1 ||
        { tail -n 60 "$work/check.log"; exit 1; }
    grep '^Status' "$work/check.log"
    ! grep -q '^Status.*\(ERROR\|WARNING\)' "$work/check.log"
}

# The package alone under the address and undefined sanitizers, in a library of its own.
run_sanitized() {
    local flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
    printf 'CXX17FLAGS = -O1 -g %s\nLDFLAGS = %s\n' "$flags" "$flags" >"$work/sanitized.mk"
    mkdir -p "$work/sanitized"
    take_package
    R_MAKEVARS_USER="$work/sanitized.mk" R CMD INSTALL --no-test-load --library="$work/sanitized" \
        "$work/package" >"$work/install.log" 2>&1 || { tail -n 40 "$work/install.log" >&2; exit 1; }
    # What R itself never frees is no fault of the package.
    R_LIBS="$work/sanitized" LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libubsan.so)" \
        ASAN_OPTIONS=detect_leaks=0 run_tests NULL
}

# What is installed already, of these sources over this library, is not installed again.
state_of_package() {
    find r -type f -print0 | sort -z | xargs -0 sha256sum
    sha256sum "$KANON_BUILD"/lib*/libkanon.so "$KANON_BUILD"/lib/*/libkanon.so 2>/dev/null || true
}

if [ "$(state_of_package)" != "$(cat "$work/taken" 2>/dev/null)" ]; then
    take_package
    install_package
    state_of_package >"$work/taken"
fi
case "${1:-test}" in
    test) run_tests NULL ;;
    fast) NOT_CRAN=false run_tests "'columns|conditions|same-bytes'" ;;
    check) check_package ;;
    sanitized) run_sanitized ;;
    gctorture) Rscript tests/r/gctorture.R "${2:-20}" ;;
    *) echo "r.sh: test, fast, check, sanitized or gctorture, not '$1'" >&2; exit 2 ;;
esac
