"""Prints the audited entry points with their numbers of findings: python3 load.py audit.jsonl.gz"""

import sys

import pandas

records = pandas.read_json(sys.argv[1], lines=True)
subjects = records[records.record == "external_decoder"].set_index("decoder")
findings = records[records.record == "finding"].groupby("decoder").size()
table = subjects[["product", "version", "entry"]].assign(findings=findings)
print(table.fillna({"findings": 0}).astype({"findings": int}).sort_values("findings").to_string())
