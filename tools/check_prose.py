#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Check the prose of README.md and docs/: lines, sentences and words.

No line of prose is longer than 120 characters, no sentence has more than 40 words, the sentences of a page have at most 20
on average, and none of the words of tools/words_to_lose.txt occurs. Code, tables, headings and the targets of links are left
out. Pages of EXEMPT are measured, not held. Prints file:line and exits 1 otherwise; `--table` prints the figures of each
page; `--self-test` plants faults in a made-up tree and exits 1 unless each is found.
"""
import argparse
import pathlib
import re
import sys
import tempfile

LINE, SENTENCE, MEAN = 120, 40, 20
# Pages that do not keep the rules yet. A page that does is taken off this list.
EXEMPT = """
docs/defaults.md
docs/methods/cell-suppression-tables.md
docs/methods/dimensionality.md
""".split()
ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")


def words_to_lose(root):
    lines = (root / "tools" / "words_to_lose.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in pairs]


def prose_lines(text):
    """Number and text of each line of prose; an empty text where a paragraph ends."""
    fenced, code, before = False, False, ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced, before = not fenced, ""
            yield number, ""
            continue
        code = line.startswith("    ") and (code or not before)  # an indented line after prose continues it
        if fenced or code or not line.strip() or re.match(r"\s*(\||#{1,6} |<|!\[)", line):
            yield number, ""
        else:
            yield number, line
        before = line.strip()


def plain(text):
    """What a reader reads: links by their texts, code as one word."""
    text = re.sub(r"`[^`]*`", "X", text)
    text = re.sub(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}", "", text)


def paragraphs(text):
    """First line's number and joined text of each paragraph or item of a list."""
    number, parts = 0, []
    for at, line in [*prose_lines(text), (0, "")]:
        if parts and (not line or ITEM.match(line)):
            yield number, " ".join(parts)
            parts = []
        if line:
            number = number if parts else at
            parts.append(ITEM.sub("", line, count=1).strip())


def sentences(text):
    for number, paragraph in paragraphs(text):
        for one in re.split(r"(?<=[.!?:])[)\"']*\s+(?=[^a-z])", plain(paragraph)):
            words = len([word for word in one.split() if re.search(r"\w", word)])
            if words:
                yield number, words


def measured(text):
    """Words, mean and longest of the sentences of a page."""
    lengths = [words for _, words in sentences(text)]
    return sum(lengths), sum(lengths) / max(1, len(lengths)), max(lengths, default=0)


def faults_of(name, text, lost):
    for number, line in prose_lines(text):
        shown = re.sub(r"\]\([^)]*\)", "]", line)
        if len(shown) > LINE:
            yield f"{name}:{number}: a line of {len(shown)} characters; at most {LINE}"
        for pattern, instead in lost:
            for found in pattern.findall(plain(line)):
                yield f"{name}:{number}: '{found}': write {instead}"
    for number, words in sentences(text):
        if words > SENTENCE:
            yield f"{name}:{number}: a sentence of {words} words; at most {SENTENCE}"
    mean = measured(text)[1]
    if mean > MEAN:
        yield f"{name}:1: {mean:.1f} words a sentence on average; at most {MEAN}"


def pages(root):
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]}


def check(root, exempt):
    lost, texts = words_to_lose(root), pages(root)
    found = {name: list(faults_of(name, text, lost)) for name, text in texts.items()}
    faults = [fault for name in texts if name not in exempt for fault in found[name]]
    return faults + [f"{name}: keeps the rules; take it off EXEMPT of tools/check_prose.py" for name in exempt
                     if not found.get(name)]


def print_table(root):
    """Print words, mean and longest sentence of each page."""
    print(f"{'page':44}{'words':>7}{'mean':>7}{'longest':>9}")
    for name, text in pages(root).items():
        words, mean, longest = measured(text)
        print(f"{name:44}{words:7}{mean:7.1f}{longest:9}{'  exempt' if name in EXEMPT else ''}")


LONG = " ".join(["word"] * 41)
PLANTED = {  # text, and the lines at which a fault is to be found
    "README.md": ("# One\n\nShort and plain.\n", ()),
    "docs/line.md": ("Plain.\n\n" + "wordword " * 14 + ".\n", (3,)),
    "docs/link.md": (f"See [this](https://example.org/{'x' * 120}).\n", ()),
    "docs/sentence.md": ("One.\n\nTwo.\n\n" + LONG.replace("word word", "word\nword") + ".\n", (5,)),
    "docs/mean.md": ((" ".join(["a"] * 25) + ".\n\n") * 3, (1,)),
    "docs/words.md": ("It was\nTold to us.\n", (2,)),
    "docs/code.md": (f"Run:\n\n    told {LONG}\n\n```\ntold {LONG}\n```\n\nDone `told`.\n", ()),
    "docs/table.md": (f"| told | {LONG} |\n|---|---|\n", ()),
    "docs/list.md": ("- one\n- two\n  that is withheld\n", (3,)),
    "docs/exempt.md": ("All told.\n", ()),
    "docs/good.md": ("Exempt for no reason.\n", ("",)),
}


def self_test(root):
    with tempfile.TemporaryDirectory() as folder:
        planted_root = pathlib.Path(folder)
        texts = {name: text for name, (text, _) in PLANTED.items()}
        texts["tools/words_to_lose.txt"] = (root / "tools/words_to_lose.txt").read_text(encoding="utf-8")
        for name, text in texts.items():
            (planted_root / name).parent.mkdir(parents=True, exist_ok=True)
            (planted_root / name).write_text(text, encoding="utf-8")
        faults = check(planted_root, ["docs/exempt.md", "docs/good.md"])
    found = {":".join(part for part in fault.split(":")[:2] if not part.startswith(" ")) for fault in faults}
    planted = {f"{name}:{line}".rstrip(":") for name, (_, lines) in PLANTED.items() for line in lines}
    for fault in sorted(planted ^ found):
        print(f"self-test: {'missed' if fault in planted else 'false'}: {fault}")
    return planted == found


def run(description, check_root, check_itself, **action):
    """The command line of a checker: faults of a tree, what plants some, or an action by a flag of its name."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--self-test", action="store_true")
    for name, of_tree in action.items():
        parser.add_argument(f"--{name}", action="store_true", help=of_tree.__doc__)
    options = parser.parse_args()
    if options.self_test:
        return 0 if check_itself(options.root) else 1
    for name, of_tree in action.items():
        if getattr(options, name):
            of_tree(options.root)
            return 0
    found = list(check_root(options.root))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(run(__doc__.splitlines()[0], lambda root: check(root, EXEMPT), self_test, table=print_table))
