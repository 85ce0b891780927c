#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hold completions, man pages and the schema of policies against the program that they are of.

usage: check_documents.py PROGRAM shells|schema

Every verb and flag of the help is in each; the shells and man take them; the schema takes the policies that kanon
takes and refuses keys that it refuses. Shells and checkers that are not there are passed over; exit status 77 where
the schema cannot be checked at all.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCES = pathlib.Path(__file__).resolve().parents[2]
SYSTEM_PYTHON = "/usr/bin/python3"
SKIPPED = 77

PROBES = [  # what is typed, and all that bash is to offer
    (["kanon", "anon"], ["anonymize"]),
    (["kanon", "hierarchy", ""], ["build", "show", "check"]),
    (["kanon", "anonymize", "--suppr"], ["--suppress-cells", "--suppressed"]),
    (["kanon", "anonymize", "--suppressed", ""], ["star", "drop"]),
    (["kanon", "anonymize", "--suppressed", "=", "d"], ["drop"]),
    (["kanon", "compare", "--method", "mondrian,opt"], ["mondrian,optimal"]),
    (["kanon", "anonymize", "--k", ""], []),
    (["kanon", "hierarchy", "build", "--mask-"], ["--mask-step"]),
    (["kanon", "methods", "dataf"], ["datafly"]),
    (["kanon", "verify", "a.csv", "--summ"], ["--summary"]),
    (["kanon", "completion", ""], ["bash", "zsh", "fish"]),
    (["kanon", "anonymize", "/etc/host"], None),  # files
]


class Faults(list):
    def hold(self, good, what):
        if not good:
            print(f"FAULT: {what}")
            self.append(what)


def run(*command, stdin=""):
    return subprocess.run(command, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def help_of(program, verb):
    return run(program, *verb.split(), "--help").stdout


def verbs_below(program, verb=""):
    names = re.findall(r"^  ([a-z][a-z-]*) {2,}\S", help_of(program, verb), re.MULTILINE)
    return [verb] + [one for name in names for one in verbs_below(program, f"{verb} {name}".strip())]


def flags_of(program, verb):
    return sorted(set(re.findall(r"^  (?:-\w,)?(--[a-z][a-z-]*)", help_of(program, verb), re.MULTILINE)))


def check_names(program, share, faults):
    bash = (share / "bash-completion/completions/kanon").read_text(encoding="utf-8")
    zsh = (share / "zsh/site-functions/_kanon").read_text(encoding="utf-8")
    fish = (share / "fish/vendor_completions.d/kanon.fish").read_text(encoding="utf-8")
    for verb in verbs_below(program):
        page = share / "man/man1" / ("-".join(["kanon", *verb.split()]) + ".1")
        faults.hold(page.is_file(), f"no man page of '{verb}'")
        text = page.read_text(encoding="utf-8").replace("\\-", "-") if page.is_file() else ""
        words = re.search(rf'^        "{verb}"\)\n.*\n *_kanon_words "(.*)"', bash, re.MULTILINE)
        function = re.search(rf"^_{'_'.join(['kanon', *verb.split()])}\(\) {{\n(.*?)^}}", zsh, re.MULTILINE | re.DOTALL)
        seen = "; and ".join(f"__fish_seen_subcommand_from {one}" for one in verb.split()) or "__fish_use_subcommand"
        lines = [line for line in fish.splitlines() if line.startswith(f"complete -c kanon -n '{seen}'")]
        for flag in flags_of(program, verb):
            faults.hold(f"\\fB{flag}\\fR" in text, f"{flag} of '{verb}' is not in its man page")
            faults.hold(words and flag in words.group(1).split(), f"bash does not know {flag} of '{verb}'")
            faults.hold(function and re.search(rf"{flag}[\[}}]", function.group(1)), f"zsh does not know {flag} of '{verb}'")
            faults.hold(any(f" -l {flag[2:]} " in line for line in lines), f"fish does not know {flag} of '{verb}'")


def check_bash(share, faults):
    script = f"source {share}/bash-completion/completions/kanon\n"
    for typed, _ in PROBES:
        words = " ".join(f"'{word}'" for word in typed)
        script += f'COMP_WORDS=({words}); COMP_CWORD={len(typed) - 1}; _kanon; echo "${{COMPREPLY[*]}}"\n'
    offered = run("bash", "-s", stdin=script).stdout.splitlines()
    faults.hold(len(offered) == len(PROBES), f"bash says: {offered}")
    for (typed, expected), got in zip(PROBES, offered):
        good = "/etc/hosts" in got.split() if expected is None else got.split() == expected
        faults.hold(good, f"{' '.join(typed)}: bash offers {got}")


def check_syntax(share, faults):
    for shell, file in (("bash", "bash-completion/completions/kanon"), ("zsh", "zsh/site-functions/_kanon"),
                        ("fish", "fish/vendor_completions.d/kanon.fish")):
        if shutil.which(shell):
            result = run(shell, "-n", str(share / file))
            faults.hold(result.returncode == 0, f"{shell} refuses its completion: {result.stdout}")
    if shutil.which("zsh"):
        result = run("zsh", "-fc", "autoload -Uz compinit; compinit -u -D; "
                     f"source {share}/zsh/site-functions/_kanon; print $_comps[kanon]")
        faults.hold(result.stdout.strip() == "_kanon", f"zsh: {result.stdout}")
    if shutil.which("fish"):
        result = run("fish", "-c", f"source {share}/fish/vendor_completions.d/kanon.fish; complete -C 'kanon hierarchy '")
        faults.hold([line.split("\t")[0] for line in result.stdout.splitlines()] == ["build", "check", "show"],
                    f"fish offers {result.stdout}")


def check_pages(share, faults):
    for page in sorted((share / "man/man1").iterdir()):
        if shutil.which("man"):
            result = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(page)], check=False,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=dict(os.environ, LC_ALL="C.UTF-8"))
            faults.hold(result.returncode == 0 and not result.stderr, f"man, {page.name}: {result.stderr.decode()}")
        if shutil.which("mandoc"):
            found = [line for line in run("mandoc", "-Tlint", "-Wwarning", str(page)).stdout.splitlines()
                     if "missing date" not in line]  # the same bytes every time
            faults.hold(not found, f"mandoc: {found}")


