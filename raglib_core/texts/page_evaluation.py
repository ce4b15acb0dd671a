"""Sentences of the page that measures."""

from __future__ import annotations

from raglib_core.texts.evaluation import TABLE as _ALSO_IN_COMMANDS

EVALUATION: dict[str, tuple[str, str]] = {
    "evaluation.title": ("Оценка", "Evaluation"),
    "evaluation.help": (
        "Какой поиск находит правильные пункты выше, и не случайна ли разница.",
        "Which search puts the right clauses higher, and whether the difference is more than chance.",
    ),
    "evaluation.failed": ("Оценка не удалась", "The evaluation failed"),
    # ------------------------------------------------------------ questions
    "evaluation.set": ("Набор вопросов", "Set of questions"),
    "evaluation.no_such_set": ("Набора «{name}» из ссылки нет.", "The set “{name}” of the link does not exist."),
    "evaluation.sources": ("Добавить набор вопросов", "Add a set of questions"),
    "evaluation.file": ("Вопросы с ответами (JSONL или CSV)", "Questions with answers (JSONL or CSV)"),
    "evaluation.demo": ("Вопросы к демо-библиотеке", "Questions to the demo library"),
    "evaluation.make": ("Создать вопросы по правилам", "Make questions by rules"),
    "evaluation.make.help": (
        "Из заголовков, определений и сроков. Они отмечены как созданные и хранятся отдельно от ваших.",
        "From headings, definitions and amounts. They are marked as made by rules and kept apart from yours.",
    ),
    "evaluation.nothing_to_ask": (
        "в документах нет заголовков, определений и сроков, о которых можно спросить",
        "the documents hold no headings, definitions or amounts to ask about",
    ),
    "evaluation.format.what": (
        (
            "По одному вопросу в строке. doc – имя файла; clause – номер пункта, его адрес (ст.26/2) или ключ "
            "статьи (ст.17); вместо clause можно указать pattern – выражение для текста пункта; grade – 2, если пункт "
            "отвечает, 1, если отвечает частично. В CSV те же столбцы, по строке на ответ."
        ),
        (
            "One question a line. doc is the file name; clause a number, a locator (ст.26/2) or the key of an "
            "article (ст.17); pattern, an expression on the text of a clause, may stand in its place; grade is 2 where "
            "the clause answers, 1 where it answers in part. CSV has the same columns, a row for each answer."
        ),
    ),
    "evaluation.example": ("Пример", "Example"),
    "evaluation.empty": ("Загрузите вопросы с известными ответами", "Upload questions with known answers"),
    "evaluation.empty.how": (
        "Методы ответят на каждый вопрос, и станет видно, какой ставит правильный пункт выше и случайна ли разница.",
        "Methods will answer each question, and you will see which one puts the right clause higher, and if by chance.",
    ),
    "evaluation.bad_file": ("Вопросы не подходят", "The questions do not fit"),
    "evaluation.bad_file.how": (
        "Исправьте названные строки и повторите.",
        "Mend the lines named and try again.",
    ),
    "evaluation.unfit": (
        "Ни один вопрос набора не подходит к этой библиотеке",
        "No question of the set fits this library",
    ),
    "evaluation.unfit.how": (
        "Проверьте имена документов и номера пунктов или выберите другую библиотеку слева.",
        "Check names of documents and numbers of clauses, or choose another library on the left.",
    ),
    "evaluation.left_out": ("Пропущено: {questions}", "Left out: {questions}"),
    "evaluation.more_faults": ("и ещё {count}", "and {count} more"),
    "evaluation.generated": (
        "Созданы по правилам: {questions}. Слова взяты из самих пунктов: поиск по словам выглядит лучше, чем есть.",
        "Made by rules: {questions}. Their words come from the clauses, so search by words looks better than it is.",
    ),
    "evaluation.few": (
        "Вопросов мало ({questions}): разница между методами может быть случайной.",
        "There are few questions ({questions}): a difference between methods may be chance.",
    ),
    "evaluation.edit": ("Вопросы и ответы ({questions})", "Questions and answers ({questions})"),
    "evaluation.question": ("Вопрос", "Question"),
    "evaluation.doc": ("Документ", "Document"),
    "evaluation.clause": ("Пункт", "Clause"),
    "evaluation.grade": ("Оценка", "Grade"),
    "evaluation.pattern": ("Выражение", "Pattern"),
    "evaluation.pattern.help": (
        "Вместо пункта: отвечает каждый пункт, в тексте которого выражение найдено.",
        "In the place of a clause: every clause in whose text the expression is found answers.",
    ),
    "evaluation.scope": ("Искать только в", "Search only in"),
    "evaluation.tags": ("Метки", "Tags"),
    "evaluation.tags.help": ("Через |: простыми словами|один ответ", "Joined by |: lay|single"),
    "evaluation.origin": ("Откуда", "Origin"),
    "evaluation.save": ("Сохранить", "Save"),
    "evaluation.delete": ("Удалить набор", "Delete the set"),
    "evaluation.delete.sure": ("Удалить «{name}»? Прогоны останутся.", "Delete “{name}”? Its runs stay."),
    "evaluation.delete.yes": ("Удалить", "Delete"),
    # ------------------------------------------------------------ running
    "evaluation.methods": ("Что сравнить", "What to compare"),
    "evaluation.methods.help": (
        "Можно дописать свои настройки: hybrid:dense_weight=0.3, bm25:context=path, hybrid:depth=100.",
        "You may type options of your own: hybrid:dense_weight=0.3, bm25:context=path, hybrid:depth=100.",
    ),
    "evaluation.run": ("Измерить", "Measure"),
    "evaluation.running": ("Задаю вопросы…", "Asking questions…"),
    "evaluation.cancel": ("Остановить", "Stop"),
    "evaluation.cancelled": ("Измерение остановлено.", "The measuring was stopped."),
    "evaluation.unknown_job": (
        "Измерение из ссылки уже забыто: сервер перезапускался. Готовые прогоны – в истории ниже.",
        "The measuring of this link is forgotten: the server was restarted. Finished runs are in the history below.",
    ),
    "evaluation.skipped": ("{method}: не считался. {reason}", "{method}: was not run. {reason}"),
    "evaluation.tune": ("Подобрать настройки", "Tune the settings"),
    "evaluation.tune.what": (
        "Сетка проверяется на одной половине вопросов, отчёт – по другой: подобранное не хвалит само себя.",
        "A grid is tried on one half of the questions and reported on the other: what was tuned cannot praise itself.",
    ),
    "evaluation.grid": ("Сетка", "Grid"),
    "evaluation.grid.help": (
        "Метод и настройки через двоеточие, значения через запятую.",
        "A method and its options joined by colons, values by commas.",
    ),
    "evaluation.tune.run": ("Подобрать", "Tune"),
    "evaluation.tuned": ("Подбор настроек", "Tuned settings"),
    "evaluation.tuned.chosen": (
        "Лучше всех на половине вопросов ({questions}): **{name}**.",
        "Best on one half of the questions ({questions}): **{name}**.",
    ),
    "evaluation.tuned.reported": (
        (
            "На другой половине ({questions}): MRR@10 = {value} против {base} без настроек; разница {difference} "
            "({interval}) – {verdict}."
        ),
        (
            "On the other half ({questions}): MRR@10 = {value} against {base} without options; the difference "
            "{difference} ({interval}) is {verdict}."
        ),
    ),
    "evaluation.tuned.real": ("не случайная", "more than chance"),
    "evaluation.tuned.chance": ("может быть случайной", "no more than chance allows"),
    "evaluation.tuned.mean": ("MRR@10", "MRR@10"),
    "evaluation.tuned.apply": (
        "Чтобы сравнить на всех вопросах, добавьте {label} в «Что сравнить».",
        "To compare it on all questions, add {label} to “What to compare”.",
    ),
    # ------------------------------------------------------------ results
    "evaluation.runs": ("Прогоны", "Runs"),
    "evaluation.runs.hint": ("Выберите прогоны, чтобы сравнить их", "Choose runs to compare"),
    "evaluation.base": ("База сравнения", "Base"),
    "evaluation.is_base": ("база", "base"),
    "evaluation.base.help": (
        "Прогон, с которым сравниваются остальные.",
        "The run that the others are compared with.",
    ),
    "evaluation.other": ("Сравнить с базой", "Compare with the base"),
    "evaluation.method": ("Метод", "Method"),
    "evaluation.questions": ("Вопросов", "Questions"),
    "evaluation.interval": ("95 %-й интервал", "95% interval"),
    "evaluation.difference_interval": ("интервал разницы", "interval of the difference"),
    "evaluation.against": ("Δ MRR к базе", "Δ MRR to the base"),
    "evaluation.p": ("p (Холм)", "p (Holm)"),
    "evaluation.p50": ("p50, мс", "p50, ms"),
    "evaluation.p95": ("p95, мс", "p95, ms"),
    "evaluation.wins": ("Лучше / так же / хуже", "Better / same / worse"),
    "evaluation.pairs.help": (
        (
            "▲ и ▼ – разница больше случайной (парный перестановочный тест, поправка Холма, 5 %); ≈ – такая бывает и у "
            "равных. Интервалы – парный бутстрэп по вопросам. Вопрос без ответа считается нулём; при равных оценках "
            "порядок – как в документе. Время – без вычисления вектора вопроса."
        ),
        (
            "▲ and ▼: the difference is more than chance (paired randomisation test, Holm's correction, 5%); ≈: equals "
            "differ as much. Intervals: paired bootstrap over questions. A question without an answer counts as zero; "
            "equal scores stand in document order. Times leave out the vector of the question."
        ),
    ),
    "evaluation.follows": ("Что из этого следует", "What follows"),
    "evaluation.mean": ("среднее и 95 %-й интервал", "mean and 95% interval"),
    "evaluation.depth": ("Сколько первых мест смотреть", "Places looked at"),
    "evaluation.recall": ("Доля найденных ответов", "Share of answers found"),
    "evaluation.milliseconds": ("Время поиска, мс", "Time of a search, ms"),
    "evaluation.differing": ("Вопросы с разницей ({count})", "Questions that differ ({count})"),
    "evaluation.by_question": ("По вопросам: сначала то, что стало хуже", "By question: what got worse comes first"),
    "evaluation.pick_question": (
        "Отметьте строку слева, чтобы увидеть обе выдачи рядом.",
        "Tick a row on its left to see both rankings side by side.",
    ),
    "evaluation.answers": ("Ответы", "Answers"),
    "evaluation.first": ("{method}: место", "{method}: rank"),
    "evaluation.right_answers": ("Верный ответ: {answers}", "Right answer: {answers}"),
    "evaluation.to_search": ("Задать этот вопрос в поиске", "Ask this question in the search"),
    "evaluation.found_at": ("ответ на месте {rank}", "answer at rank {rank}"),
    "evaluation.not_found": ("ответа в первых десяти нет", "no answer within ten"),
    "evaluation.no_hits": ("Ничего не найдено.", "Nothing was found."),
    "evaluation.gone": ("Такого пункта в библиотеке больше нет.", "The library holds this clause no more."),
    "evaluation.also": ("Тоже ответ", "Answers too"),
    "evaluation.also.help": (
        "Добавить пункт в ответы на этот вопрос (частичный ответ).",
        "Add the clause to the answers of this question (an answer in part).",
    ),
    "evaluation.added": ("{clause} – теперь тоже ответ на {question}", "{clause} now answers {question} too"),
    "evaluation.doubt.rebuilt": (
        "Библиотека с тех пор построена заново: тексты ниже – нынешние, показатели – прежние.",
        "The library was rebuilt since: texts below are those of today, figures those of then.",
    ),
    "evaluation.history": ("История прогонов ({count})", "History of runs ({count})"),
    "evaluation.when": ("Когда (UTC)", "When (UTC)"),
    "evaluation.index": ("Индекс", "Index"),
    "evaluation.version": ("Версия", "Version"),
    **{key: sentence for key, sentence in _ALSO_IN_COMMANDS.items() if key.startswith("evaluation.doubt.")},
}
