# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What ./dev needs before it can build: Debian packages and DuckDB; for a full run of the tests, an
# embedded ClickHouse. Sourced by ./dev.

duckdb_version=1.4.4
duckdb_bindings_version=1.4.4-r.4
duckdb_dir=third_party/duckdb
chdb_version=26.5.3
chdb_dir=third_party/chdb

# packages_of GROUP...: the packages of these groups of tools/debian-packages.txt.
packages_of() {
    local group
    for group in "$@"; do
        awk -v group="[$group]" '
            /^[[:space:]]*(#|$)/ { next }
            /^\[/ { inside = ($1 == group); next }
            inside { print $1 }' tools/debian-packages.txt
    done | sort -u
}

# is_installed PACKAGE: dpkg knows it as installed.
is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | sort -u)" = installed ]
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "packages are missing; run as root, install sudo, or install them first: $*"
    fi
}

# need_packages GROUP...: install what is missing of these groups; nothing to do is quick.
need_packages() {
    local missing=() package
    command -v dpkg-query >/dev/null ||
        { say "not a Debian system: what tools/debian-packages.txt lists must be there"; return; }
    for package in $(packages_of "$@"); do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "installing ${missing[*]}"
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y
               -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
    as_root "${apt[@]}" update </dev/null
    as_root "${apt[@]}" install --no-install-recommends "${missing[@]}" </dev/null
}

# has_system_duckdb: the compiler's own folders hold DuckDB's header and library.
has_system_duckdb() {
    local folder
    for folder in /usr/include /usr/local/include; do
        if [ -e "$folder/duckdb.h" ]; then
            ldconfig -p 2>/dev/null | grep -q 'libduckdb\.so' && return 0
        fi
    done
    return 1
}

# need_duckdb: unpack library, header and licence of the pinned DuckDB, unless one is there.
# Both npm packages serve as archives only: no script of theirs is run.
need_duckdb() {
    has_system_duckdb && return 0
    cmp -s tools/duckdb.sha256 "$duckdb_dir/pinned.sha256" && return 0
    local cpu
    case "$(uname -s)-$(uname -m)" in
        Linux-x86_64) cpu=x64 ;;
        *) fail "no DuckDB is pinned for $(uname -s) on $(uname -m):" \
                "install DuckDB $duckdb_version (duckdb.h, libduckdb.so) system-wide and run again" ;;
    esac
    command -v npm >/dev/null || need_packages duckdb
    say "unpacking DuckDB $duckdb_version into $duckdb_dir"
    into_folder "$duckdb_dir" unpack_duckdb "$cpu" || fail "DuckDB could not be unpacked"
}

# need_chdb: unpack the pinned embedded ClickHouse (560 MB), unless one is there or KANON_LIBCHDB
# names one. Where it cannot be had, the tests that run it say that they are skipped.
need_chdb() {
    [ -z "${KANON_LIBCHDB:-}" ] || return 0
    cmp -s tools/chdb.sha256 "$chdb_dir/pinned.sha256" && return 0
    [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || return 0
    command -v npm >/dev/null || need_packages duckdb
    say "unpacking the embedded ClickHouse $chdb_version into $chdb_dir"
    into_folder "$chdb_dir" unpack_chdb || say "the embedded ClickHouse could not be unpacked"
}

# into_folder FOLDER UNPACK...: call `UNPACK... WORK`, which leaves the finished folder as
# WORK/unpacked, and put that in place of the folder, which is one of third_party.
into_folder() {
    local folder="$1" work
    local interrupted="third_party/.${folder##*/}"
    shift
    mkdir -p third_party
    rm -rf "$interrupted".*  # of a run that was interrupted
    work="$(mktemp -d "$interrupted.XXXXXX")"
    "$@" "$work" || { rm -rf "$work"; return 1; }
    rm -rf "$folder"
    mv "$work/unpacked" "$folder"
    rm -rf "$work"
}

# npm_archives WORK SUMS PACKAGE...: leave the archives of npm packages in WORK, which must have
# these checksums.
npm_archives() {
    local work="$1" sums="$2"
    shift 2
    npm pack --ignore-scripts --loglevel=error --cache "$work/cache" --pack-destination "$work" \
        "$@" </dev/null >/dev/null || return 1
    (cd "$work" && sha256sum --check --quiet --strict "../../$sums")
}

# need_pages: a browser and the packages of tools/pages/package-lock.json; no script of theirs is run.
need_pages() {
    command -v chromium >/dev/null || need_packages pages
    command -v npm >/dev/null || need_packages duckdb
    cmp -s tools/pages/package-lock.json tools/pages/node_modules/pinned.json && return 0
    say "installing what looks at pages"
    npm ci --prefix tools/pages --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null
    cp tools/pages/package-lock.json tools/pages/node_modules/pinned.json
}

# unpack_duckdb CPU WORK
unpack_duckdb() {
    local work="$2" bindings="duckdb-node-bindings-linux-$1-$duckdb_bindings_version.tgz"
    local source="duckdb-$duckdb_version.tgz" header=package/src/duckdb/src/include/duckdb.h
    npm_archives "$work" tools/duckdb.sha256 \
        "@duckdb/node-bindings-linux-$1@$duckdb_bindings_version" "duckdb@$duckdb_version" ||
        return 1
    mkdir "$work/unpacked" &&
        tar -xzf "$work/$bindings" -C "$work" --no-same-owner package/libduckdb.so &&
        tar -xzf "$work/$source" -C "$work" --no-same-owner "$header" package/LICENSE &&
        mv "$work/package/libduckdb.so" "$work/$header" "$work/package/LICENSE" \
            "$work/unpacked/" &&
        cp tools/duckdb.sha256 "$work/unpacked/pinned.sha256"
}

# unpack_chdb WORK
unpack_chdb() {
    local work="$1"
    npm_archives "$work" tools/chdb.sha256 "@chdb/lib-linux-x64-gnu@$chdb_version" || return 1
    mkdir "$work/unpacked" &&
        tar -xzf "$work/chdb-lib-linux-x64-gnu-$chdb_version.tgz" -C "$work" --no-same-owner \
            package/libchdb.so &&
        mv "$work/package/libchdb.so" "$work/unpacked/" &&
        cp tools/chdb.sha256 "$work/unpacked/pinned.sha256"
}
