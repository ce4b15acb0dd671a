"""Sentences of what programs use: the citation check, the MCP server, the HTTP API, the tools of LangChain."""

from __future__ import annotations

TABLE: dict[str, tuple[str, str]] = {
    # ------------------------------------------------------------ the citation check
    "verify.too_long": (
        "в цитате {characters} знаков, больше {limit}; проверьте её по частям",
        "the quotation has {characters} characters, more than {limit}; check it in parts",
    ),
    "verify.verbatim": ("дословно", "verbatim"),
    "verify.elsewhere": ("дословно, но в другом месте", "verbatim, but elsewhere"),
    "verify.differs": ("отличается от источника", "differs from the source"),
    "verify.not_found": ("не найдено", "not found"),
    "verify.ignored": ("не в счёт: {what}", "not counted: {what}"),
    "verify.ignored.spaces": ("пробелы", "white space"),
    "verify.ignored.hyphenation": ("переносы", "hyphenation"),
    "verify.ignored.yo": ("е и ё", "е and ё"),
    "verify.ignored.furniture": ("колонтитул внутри пункта", "a page header inside the clause"),
    "verify.more": ("… и ещё мест: {count}", "… and {count} more places"),
    "verify.nearest": ("ближайшее место", "nearest place"),
    "verify.replaced": (
        "в цитате «{quoted}», в источнике «{source}»",
        "quoted {quoted!r}, the source has {source!r}",
    ),
    "verify.added": ("в цитате лишнее «{quoted}»", "the quotation adds {quoted!r}"),
    "verify.missing": ("в цитате нет «{source}»", "the quotation leaves out {source!r}"),
    "cli.about.verify": (
        "проверить цитату: дословно ли она и там ли стоит; чем отличается, если нет",
        "check a quotation: is it verbatim and in its place; how it differs if not",
    ),
    "cli.option.quote": ("цитата; «-» – прочитать со стандартного ввода", 'the quotation; "-" reads standard input'),
    "cli.option.cited_doc": (
        "документ, на который она ссылается: идентификатор или имя файла",
        "the document that is cited: its id or file name",
    ),
    "cli.option.locator": (
        "пункт или раздел, на который она ссылается: «12.1», «ст. 3 ч. 1»",
        'the clause or section that is cited: "12.1", "Article 5"',
    ),
    "cli.option.same_yo": ("не различать е и ё", "read е and ё as one letter"),
    "cli.option.strict_verify": (
        "завершиться с кодом 3, если цитата не дословна или стоит не там",
        "exit with 3 unless the quotation is verbatim and in its place",
    ),
}
