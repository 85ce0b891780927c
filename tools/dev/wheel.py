#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make a wheel of the Python module that needs nothing but Python and the C library.

Takes the package out of the build folder and puts the shared libraries that its extension needs
beside it, where they find each other. Prints the wheel's path. Run through ./dev wheel, with the Python that the module is for.
"""

import argparse
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile

# What every system that the wheel is for brings along: the C library, and the compiler's own.
OF_THE_SYSTEM = re.compile(r"^(ld-linux.*|lib(c|m|dl|pthread|rt|util|resolv|gcc_s|stdc\+\+))\.so[.\d]*$")

METADATA = """\
Metadata-Version: 2.1
Name: kanon
Version: {version}
Summary: k-anonymous releases of tables about people, proven
License: Apache-2.0
Requires-Python: =={python}.*
Description-Content-Type: text/markdown

{description}
"""

WHEEL = """\
Wheel-Version: 1.0
Generator: kanon
Root-Is-Purelib: false
Tag: {tag}
"""


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed_libraries(extension):
    """The libraries that an extension loads, by the names it knows them by, but the system's."""
    found = {}
    for line in output_of("ldd", str(extension)).splitlines():
        match = re.match(r"\s*(\S+) => (\S+) \(", line)
        if "not found" in line:
            sys.exit(f"{extension}: {line.strip()}")
        if match and not OF_THE_SYSTEM.match(match.group(1)):
            found[match.group(1)] = pathlib.Path(match.group(2)).resolve()
    return found


def take_libraries(extension, folder):
    """Put the libraries that an extension needs into a folder beside its package."""
    libraries = needed_libraries(extension)
    folder.mkdir()
    for soname, file in libraries.items():
        target = folder / soname
        shutil.copyfile(file, target)
        target.chmod(0o755)
        look_in(target, "$ORIGIN")
    look_in(extension, f"$ORIGIN/../{folder.name}")
    return libraries.values()


def look_in(file, folder):
    """Let a library look for others in a folder, before anywhere else."""
    subprocess.run(["patchelf", "--force-rpath", "--set-rpath", folder, str(file)], check=True)


def take_licences(root, libraries, folder):
    """The licence of the project, and of every library that comes along."""
    folder.mkdir()
    shutil.copyfile(root / "LICENSE", folder / "LICENSE")
    for library in sorted(libraries):
        beside = library.parent / "LICENSE"
        if beside.exists():  # DuckDB's, as it was unpacked
            shutil.copyfile(beside, folder / f"LICENSE.{library.name.split('.')[0]}")
            continue
        for path in (library, pathlib.Path(str(library).replace("/usr/lib/", "/lib/", 1))):
            owner = subprocess.run(["dpkg-query", "-S", str(path)], capture_output=True, text=True)
            if owner.returncode == 0:
                package = owner.stdout.split(":")[0]
                text = pathlib.Path("/usr/share/doc", package, "copyright")
                if text.exists():
                    shutil.copyfile(text, folder / f"LICENSE.{package}")
                break


def tag_of_this_python():
    number = f"cp{sys.version_info.major}{sys.version_info.minor}"
    name, version = platform.libc_ver()
    machine = platform.machine()
    system = f"manylinux_{version.replace('.', '_')}_{machine}" if name == "glibc" \
        else f"linux_{machine}"
    return f"{number}-{number}-{system}"


def stage(root, package, version, folder):
    """Lay out what the wheel holds; the folder of what is said about it."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    target = folder / "kanon"
    target.mkdir()
    for file in sorted(package.iterdir()):
        if file.name.endswith((".py", ".pyi", suffix)) or file.name == "py.typed":
            shutil.copyfile(file.resolve(), target / file.name)
    extension = target / f"_kanon{suffix}"
    if not extension.exists():
        sys.exit(f"{package} has no _kanon{suffix}: build the target kanon_python for this Python")
    extension.chmod(0o755)
    subprocess.run(["strip", "--strip-unneeded", str(extension)], check=True)
    look_in(extension, str(package))  # where DuckDB lies, for ldd to find it
    libraries = take_libraries(extension, folder / "kanon.libs")
    about = folder / f"kanon-{version}.dist-info"
    about.mkdir()
    take_licences(root, libraries, about / "licenses")
    description = (root / "python" / "README.md").read_text(encoding="utf-8")
    (about / "METADATA").write_text(METADATA.format(
        version=version, description=description,
        python=f"{sys.version_info.major}.{sys.version_info.minor}"), encoding="utf-8")
    (about / "WHEEL").write_text(WHEEL.format(tag=tag_of_this_python()), encoding="utf-8")


def version_of(root):
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(kanon VERSION (\S+)", text).group(1)


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=root / "build")
    parser.add_argument("--out", type=pathlib.Path, default=root / "build" / "wheel")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        stage(root, options.build / "python" / "kanon", version_of(root), pathlib.Path(folder))
        output_of(sys.executable, "-m", "wheel", "pack", folder, "--dest-dir", str(options.out))
    print(max(options.out.glob("*.whl"), key=lambda file: file.stat().st_mtime))


if __name__ == "__main__":
    main()
