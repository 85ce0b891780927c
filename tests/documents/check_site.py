#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hold mkdocs.yml against docs/: every page has its line in the navigation, every line its page.

usage: check_site.py nav|build

`build` makes the site strictly with mkdocs and follows every link of it: to a page, to a heading, to a picture. No page
may show anything that is fetched from elsewhere. Exit status 77 where mkdocs is not installed.
"""
import collections
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

SOURCES = pathlib.Path(__file__).resolve().parents[2]
BESIDE = ("README.md", "CONTRIBUTING.md")  # put on the site by tools/site/repository_pages.py
SKIPPED = 77


def entries():
    text = (SOURCES / "mkdocs.yml").read_text(encoding="utf-8")
    return re.findall(r"^ +- .+: (\S+\.md)$", text[text.index("\nnav:\n"):], re.MULTILINE)


def check_nav():
    pages = {path.relative_to(SOURCES / "docs").as_posix() for path in (SOURCES / "docs").rglob("*.md")}
    named = collections.Counter(entries())
    return [*(f"docs/{page} is not in the nav of mkdocs.yml" for page in sorted(pages - set(named))),
            *(f"mkdocs.yml names {page}, which is not there" for page in sorted(set(named) - pages - set(BESIDE))),
            *(f"mkdocs.yml names {page} {times} times" for page, times in named.items() if times > 1)]


class Page(html.parser.HTMLParser):
    """The headings of a page, what it links to, and what it shows."""

    def __init__(self, path):
        super().__init__()
        self.names, self.links, self.shown = set(), set(), set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names.update(filter(None, (given.get("id"), given.get("name"))))
        if tag == "a" and given.get("href"):
            self.links.add(given["href"])
        self.shown.update(filter(None, (given.get("src"), given.get("href") if tag == "link" else None)))


def faults_of_page(path, pages, site):
    name = path.relative_to(site).as_posix()
    for link in sorted(pages[path].links | pages[path].shown):
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or parts.netloc:
            if link in pages[path].shown:
                yield f"{name} shows {link}, which is elsewhere"
            continue
        target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file():
            yield f"{name} links to {link}, which is not there"
        elif parts.fragment and target in pages and parts.fragment not in pages[target].names:
            yield f"{name} links to {link}, where no heading has that name"


def check_build():
    with tempfile.TemporaryDirectory(prefix="kanon-site-") as folder:
        site = pathlib.Path(folder).resolve() / "site"
        made = subprocess.run(["mkdocs", "build", "--strict", "--config-file", str(SOURCES / "mkdocs.yml"),
                               "--site-dir", str(site)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        if made.returncode:
            return [line for line in made.stdout.splitlines() if line.strip() and not line.startswith("INFO")]
        pages = {path: Page(path) for path in sorted(site.rglob("*.html")) if path.name != "404.html"}
        faults = [fault for path in pages for fault in faults_of_page(path, pages, site)]
        for sheet in site.rglob("*.css"):
            faults += [f"{sheet.name} fetches {one}" for one in
                       re.findall(r"(?:url\(|@import)\W*(?:https?:)?//[^)\s]*", sheet.read_text(encoding="utf-8"))]
        return faults


def main(part):
    if part == "build" and not shutil.which("mkdocs"):
        print("skipped: mkdocs is not installed (./dev site installs it)")
        return SKIPPED
    faults = check_nav() if part == "nav" else check_build()
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
