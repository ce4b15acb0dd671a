"""Bad input: one line that says what, where and how to mend; an exit code; nothing lost."""

import socket

import pytest


def fails(ran, code, *words):
    assert ran.code == code, ran
    lines = [line for line in ran.err.splitlines() if line.startswith("raglib: ")]
    assert len(lines) == 1, ran.err
    for word in words:
        assert word in lines[0]
    assert "Traceback" not in ran.err
    assert ran.out == ""


@pytest.fixture
def build(raglib, tmp_path):
    return lambda *inputs: raglib("build", *inputs, "--index", tmp_path / "index", "--embeddings", "none")


def test_an_empty_file(build, tmp_path):
    (tmp_path / "empty.md").write_bytes(b"")
    fails(build(tmp_path / "empty.md"), 1, "empty.md", "нет текста")


def test_a_file_of_blanks(build, tmp_path):
    (tmp_path / "blank.txt").write_text(" \n\t\n", encoding="utf-8")
    fails(build(tmp_path / "blank.txt"), 1, "blank.txt", "нет текста")


def test_a_folder_without_files(build, tmp_path):
    (tmp_path / "nothing").mkdir()
    fails(build(tmp_path / "nothing"), 1, "нет входных файлов", "nothing")


def test_a_file_that_is_not_there(build, tmp_path):
    fails(build(tmp_path / "absent.md"), 1, "нет такого файла", "absent.md")


def test_a_file_of_an_unsupported_type(build, tmp_path):
    (tmp_path / "table.csv").write_text("a;b\n", encoding="utf-8")
    fails(build(tmp_path / "table.csv"), 1, "table.csv", ".md")


def test_bytes_that_are_no_text(build, tmp_path):
    (tmp_path / "noise.txt").write_bytes(bytes(range(256)) * 8)
    fails(build(tmp_path / "noise.txt"), 1, "noise.txt")


def test_a_folder_that_is_no_index(raglib, charter):
    for command in (("toc",), ("info",), ("search", "собрание"), ("grep", "собрание"), ("read", "1"), ("find", "1")):
        ran = raglib(command[0], charter.parent, *command[1:])
        fails(ran, 1, str(charter.parent), "не индекс")
    assert charter.exists()


def test_delete_of_a_folder_that_is_no_index(raglib, charter):
    fails(raglib("delete", charter.parent, "--yes"), 1, "не индекс")
    assert charter.exists()


def test_build_into_a_folder_of_something_else(raglib, charter):
    fails(raglib("build", charter, "--index", charter.parent, "--embeddings", "none"), 1, "не индекс")
    assert charter.exists()


def test_a_build_that_fails_leaves_the_old_index(raglib, own_index, tmp_path):
    (tmp_path / "empty.md").write_bytes(b"")
    fails(raglib("build", tmp_path / "empty.md", "--index", own_index, "--embeddings", "none"), 1, "empty.md")
    assert raglib("search", own_index, "крупные сделки", "--method", "bm25", "--json").json["hits"]


def test_a_blank_query(raglib, shared_index):
    fails(raglib("search", shared_index, "   "), 2, "запрос")


def test_a_query_of_stop_words_says_why_nothing_is_found(raglib, shared_index):
    ran = raglib("search", shared_index, "и в на", "--json")
    assert ran.code == 0
    assert ran.json["hits"] == []
    assert ran.json["reason"]


@pytest.mark.parametrize("count", ["0", "-1"])
def test_a_count_below_one(raglib, shared_index, count):
    for command in (("search", "собрание"), ("grep", "собрание"), ("find", "собрание")):
        fails(raglib(command[0], shared_index, command[1], "-k", count), 2, count)


def test_an_unknown_document(raglib, shared_index):
    for command in (("search", "собрание"), ("grep", "собрание"), ("read", "1.1")):
        fails(raglib(command[0], shared_index, command[1], "--doc", "чужой.md"), 1, "чужой.md", "charter")


