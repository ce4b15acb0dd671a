"""Why a clause was found: the arithmetic of its score as a small receipt."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence

from raglib_core.model import SearchHit
from raglib_core.ui.wording import number, word

_TABLE = "width:100%;border-collapse:collapse;font-size:.82rem"
_CELL = "padding:.15rem .25rem;border-bottom:1px solid rgba(128,128,128,.25);text-align:{side};vertical-align:top"
_SIDES = ("left", "right", "left", "right", "right")
_BAR = "display:block;min-width:2px;height:.55rem;border-radius:.2rem;background:rgba(47,109,181,.75);width:{width}%"
_LINE = "margin:.3rem 0;font-size:.88rem"


def explanation(hit: SearchHit) -> str:
    """Return the receipt of a hit as escaped HTML: terms with shares, the cosine, or the sum of a fusion."""
    pieces = []
    if arms := _mapping(hit.why.get("arms")):
        pieces += _fusion(hit, arms)
    pieces += _of_arm(hit.why)
    return "".join(pieces) or _line(word("why.nothing"))


def _of_arm(why: Mapping[str, object]) -> list[str]:
    pieces = []
    if terms := _rows(why.get("terms")):
        pieces.append(_terms(terms))
    if isinstance(cosine := why.get("cosine"), float):
        pieces.append(_line(word("why.cosine", value=number(cosine, 4))))
    if isinstance(window := why.get("window"), list) and len(window) == 2:
        pieces.append(_line(word("why.window", start=number(window[0]), stop=number(window[1]))))
    return pieces


def _terms(terms: Sequence[Mapping[str, object]]) -> str:
    """Return the terms with what each adds; the bars are shares of the sum."""
    total = sum(_number(term, "share") for term in terms) or 1.0
    lines = [
        (
            str(term.get("term", "")),
            number(_number(term, "share"), 3),
            _bar(_number(term, "share") / total),
            _counts(term),
        )
        for term in terms
    ]
    head = (word("why.term"), word("why.share"), "", word("why.counts"))
    return _table(head, [(html.escape(name), share, bar, counts) for name, share, bar, counts in lines])


def _counts(term: Mapping[str, object]) -> str:
    return f"{term['tf']} / {term['df']}" if "tf" in term and "df" in term else ""


def _bar(part: float) -> str:
    bar = f'<span style="{_BAR.format(width=round(100 * max(0.0, min(1.0, part))))}"></span>'
    return f'<span style="display:block;width:4rem">{bar}</span>'


def _fusion(hit: SearchHit, arms: Mapping[str, object]) -> list[str]:
    """Return the sum of a fused score line by line, then what each list knew of the clause."""
    fusion = _mapping(hit.why.get("fusion"))
    head = (word("why.list"), word("why.rank"), word("why.score"), word("why.value"), word("why.part"))
    lines, details = [], []
    for name, found in arms.items():
        arm = _mapping(found)
        rank = arm.get("rank")
        lines.append(
            (
                html.escape(word(f"method.short.{name}")),
                "—" if rank is None else str(rank),
                "—" if arm.get("score") is None else number(_number(arm, "score"), 3),
                f"{number(_number(arm, 'weight'), 2)} × {number(_number(arm, 'value'), 4)}",
                number(_number(arm, "part"), 4),
            )
        )
        details += _of_arm(arm)
    lines.append((f"<b>{html.escape(word('why.sum'))}</b>", "", "", "", f"<b>{number(hit.score, 4)}</b>"))
    formula = _line(word("why.formula", formula=fusion.get("formula", "")))
    return [formula, _table(head, lines), *details]


def _table(head: Iterable[str], lines: Iterable[Iterable[str]]) -> str:
    """Return a table; its cells are HTML already."""
    rows = [_row("th", map(html.escape, head)), *(_row("td", line) for line in lines)]
    return f'<table style="{_TABLE}">{"".join(rows)}</table>'


def _row(tag: str, cells: Iterable[str]) -> str:
    sided = [
        f'<{tag} style="{_CELL.format(side=side)}">{cell}</{tag}>' for cell, side in zip(cells, _SIDES, strict=False)
    ]
    return f"<tr>{''.join(sided)}</tr>"


def _line(text: str) -> str:
    return f'<p style="{_LINE}">{html.escape(text)}</p>'


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _rows(value: object) -> list[Mapping[str, object]]:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def _number(row: Mapping[str, object], name: str) -> float:
    value = row.get(name)
    return float(value) if isinstance(value, int | float) else 0.0
