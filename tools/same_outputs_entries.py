# SPDX-License-Identifier: Apache-2.0
"""What tools/same_outputs.py runs: workloads and suites of bench/, every method on small tables, other verbs."""

import csv
import dataclasses
import hashlib
import json
import lzma
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
ROOT = HERE if (HERE / "bench").is_dir() else pathlib.Path.cwd()
MOST_ROWS = 20_000_000  # of a made-up table; larger ones take minutes by themselves


@dataclasses.dataclass
class Entry:
    """Commands run one after another in a folder of their own; all files they leave there count."""
    name: str
    commands: list            # of words; `TABLE` stands for the table's path
    inputs: dict = dataclasses.field(default_factory=dict)  # file name: text
    table: object = None      # a Table
    drawn: bool = False       # the order of the released rows is drawn anew each time


@dataclasses.dataclass
class Table:
    """A data source as the JSON files of bench/ describe it."""
    source: dict

    def rows(self):
        return self.source.get("generate", {}).get("rows", 0)

    def needed(self, shared):
        names = [self.source.get("file") or self.source.get("script")] if not self.rows() else []
        return [shared / name for name in names + self.source.get("more_files", [])]

    def key(self):
        return hashlib.sha256(json.dumps(self.source, sort_keys=True).encode()).hexdigest()[:12]

    def extension(self):
        if self.rows():
            return "." + self.source["generate"].get("format", "csv")
        path = pathlib.Path(self.source.get("file", "table.csv"))
        return pathlib.Path(path.stem).suffix if path.suffix == ".xz" else path.suffix

    def make(self, shared, program, target):
        if self.rows():
            made = self.source["generate"]
            words = [program, "generate", "--rows", str(made["rows"]), "--seed", str(made.get("seed", 1)),
                     "--output", target, "--quiet"]
            if made.get("leave_out"):
                words += ["--leave-out", ",".join(made["leave_out"])]
            subprocess.run(words, check=True)
        elif "script" in self.source:
            subprocess.run([sys.executable, shared / self.source["script"], target], check=True)
        else:
            target.write_bytes(self.unpacked(shared))

    def head(self, shared):
        """The first line of a file."""
        path = self.needed(shared)[0]
        with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
            return file.readline().decode("utf-8").rstrip("\n")

    def unpacked(self, shared):
        text = b"".join(lzma.open(path).read() if path.suffix == ".xz" else path.read_bytes()
                        for path in self.needed(shared))
        lines = text.splitlines(keepends=True)
        if self.source.get("tidy"):
            lines = [re.sub(rb"\.$", b"", re.sub(rb", *", b",", line.rstrip(b"\n"))) + b"\n"
                     for line in lines if not re.match(rb"\||\s*$", line)]
        if self.source.get("first_lines"):
            lines = lines[:self.source["first_lines"]]
        if self.source.get("numbered"):
            lines = numbered(lines, self.source["numbered"])
        return b"".join(lines)


def numbered(lines, columns):
    """Values of these columns (from 1), but `?`, become numbers in the order they appear."""
    numbers = {column: {} for column in columns}
    out = []
    for line in lines:
        if not line.strip():
            continue
        cells = line.rstrip(b"\n").split(b",")
        for column, known in numbers.items():
            value = cells[column - 1]
            if value != b"?":
                cells[column - 1] = b"%d" % known.setdefault(value, len(known) + 1)
        out.append(b",".join(cells) + b"\n")
    return out


