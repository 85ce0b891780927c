# SPDX-License-Identifier: Apache-2.0
"""A hook of mkdocs: pages and files of the repository that lie outside docs/ and that pages link to.

README.md becomes the first page of the site, CONTRIBUTING.md and examples/ lie beside the pages of docs/. Links are
rewritten accordingly, so that the same Markdown files read well in the repository and on the site.
"""
import pathlib
import posixpath
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CONTRIBUTING.md")
LINK = re.compile(r"(!?\[(?:[^\]\[]|\[[^\]]*\])*\])\(([^)\s#:]+)(#[^)\s]*)?\)")


def added():
    """Paths, from the repository's root, of all that is on the site and not in docs/."""
    examples = sorted(path for path in ROOT.glob("examples/**/*") if path.is_file())
    return [*PAGES, *(path.relative_to(ROOT).as_posix() for path in examples)]


def on_files(files, config):
    for name in added():
        files.append(File(name, str(ROOT), config["site_dir"], config["use_directory_urls"]))
    return files


def place_in_repository(source):
    return source if source in added() else "docs/" + source


def place_on_site(target):
    """Where a file or folder of the repository is on the site; nothing if it is not there."""
    if (ROOT / target).is_dir():
        target = posixpath.join(target, "README.md")
    if target.startswith("docs/"):
        return target[len("docs/"):]
    return target if target in added() else None


def rewritten(source, markdown):
    """The text of a page with links that lead where their targets are on the site; a target that is not there loses
    its link and keeps its text."""
    folder = posixpath.dirname(place_in_repository(source))

    def one(match):
        text, link, anchor = match.group(1), match.group(2), match.group(3) or ""
        target = posixpath.normpath(posixpath.join(folder, link))
        if not (ROOT / target).exists():
            return match.group(0)  # mkdocs names it
        place = place_on_site(target)
        if place is None:
            return text.lstrip("!")[1:-1]
        return f"{text}({posixpath.relpath(place, posixpath.dirname(source) or '.')}{anchor})"

    return LINK.sub(one, markdown)


def on_page_markdown(markdown, page, config, files):
    return rewritten(page.file.src_uri, markdown)
