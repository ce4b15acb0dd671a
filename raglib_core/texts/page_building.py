"""Sentences of the page that uploads and builds, and of a running build."""

from __future__ import annotations

BUILD: dict[str, tuple[str, str]] = {
    "build.title": ("Загрузка", "Upload"),
    "build.help": (
        "Загрузить документы, построить библиотеку, следить за ходом, удалить ненужное.",
        "Upload documents, build a library, watch the build, delete what is not needed.",
    ),
    "build.empty": ("Библиотек пока нет", "There are no libraries yet"),
    "build.empty.how": (
        (
            "1. Загрузите файлы ниже.\n2. Дождитесь построения.\n3. Смотрите структуру и пропуски, ищите "
            "пункты.\n\nЧтобы посмотреть, как это выглядит, откройте демонстрационную библиотеку."
        ),
        (
            "1. Upload files below.\n2. Wait for the build.\n3. Look at the contents and gaps, search for "
            "clauses.\n\nTo see what it looks like, open the demo library."
        ),
    ),
    "build.files": (
        "Документы: {formats}; до {limit} МБ каждый, можно несколько сразу",
        "Documents: {formats}; up to {limit} MB each, several at once",
    ),
    "build.library": ("Название библиотеки", "Name of the library"),
    "build.library.hint": ("по имени первого файла", "after the first file"),
    "build.library.default": ("{first} и ещё {more}", "{first} and {more} more"),
    "build.embeddings": ("Поиск по смыслу", "Search by meaning"),
    "build.embeddings.help": (
        (
            "Векторы нужны методам «по смыслу» и «гибрид». Они считаются на этой машине, около 5 пунктов в "
            "секунду. Без них работают структура, проверка нумерации и поиск по словам."
        ),
        (
            "Vectors are for the methods “meaning” and “hybrid”. They are computed on this machine, about 5 "
            "clauses a second. Without them contents, checks of the numbering and search by words work."
        ),
    ),
    "build.embeddings.auto": (
        "лучшая доступная модель (≈ 5 пунктов в секунду)",
        "the best model there is (≈ 5 clauses a second)",
    ),
    "build.embeddings.e5": ("модель E5", "model E5"),
    "build.embeddings.use": ("модель USE", "model USE"),
    "build.embeddings.none": ("только слова – быстро, без векторов", "words only – fast, without vectors"),
    "build.parameters": ("Параметры построения", "Parameters of the build"),
    "build.window": ("Размер окна, знаков", "Window size, characters"),
    "build.window.help": (
        "Пункты длиннее окна индексируются по частям. Результат поиска – всегда пункт целиком.",
        "Clauses longer than the window are indexed in parts. A search always gives the whole clause.",
    ),
    "build.overlap": ("Перекрытие окон, знаков", "Overlap of windows, characters"),
    "build.overlap.help": ("Должно быть меньше размера окна.", "Must be less than the window size."),
    "build.normalizer": ("Формы слов", "Word forms"),
    "build.normalizer.help": (
        "Как сводятся формы слов для поиска по словам: «сделка», «сделки», «сделкой».",
        "How word forms are brought together for search by words.",
    ),
    "build.normalizer.auto": ("лучшее доступное", "the best there is"),
    "build.normalizer.none": ("как написано", "as written"),
    "build.normalizer.stem": ("основа слова", "stem"),
    "build.normalizer.lemma": ("словарная форма", "dictionary form"),
    "build.context": ("Контекст пункта", "Context of a clause"),
    "build.context.help": (
        "Что индексируется вместе с текстом пункта. На сам текст не влияет.",
        "What is indexed together with the text of a clause. The text itself does not change.",
    ),
    "build.context.none": ("только текст", "text alone"),
    "build.context.title": ("заголовок раздела", "title of its section"),
    "build.context.path": ("заголовки всего пути", "titles of its whole path"),
    "build.section": ("Вектор раздела", "Vector of a section"),
    "build.section.help": (
        "Из чего делается вектор раздела для поиска по дереву.",
        "What the vector of a section is made from for search along the tree.",
    ),
    "build.section.mean": ("среднее его пунктов", "mean of its clauses"),
    "build.section.title_lead": ("заголовок и начало", "title and beginning"),
    "build.repair": ("Исправлять номера после распознавания", "Repair numbers after recognition"),
    "build.repair.help": (
        "«1О.2» с буквой О читается как 10.2. Текст пункта не меняется.",
        "“1О.2” with a letter O is read as 10.2. The text of the clause does not change.",
    ),
    "build.start": ("Построить", "Build"),
    "build.no_files": ("Нечего строить", "There is nothing to build"),
    "build.no_files.how": (
        "Выберите хотя бы один файл с текстом и нажмите «Построить».",
        "Choose at least one file with text and press “Build”.",
    ),
    "build.repeated": (
        "{name}: то же содержимое, что у {same}; взят один раз",
        "{name}: the same content as {same}; taken once",
    ),
    "build.blank": ("{name}: файл пуст, пропущен", "{name}: the file is empty and was left out"),
    "build.bad_settings": ("Параметры построения не подходят", "The parameters of the build do not fit"),
    "build.bad_overlap": (
        "Перекрытие окон должно быть меньше размера окна.",
        "The overlap of windows must be less than the window size.",
    ),
    "build.bad_window": ("Размер окна – от 1 до {limit} знаков.", "The window size is 1 to {limit} characters."),
    "build.cannot_write": ("Не удалось записать файлы в рабочую папку", "The workspace could not be written"),
    "build.cannot_write.how": (
        "Проверьте место на диске и права на папку; её задаёт переменная RAGLIB_WORKSPACE.",
        "Check free space and permissions of the folder; the variable RAGLIB_WORKSPACE sets it.",
    ),
    "build.libraries": ("Библиотеки", "Libraries"),
    "build.with_vectors": ("слова и векторы ({model})", "words and vectors ({model})"),
    "build.words_only": ("только слова", "words only"),
    "build.unreadable": ("Библиотека не открывается", "The library cannot be opened"),
    "build.unreadable.how": ("Удалите её и постройте заново.", "Delete it and build it again."),
    "build.delete": ("Удалить", "Delete"),
    "build.busy": ("Библиотека сейчас строится", "The library is being built"),
    "build.delete.title": ("Удалить библиотеку?", "Delete the library?"),
    "build.delete.what": (
        "«{title}» будет удалена вместе с индексом и загруженными файлами. Вернуть её нельзя.",
        "“{title}” will be deleted with its index and its uploaded files. This cannot be undone.",
    ),
    "build.delete.confirm": ("Удалить навсегда", "Delete for good"),
    "build.delete.failed": ("Не удалось удалить", "It could not be deleted"),
}