class Bench:
    """Makes entries of the files in bench/, as the program of the benchmarks reads them."""

    def __init__(self, program, shared, threads):
        self.program = program
        self.shared = shared
        self.threads = threads
        self.methods = json.loads(subprocess.run(
            [program, "methods", "--json"], check=True, capture_output=True).stdout)
        self.skipped = []

    def there(self, name, table):
        for path in table.needed(self.shared):
            if not path.is_file():
                self.skipped.append(f"skipped {name}: {path} is not there")
                return False
        return True

    def anonymize(self, extension, *words):
        return ["anonymize", "TABLE", "-p", "policy.yaml", "-o", "release" + extension, "--summary",
                "summary.json", "--save-recoding", "recoding.json", "--report", "report.html",
                "--threads", str(self.threads), *map(str, words)]

    def policy(self, words, folder, table):
        if not words:
            made = table.source["generate"]
            return stays_policy(self.program, made.get("leave_out", []), "l-diversity")
        text = words if re.search(r"[\n:]", words) else (folder / words).read_text(encoding="utf-8")
        return text.replace("${shared}", str(self.shared.resolve()))

    def workloads(self):
        folder = ROOT / "bench" / "workloads"
        for file in sorted(folder.glob("*.json")):
            one = json.loads(file.read_text(encoding="utf-8"))
            name = f"workload/{one['name']}"
            table = Table(one["data"])
            if "time_limit_seconds" in one or table.rows() > MOST_ROWS:
                self.skipped.append(f"left out {name}: too long, or ended by the clock")
            elif self.there(name, table):
                words = self.anonymize(table.extension(), "--k", one["k"], "--max-suppression",
                                       one["suppression"], "--method", one["method"], "--objective",
                                       one["objective"])
                yield Entry(name, [words], {"policy.yaml": self.policy(one.get("policy"), folder, table)},
                            table)

    def suites(self):
        for file in sorted((ROOT / "bench" / "suites").glob("*.json")):
            suite = json.loads(file.read_text(encoding="utf-8"))
            datasets = {one["name"]: one for one in suite["datasets"]}
            there = {name for name, one in datasets.items()
                     if self.there(f"{file.stem}/{name}", Table(one["data"]))}
            for dataset, name, asked in requests(file.stem, suite, self.methods):
                if dataset in there:
                    yield self.suite_entry(f"{file.stem}/{name}", datasets[dataset], asked)

    def suite_entry(self, name, dataset, asked):
        table = Table(dataset["data"])
        text = self.policy(dataset.get("policy"), ROOT / "bench" / "suites", table)
        if asked.get("patterns"):
            text += f"\npatterns: {asked['patterns']}\n"
        method = next(one for one in self.methods if one["name"] == asked["method"])
        words = ["--k", asked["k"], "--max-suppression", asked["suppression"], "--method", method["name"],
                 "--objective", asked.get("objective") or method["objectives"][0]]
        for option in asked.get("options", []):
            words += ["--method-option", option]
        read = dataset.get("read", {})
        if "delimiter" in read:
            words += ["--delimiter", read["delimiter"]]
        if "header" in read:
            words += ["--header" if read["header"] else "--no-header"]
        dropped = dropped_columns(self.shared, table, read, text, asked.get("attributes"))
        if dropped:
            words += ["--drop", ",".join(dropped)]
        return Entry(name, [self.anonymize(table.extension(), *words)], {"policy.yaml": text}, table)

    def small(self):
        """Every method for each of its objectives on made-up tables, with models beside k-anonymity."""
        for rows, k in ((400, 5), (18, 3)):
            table = Table({"generate": {"rows": rows, "seed": 3}})
            for promise in ("", "diverse", "dropped"):
                text = small_policy(self.program, promise)
                for method in self.methods:
                    for objective in method["objectives"]:
                        words = ["--k", method["only_k"] or k, "--method", method["name"],
                                 "--objective", objective, "--class", "department"]
                        yield Entry(f"small/{rows}-{promise or 'k'}/{method['name']}/{objective}",
                                    [self.anonymize(".csv", *words)], {"policy.yaml": text}, table)

    def verbs(self):
        table = Table({"generate": {"rows": 1500, "seed": 2}})
        inputs = {"policy.yaml": stays_policy(self.program, []), "few.yaml": small_policy(self.program, "")}
        given = {"methods": [["methods"], ["methods", "--json"]],
                 "explore": [["explore", "TABLE", "-p", "few.yaml", "-o", "space.json", "--svg", "space.svg"]],
                 "patterns": [["patterns", "TABLE", "-p", "few.yaml", "--limit", "0"],
                              ["patterns", "TABLE", "-p", "few.yaml", "--json"]],
                 "inspect": [["inspect", "TABLE", "--policy", "found.yaml"], ["inspect", "TABLE", "--json"]],
                 "hierarchy": [["hierarchy", "build", "TABLE", "-c", "age", "--intervals", "5,10", "-o", "age.csv"],
                               ["hierarchy", "show", "TABLE", "-c", "zip", "-p", "policy.yaml"],
                               ["hierarchy", "check", "TABLE", "-p", "policy.yaml"]]}
        given["methods"] += [["methods", one["name"]] for one in self.methods]
        for form in ("csv", "tsv", "json", "parquet"):
            given[f"generate-{form}"] = [["generate", "--rows", "3000", "-o", f"t.{form}", "--policy", "t.yaml"],
                                         ["inspect", f"t.{form}"]]
            given[f"anonymize-{form}"] = [self.anonymize("." + form, "--k", "7")]
        made = [self.anonymize(".csv", "--shuffle")]
        for method in ("mondrian", "optimal", "top-down", "pattern-greedy"):
            words = self.anonymize(".csv", "--method", method, "--class", "department", "--max-suppression", "9%")
            again = ["anonymize", "TABLE", "-p", "policy.yaml", "-o", "again.csv", "--apply", "recoding.json",
                     "--class", "department", "--max-suppression", "9%", "--summary", "again-summary.json"]
            proof = ["verify", "TABLE", "release.csv", "-p", "policy.yaml", "--max-suppression", "9%"]
            given[f"verify-{method}"] = [words, again, [*proof, "--summary", "summary.json"], [*proof, "--k", "60"]]
        given["shuffle"] = [*made, ["verify", "TABLE", "release.csv", "-p", "policy.yaml", "--shuffled"]]
        given["cells"] = [self.anonymize(".csv", "--method", "optimal", "--suppress-cells", "20%")]
        given["persons"] = [self.anonymize(".csv", "--person", "patient_id")]
        given["pipe"] = [["anonymize", "TABLE", "-p", "policy.yaml", "-o", "-", "-q"]]
        given["refused"] = [self.anonymize(".csv", "--k", "2000"), self.anonymize(".csv", "--method", "optimum"),
                            self.anonymize(".csv", "--qi", "nothing"), self.anonymize(".csv", "--method", "two-anonymity")]
        for name, commands in given.items():
            yield Entry(f"verb/{name}", commands, inputs, table, drawn=name == "shuffle")

    def entries(self):
        return [*self.verbs(), *self.small(), *self.suites(), *self.workloads()]


