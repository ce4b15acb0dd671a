"""Sentences of the command line: what the commands and options do, what they print beside results."""

from __future__ import annotations

TABLE: dict[str, tuple[str, str]] = {
    # ------------------------------------------------------------ help
    "cli.about": (
        "raglib: юридические документы – в целые пункты с номерами, которые можно найти, проверить и процитировать.",
        "raglib: legal documents into whole numbered clauses that can be found, checked and cited.",
    ),
    "cli.exit_codes": (
        (
            "Коды возврата: 0 – сделано; 1 – не удалось (или не удалась часть файлов, остальные построены); 2 – "
            "неверный вызов; 3 – check --strict нашёл ошибки.\nЯзык: --lang ru|en или переменная RAGLIB_LANG."
        ),
        (
            "Exit codes: 0 done; 1 failed (or some files failed, the others are built); 2 wrong usage; 3 check "
            "--strict found errors.\nLanguage: --lang ru|en or the variable RAGLIB_LANG."
        ),
    ),
    "cli.help.usage": ("вызов:", "usage:"),
    "cli.help.command": ("КОМАНДА", "COMMAND"),
    "cli.help.positionals": ("что указать", "arguments"),
    "cli.help.options": ("параметры", "options"),
    "cli.help.help": ("показать эту справку", "show this help"),
    "cli.about.build": (
        "построить индекс из файлов и папок, также на месте прежнего (он заменяется целиком)",
        "build an index from files and folders, also over an existing one (it is replaced as a whole)",
    ),
    "cli.about.add": ("добавить файлы в индекс", "add files to an index"),
    "cli.about.remove": ("убрать документы из индекса", "remove documents from an index"),
    "cli.about.info": ("показать настройки индекса и его документы", "show the settings of an index and its documents"),
    "cli.about.check-index": (
        "проверить целость индекса: части, тексты, пункты, слова, векторы",
        "check that an index is whole: parts, texts, clauses, words, vectors",
    ),
    "cli.about.delete": (
        "удалить индекс; папка, которая им не является, не трогается",
        "delete an index; a folder that is none is left alone",
    ),
    "cli.about.segment": ("показать разделы и пункты одного файла", "show the sections and clauses of one file"),
    "cli.about.check": (
        "проверить полноту: пропуски, повторы, порядок номеров, текст вне пунктов",
        "check the completeness: gaps, duplicates, order of numbers, text outside of clauses",
    ),
    "cli.about.toc": ("показать оглавление", "show the table of contents"),
    "cli.about.read": (
        "прочитать раздел или пункт целиком, дословно",
        "read a section or a clause whole and verbatim",
    ),
    "cli.about.find": (
        "найти раздел по номеру, названию или смыслу",
        "find a section by its number, title or meaning",
    ),
    "cli.about.search": ("найти пункты по запросу", "find clauses for a query"),
    "cli.about.grep": ("найти пункты по регулярному выражению", "find clauses by a regular expression"),
    "cli.about.ask": (
        "ответить на вопрос пунктами: план, поиск, отбор; без модели – обычный поиск",
        "answer a question with clauses: plan, search, judge; a plain search without a model",
    ),
    "cli.about.eval": (
        "измерить поиск на золотом наборе вопросов",
        "measure the search on a golden set of questions",
    ),
    "cli.about.app": ("открыть приложение в браузере", "open the application in the browser"),
    "cli.option.version": ("показать версию", "show the version"),
    "cli.option.json": ("вывести результат в JSON", "print the result as JSON"),
    "cli.option.lang": ("язык сообщений: ru или en", "language of the messages: ru or en"),
    "cli.option.debug": ("при ошибке показать, где она возникла", "show where an error arose"),
    "cli.option.folder": ("папка индекса", "folder of the index"),
    "cli.option.index": ("папка индекса, который будет построен", "folder of the index to build"),
    "cli.option.inputs": (
        "файл или папка (берутся файлы, лежащие прямо в ней)",
        "a file or a folder (its direct files are taken)",
    ),
    "cli.option.embeddings": (
        (
            "эмбеддинги: auto – лучшие из установленных, none – поиск только по словам; без параметра – те, "
            "что названы в индексе"
        ),
        (
            "embeddings: auto is the best installed, none searches by words only; without the option those "
            "that the index names"
        ),
    ),
    "cli.option.size": ("длина окна индексации, знаков", "length of a window of indexing, characters"),
    "cli.option.overlap": ("перекрытие окон, знаков", "overlap of the windows, characters"),
    "cli.option.normalizer": (
        "форма слов: stem, lemma, none; auto – лучшая из установленных",
        "form of words: stem, lemma, none; auto is the best installed",
    ),
    "cli.option.context": (
        "что индексировать вместе с пунктом: ничего, заголовок раздела, весь путь",
        "what to index with a clause: nothing, the title of its section, its whole path",
    ),
    "cli.option.section_embedding": (
        "вектор раздела: среднее по окнам (mean) или заголовок с началом текста (title_lead)",
        "vector of a section: mean of its windows (mean) or its title with the first text (title_lead)",
    ),
    "cli.option.no_ocr_repair": (
        "читать номера строго, не исправляя ошибок распознавания («1О.2» – не 10.2)",
        "read numbers strictly, without repair of misread ones («1О.2» is not 10.2)",
    ),
    "cli.option.documents": ("идентификатор или имя файла документа", "id or file name of a document"),
    "cli.option.repair": (
        "восстановить всё, что можно сделать заново из текстов индекса",
        "mend what can be made again from the texts of the index",
    ),
    "cli.option.yes": ("не спрашивать подтверждения", "do not ask"),
    "cli.option.file": ("файл документа", "file of a document"),
    "cli.option.target": ("файл, папка с файлами или папка индекса", "a file, a folder of files or an index folder"),
    "cli.option.strict": (
        "завершиться с кодом 3, если есть ошибки нумерации",
        "exit with 3 if there are findings of severity error",
    ),
    "cli.option.one_doc": (
        "только этот документ: идентификатор или имя файла",
        "this document only: its id or file name",
    ),
    "cli.option.preview": ("с первым предложением каждого раздела", "with the first sentence of each section"),
    "cli.option.clauses": ("с номерами пунктов и пропусками", "with the numbers of clauses and the gaps"),
    "cli.option.address": (
        "номер или название: «12.1», «п. 12.1.4», «ст. 3 ч. 1», «Статья 5»",
        'a number or a title: "12.1", "Section 3.2", "Article 5"',
    ),
    "cli.option.doc_to_read": (
        "документ; не нужен, если такой раздел есть только в одном",
        "the document; not needed if only one has such a section",
    ),
    "cli.option.section_query": ("номер, название или слова раздела", "number, title or words of a section"),
    "cli.option.semantic": ("искать раздел по смыслу (нужны эмбеддинги)", "find by meaning (needs embeddings)"),
    "cli.option.query": ("запрос", "the query"),
    "cli.option.queries": (
        'много запросов сразу: файл строк {{"id", "query", "doc"?}}, ответ – по строке JSON на каждый',
        'many queries at once: a file of lines {{"id", "query", "doc"?}}, answered by one line of JSON each',
    ),
    "cli.option.method": (
        "метод поиска; auto – лучший из доступных этому индексу",
        "method of search; auto is the best that this index can do",
    ),
    "cli.option.strategy": (
        "flat – по всем пунктам, tree – сначала разделы, потом пункты в них",
        "flat ranks all clauses, tree ranks sections first and then the clauses inside of them",
    ),
    "cli.option.doc": (
        "только в этом документе: идентификатор или имя файла; можно повторить",
        "in this document only: its id or file name; may be repeated",
    ),
    "cli.option.section": (
        "только в этом разделе со всем, что в нём: «12», «Статья 12»",
        'in this section only with all it holds: "12", "Article 12"',
    ),
    "cli.option.k": ("сколько пунктов вывести", "how many to print"),
    "cli.option.pattern": (
        "регулярное выражение; регистр не важен",
        "a regular expression; upper and lower case are the same",
    ),
    "cli.option.question": ("вопрос", "the question"),
    "cli.option.llm": (
        "языковая модель: gigachat (ключ в GIGACHAT_CREDENTIALS) или none",
        "language model: gigachat (key in GIGACHAT_CREDENTIALS) or none",
    ),
    "cli.option.golden": ("файл вопросов с верными пунктами", "file of questions with their right clauses"),
    "cli.option.methods": (
        "методы через запятую (по умолчанию bm25, vector, hybrid)",
        "methods joined by commas (bm25, vector, hybrid by default)",
    ),
    "cli.option.host": ("адрес, на котором работает приложение", "address the application listens on"),
    "cli.option.port": ("порт", "port"),
    "cli.option.workspace": (
        "папка библиотек приложения (по умолчанию RAGLIB_WORKSPACE или ~/.raglib)",
        "folder of the libraries of the application (RAGLIB_WORKSPACE or ~/.raglib by default)",
    ),
    "cli.option.no_browser": ("не открывать окно браузера", "do not open a browser window"),
    # ------------------------------------------------------------ wrong usage and errors
    "cli.usage.hint": ("справка: {command} --help", "see {command} --help"),
    "cli.usage.required": ("не указано: {names}", "missing: {names}"),
    "cli.usage.unrecognized": ("неизвестные параметры: {names}", "unknown arguments: {names}"),
    "cli.usage.choice": (
        "{name}: значение {value} не подходит, выберите из {allowed}",
        "{name}: {value} is not one of {allowed}",
    ),
    "cli.usage.integer": ("{name}: нужно целое число, а не {value}", "{name}: {value} is not an integer"),
    "cli.usage.value": ("{name}: нужно значение", "{name}: a value is needed"),
    "cli.usage.query_or_file": (
        "укажите запрос или файл запросов --queries, но не оба",
        "give a query or a file of --queries, one of the two",
    ),
    "cli.usage.queries_file": (
        '{path}, строка {line}: нужен JSON вида {{"id": …, "query": "…"}}',
        '{path}, line {line}: JSON like {{"id": …, "query": "…"}} is needed',
    ),
    "cli.error.system": ("{where}: {reason}", "{where}: {reason}"),
    "cli.error.interrupted": ("прервано; прежний индекс не изменён", "interrupted; what was there is unchanged"),
    "cli.error.unforeseen": (
        "непредвиденная ошибка {kind}: {reason}; повторите с --debug и сообщите разработчикам",
        "unforeseen error {kind}: {reason}; repeat with --debug and report it",
    ),
    # ------------------------------------------------------------ progress and reports
    "cli.stage.recognize": ("Распознавание", "Recognizing"),
    "cli.stage.segment": ("Разбор на пункты", "Segmenting"),
    "cli.stage.lexical": ("Индекс слов", "Indexing words"),
    "cli.stage.dense": ("Эмбеддинги", "Embedding"),
    "cli.stage.write": ("Запись", "Writing"),
    "cli.stage.evaluate": ("Измерение", "Measuring"),
    "cli.file.built": ("построен", "built"),
    "cli.file.failed": ("не построен", "failed"),
    "cli.file.duplicate": ("уже есть", "already there"),
    "cli.file.removed": ("убран", "removed"),
    "cli.build.done": (
        "Готово за {seconds} с, поколение индекса {generation}",
        "Done in {seconds} s, generation {generation} of the index",
    ),
    "cli.info.documents": ("В индексе {documents}:", "The index holds {documents}:"),
    "cli.stage.check": ("Проверка", "Checking"),
    "cli.index.problem": ("{part}: {reason}", "{part}: {reason}"),
    "cli.index.foreign": (
        "{path}: этот файл не относится к индексу, он не тронут",
        "{path}: this file is not of the index and was left alone",
    ),
    "cli.index.sound": (
        "Индекс {index} цел: документов {documents}, пунктов {clauses}, окон {windows}, векторов {vectors}",
        "The index {index} is sound: documents {documents}, clauses {clauses}, windows {windows}, vectors {vectors}",
    ),
    "cli.index.repaired": (
        "Индекс {index} восстановлен и цел: документов {documents}, пунктов {clauses}",
        "The index {index} is repaired and sound: documents {documents}, clauses {clauses}",
    ),
    "cli.index.damaged": (
        "Индекс {index} повреждён; восстановить: raglib check-index {index} --repair",
        "The index {index} is damaged; mend it with raglib check-index {index} --repair",
    ),
    "cli.index.lost": (
        "Индекс {index} повреждён и не может быть восстановлен: постройте его заново из исходных файлов",
        "The index {index} is damaged and cannot be repaired: build it anew from the source files",
    ),
    "cli.delete.question": (
        "Удалить индекс {index}? Исходные файлы останутся. [да/НЕТ]",
        "Delete the index {index}? The source files stay. [yes/NO]",
    ),
    "cli.delete.done": ("Индекс {index} удалён", "The index {index} is deleted"),
    "cli.delete.absent": ("Индекса {index} нет, удалять нечего", "There is no index {index}, nothing to delete"),
    "cli.delete.kept": ("{index}: не удалён, нет подтверждения (или --yes)", "{index}: kept, not confirmed (or --yes)"),
    "cli.app.address": (
        "здесь нельзя открыть сервер ({reason}); укажите другой порт (1–65535) или адрес",
        "no server can listen there ({reason}); give another port (1–65535) or address",
    ),
    "cli.app.serving": (
        "приложение: http://{host}:{port} (остановить – Ctrl+C)",
        "application: http://{host}:{port} (stop with Ctrl+C)",
    ),
    # ------------------------------------------------------------ completeness
    "cli.check.completeness": (
        "Полнота: знаков {characters} ({placed} из {total}), номеров {numbers} ({present} из {expected})",
        "Completeness: characters {characters} ({placed} of {total}), numbers {numbers} ({present} of {expected})",
    ),
    "cli.check.place": (" (см. {locator})", " (see {locator})"),
    "cli.check.clean": ("замечаний нет", "no findings"),
    "cli.severity.error": ("ошибка", "error"),
    "cli.severity.warning": ("внимание", "warning"),
    "cli.severity.info": ("к сведению", "note"),
    # ------------------------------------------------------------ contents and search
    "cli.read.several": (
        "«{address}» есть в документах {ids}: укажите --doc",
        "{address!r} is in the documents {ids}: name one with --doc",
    ),
    "cli.find.nothing": ("Раздел «{query}» не найден", "No section for {query!r}"),
    "cli.search.nothing": ("По запросу «{query}» ничего не найдено", "Nothing found for {query!r}"),
    "cli.search.degraded": (
        "поиск выполнен не так, как просили (метод {method}): {reason}",
        "not searched as asked (method {method}): {reason}",
    ),
    "cli.ask.degraded": (
        "вопрос разобран не так, как просили (режим {mode}): {reason}",
        "not answered as asked (mode {mode}): {reason}",
    ),
    "cli.ask.mode": (
        "Режим {mode}: {steps}, {calls} к модели, {seconds} с",
        "Mode {mode}: {steps}, {calls} of the model, {seconds} s",
    ),
    "cli.eval.method": ("Метод", "Method"),
    "cli.eval.questions": ("Вопросов: {count}", "Questions: {count}"),
    "cli.eval.pair": (
        (
            "{b} – {a}: {metric} {difference:+.3f} [{low:+.3f}; {high:+.3f}], p = {p:.3f}, "
            "лучше/равно/хуже {wins}/{ties}/{losses}"
        ),
        (
            "{b} – {a}: {metric} {difference:+.3f} [{low:+.3f}; {high:+.3f}], p = {p:.3f}, "
            "wins/ties/losses {wins}/{ties}/{losses}"
        ),
    ),
    "cli.option.explain": (
        "показать для каждого кандидата, какие правила и соседи решили",
        "show for each candidate which rules and neighbours decided",
    ),
    "cli.explain.taken": ("взят: {role} {number}", "taken: {role} {number}"),
    "cli.explain.refused": ("не взят", "not taken"),
    "cli.explain.choice": (
        "{mark} {role} {number}: {total} = строка {line} + соседи {neighbours}; {rules}",
        "{mark} {role} {number}: {total} = line {line} + neighbours {neighbours}; {rules}",
    ),
}
