"""The page that uploads and builds: what may be sent, how a build ends, libraries and their deletion."""

import time

from raglib_core.ui import builds, workspace
from tests.pages.opened import SAMPLES, open_page, run, shown

CHARTER = (SAMPLES / "charter.md").read_bytes()
LAW = (SAMPLES / "law.txt").read_bytes()


def send(app, *files, embeddings="none"):
    for name, content in files:
        app.file_uploader[0].upload(name, content)
    app.radio(key="embeddings").set_value(embeddings)
    app.button(key="build_start").click()
    return run(app)


def finished(app):
    """The page once the build that it shows is over."""
    deadline = time.monotonic() + 60
    job = builds.registry().job(_job_id(app))
    assert job is not None
    while not job.view().finished and time.monotonic() < deadline:
        time.sleep(0.05)
    return run(app)


def _job_id(app):
    job = app.query_params["job"]
    return job if isinstance(job, str) else job[0]


def test_two_documents_are_built_and_linked(workspace):
    app = finished(send(open_page("build"), ("Устав.md", CHARTER), ("Закон.txt", LAW)))
    words = shown(app)
    assert "Готово: Устав и ещё 1" in words
    assert "2 документа" in words
    assert "Устав.md" in words
    assert [link.value for link in app.page_link].count("Структура") >= 3


def test_the_same_content_is_taken_once(workspace):
    app = send(open_page("build"), ("Устав.md", CHARTER), ("Копия устава.md", CHARTER))
    app = finished(app)
    assert "1 документ" in shown(app)
    assert "Копия устава.md" not in shown(app)


def test_nothing_to_build_is_said(workspace):
    app = send(open_page("build"))
    assert "Нечего строить" in app.error[0].value


def test_a_blank_file_is_named_and_left_out(workspace):
    app = send(open_page("build"), ("пусто.txt", b" \n\n"))
    assert "пусто" in app.warning[0].value
    assert "Нечего строить" in app.error[0].value


def test_a_bad_file_leaves_the_others_built(workspace):
    app = finished(send(open_page("build"), ("Устав.md", CHARTER), ("снимок.txt", b"\x00\x01\x02\xff" * 300)))
    words = shown(app)
    assert "Готово" in words
    assert "Не построен." in words
    assert "1 документ" in words


def test_a_build_of_bad_files_alone_tells_why(workspace):
    app = finished(send(open_page("build"), ("снимок.txt", b"\x00\x01\x02\xff" * 300)))
    assert "Не построено" in shown(app)
    assert "снимок" in app.error[0].value
    assert not workspace.exists() or not list(workspace.glob("libraries/*/index/CURRENT"))


def test_overlap_must_be_less_than_the_window(workspace):
    app = open_page("build")
    app.number_input(key="window").set_value(100)
    app.number_input(key="overlap").set_value(100)
    app = send(app, ("Устав.md", CHARTER))
    assert "меньше размера окна" in app.error[0].value


def test_parameters_of_the_form_are_kept_in_the_manifest(workspace):
    app = open_page("build")
    app.number_input(key="window").set_value(700)
    app.number_input(key="overlap").set_value(70)
    app.selectbox(key="context").set_value("path")
    app.toggle(key="repair").set_value(False)
    app = finished(send(app, ("Устав.md", CHARTER)))
    view = builds.registry().job(_job_id(app)).view()
    from raglib_core import RagIndex

    settings = RagIndex.load(view.request.library.index).manifest["settings"]
    assert (settings["window_size"], settings["window_overlap"]) == (700, 70)
    assert settings["context"] == "path"
    assert settings["ocr_number_repair"] is False


def test_a_job_of_another_server_is_named(workspace):
    app = open_page("build", job="0badc0de")
    assert "неизвестно" in app.error[0].value


def test_libraries_are_listed_with_what_they_hold(library):
    words = shown(open_page("build"))
    assert "Образцы" in words
    assert "3 документа" in words
    assert "только слова" in words


def test_deletion_asks_first(library):
    app = open_page("build", lib=library.library_id)
    app.button(key=f"delete_{library.library_id}").click()
    app = run(app)
    assert "Вернуть её нельзя" in shown(app)
    assert workspace.library(library.library_id) is not None


def test_a_workspace_that_cannot_be_written_is_told(workspace):
    workspace.parent.mkdir(exist_ok=True)
    workspace.write_text("a file where the folder should be")
    app = send(open_page("build"), ("Устав.md", CHARTER))
    assert "Не удалось записать" in app.error[0].value
    assert "RAGLIB_WORKSPACE" in app.error[0].value.replace("\\", "")


def test_a_damaged_library_is_named_and_the_others_listed(library):
    from tests.pages.opened import library_of

    damaged = library_of("Повреждённая", "law.txt")
    for part in damaged.index.glob("generations/*/manifest.json"):
        part.write_text("{")
    app = open_page("build")
    assert "Библиотека не открывается" in app.error[0].value
    assert "Образцы" in shown(app)
