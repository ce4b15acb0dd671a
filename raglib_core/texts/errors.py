"""Russian sentences of the errors, by class name; the English ones are the templates of the classes."""

from __future__ import annotations

RUSSIAN: dict[str, str] = {
    "NoInputFiles": "нет входных файлов в {where}: укажите файлы или папку, в которой они лежат",
    "BadSettings": "значение {name}={value!r} не подходит: {allowed}",
    "BadCorrection": "{what}: {reason}",
    "BadGoldenSet": "{name}: {reason}",
    "BadRunFile": "{path}: это не сохранённый прогон ({reason}); укажите файл, который записал raglib eval --save",
    "BadQuery": "запрос не подходит: {reason}",
    "BadPattern": "неверный шаблон {pattern!r}: {reason}",
    "UnknownMethod": "неизвестное значение «{value}» ({what}): выберите из {allowed}",
    "AmbiguousDocument": "имя документа «{name}» есть у нескольких документов: укажите один из идентификаторов {ids}",
    "MissingInput": "нет такого файла или папки: {path}",
    "RecognitionError": "{name}: не удалось распознать: {reason}",
    "UnsupportedFormat": "{name}: файл такого типа не поддерживается ({found}); поддерживаются: {supported}",
    "UndecodableText": (
        "{name}: это не текст ни в одной известной кодировке (проверены {tried}); сохраните файл в UTF-8 и повторите"
    ),
    "EmptyDocument": "{name}: в файле нет текста; проверьте файл, а скан сначала распознайте",
    "LimitExceeded": "{name}: {what} – {value}, больше допустимого предела {limit}",
    "MissingProgram": "{name}: нужна программа {program}, она не установлена; в Debian: {command}",
    "UnknownDocument": "нет документа «{name}» в индексе; есть: {known}",
    "UnknownSection": "нет раздела или пункта «{name}» в документе {document}; есть: {known}",
    "UnknownClause": "нет пункта «{name}» в документе {document}; ближайшие: {known}",
    "UnknownCorrection": "нет правки «{name}» при этом индексе; их список: raglib corrections",
    "DocumentExists": "{name}: уже есть в индексе под именем {doc_id!r}",
    "NotARaglibIndexError": "{path}: это не индекс raglib ({reason}); ничего в папке не изменено",
    "DamagedIndex": (
        "{path}: индекс повреждён, часть {part} ({reason}); "
        "восстановите его: raglib check-index --repair, или постройте заново из исходных файлов"
    ),
    "IndexLocked": "{path}: в индекс пишет другой процесс ({owner}); повторите, когда он закончит",
    "IndexClosed": "{path}: индекс закрыт или удалён; откройте его заново",
    "MethodUnavailable": "метод «{method}» недоступен: {reason}",
    "MissingExtra": "{feature}: нужен пакет {package}: pip install 'raglib-core[{extra}]'",
    "EmbeddingError": "эмбеддинги {model}: {reason}",
    "ModelError": "языковая модель {model}: {reason}",
    "SearchTimeout": "поиск {query!r} не уложился в {seconds} с; упростите шаблон или выберите один документ",
    "Cancelled": "отменено на этапе «{stage}»",
}


#: (value, code) -> word: what exceeded a limit, what is unknown, what was going on
WORDS: dict[tuple[str, object], str] = {
    ("what", "size"): "размер файла",
    ("what", "time"): "время распознавания",
    ("what", "memory"): "память",
    ("what", "archive"): "содержимое архива",
    ("what", "markup"): "разметка",
    ("what", "pages"): "число страниц",
    ("what", "text"): "объём текста",
    ("what", "picture"): "размер изображения",
    ("what", "paragraphs"): "число абзацев",
    ("what", "method"): "метод",
    ("what", "strategy"): "стратегия",
    ("stage", "recognize"): "распознавание",
    ("stage", "segment"): "разделы и пункты",
    ("stage", "lexical"): "индекс слов",
    ("stage", "dense"): "векторы",
    ("stage", "write"): "запись",
}


def translated(values: dict[str, object]) -> dict[str, object]:
    """Return the values of a message for a Russian sentence.

    ``<key>_ru`` stands for ``<key>`` where it is given; a code of `WORDS` becomes its word.
    """
    russian = {name: values.get(f"{name}_ru", value) for name, value in values.items()}
    return {
        name: WORDS.get((name, value), value) if isinstance(value, str) else value for name, value in russian.items()
    }
