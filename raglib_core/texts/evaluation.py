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
    "golden.too_few": (
        "для подбора нужно не меньше {least} вопросов: половина выбирает, половина проверяет",
        "a sweep needs {least} questions at least: one half chooses, the other one reports",
    ),
    "run.not_json": ("это не JSON", "is no JSON"),
    "run.no_run": ("в файле нет прогона", "holds no run"),
    "run.other_version": (
        "версия файла {found}, а программа читает {known}",
        "is of version {found}, this program reads {known}",
    ),
    "run.misses": ("не хватает части {part}", "misses the part {part}"),
    # what follows from a result; the rules with their thresholds: raglib_core/evaluation/reading.py
    "reading.generated": (
        (
            "Вопросов, созданных по правилам: {count}. Их слова взяты из самих пунктов, поэтому поиск по словам "
            "выглядит лучше, чем он есть."
        ),
        (
            "Questions made by rules: {count}. Their words come from the clauses themselves: search by words looks "
            "better than it is."
        ),
    ),
    "reading.degraded": (
        "{method}: на вопросах ({count}) вместо него сработал другой метод.",
        "{method}: for {count} of the questions another method ran instead.",
    ),
    "reading.better": (
        (
            "{better} лучше, чем {worse}, на {difference:.3f} (от {low:.3f} до {high:.3f}), и это не случайность "
            "(p = {p:.3f})."
        ),
        (
            "{better} is better than {worse} by {difference:.3f} ({low:.3f} to {high:.3f}), and that is no chance "
            "(p = {p:.3f})."
        ),
    ),
    "reading.no_difference": (
        "Ни одна разница (сравнений: {count}) не больше случайной: по этим вопросам выбирать между ними нельзя.",
        "No difference (of {count}) is more than chance: these questions cannot choose between them.",
    ),
    "reading.power": (
        "С таким набором (вопросов: {questions}) разница меньше {difference:.2f} не видна.",
        "With this set ({questions} questions) a difference below {difference:.2f} cannot be seen.",
    ),
    "reading.few": (
        "Вопросов мало ({questions}): любая разница может быть случайной.",
        "There are few questions ({questions}): any difference may be chance.",
    ),
    "reading.never": (
        (
            "Ответы расходятся не больше чем в {count} вопросах; при таком числе даже полная победа не отличима от "
            "случайности."
        ),
        "Answers differ on {count} questions at most; with so few even a clean sweep cannot be told from chance.",
    ),
    "reading.same": (
        "{a} и {b} отвечают одинаково на каждый вопрос: то, чем они различаются, здесь ничего не меняет.",
        "{a} and {b} answer every question alike: what sets them apart changes nothing here.",
    ),
    "reading.recall_limits": (
        (
            "Предел – полнота: лучший ({method}) не находит ответ в первых десяти на вопросах ({missed}), recall@10 = "
            "{recall:.3f}. Другой порядок найденного этого не исправит."
        ),
        (
            "Recall is the limit: the best ({method}) has no answer within ten for {missed} of the questions, "
            "recall@10 = {recall:.3f}. Another order of what was found mends none of them."
        ),
    ),
    "reading.order_limits": (
        "Предел – порядок: у лучшего ({method}) ответ найден, но не первым, на вопросах ({late}); hit@1 = {first:.3f}.",
        (
            "The order is the limit: the best ({method}) finds the answer but not first for {late} questions; hit@1 = "
            "{first:.3f}."
        ),
    ),
    "reading.nobody": (
        "Ни один метод не находит ответ на вопросы ({count}): {qids}.",
        "No method finds the answer to {count} of the questions: {qids}.",
    ),
    "reading.complement": (
        "{a} и {b} находят разное: только первый – {only_a}, только второй – {only_b}.",
        "{a} and {b} find different things: {only_a} the first alone, {only_b} the second alone.",
    ),
    "reading.tag": (
        "На вопросах «{tag}» ({count}) лучше {method}: {mean:.3f} против {other:.3f} у {overall}, лучшего в целом.",
        (
            "On questions tagged {tag!r} ({count}) {method} is better: {mean:.3f} against {other:.3f} of "
            "{overall}, best over all."
        ),
    ),
    # ------------------------------------------------------------ raglib eval
    "cli.eval.name": ("Прогон", "Run"),
    "cli.eval.method": ("Метод", "Method"),
    "cli.eval.questions": ("Вопросов: {count}", "Questions: {count}"),
    "cli.eval.interval": ("95 %-й интервал mrr@10", "95% interval of mrr@10"),
    "cli.eval.pair": (
        (
            "{b} – {a}: {metric} {difference:+.3f} [{low:+.3f}; {high:+.3f}], p = {p:.3f} (с поправкой Холма "
            "{corrected:.3f}), лучше/равно/хуже {wins}/{ties}/{losses}"
        ),
        (
            "{b} – {a}: {metric} {difference:+.3f} [{low:+.3f}; {high:+.3f}], p = {p:.3f} (corrected by Holm "
            "{corrected:.3f}), wins/ties/losses {wins}/{ties}/{losses}"
        ),
    ),
    "cli.eval.saved": ("прогон записан: {path}", "run written: {path}"),
    "cli.eval.left_out": ("вопрос пропущен: {what}", "question left out: {what}"),
    "cli.eval.no_runs": ("В папке {folder} нет прогонов", "There are no runs in {folder}"),
    "cli.eval.common": ("Общих вопросов: {count}", "Questions in common: {count}"),
    "cli.eval.below": (
        "порог не взят: {method}: {metric} = {value:.3f}, нужно не меньше {least:g}",
        "below the threshold: {method}: {metric} = {value:.3f}, at least {least:g} is needed",
    ),
    "cli.eval.regression": (
        (
            "стало хуже: {method}: {metric} {difference:+.4f} к прогону {base} (хуже на вопросах: {losses}; p = "
            "{p:.3f}): {qids}"
        ),
        (
            "regression: {method}: {metric} {difference:+.4f} against run {base} (worse on {losses} questions; p = "
            "{p:.3f}): {qids}"
        ),
    ),
    "cli.eval.sweep.chosen": (
        "Выбрано на половине вопросов ({tuning}): {method}, mrr@10 = {tuned:.3f}",
        "Chosen on one half of the questions ({tuning}): {method}, mrr@10 = {tuned:.3f}",
    ),
    "cli.eval.sweep.reported": (
        (
            "На другой половине ({reporting}): mrr@10 = {reported:.3f} против {base:.3f} без настроек, разница "
            "{difference:+.3f} [{low:+.3f}; {high:+.3f}], p = {p:.3f}"
        ),
        (
            "On the other half ({reporting}): mrr@10 = {reported:.3f} against {base:.3f} without options, difference "
            "{difference:+.3f} [{low:+.3f}; {high:+.3f}], p = {p:.3f}"
        ),
    ),
    "cli.usage.eval_compare": (
        "для eval compare нужны два прогона: raglib eval compare БЫЛО.run.json СТАЛО.run.json",
        "eval compare needs two runs: raglib eval compare BEFORE.run.json AFTER.run.json",
    ),
    "cli.usage.eval_more": (
        "лишние аргументы: {names}; raglib eval ПАПКА ВОПРОСЫ.jsonl",
        "too many arguments: {names}; raglib eval FOLDER GOLDEN.jsonl",
    ),
    "cli.usage.eval_threshold": (
        "порог --fail-under пишется так: 0.7 или mrr@10=0.7; показатели: {names}",
        "--fail-under is written 0.7 or mrr@10=0.7; measures: {names}",
    ),
    "cli.option.eval_target": (
        (
            "папка индекса; или слово: compare (два прогона), list (папка прогонов), questions (папка индекса: "
            "создать вопросы по правилам)"
        ),
        (
            "folder of the index; or a word: compare (two runs), list (a folder of runs), questions (a folder of an "
            "index: make questions by rules)"
        ),
    ),
    "cli.option.eval_more": ("прогоны, которые сравниваются с первым", "runs to compare with the first one"),
    "cli.option.save": ("записать прогоны в папку", "write the runs into a folder"),
    "cli.option.seed": ("зерно случайных чисел для интервалов и проверок", "seed of intervals and tests"),
    "cli.option.sweep": (
        "подобрать настройки по сетке: hybrid:dense_weight=0.3,0.5,0.7",
        "try settings over a grid: hybrid:dense_weight=0.3,0.5,0.7",
    ),
    "cli.option.fail_under": (
        "код 3, если показатель ниже: 0.7 (mrr@10) или recall@10=0.8; можно повторять",
        "exit 3 where a measure is lower: 0.7 (mrr@10) or recall@10=0.8; may be repeated",
    ),
    "cli.option.no_regression": (
        "код 3, если mrr@10 ниже, чем в сохранённом прогоне",
        "exit 3 where mrr@10 is lower than in a stored run",
    ),
    "cli.option.tolerance": (
        "насколько mrr@10 может упасть для --no-regression (0)",
        "how far mrr@10 may fall for --no-regression (0)",
    ),
    "evaluation.doubt.other_golden": (
        "наборы вопросов разные: сравниваются только общие вопросы",
        "the sets of questions differ: only common questions are compared",
    ),
    "evaluation.doubt.other_index": (
        "индекс с тех пор построен заново с другим содержанием: разница может быть от него",
        "the index was rebuilt with other content since: the difference may come from that",
    ),
    "evaluation.doubt.other_version": (
        "прогоны сделаны разными версиями программы",
        "the runs were made by different versions of the program",
    ),
    "evaluation.doubt.nothing_common": (
        "у прогонов нет общих вопросов: сравнивать нечего",
        "the runs have no question in common: there is nothing to compare",
    ),
}
