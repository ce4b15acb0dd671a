"""Every notice that a recognizer leaves has its sentence in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from raglib_core import texts
from raglib_core.model import Notice
from raglib_core.recognition.html import read_html
from raglib_core.recognition.kinds import Source
from raglib_core.recognition.text import recognized_text

PAGE = "<nav>Меню</nav><p>5.1. Текст устава</p><ol><li>Раз</ol><s>было</s><i hidden>нет</i> \x02 \ufffd"


def notices() -> list[Notice]:
    page = read_html(Source(Path("x.html"), PAGE.encode(), "html"))
    return [*page.warnings, *recognized_text("5.1. Текст", "x.txt", encoding="cp1251", guessed=True).warnings]


def test_the_cases_cover_every_notice():
    assert {notice.code for notice in notices()} == {
        "chrome_dropped", "control_characters", "encoding_guessed", "hidden_text_dropped", "html_list_numbers",
        "replacement_characters", "struck_text_kept",
    }  # fmt: skip


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_notice_can_be_said(language: str):
    for notice in notices():
        assert texts.notice(notice, language)