JOB: dict[str, tuple[str, str]] = {
    "job.queued": ("В очереди: {title}", "Queued: {title}"),
    "job.running": ("Строится: {title}", "Building: {title}"),
    "job.done": ("Готово: {title}", "Done: {title}"),
    "job.failed": ("Не построено: {title}", "Not built: {title}"),
    "job.cancelled": ("Отменено: {title}", "Cancelled: {title}"),
    "job.unknown": ("Такое построение неизвестно", "This build is not known"),
    "job.unknown.why": (
        "Ход построения помнит только работающий сервер; после перезапуска он забыт.",
        "The progress of a build is known to the running server only; a restart forgets it.",
    ),
    "job.unknown.how": (
        "Готовые библиотеки – в списке. Если нужной нет, загрузите файлы ещё раз.",
        "Finished libraries are in the list. If yours is not there, upload the files again.",
    ),
    "job.count": ("{done} из {total}", "{done} of {total}"),
    "job.left": ("осталось ≈ {time}", "≈ {time} left"),
    "job.stage": ("Этап {place} из {of} · прошло {time}", "Stage {place} of {of} · {time} so far"),
    "job.dense": (
        "Векторы считаются на этой машине, около 5 пунктов в секунду. Можно уйти со страницы: работа продолжится.",
        "Vectors are computed on this machine, about 5 clauses a second. You may leave the page: the work goes on.",
    ),
    "job.cancel": ("Отменить", "Cancel"),
    "job.cancelling": ("Останавливаю…", "Stopping…"),
    "job.cancelled.what": ("Ничего не изменено.", "Nothing was changed."),
    "job.failed.what": ("Ни один файл не построен", "No file was built"),
    "job.failed.how": ("Исправьте файл и загрузите его ещё раз.", "Mend the file and upload it again."),
    "job.summary": ("{built}, {clauses}, {time}.", "{built}, {clauses}, {time}."),
    "job.column.file": ("Файл", "File"),
    "job.column.clauses": ("Пунктов", "Clauses"),
    "job.column.findings": ("Замечаний", "Findings"),
    "job.column.warnings": ("Сообщений", "Notices"),
    "job.column.seconds": ("Секунд", "Seconds"),
    "job.column.open": ("", ""),
    "job.open": ("Структура", "Contents"),
    "job.more": ("и ещё {files}", "and {files} more"),
    "job.file.failed": ("Не построен.", "Not built."),
    "job.file.duplicate": ("Уже есть.", "Already there."),
    "job.file.removed": ("Удалён.", "Removed."),
    "stage.waiting": ("ждёт", "waiting"),
    "stage.left_out": ("не вошёл, причина – в итоге", "left out, the reason comes at the end"),
    "stage.recognize": ("распознавание", "recognition"),
    "stage.segment": ("разделы и пункты", "sections and clauses"),
    "stage.lexical": ("индекс слов", "index of words"),
    "stage.dense": ("векторы", "vectors"),
    "stage.write": ("запись", "writing"),
}
