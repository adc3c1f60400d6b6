"""Reads several YAML texts with settings. For each text, prints what the native extension
answers: the settings' digest, and the decision about every run.

    native.py ASSAY.so DATABASE [MAPPING.sql] < list of YAML texts as JSON
"""
import json
import sqlite3
import sys

extension, path, *mapping = sys.argv[1:]
answers = []
for yaml in json.load(sys.stdin):
    db = sqlite3.connect(path)
    db.enable_load_extension(True)
    db.load_extension(extension)
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'contract'").fetchone():
        db.execute("SELECT assay_load_yaml(settings) FROM contract "
                   "ORDER BY contract_id DESC LIMIT 1").fetchall()
    if yaml:
        db.execute("SELECT assay_load_yaml(?)", (yaml,)).fetchall()
    if mapping:
        db.executescript(open(mapping[0], encoding="utf-8").read())
    db.executescript(open("sql/attach.sql", encoding="utf-8").read())
    runs = db.execute("""
        SELECT b.run_id, b.best_round, b.gate_passed, d.action, d.stop_round,
               d.returned_round, d.rounds_used
        FROM run_best_round AS b JOIN run_decisions AS d ON d.run_id = b.run_id
        ORDER BY b.run_id""").fetchall()
    shares = db.execute("""
        SELECT run_id, round_acceptability(round, gate_passed, coverage, source_quality,
                                           agreement, verification, recency)
        FROM round_scores GROUP BY run_id ORDER BY run_id""").fetchall()
    indices = db.execute("SELECT run_id, ci FROM run_best_round").fetchall()
    judges = db.execute("SELECT run_id, round, low, high, gate_confidence "
                        "FROM round_confidence ORDER BY run_id, round").fetchall()
    answers.append({
        "judges": judges,
        "hash": db.execute("SELECT assay_settings_hash()").fetchone()[0],
        "runs": runs,
        "indices": {str(run): index for run, index in indices},
        "shares": {str(run): json.loads(text) for run, text in shares},
        "passes": db.execute("SELECT sum(gate_passed) FROM run_best_round").fetchone()[0],
    })
    db.close()
json.dump(answers, sys.stdout)
