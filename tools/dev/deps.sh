# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What ./dev needs before it can build: Debian packages and DuckDB. Sourced by ./dev.

duckdb_version=1.4.4
duckdb_bindings_version=1.4.4-r.4
duckdb_dir=third_party/duckdb

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
    mkdir -p third_party
    rm -rf third_party/.duckdb.*  # of a run that was interrupted
    local work
    work="$(mktemp -d third_party/.duckdb.XXXXXX)"
    unpack_duckdb "$work" "$cpu" || { rm -rf "$work"; fail "DuckDB could not be unpacked"; }
    rm -rf "$duckdb_dir"
    mv "$work/unpacked" "$duckdb_dir"
    rm -rf "$work"
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

# unpack_duckdb WORK CPU: leave the finished folder as WORK/unpacked.
unpack_duckdb() {
    local work="$1" bindings="duckdb-node-bindings-linux-$2-$duckdb_bindings_version.tgz"
    local source="duckdb-$duckdb_version.tgz" header=package/src/duckdb/src/include/duckdb.h
    npm pack --ignore-scripts --loglevel=error --cache "$work/cache" --pack-destination "$work" \
        "@duckdb/node-bindings-linux-$2@$duckdb_bindings_version" "duckdb@$duckdb_version" \
        </dev/null >/dev/null || return 1
    (cd "$work" && sha256sum --check --quiet --strict ../../tools/duckdb.sha256) || return 1
    mkdir "$work/unpacked" &&
        tar -xzf "$work/$bindings" -C "$work" --no-same-owner package/libduckdb.so &&
        tar -xzf "$work/$source" -C "$work" --no-same-owner "$header" package/LICENSE &&
        mv "$work/package/libduckdb.so" "$work/$header" "$work/package/LICENSE" \
            "$work/unpacked/" &&
        cp tools/duckdb.sha256 "$work/unpacked/pinned.sha256"
}
