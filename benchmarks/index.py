"""What an index costs at 5 000, 50 000 and 500 000 clauses: building, opening, adding a document, disk and memory.

    python benchmarks/index.py [--sizes 5000,50000] [--json FILE]

The documents are charters made of invented sentences (seeded, about 300 characters a clause, 1 000 clauses a document,
20 an article), written as files and built from them: recognized in processes of their own, segmented, indexed by words.
Every figure is taken in a process of its own. Beside them stand the figures of the known library, measured by
its users' page on documents of the same make (CPU seconds at 5 000 clauses, wall time at 50 000; it was not run at
500 000); its build there includes vectors, which cost it most of the time at 5 000.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIZES = (5_000, 50_000, 500_000)
CLAUSES_A_DOCUMENT = 1_000
CLAUSES_AN_ARTICLE = 20
#: build s, open s, files, megabytes, peak megabytes of the known library
KNOWN = {5_000: (24.3, 6.38, 5_259, 14.4, 112), 50_000: (340.0, 305.0, 52_607, 145.0, 776)}
STEMS = (
    "обществ", "участник", "дол", "собрани", "директор", "сделк", "устав", "капитал", "прибыл", "голос", "решени",
    "протокол", "имуществ", "договор", "орган", "прав", "обязанност", "срок", "поряд", "случа", "уведомлени",
    "выход", "реестр", "аудит", "ликвидаци", "реорганизаци", "заседани", "кворум", "председател", "секретар",
    "комисси", "отчёт", "баланс", "дивиденд", "акци", "облигаци", "залог", "поручительств", "займ", "кредит",
    "аренд", "лицензи", "филиал",
)  # fmt: skip
ENDINGS = ("", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах", "ный", "ного", "ному", "ными")


def sentence(chance: random.Random, length: int) -> str:
    """Return about ``length`` characters of invented words, common ones often, rare ones seldom."""
    words: list[str] = []
    while sum(map(len, words)) + len(words) < length:
        stem = STEMS[min(int(chance.paretovariate(0.9)) - 1, len(STEMS) - 1)]
        rare = str(chance.randrange(100, 20_000)) if chance.random() < 0.03 else ""
        words.append(rare or stem + chance.choice(ENDINGS))
    return " ".join(words).capitalize() + "."


def write_charter(path: Path, number: int, clauses: int = CLAUSES_A_DOCUMENT) -> None:
    """Write a charter of so many clauses; the same number gives the same text."""
    chance, lines = random.Random(number), []
    for place in range(clauses):
        article, position = divmod(place, CLAUSES_AN_ARTICLE)
        if position == 0:
            lines.append(f"## Статья {article + 1}. {sentence(chance, 30)[:-1]}\n")
        lines.append(f"{article + 1}.{position + 1}. {sentence(chance, chance.randrange(100, 500))}\n")
    path.write_text("\n".join(lines), encoding="utf-8")


# ---------------------------------------------------------------- what is measured, each in its own process


def build(sources: str, root: str) -> dict[str, float]:
    """Build an index of words from the files of a folder."""
    from raglib_core import building

    started, cpu = time.perf_counter(), _cpu()
    report = building.build(sources, Path(root))
    seconds, cpu = time.perf_counter() - started, _cpu() - cpu
    return {"build_s": seconds, "build_cpu_s": cpu, "clauses": sum(row.clauses for row in report.files),
            "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}  # fmt: skip


def opening(root: str) -> dict[str, float]:
    """Open an index in a process that has the code loaded, then search it for the first time and again."""
    from raglib_core.api import RagIndex

    seconds = []
    for _ in range(5):
        started = time.perf_counter()
        index = RagIndex.load(root, embeddings="none")
        seconds.append(time.perf_counter() - started)
    started = time.perf_counter()
    index.search("решение общего собрания участников", method="bm25")
    first = time.perf_counter() - started
    started = time.perf_counter()
    index.search("срок уведомления о ликвидации филиала", method="bm25")
    second = time.perf_counter() - started
    return {"first_open_s": seconds[0], "open_s": min(seconds), "first_search_s": first, "search_s": second,
            "open_peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}  # fmt: skip


def add(path: str, root: str) -> dict[str, float]:
    """Add one document, from its file."""
    from raglib_core import building

    started, cpu = time.perf_counter(), _cpu()
    building.add(path, Path(root))
    return {"add_s": time.perf_counter() - started, "add_cpu_s": _cpu() - cpu}


def check(root: str) -> dict[str, float]:
    """Check everything."""
    from raglib_core import building

    started = time.perf_counter()
    found = building.check(Path(root))
    return {"check_s": time.perf_counter() - started, "problems": len(found.problems)}


def _cpu() -> float:
    """Return the CPU seconds of this process and of those it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


MEASURES = {"build": build, "opening": opening, "add": add, "check": check}


def measured(name: str, *arguments: object) -> dict[str, float]:
    """Take one measure in a process of its own."""
    command = [sys.executable, __file__, "--measure", name, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    output = subprocess.run(command, check=True, capture_output=True, env=environment).stdout
    result: dict[str, float] = json.loads(output)
    return result


def figures(size: int, workspace: Path) -> dict[str, float]:
    """Return all figures at one size."""
    sources, root = workspace / "sources", workspace / "index"
    sources.mkdir()
    for number in range(max(1, size // CLAUSES_A_DOCUMENT)):
        write_charter(sources / f"устав-{number:04d}.md", number, min(size, CLAUSES_A_DOCUMENT))
    found = measured("build", sources, root) | measured("opening", root)
    files = [path for path in root.rglob("*") if path.is_file()]
    found |= {"files": len(files), "disk_mb": sum(path.stat().st_size for path in files) / 1e6}
    found |= measured("check", root)
    extra = workspace / "новый.md"
    write_charter(extra, size + 1)
    return found | measured("add", extra, root)


def table(rows: dict[int, dict[str, float]]) -> str:
    """Return the figures as a table, those of the known library in brackets."""
    heads = ("clauses", "build s (CPU s)", "CPU ms a clause", "open ms", "first search ms",
             "search ms", "add one document s (share of the build)", "check s", "files", "MB on disk",
             "peak MB of build, reading")  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for size, row in rows.items():
        known = KNOWN.get(size)
        brackets = [f" [{value:g}]" for value in known] if known else [""] * 5
        lines.append(
            f"| {size} | {row['build_s']:.1f} ({row['build_cpu_s']:.1f}){brackets[0]} "
            f"| {1000 * row['build_cpu_s'] / row['clauses']:.2f} "
            f"| {1000 * row['open_s']:.1f}{f' [{1000 * known[1]:g}]' if known else ''} "
            f"| {1000 * row['first_search_s']:.0f} | {1000 * row['search_s']:.1f} "
            f"| {row['add_s']:.2f} ({100 * row['add_cpu_s'] / row['build_cpu_s']:.1f} % of CPU) | {row['check_s']:.1f} "
            f"| {row['files']:.0f}{brackets[2]} | {row['disk_mb']:.1f}{brackets[3]} "
            f"| {row['peak_mb']:.0f}{brackets[4]}, {row['open_peak_mb']:.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure at every size and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--measure", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        name, *arguments = options.measure
        print(json.dumps(MEASURES[name](*arguments)))
        return
    rows = {}
    for size in map(int, options.sizes.split(",")):
        with tempfile.TemporaryDirectory(prefix="raglib-bench-") as workspace:
            rows[size] = figures(size, Path(workspace))
        print(f"{size}: {json.dumps(rows[size])}", file=sys.stderr, flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    print(table(rows))


if __name__ == "__main__":
    main()
