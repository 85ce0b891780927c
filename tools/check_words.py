#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check the words of what users read from the program: texts in the sources of library, programs, Python and R.

A text is a string literal of several words; literals that follow each other are one. None has a word of
tools/words_to_lose.txt, and each of its words is in tools/words_of_messages.txt: a word that no message had before is
looked up in docs/guide/glossary.md first, where the field has a term for it, and then added (`--update`). Prints
file:line and exits 1 otherwise; `--self-test` plants faults in a made-up tree and exits 1 unless each is found.
"""
import pathlib
import re
import sys
import tempfile

from check_prose import run, words_to_lose

FOLDERS = ("src", "apps/cli", "apps/terminal", "python", "r/R", "r/src")
NO_MESSAGES = "src/kanon/profile/words"  # in five languages: how names of columns are read
KNOWN = "tools/words_of_messages.txt"
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TEXTS = re.compile(rf'//[^\n]*|"""(?:[^"]|"(?!""))*"""|' rf"^\s*#[^\n]*|{LITERAL}(?:\s*{LITERAL})*", re.MULTILINE)
WORD = re.compile(r"(?<![\w`'.{}-])[a-z]{3,}(?![\w`{}(=/:_-])")
HEAD = "# Words of the messages of kanon, written by tools/check_words.py --update. Its terms are in docs/guide/glossary.md."


def text_of(found):
    """The text of a literal, or of several that follow each other."""
    if found.startswith('"""'):
        return found[3:-3].replace("\n", " ")
    return "".join(part[1:-1] for part in re.findall(LITERAL, found))


def texts_of(source):
    """Line and text of each message of a source."""
    for found in TEXTS.finditer(source):
        if found.group().startswith('"'):
            text = text_of(found.group())
            if " " in text.strip():
                yield source.count("\n", 0, found.start()) + 1, re.sub(r"\\[nt]", " ", text)


def messages(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix in (".cpp", ".h", ".hpp", ".py", ".R") and not name.startswith(NO_MESSAGES):
                for line, text in texts_of(path.read_text(encoding="utf-8")):
                    yield f"{name}:{line}", text


def known_words(root):
    lines = (root / KNOWN).read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def faults(root):
    lost, known = words_to_lose(root), known_words(root)
    for place, text in messages(root):
        for pattern, instead in lost:
            for found in pattern.findall(text):
                yield f"{place}: '{found}': write {instead}"
        for word in sorted(set(WORD.findall(text)) - known):
            yield f"{place}: '{word}' is new to kanon's messages: use a term of the glossary, or add it by --update"


def update(root):
    """Write the words of today's messages as known."""
    words = sorted({word for _, text in messages(root) for word in WORD.findall(text)})
    (root / KNOWN).write_text("\n".join([HEAD, *words]) + "\n", encoding="utf-8")


PLANTED = {  # source, and the lines at which a fault is to be found
    "src/one.cpp": ('// told of\nsay("it is told\\n");\nsay("fine words");\n', {2}),
    "src/two.cpp": ('say("rows that stand "\n    "alone");\n', {1}),
    "apps/cli/three.cpp": ('#include "told of"\nsay("told");\nsay("a frobnication of rows");\n', {3}),
    "python/four.py": ('"""Was\ntold."""\n', {1}),
    "r/R/five.R": ('# told "of"\nstop("a frobnication of rows")\n', {2}),
}


def self_test(root):
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder)
        (made / "tools").mkdir()
        (made / "tools/words_to_lose.txt").write_bytes((root / "tools/words_to_lose.txt").read_bytes())
        (made / KNOWN).write_text("fine\nwords\nrows\nthat\nstand\nalone\ntold\n", encoding="utf-8")
        for name, (text, _) in PLANTED.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            (made / name).write_text(text, encoding="utf-8")
        found = {fault.split(": ")[0] for fault in faults(made)}
    planted = {f"{name}:{line}" for name, (_, lines) in PLANTED.items() for line in lines}
    for place in sorted(planted ^ found):
        print(f"self-test: {'missed' if place in planted else 'false'}: {place}")
    return planted == found


if __name__ == "__main__":
    sys.exit(run(__doc__.splitlines()[0], faults, self_test, update=update))
