"""Executes sql/notebooks/report.ipynb headless, as `make report` does.

No cell may fail, and every figure must show something: a picture of one colour, or of
little else than its background, is a chart without content. Needs Debian's
jupyter-nbconvert, python3-nbclient, python3-ipykernel, python3-pandas and
python3-matplotlib, which continuous integration installs; where one of them is missing,
the tests are skipped.
"""
import base64
import io
import os
import sys
import tempfile

scratch = tempfile.TemporaryDirectory()
for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR",
             "IPYTHONDIR", "MPLCONFIGDIR"):
    os.environ[name] = scratch.name
os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"

NOTEBOOK = "sql/notebooks/report.ipynb"
FIGURES = {
    "tiers": "tier heat map",
    "index": "index by round",
    "acceptability": "acceptability bars",
    "stability": "stability chart",
    "floors": "floor sweep",
}

try:
    import ipykernel  # noqa: F401
    import matplotlib.image
    import nbformat
    import pandas  # noqa: F401
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
except ImportError as missing:
    print(f"1..0 # SKIP no {missing.name}")
    sys.exit(0)

count = 0
failed = 0


def ok(condition, name):
    global count, failed
    count += 1
    failed += not condition
    print(f"{'ok' if condition else 'not ok'} {count} - {name}")


def figures(cell):
    """The pictures of a cell, as arrays of pixels."""
    for output in cell.get("outputs", []):
        png = output.get("data", {}).get("image/png")
        if png:
            yield matplotlib.image.imread(io.BytesIO(base64.b64decode(png)))


def content(picture):
    """The share of pixels not of the most frequent colour, and how many colours."""
    pixels = (picture[..., :3] * 255).astype("uint32").reshape(-1, 3)
    colours = pixels[:, 0] << 16 | pixels[:, 1] << 8 | pixels[:, 2]
    counts = pandas.Series(colours).value_counts()
    return 1 - counts.iloc[0] / counts.sum(), len(counts)


os.environ["ASSAY_DATABASE"] = os.path.join(os.environ.get("BUILD", "build"), "demo.db")
notebook = nbformat.read(NOTEBOOK, as_version=4)
ok(not any(cell.get("outputs") for cell in notebook.cells),
   "the notebook is stored without results")
client = NotebookClient(notebook, timeout=300, kernel_name="python3",
                        resources={"metadata": {"path": os.path.dirname(NOTEBOOK)}})
try:
    client.execute()
    error = None
except CellExecutionError as problem:
    error = problem
ok(error is None, "every cell runs")
if error is not None:
    print("# " + str(error).replace("\n", "\n# "))

for identity, name in FIGURES.items():
    pictures = [picture for cell in notebook.cells if cell.id == identity
                for picture in figures(cell)]
    ok(len(pictures) == 1, f"{name}: one picture")
    for picture in pictures:
        share, colours = content(picture)
        ok(share > 0.03 and colours > 20,
           f"{name}: {100 * share:.0f} % drawn on, {colours} colours")

print(f"1..{count}")
sys.exit(failed > 0)
