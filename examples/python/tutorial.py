# SPDX-License-Identifier: Apache-2.0
"""A tour in three tables: census data, hospital stays, a survey with weights.

    PYTHONPATH=build/python python3 examples/python/tutorial.py [--adult FILE] [--pictures FOLDER]

`--adult` takes the census sample that the field knows (a CSV with a header, packed or not) in place of
the made-up one. With `--pictures`, and matplotlib, each part draws what it says.
"""

from __future__ import annotations

import argparse
import pathlib
from typing import Any, Dict, List, Optional

import pandas

import kanon

HERE = pathlib.Path(__file__).resolve().parent.parent

# What is told of each column of Adult; `marital-status` has a hierarchy of its own.
ADULT: Dict[str, Any] = {
    "attributes": {
        "sex": {"role": "quasi-identifying"},
        "age": {"role": "quasi-identifying", "hierarchy": {"intervals": [5, 10, 20]}},
        "race": {"role": "quasi-identifying"},
        "marital-status": {"role": "quasi-identifying", "hierarchy": {"tree": {
            "married": ["Married-civ-spouse", "Married-AF-spouse", "Married-spouse-absent"],
            "alone": ["Never-married", "Divorced", "Separated", "Widowed"]}}},
        "education": {"role": "quasi-identifying"},
        "native-country": {"role": "quasi-identifying"},
        "workclass": {"role": "quasi-identifying"},
        "occupation": {"role": "sensitive"},
        "salary-class": {"role": "insensitive", "class": True},
    },
    "privacy": {"k-anonymity": 5},
    "suppression": {"max": "5%"},
}


class Pictures:
    """Draws into a folder, or not at all."""

    def __init__(self, folder: Optional[pathlib.Path]) -> None:
        self.folder = folder
        self.plot: Any = None
        if folder is not None:
            try:
                import matplotlib
                matplotlib.use("Agg")
                import matplotlib.pyplot
            except ImportError:
                print("no matplotlib, so no pictures")
            else:
                self.plot = matplotlib.pyplot
                folder.mkdir(parents=True, exist_ok=True)

    def bars(self, name: str, title: str, sides: Dict[str, Dict[str, float]]) -> None:
        """Bars side by side, a colour for each of the sides."""
        if self.plot is None or self.folder is None:
            return
        frame = pandas.DataFrame(sides).fillna(0)
        axes = frame.plot.bar(figsize=(7, 4), title=title, rot=30)
        axes.figure.tight_layout()
        axes.figure.savefig(self.folder / f"{name}.png", dpi=120)
        self.plot.close(axes.figure)

    def lines(self, name: str, title: str, label: str, sides: Dict[str, Dict[float, float]]) -> None:
        """A line for each of the sides."""
        if self.plot is None or self.folder is None:
            return
        figure, axes = self.plot.subplots(figsize=(7, 4))
        for side, points in sides.items():
            axes.plot(list(points), list(points.values()), marker="o", label=side)
        axes.set(title=title, xlabel=label, ylim=(0, None))
        axes.legend()
        figure.savefig(self.folder / f"{name}.png", dpi=120)
        self.plot.close(figure)


def census(pictures: Pictures, adult: Optional[pathlib.Path]) -> None:
    """What does it cost to hide among more people?"""
    print("\nA census")
    data: Any = HERE / "census" / "people.csv"
    policy: Any = HERE / "census" / "policy.yaml"
    if adult is not None:
        data, policy = adult, ADULT
    seen = kanon.risk(data, policy=policy)["before"]
    print(f"  before: {seen['uniques']} of {seen['rows']} rows stand alone")

    found = kanon.compare(data, policy, ks=[2, 5, 10, 25], methods=["mondrian", "optimal"])
    losses: Dict[str, Dict[float, float]] = {}
    for run in found["runs"]:
        if run["refused"] is None:
            losses.setdefault(run["method"], {})[run["k"]] = run["gcp"]
            print(f"  {run['method']:9} k = {run['k']:2}: loses {run['gcp']:.1%}, one in "
                  f"{1 / run['highest_risk']:.0f} at most")
    pictures.lines("census", "Loss (GCP) by k", "k", losses)


def stays(pictures: Pictures) -> None:
    """People who came several times, and what a researcher still sees."""
    print("\nHospital stays")
    frame = pandas.read_csv(HERE / "health" / "stays.csv", dtype={"zip": str})
    result = kanon.anonymize(frame, HERE / "health" / "policy.yaml", method="mondrian")
    print(f"  {result.summary['classes']} classes, in each of them 5 patients and 3 diagnoses: "
          f"{result.audit.holds}")
    ranges = sorted(set(result.table["age"]) - {"*"})
    print(f"  {frame['age'].nunique()} ages became {len(ranges)} ranges, such as {ranges[0]}")
    shares = {side: table["diagnosis"].value_counts(normalize=True).head(8).to_dict()
              for side, table in (("original", frame), ("release", result.table))}
    pictures.bars("stays", "Diagnoses before and after", shares)
    sized = result.classes["rows"].describe()
    print(f"  classes of {sized['min']:.0f} to {sized['max']:.0f} stays, {sized['mean']:.1f} on average")


def survey(pictures: Pictures) -> None:
    """Each answer stands for several people: how sure is somebody who finds one?"""
    print("\nA survey with weights")
    frame = pandas.read_csv(HERE / "survey" / "answers.csv")
    staff = {"north": 640, "east": 310, "south": 280, "west": 170}
    answers = frame["site"].value_counts()
    frame["weight"] = [staff.get(site, 200) / answers[site] for site in frame["site"]]
    policy = HERE / "survey" / "policy.yaml"

    before = kanon.risk(frame, policy=policy, weights="weight")["before"]["individual"]
    result = kanon.anonymize(frame, policy, roles={"weight": "insensitive"}, method="mondrian")
    after = kanon.risk(frame, result, weights="weight")["after"]["individual"]
    print(f"  rows that are expected to be found: {before['average'] * len(frame):.0f} before, "
          f"{after['average'] * len(frame):.0f} after")

    means: Dict[str, Dict[str, float]] = {}
    for side, table in (("original", frame), ("release", result.table)):
        known = table.assign(satisfaction=pandas.to_numeric(table["satisfaction"], errors="coerce"))
        known = known.dropna(subset=["satisfaction", "weight"])
        weighted = (known["satisfaction"].astype(float) * known["weight"].astype(float)).sum()
        means[side] = {"satisfaction": weighted / known["weight"].astype(float).sum()}
    print(f"  mean satisfaction, weighted: {means['original']['satisfaction']:.2f} before, "
          f"{means['release']['satisfaction']:.2f} after")
    pictures.bars("survey", "Weighted mean of satisfaction", means)


def main(arguments: Optional[List[str]] = None) -> None:
    parser = argparse.ArgumentParser(description="A tour in three tables.")
    parser.add_argument("--adult", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    options = parser.parse_args(arguments)
    pictures = Pictures(options.pictures)
    census(pictures, options.adult)
    stays(pictures)
    survey(pictures)


if __name__ == "__main__":
    main()
