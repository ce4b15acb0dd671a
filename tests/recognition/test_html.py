"""Web pages as a reader sees them: a line of each case is what the page shows."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from raglib_core.errors import MissingExtra
from raglib_core.model import Notice, Recognized
from raglib_core.recognition import recognize
from raglib_core.recognition.html import declared_charset, read_html
from raglib_core.recognition.kinds import Source, kind_of

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"


def page(markup: str) -> Recognized:
    return read_html(Source(Path("устав.html"), markup.encode(), "html"))


def codes(recognized: Recognized) -> list[str]:
    return [notice.code for notice in recognized.warnings]


def blocks(recognized: Recognized, kind: str) -> list[str]:
    return [recognized.text[block.start : block.stop] for block in recognized.blocks if block.kind == kind]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        # paragraphs stand between blank lines, <br> ends a line, white space of the source is nothing
        ("<p>1.1. Общество\n   создано.</p><p>1.2. Срок</p>", "1.1. Общество создано.\n\n1.2. Срок"),
        ("<div>1.1. Раз<br>1.2. Два<br><br><br>1.3. Три</div>", "1.1. Раз\n1.2. Два\n\n1.3. Три"),
        ("<div>1.1. Раз</div><div>&nbsp;</div><div>1.2. Два</div>", "1.1. Раз\n\n1.2. Два"),
        ("1.1. Без тела<p>1.2. Внутри<div>1.3. Незакрытый", "1.1. Без тела\n\n1.2. Внутри\n\n1.3. Незакрытый"),
        # inline elements do not break a line, nor a word
        ("<p><b>5</b>.<i>1</i>.<span> Круп</span>ная <a href=x>сделка</a></p>", "5.1. Крупная сделка"),
        # no dash, quote or no-break space is rewritten; entities are characters
        ("<p>5.1.&nbsp;Общество &mdash; &laquo;Причал&raquo; - - &quot;да&quot; &sect;&#8201;3</p>",
         "5.1.\u00a0Общество — «Причал» - - \"да\" §\u20093"),
        ("<p>цена &#150; 5 руб. &amp;lt;</p>", "цена – 5 руб. &lt;"),
        # superscripts stay superscripts
        ("<p>Статья 65<sup>1</sup>. Сделки</p>", "Статья 65¹. Сделки"),
        ("<p>Статья 123<sup>12-1</sup></p>", "Статья 123¹²⁻¹"),
        ("<style>.W9 { vertical-align: super }</style><p>Статья 67<span class=W9>1</span></p>", "Статья 67¹"),
        ("<p>Статья 75<span style='vertical-align: super'>1</span>, текст<sup>**</sup></p>", "Статья 75¹, текст**"),
        # preformatted lines are lines
        ("<pre>5.1. Раз\n  а) два\n</pre><p>5.2.</p>", "5.1. Раз\n  а) два\n\n5.2."),
        # numbers that Word puts between conditional comments are text
        ("<p><![if !supportLists]><span>5.1.<span>&nbsp;&nbsp;</span></span><![endif]>Сделки</p>",
         "5.1.\u00a0\u00a0Сделки"),
        ("<p>до<!-- комментарий -->после</p><script>var a='5.1.'</script><style>p{}</style>", "допосле"),
        ("<dl><dt>Директор</dt><dd>орган Общества</dd></dl>", "Директор\nорган Общества"),
    ],
)  # fmt: skip
def test_the_text_is_what_the_page_shows(markup: str, text: str):
    assert page(markup).text == text


def test_headings_are_blocks_with_levels_and_no_marks():
    got = page("<h1>УСТАВ</h1><h3>5. <b>Сделки</b></h3><p>5.1. Текст</p><h2> </h2>")
    assert got.text == "УСТАВ\n\n5. Сделки\n\n5.1. Текст"
    assert [(got.text[b.start : b.stop], b.level) for b in got.blocks] == [("УСТАВ", 1), ("5. Сделки", 3)]


def test_the_title_of_the_page_is_kept_apart():
    got = page("<html><head><title>Устав\n ООО</title></head><body><p>1.1. Текст</p></body></html>")
    assert (got.title, got.text) == ("Устав ООО", "1.1. Текст")


def test_rows_of_a_table_are_lines():
    got = page(
        "<p>4.2. Доли:</p><table><tr><th>№<th>Участник<th>Доля<tr><td>1<td><p>АО</p><p>«Верфь»</p><td>51"
        "<tr><td> <td>&nbsp;<td><tr><td>2<td><td>49</table><p>4.3. Далее</p>"
    )
    assert got.text == ("4.2. Доли:\n\n| № | Участник | Доля |\n| 1 | АО «Верфь» | 51 |\n| 2 | | 49 |\n\n4.3. Далее")
    assert blocks(got, "table_row") == ["| № | Участник | Доля |", "| 1 | АО «Верфь» | 51 |", "| 2 | | 49 |"]


@pytest.mark.parametrize(
    "markup",
    [
        "<table><tr><td><p>5.1. Раз</p><p>5.2. Два</p></td></tr></table>",
        "<table><tr><td>меню</td><td><table><tr><td>5.1. Раз</td></tr><tr><td>5.2. Два</td></tr></table></td></table>",
        "<table><tr><td></td><td><h2>5. Сделки</h2><p>5.1. Раз</p><p>5.2. Два</p></td></tr></table>",
        "<table role=presentation><tr><td>5.1. Раз</td><td>5.2. Два</td></tr></table>",
    ],
)
def test_a_table_that_only_places_text_is_no_table(markup: str):
    got = page(markup)
    assert "|" not in got.text
    assert "\n\n5.2. Два" in got.text


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        ("<ol><li>Раз<li>Два</ol>", ["1. Раз", "2. Два"]),
        ("<ol start=5><li>Раз<li value=9>Два<li>Три</ol>", ["5. Раз", "9. Два", "10. Три"]),
        ("<ol type=a><li>Раз<li>Два</ol>", ["a. Раз", "b. Два"]),
        ("<ol type=I start=4><li>Раз</ol>", ["IV. Раз"]),
        ("<ol style='list-style-type: lower-russian' start=9><li>Раз<li>Два</ol>", ["и. Раз", "к. Два"]),
        ("<ol type=А><li>Раз<li>Два</ol>", ["А. Раз", "Б. Два"]),
        ("<ol reversed><li>Раз<li>Два</ol>", ["2. Раз", "1. Два"]),
        ("<ol><li><p>Раз</p><p>ещё</p><li>Два</ol>", ["1. Раз", "", "ещё", "", "2. Два"]),
        ("<ol><li>Раз<ol type=a><li>внутри<li>ещё</ol><li>Два</ol>", ["1. Раз", "a. внутри", "b. ещё", "2. Два"]),
        ("<style>li::before{content: counters(item, '.')}</style><ol><li>Раз<ol><li>внутри</ol><li>Два</ol>",
         ["1. Раз", "1.1. внутри", "2. Два"]),
        # numbers that are typed stay alone
        ("<ol><li>5.1. Раз<li>5.2. Два</ol>", ["5.1. Раз", "5.2. Два"]),
        ("<ol type=a><li>а) Раз<li>б) Два</ol>", ["а) Раз", "б) Два"]),
        ("<ol><li><p><b>5.1.</b>&nbsp;<i>Раз</i></p><li> <span>5.2</span> Два</ol>", ["5.1.\u00a0Раз", "", "5.2 Два"]),
        ("<ol style='list-style: none'><li>Раз</ol>", ["Раз"]),
        ("<ul><li>Раз<li>Два</ul>", ["Раз", "Два"]),
    ],
)  # fmt: skip
def test_numbers_of_lists(markup: str, lines: list[str]):
    assert page(markup).text.split("\n") == lines


def test_a_computed_number_is_marked_as_computed():
    got = page("<p>Виды:</p><ol start=3><li>Раз</ol><ol><li>5.1. Два</ol>")
    assert got.text == "Виды:\n\n3. Раз\n\n5.1. Два"
    assert [(b.label, b.label_origin, b.level) for b in got.blocks] == [("3.", "auto", 1), ("", "none", 1)]
    assert [(got.text[e.start : e.stop], e.kind, e.original) for e in got.edits] == [("3. ", "auto_number", "")]
    assert got.warnings == (Notice("html_list_numbers", (("count", 1),)),)


def test_the_site_around_the_document_is_left_out_and_recorded():
    body = "<p>1.1. Общество создано на неопределённый срок и действует на основании устава.</p>"
    got = page(
        f"<body><header><a href=/>Сайт</a><nav>Главная</nav></header><main>{body}<footer>Принят 12 мая</footer></main>"
        "<aside>Новости</aside><footer>© 2026</footer></body>"
    )
    assert got.text.endswith("устава.\n\nПринят 12 мая")
    assert [edit.original for edit in got.edits] == ["СайтГлавная", "Новости", "© 2026"]
    assert {edit.kind for edit in got.edits} == {"chrome_dropped"}
    assert got.warnings == (Notice("chrome_dropped", (("characters", 24),)),)


@pytest.mark.parametrize(
    "markup",
    [
        "<header><p>1.1. Весь устав лежит в шапке страницы.</p></header>",
        "<nav><div>1.1. Весь устав лежит в меню.</div></nav><p>Сайт</p>",
        "<header><main><p>1.1. Основная часть внутри шапки.</p></main></header><p>Ещё текст страницы</p>",
        "<div style='display:none'><p>1.1. Статьи свёрнуты до нажатия.</p></div><p>Статья 1</p>",
        "<header><h1>1.1. Название документа</h1></header><p>Текст устава, который длиннее своего названия.</p>",
    ],
)
def test_most_of_the_text_is_never_left_out(markup: str):
    assert "1.1. " in page(markup).text


def test_hidden_text_is_left_out_with_a_warning():
    got = page("<p>5.1. Видно<span style='display:none'> не видно</span>, и <i hidden>тоже нет</i>здесь.</p>")
    assert got.text == "5.1. Видно, и здесь."
    assert got.warnings == (Notice("hidden_text_dropped", (("characters", 16),)),)


def test_struck_text_stays_with_a_warning():
    got = page("<p>5.1. Срок <s>три</s> <del>четыре</del> пять лет</p>")
    assert got.text == "5.1. Срок три четыре пять лет"
    assert got.warnings == (Notice("struck_text_kept", (("count", 2),)),)


@pytest.mark.parametrize(
    ("charset", "encoding"),
    [("windows-1251", "cp1251"), ("koi8-r", "koi8-r"), ("windows-1251", "utf-8"), ("", "cp1251"), ("", "utf-16")],
)
def test_the_bytes_decide_where_the_declared_charset_lies(tmp_path: Path, charset: str, encoding: str):
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">' if charset else ""
    path = tmp_path / "устав.html"
    path.write_bytes(f"<html><head>{meta}</head><body><p>5.1. Крупная сделка</p></body></html>".encode(encoding))
    got = recognize(path)
    assert got.text == "5.1. Крупная сделка"
    assert ("encoding_guessed" in codes(got)) == (not charset and encoding == "cp1251")


def test_where_a_charset_is_declared():
    assert declared_charset(b'<meta charset="windows-1251">') == "windows-1251"
    assert declared_charset(b"<?xml version='1.0' encoding='koi8-r'?><html>") == "koi8-r"
    assert declared_charset(b"<p>charset=cp866</p>") == ""


@pytest.mark.parametrize(
    ("data", "suffix", "kind"),
    [
        (b"<!DOCTYPE html><p>x", ".txt", "html"),
        (b"\xef\xbb\xbf\n<!-- x --><HTML>", ".md", "html"),
        ("<html><p>x".encode("utf-16"), ".htm", "html"),
        (b"<p>5.1. x</p>", ".html", "html"),
        (b"<p>5.1. x</p>", ".md", "text"),
        (b"5.1. a < b\n5.2. c > d", ".html", "text"),
    ],
)
def test_a_page_is_known_by_its_content(data: bytes, suffix: str, kind: str):
    assert kind_of(data, suffix) == kind


def test_a_plain_text_under_the_name_of_a_page_keeps_its_lines(tmp_path: Path):
    path = tmp_path / "устав.html"
    path.write_text("5.1. Раз\n5.2. Два", encoding="utf-8")
    assert recognize(path).text == "5.1. Раз\n5.2. Два"


def test_a_page_nested_deeper_than_calls_may_be():
    assert page("<div>" * 3000 + "5.1. Глубоко" + "</div>" * 3000).text == "5.1. Глубоко"


def test_lone_surrogates_and_stray_controls_do_not_reach_the_text():
    got = page("<p>5.1. а&#xD800;б&#x0;в\x02г</p>")
    got.text.encode("utf-8")
    assert got.text.startswith("5.1. а")


def test_without_its_parser_the_page_names_the_extra(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "bs4", None)
    with pytest.raises(MissingExtra, match=r"raglib-core\[documents\]"):
        page("<p>5.1. Текст</p>")


def test_blocks_and_edits_lie_inside_the_text_in_order():
    got = page("<nav>x</nav><h1>А</h1><ol><li>б<ul><li>в</ul></ol><table><tr><td>г<td>д</table><s hidden>е</s>")
    for things in (got.blocks, got.edits):
        starts = [thing.start for thing in things]
        assert starts == sorted(starts)
        assert all(0 <= thing.start <= thing.stop <= len(got.text) for thing in things)


@pytest.mark.skipif(not CORPUS.exists(), reason="the shared corpus is not here")
def test_every_clause_number_of_a_real_page_starts_a_line():
    got = recognize(CORPUS / "ustav_np_partnerstvo_voronezh.html")
    truth = (CORPUS / "ustav_np_partnerstvo_voronezh.html.clauses.txt").read_text(encoding="utf-8").splitlines()
    starts = iter(line.split(maxsplit=1)[0].rstrip(".") for line in got.text.split("\n") if line)
    assert [number for number in truth if number and number[0] != "#" and number not in starts] == []


@pytest.mark.skipif(not CORPUS.exists(), reason="the shared corpus is not here")
def test_raised_numbers_of_a_real_law_survive():
    text = recognize(CORPUS / "konstitutsiya_rf.html").text
    for label in ("Статья 67¹", "Статья 75¹", "Статья 79¹"):
        assert f"\n{label}\n" in text
