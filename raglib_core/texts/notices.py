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
    "notice.word_auto_numbers": (
        "Номера, которых нет в тексте файла, вычислены по его спискам: {count}.",
        "Numbers that the text of the file does not hold were computed from its lists: {count}.",
    ),
    "notice.tracked_changes_dropped": (
        "Исправления приняты: удалённый текст не вошёл, {characters} знаков.",
        "Tracked changes were accepted: deleted text was left out, {characters} characters.",
    ),
    "notice.page_furniture_dropped": (
        "Колонтитулы файла не вошли в текст: {characters} знаков.",
        "Page headers and footers of the file were left out of the text: {characters} characters.",
    ),
    "notice.hyphens_joined": (
        "Переносы слов по слогам убраны: {count}.",
        "Words broken at line ends were joined: {count}.",
    ),
    "notice.text_layer_useless": (
        "Текстовый слой непригоден (не слова, а набор букв), страницы распознаны заново: {count}.",
        "The text layer is useless (letters, but no words), pages were recognized anew: {count}.",
    ),
    "notice.pages_without_text": (
        "Страницы без текстового слоя распознаны по изображению: {count}.",
        "Pages without a text layer were recognized from their picture: {count}.",
    ),
    "notice.ocr_low_confidence": (
        "Страницы, распознанные неуверенно: {pages}. Сверьте их с оригиналом.",
        "Pages recognized with low confidence: {pages}. Check them against the original.",
    ),
    "notice.pages_not_recognized": (
        "Страницы без текстового слоя не прочитаны: {pages}. Нужна программа Tesseract; в Debian: {command}",
        "Pages without a text layer were not read: {pages}. Tesseract is needed; on Debian: {command}",
    ),
    "notice.converted": (
        "Старый формат .doc преобразован через LibreOffice; сверьте номера пунктов с оригиналом.",
        "The old .doc format was converted by LibreOffice; check the clause numbers against the original.",
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
    "notice.correction_quotation_gone": (
        "Правка у слов «{quote}» не применена: этих слов в документе больше нет. Она сохранена.",
        "The correction at “{quote}” was not applied: the document no longer has these words. It is kept.",
    ),
    "notice.correction_quotation_ambiguous": (
        "Правка у слов «{quote}» не применена: эти слова стоят в нескольких местах. Она сохранена.",
        "The correction at “{quote}” was not applied: these words stand in several places. It is kept.",
    ),
    "notice.correction_already": (
        "Правка у слов «{quote}» не применена: пункт здесь начинается и без неё. Она сохранена.",
        "The correction at “{quote}” was not applied: the clause starts here without it. It is kept.",
    ),
    "notice.correction_no_number": (
        "Правка у слов «{quote}» не применена: номер не читается. Она сохранена.",
        "The correction at “{quote}” was not applied: the number cannot be read. It is kept.",
    ),
    "notice.correction_set_aside": (
        "Правка у слов «{quote}» не применена: здесь оглавление или колонтитул. Она сохранена.",
        "The correction at “{quote}” was not applied: this is contents or a running header. It is kept.",
    ),
    "notice.correction_no_boundary": (
        "Правка у слов «{quote}» не применена: здесь ничего не начинается. Она сохранена.",
        "The correction at “{quote}” was not applied: nothing starts here. It is kept.",
    ),
    "notice.correction_no_finding": (
        "Правка у слов «{quote}» не применена: такого замечания больше нет. Она сохранена.",
        "The correction at “{quote}” was not applied: there is no such finding any more. It is kept.",
    ),
}
