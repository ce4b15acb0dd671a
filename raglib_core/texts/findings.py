"""Sentences of the findings and of their causes."""

from __future__ import annotations

from raglib_core.model import Finding

TABLE: dict[str, tuple[str, str]] = {
    "finding.gap": ("Нет пункта {number}", "Clause {number} is missing"),
    "finding.gap.range": ("Нет пунктов {number}–{number_to}", "Clauses {number}–{number_to} are missing"),
    "finding.missing_first": (
        "Нумерация начинается не с начала: нет {number}",
        "The numbering does not start at its first number: {number} is missing",
    ),
    "finding.missing_first.range": (
        "Нумерация начинается не с начала: нет {number}–{number_to}",
        "The numbering does not start at its first number: {number}–{number_to} are missing",
    ),
    "finding.duplicate": ("Номер {number} повторяется", "Number {number} is used again"),
    "finding.restart": (
        "Нумерация начата заново с {number}",
        "The numbering starts again at {number}",
    ),
    "finding.out_of_order": (
        "Пункт {number} стоит не на своём месте: после {after}",
        "Clause {number} is out of order: it follows {after}",
    ),
    "finding.foreign_number": (
        "Номер {number} не относится к разделу {section}",
        "Number {number} does not belong to section {section}",
    ),
    "finding.empty_heading": ("Под заголовком «{title}» нет текста", "The heading “{title}” has no text"),
    "finding.contents_mismatch": (
        "Оглавление и текст расходятся: {number} {title}",
        "Contents and text differ: {number} {title}",
    ),
    "finding.dangling_reference": (
        "Ссылка на {number}, которого нет в документе",
        "A reference to {number}, which the document does not have",
    ),
    "finding.glued": (
        "Номер {number} стоит внутри текста пункта {inside}",
        "Number {number} stands inside the text of clause {inside}",
    ),
    "finding.oversized": (
        "Пункт {number} необычно длинный: {characters} знаков",
        "Clause {number} is unusually long: {characters} characters",
    ),
    "finding.leftover": ("Текст не отнесён ни к одному пункту", "Text that belongs to no clause"),
    "finding.repealed": ("Пункт {number} утратил силу или исключён", "Clause {number} is repealed"),
    "finding.repealed.range": (
        "Пункты {number}–{number_to} утратили силу или исключены",
        "Clauses {number}–{number_to} are repealed",
    ),
    "finding.repaired_number": (
        "Номер напечатан как «{label}», прочитан как {number}",
        "The number is printed as “{label}” and was read as {number}",
    ),
    "cause.listed_absent": (
        "Строка есть в оглавлении, а такого заголовка в тексте нет.",
        "The contents list it, but the text has no such heading.",
    ),
    "cause.not_listed": (
        "Заголовок есть в тексте, а в оглавлении его нет.",
        "The text has this heading, but the contents do not list it.",
    ),
    "cause.title_differs": (
        "В оглавлении «{title}», в тексте «{printed}».",
        "The contents say “{title}”, the text says “{printed}”.",
    ),
    "cause.absent": (
        "Номер не встречается между соседними пунктами: вероятно, его нет в самом документе.",
        "The number does not occur between its neighbours: the document itself probably lacks it.",
    ),
    "cause.inside_text": (
        "Номер стоит внутри текста соседнего пункта {inside}: вероятно, пункты склеены при распознавании.",
        "The number stands inside the text of {inside}: the clauses were probably glued in recognition.",
    ),
    "cause.look_alike": (
        "Похожая запись «{found}» стоит между соседними пунктами: вероятно, номер искажён при распознавании.",
        "A similar form “{found}” stands between its neighbours: the number was probably misread.",
    ),
    "cause.restart_in_list": (
        "Внутри раздела нумерация списка начата заново: возможно, номера изменил преобразователь файла.",
        "The numbering of a list starts again inside a section: a converter may have changed the numbers.",
    ),
    "cause.lost_superscript": (
        "Надстрочный знак номера потерян: напечатано «{label}».",
        "The superscript of the number was lost: “{label}” is printed.",
    ),
    "cause.lost_dot": (
        "Точка внутри номера потеряна: напечатано «{label}».",
        "The dot inside the number was lost: “{label}” is printed.",
    ),
    "cause.look_alike_letters": (
        "В номере буквы вместо цифр или лишние знаки.",
        "The number has letters in place of digits or stray marks.",
    ),
}


def sentence(found: Finding, language: str) -> str:
    """Return what is wrong with which number; a folded range names both ends."""
    key = f"finding.{found.kind}"
    if found.number_to and f"{key}.range" in TABLE:
        key += ".range"
    russian, english = TABLE[key]
    values = {**dict(found.values), "number": found.number, "number_to": found.number_to}
    return (russian if language == "ru" else english).format_map(values)
