"""Sentences of the pages: ``page.<page or component>.<what>``; those of the frame, and the tables of all pages."""

from __future__ import annotations

from raglib_core.texts.page_building import BUILD, JOB
from raglib_core.texts.page_contents import CONTENTS
from raglib_core.texts.page_search import EVALUATION, SEARCH, TRACE

SHELL: dict[str, tuple[str, str]] = {
    "shell.library": ("Библиотека", "Library"),
    "shell.document": ("Документ", "Document"),
    "shell.all_documents": ("Все документы", "All documents"),
    "shell.choose": ("Выберите", "Choose"),
    "shell.language": ("Язык", "Language"),
    "shell.no_libraries": ("Библиотек пока нет.", "There are no libraries yet."),
    "shell.unknown_library": ("Библиотеки из ссылки нет.", "The library of this link does not exist."),
    "action.demo": ("Открыть демо", "Open the demo"),
    "action.upload": ("Загрузить документы", "Upload documents"),
    "demo.title": ("Демо", "Demo"),
    "state.details": ("Подробности", "Details"),
    "state.loading": ("Открываю библиотеку…", "Opening the library…"),
    "state.degraded": (
        "Сработал другой способ поиска – «{method}». Причина: {reason}",
        "Another method answered – “{method}”. Reason: {reason}",
    ),
    "state.no_library": ("Здесь пока нечего показывать", "There is nothing to show here yet"),
    "state.no_library.how": (
        "Загрузите устав, положение или закон – или откройте демонстрационную библиотеку.",
        "Upload a charter, a regulation or a law – or open the demo library.",
    ),
    "state.no_such_library": ("Такой библиотеки нет", "There is no such library"),
    "state.no_such_library.why": (
        "Библиотека «{library}» из ссылки удалена или лежит в другой рабочей папке. Выберите другую слева.",
        "The library “{library}” of the link was deleted or lies in another workspace. Choose another one on the left.",
    ),
    "state.unreadable": ("Не удалось открыть библиотеку «{title}»", "The library “{title}” could not be opened"),
    "state.unreadable.how": (
        "Постройте библиотеку заново из исходных файлов на странице «Загрузка».",
        "Build the library again from the source files on the page “Upload”.",
    ),
    "state.not_found.how": (
        "Проверьте ссылку или выберите документ слева.",
        "Check the link or choose a document on the left.",
    ),
    "error.unexpected": (
        "непредвиденная ошибка программы ({kind}: {reason})",
        "unexpected error of the program ({kind}: {reason})",
    ),
    "error.no_space": ("на диске нет места", "there is no space left on the disk"),
    "error.no_access": ("нет прав на запись", "writing is not permitted"),
    "error.no_folder": ("это не папка", "this is not a folder"),
    "error.system": ("{path}: {reason}", "{path}: {reason}"),
    "time.seconds": ("{count} с", "{count} s"),
    "time.minutes": ("{count} мин", "{count} min"),
    "card.open": ("Открыть в структуре", "Open in contents"),
    "card.copy": ("Копировать", "Copy"),
    "card.copied": ("Скопировано", "Copied"),
    "card.not_copied": ("Браузер не дал скопировать", "The browser refused to copy"),
    "card.page": ("с. {page}", "p. {page}"),
}

TABLE: dict[str, tuple[str, str]] = {
    f"page.{key}": sentence
    for part in (SHELL, BUILD, JOB, CONTENTS, SEARCH, TRACE, EVALUATION)
    for key, sentence in part.items()
}