def stays_policy(program, leave_out, without=""):
    """The policy of made-up stays, less the lines of one model."""
    with tempfile.TemporaryDirectory() as folder:
        words = [program, "generate", "--rows", "1", "-o", "t.csv", "--policy", "t.yaml", "--quiet"]
        if leave_out:
            words += ["--leave-out", ",".join(leave_out)]
        subprocess.run(words, check=True, cwd=folder)
        lines = (pathlib.Path(folder) / "t.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not without or without not in line)


def small_policy(program, promise):
    """Few of the stays' quasi-identifiers, so that exact methods end."""
    withheld = r"(marital_status|occupation|nationality|insurance): \{role: quasi-identifying"
    text = re.sub(withheld, r"\1: {role: identifying", stays_policy(program, []))
    if promise != "diverse":
        text = re.sub(r"  l-diversity: .*\n", "", text)
    return re.sub(r"(suppression: \{.*)\}", r"\1, rows: drop}", text) if promise == "dropped" else text


def requests(kind, suite, methods):
    """(data set, name, what is asked of it) of each entry of a suite."""
    for table in suite.get("tables", []):
        for side in table["sides"]:
            for line in side["printed"]:
                k = int(line.split()[0])
                suppression = str(k - 1) if side["suppression"] == "k-1" else side["suppression"]
                yield side["dataset"], f"{side['label']}/k{k}", {**side, "k": k, "suppression": suppression}
    for figure in suite.get("figures", []):
        for line in (one for one in figure["lines"] if "method" in one):  # comparators are no runs of the program
            for k in figure["k"]:
                for attributes in figure.get("attributes", [None]):
                    name = f"{figure['name']}/{line.get('label', line['method'])}/k{k}"
                    asked = {"method": line["method"], "options": line.get("options", []), "k": k,
                             "objective": "stars", "suppression": "100%", "attributes": attributes}
                    yield figure["dataset"], name + (f"/{attributes}" if attributes else ""), asked
    for dataset in suite["datasets"] if "families" in suite else []:
        for method in (one for one in methods if one["family"] in suite["families"]):
            able = [one for one in suite["objectives"] if one in method["objectives"]]
            for objective in able or method["objectives"][:1]:
                for k in suite["k"]:
                    yield dataset["name"], f"{dataset['name']}/{method['name']}/{objective}/k{k}", {
                        "method": method["name"], "objective": objective, "k": k,
                        "suppression": suite["suppression"]}


def dropped_columns(shared, table, read, policy, attributes):
    """Columns that the policy does not name, and quasi-identifiers beyond so many."""
    named = re.findall(r'^  "?([^":{}]+?)"?: *\{role: ([a-z-]+)', policy, re.MULTILINE)
    shown = [name for name, role in named if role == "quasi-identifying"]
    beyond = shown[attributes:] if attributes else []
    if table.rows():
        return beyond
    first = table.head(shared)
    cells = next(csv.reader([first], delimiter=read.get("delimiter", ",")))
    columns = cells if read.get("header", True) else [f"column{i + 1}" for i in range(len(cells))]
    return [name for name in columns if name not in dict(named)] + beyond