def test_an_unknown_section(raglib, shared_index):
    fails(raglib("search", shared_index, "собрание", "--section", "99.9"), 1, "99.9")
    fails(raglib("read", shared_index, "99.9"), 1, "99.9")


def test_a_file_name_that_two_documents_have(raglib, tmp_path):
    for folder, word in (("a", "первый"), ("b", "второй")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "устав.md").write_text(f"1.1. Это {word} устав.\n\n1.2. Конец.\n", encoding="utf-8")
    inputs = (tmp_path / "a" / "устав.md", tmp_path / "b" / "устав.md")
    assert raglib("build", *inputs, "--index", tmp_path / "index", "--embeddings", "none").code == 0
    ran = raglib("toc", tmp_path / "index", "--doc", "устав.md")
    ids = [row["doc_id"] for row in raglib("info", tmp_path / "index", "--json").json["documents"]]
    fails(ran, 1, "устав.md") if ids[0] == "устав.md" else fails(ran, 1, *ids)


def test_a_pattern_that_does_not_compile(raglib, shared_index):
    fails(raglib("grep", shared_index, "(незакрытая"), 2, "незакрытая")


@pytest.mark.parametrize(
    "options",
    [("--chunk-size", "0"), ("--chunk-size", "100", "--chunk-overlap", "100"), ("--chunk-overlap", "-1")],
)
def test_windows_of_an_impossible_size(raglib, charter, tmp_path, options):
    fails(raglib("build", charter, "--index", tmp_path / "index", "--embeddings", "none", *options), 2, "chunk_")
    assert not (tmp_path / "index").exists()


def test_a_file_of_queries_with_a_broken_line(raglib, shared_index, tmp_path):
    path = tmp_path / "queries.jsonl"
    path.write_text('{"id": 1, "query": "директор"}\n{"id": 2}\n', encoding="utf-8")
    fails(raglib("search", shared_index, "--queries", path), 2, "queries.jsonl", "2")


def test_a_file_of_queries_that_is_not_there(raglib, shared_index, tmp_path):
    fails(raglib("search", shared_index, "--queries", tmp_path / "absent.jsonl"), 1, "absent.jsonl")


def test_neither_a_query_nor_a_file_of_queries(raglib, shared_index):
    fails(raglib("search", shared_index), 2, "--queries")


def test_gigachat_without_a_key(raglib, charter, tmp_path, monkeypatch):
    for name in ("GIGACHAT_CREDENTIALS", "GIGACHAT_ACCESS_TOKEN", "GIGACHAT_USER"):
        monkeypatch.delenv(name, raising=False)
    ran = raglib("build", charter, "--index", tmp_path / "index", "--embeddings", "gigachat")
    fails(ran, 1, "GIGACHAT_CREDENTIALS")


def test_the_same_error_in_english(raglib, tmp_path):
    fails(raglib("toc", tmp_path / "absent", "--lang", "en"), 1, "absent", "is not a raglib index")


def test_debug_shows_where_an_error_arose(raglib, tmp_path):
    ran = raglib("toc", tmp_path / "absent", "--debug")
    assert ran.code == 1
    assert "Traceback" in ran.err
    assert ran.err.splitlines()[-1].startswith("raglib: ")


def test_an_unforeseen_error_is_one_line_too(raglib, shared_index, monkeypatch):
    def broken(*arguments, **options):
        raise ZeroDivisionError("деление на ноль")

    monkeypatch.setattr("raglib_core.api.RagIndex.load", broken)
    fails(raglib("toc", shared_index), 1, "ZeroDivisionError", "деление на ноль", "--debug")


def test_a_port_that_is_none_or_is_taken(raglib):
    fails(raglib("app", "--port", "99999", "--no-browser"), 2, "99999")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        fails(raglib("app", "--port", port, "--no-browser"), 2, str(port), "другой порт")