def check_shells(program, faults):
    with tempfile.TemporaryDirectory(prefix="kanon-documents-") as folder:
        share = pathlib.Path(folder)
        run(program, "documents", folder)
        check_names(program, share, faults)
        check_bash(share, faults)
        check_syntax(share, faults)
        check_pages(share, faults)
        for shell, file in (("bash", "bash-completion/completions/kanon"), ("zsh", "zsh/site-functions/_kanon"),
                            ("fish", "fish/vendor_completions.d/kanon.fish")):
            faults.hold(run(program, "completion", shell).stdout == (share / file).read_text(encoding="utf-8"),
                        f"`kanon completion {shell}` prints another one")


def policies_of(program, folder):
    """Policies that kanon takes: of the examples, of the fuzzers, made up, suggested."""
    out = [path for path in sorted(SOURCES.glob("examples/*/*.yaml"))
           if path.read_text(encoding="utf-8").find("attributes:") >= 0]
    out += [SOURCES / "tests/fuzz/corpus/policy" / f"{name}.yaml"
            for name in ("every_key", "aggregates", "coding", "models", "numbers")]
    made, suggested = folder / "made.yaml", folder / "suggested.yaml"
    run(program, "generate", "--rows", "50", "-o", str(folder / "stays.csv"), "--policy", str(made))
    run(program, "inspect", str(folder / "stays.csv"), "--policy", str(suggested))
    return [*out, made, suggested]


def wrongs_of(policy):
    """Policies that kanon refuses, made of one that it takes."""
    for path, key, value in [([], "atributes", {}), (["attributes", "age"], "rolle", "sensitive"),
                             (["attributes", "age"], "role", "private"), (["privacy"], "k-anonymity", "many"),
                             (["privacy"], "m-diversity", 3), ([], "method", "mondrain"), ([], "objective", "gpc"),
                             (["suppression"], "most", 3), ([], "accept", {"no-such-warning": "why not"}),
                             (["attributes", "age"], "hierarchy", {"intervall": [5]}),
                             (["privacy"], "l-diversity", {"attribute": "diagnosis", "kind": "plain", "l": 3})]:
        wrong = json.loads(json.dumps(policy))
        at = wrong
        for step in path:
            at = at[step]
        at[key] = value
        yield f"{'.'.join([*path, key])}: {value}", wrong


def check_schema(program, faults):
    import jsonschema
    import yaml
    with tempfile.TemporaryDirectory(prefix="kanon-documents-") as name:
        folder = pathlib.Path(name)
        run(program, "documents", name)
        schema = json.loads((folder / "kanon/policy.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft7Validator.check_schema(schema)
        judge = jsonschema.Draft7Validator(schema)
        for path in policies_of(program, folder):
            text = path.read_text(encoding="utf-8").replace("split: median", "split-by: widest")  # an option there is
            for loader in (yaml.SafeLoader, yaml.BaseLoader):  # as numbers and words, and all as texts
                policy = json.loads(json.dumps(yaml.load(text, loader), default=str))  # dates are texts
                policy = policy.get("policy", policy)  # of an agreement
                for column, value in policy["attributes"].items():
                    policy["attributes"][column] = value or None  # nothing is an empty text to the second
                found = [f"{'/'.join(map(str, fault.path))}: {fault.message[:200]}" for fault in judge.iter_errors(policy)]
                faults.hold(not found, f"the schema refuses {path.name}: {found}")
        made = yaml.safe_load((folder / "made.yaml").read_text(encoding="utf-8"))
        for what, wrong in wrongs_of(made):
            faults.hold(not judge.is_valid(wrong), f"the schema takes {what}")
            (folder / "wrong.yaml").write_text(json.dumps(wrong), encoding="utf-8")
            result = run(program, "anonymize", str(folder / "stays.csv"), "-p", str(folder / "wrong.yaml"), "--dry-run")
            faults.hold(result.returncode == 4, f"kanon takes {what}: {result.stdout}")


def main(program, part):
    faults = Faults()
    if part == "shells":
        check_shells(program, faults)
        return 1 if faults else 0
    try:
        check_schema(program, faults)
    except ImportError as missing:
        if sys.executable != SYSTEM_PYTHON and os.path.exists(SYSTEM_PYTHON) and "KANON_TRIED" not in os.environ:
            os.execve(SYSTEM_PYTHON, [SYSTEM_PYTHON, __file__, program, part], dict(os.environ, KANON_TRIED="1"))
        print(f"skipped: {missing}; python3-jsonschema and python3-yaml check the schema")
        return SKIPPED
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), *sys.argv[2:]))
