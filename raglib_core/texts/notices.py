"""Sentences of the notices that recognition leaves: ``notice.<code>``."""

from __future__ import annotations

TABLE: dict[str, tuple[str, str]] = {
    "notice.encoding_guessed": (
        "Кодировка определена по содержанию: {encoding}. Если буквы не те, сохраните файл в UTF-8.",
        "The encoding was guessed from the content: {encoding}. If letters look wrong, save the file as UTF-8.",
    ),
    "notice.html_list_numbers": (
        "Номера списка вычислены по разметке ({count}): в самом тексте их нет.",
        "List numbers were computed from the markup ({count}): the text itself does not hold them.",
    ),
    "notice.chrome_dropped": (
        "Оформление сайта (меню, шапка, подвал) не вошло в текст: {characters} знаков.",
        "Site chrome (menu, header, footer) was left out of the text: {characters} characters.",
    ),
    "notice.hidden_text_dropped": (
        "Скрытый текст страницы не вошёл: {characters} знаков.",
        "Hidden text of the page was left out: {characters} characters.",
    ),
    "notice.control_characters": (
        "Управляющие символы убраны из текста: {count}.",
        "Control characters were removed from the text: {count}.",
    ),
    "notice.replacement_characters": (
        "В файле есть знаки замены (�): {count}. Часть текста была утрачена до загрузки.",
        "The file holds replacement characters (�): {count}. Some text was lost before it came here.",
    ),
    "notice.struck_text_kept": (
        "Зачёркнутый текст оставлен: {count}.",
        "Struck-out text was kept: {count}.",
    ),
    "notice.settings_changed": (
        "Индекс построен с другими настройками, чем прежний: {settings}",
        "The index is built with other settings than the one before: {settings}",
    ),
    "notice.embeddings_fallback": (
        "Основная модель эмбеддингов недоступна, взята запасная: {reason}",
        "The first choice of embeddings cannot run, a fallback is used: {reason}",
    ),
    "notice.embeddings_missing": (
        "Поиск по смыслу недоступен, индекс построен только по словам: {reason}",
        "Search by meaning is not available, the index holds words only: {reason}",
    ),
}
