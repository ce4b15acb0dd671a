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
    "notice.embeddings_fallback": (
        "Основная модель эмбеддингов недоступна, взята запасная: {reason}",
        "The first choice of embeddings cannot run, a fallback is used: {reason}",
    ),
    "notice.embeddings_missing": (
        "Поиск по смыслу недоступен, индекс построен только по словам: {reason}",
        "Search by meaning is not available, the index holds words only: {reason}",
    ),
}
