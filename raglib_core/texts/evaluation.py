"""Sentences about golden sets: what is wrong with a line."""

from __future__ import annotations

TABLE: dict[str, tuple[str, str]] = {
    "golden.line": ("строка {line} ({qid}): {what}", "line {line} ({qid}): {what}"),
    "golden.line_without_id": ("строка {line}: {what}", "line {line}: {what}"),
    "golden.more": ("и ещё ошибок: {count}", "and {count} more"),
    "golden.empty": ("нет ни одного вопроса", "holds no question"),
    "golden.not_utf8": ("файл не в кодировке UTF-8", "the file is not UTF-8"),
    "golden.not_json": ("это не объект JSON", "is no JSON object"),
    "golden.no_id": ("нет поля qid", "has no qid"),
    "golden.same_id": ("такой qid уже есть в строке {first}", "the same qid stands in line {first}"),
    "golden.no_question": ("нет текста вопроса (question)", "has no text in question"),
    "golden.bad_scope": ("scope_doc должно быть именем файла", "scope_doc is not a file name"),
    "golden.bad_tags": ("tags должен быть списком слов", "tags is not a list of words"),
    "golden.bad_origin": ("origin бывает human или generated: {found}", "origin is human or generated: {found}"),
    "golden.bad_pattern": (
        "выражение «{pattern}» не читается: {reason}",
        "the expression {pattern!r} does not compile: {reason}",
    ),
    "golden.no_columns": ("в таблице нет столбцов: {columns}", "the table has no columns {columns}"),
    "golden.no_match": (
        "выражению «{pattern}» не отвечает ни один пункт",
        "no clause matches the expression {pattern!r}",
    ),
    "golden.slow_pattern": (
        "выражение «{pattern}» ищется слишком долго: упростите его",
        "the expression {pattern!r} takes too long: make it simpler",
    ),
    "golden.no_relevant": ("нет верных пунктов (relevant)", "has no clauses in relevant"),
    "golden.bad_relevant": (
        "в relevant нужны doc и clause (или pattern), grade – целое число от 1: {found}",
        "relevant needs doc and clause (or pattern), grade is an integer of 1 or more: {found}",
    ),
    "golden.unknown_doc": ("в индексе нет документа «{doc}»", "the index holds no document {doc!r}"),
    "golden.ambiguous_doc": (
        "имя «{doc}» есть у нескольких документов: {known}",
        "the name {doc!r} belongs to several documents: {known}",
    ),
    "golden.unknown_clause": ("в документе «{doc}» нет пункта «{clause}»", "there is no clause {clause!r} in {doc!r}"),
    "golden.ambiguous_clause": (
        "номер «{clause}» в документе «{doc}» носят несколько пунктов: укажите адрес ({known})",
        "several clauses of {doc!r} have the number {clause!r}: give a locator ({known})",
    ),
    "golden.out_of_scope": (
        "пункт из документа «{doc}», а поиск ограничен документом «{scope}»",
        "a clause of {doc!r}, while the search is limited to {scope!r}",
    ),
}
