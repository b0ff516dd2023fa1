#!/usr/bin/env python3
"""seeds.py DIRECTORY: what the fuzz targets of the readers begin with, made of files of this tree.

Writes DIRECTORY/READER/, a file for each seed, and DIRECTORY/READER.dict, the words of its format.
A seed is small, so that an engine changes the place that matters: one record of a report, one
vector, one answer.

Example: harness/fuzz/readers/seeds.py seeds && report_fuzz -dict=seeds/report.dict seeds/report
"""

import json
import pathlib
import re
import sys

TREE = pathlib.Path(__file__).resolve().parents[3]

# No file of the tree has answers: one line or two for each row of harness/isolation/README.md.
ANSWERS = """1 ok 41 E9
1 ok
1 ok 41 10FFFF 6162
1 ok +DC80 41
1 error 1 2
1 error - -
1 error 1 2 of a reason
1 unsupported
1 ok 41\\n2 ok 42
1 error 0 1\\n2 error 4294967296 1
3 ok 41""".splitlines()


def few(things, most=40):
    """Some of them, from everywhere in the list."""
    step = max(1, len(things) // most)
    return list(things)[::step]


def vectors():
    for path in sorted((TREE / "corpus/vectors").glob("*.json")):
        document = json.loads(path.read_text())
        for vector in few(document["vectors"], 3):
            yield document, vector


def of_corpus():
    for document, vector in vectors():
        envelope = {"theme": document["theme"], **vector}
        for computed in ("well_formed", "values", "errors"):
            envelope.pop(computed, None)
        envelope["slug"] = envelope.pop("id").split("/")[1]
        yield json.dumps(envelope)
        yield vector["hex"]
    yield from ("utf-8/maximal-subpart/keep", "cesu-8/reject/strip-leading", "C3|A9||41", "41*20")


def of_vectors():
    for document, vector in vectors():
        yield json.dumps({**document, "vectors": [vector]}, indent=1)
        yield vector["hex"]
    yield json.dumps({"testGroups": [{"tests": [{"tcId": 1, "msg": "C080", "result": "invalid"}]}]})


def of_report():
    whole = (TREE / "harness/report/format_2.jsonl").read_text()
    yield whole
    lines = whole.splitlines()
    for line in lines[1:-1]:
        yield "\n".join([lines[0], line, lines[-1]]) + "\n"
    baseline = (TREE / "reports/baselines/in-tree.jsonl").read_text().splitlines()
    for line in few(baseline):
        yield line + "\n"


def of_expected():
    document = json.loads((TREE / "reports/baselines/expected.json").read_text())
    for entry in few(document["expected"]):
        yield json.dumps({**document, "expected": [entry]}, indent=1)


def of_subjects():
    document = json.loads((TREE / "impls/adapters/subjects.json").read_text())
    for row in few(document["subjects"]):
        yield json.dumps({**document, "subjects": [row]}, indent=1)


def of_answers():
    return (answer.replace("\\n", "\n") + "\n" for answer in ANSWERS)


def words(seeds, schemas):
    """The names and short texts of JSON, which an engine does not guess."""
    found = set()
    for text in seeds + [path.read_text() for path in schemas]:
        found.update(re.findall(r'"[A-Za-z0-9_/|. -]{1,40}"', text))
    return "".join(f'"{json.dumps(word)[1:-1]}"\n' for word in sorted(found))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    schemas = sorted((TREE / "reports/schema").glob("*.json")) + sorted(TREE.glob("corpus/*.schema.json"))
    readers = {"corpus": of_corpus, "vectors": of_vectors, "report": of_report,
               "expected": of_expected, "subjects": of_subjects, "answers": of_answers}
    for reader, make in readers.items():
        directory = pathlib.Path(sys.argv[1]) / reader
        directory.mkdir(parents=True, exist_ok=True)
        seeds = list(make())
        for number, seed in enumerate(seeds):
            (directory / f"{number:03}").write_text(seed)
        (directory.parent / f"{reader}.dict").write_text(words(seeds, schemas))


if __name__ == "__main__":
    main()
