"""raglib build, add, remove, info, delete."""

import io


def test_build_prints_a_row_for_each_file(raglib, charter, tmp_path):
    ran = raglib("build", charter, "--index", tmp_path / "index", "--embeddings", "none", "--json")
    assert ran.code == 0
    (row,) = ran.json["files"]
    assert (row["name"], row["status"], row["doc_id"]) == ("charter.md", "built", "charter")
    assert row["clauses"] > 15
    assert row["sections"] >= 5


def test_build_shows_progress_on_stderr_and_results_on_stdout(raglib, charter, tmp_path):
    ran = raglib("build", charter, "--index", tmp_path / "index", "--embeddings", "none")
    assert "Распознавание" in ran.err
    assert "Распознавание" not in ran.out
    assert ran.out.startswith("charter.md: построен [charter]")


def test_build_over_an_index_replaces_it(raglib, own_index, tmp_path):
    other = tmp_path / "other.md"
    other.write_text("# Положение\n\n1.1. Первый пункт.\n\n1.2. Второй пункт.\n", encoding="utf-8")
    assert raglib("build", other, "--index", own_index, "--embeddings", "none").code == 0
    assert [document["doc_id"] for document in raglib("info", own_index, "--json").json["documents"]] == ["other"]


def test_the_options_of_build_are_kept_in_the_manifest(raglib, charter, tmp_path):
    folder = tmp_path / "index"
    options = ("--chunk-size", 400, "--chunk-overlap", 40, "--normalizer", "none", "--context", "path")
    raglib("build", charter, "--index", folder, "--embeddings", "none", *options, "--no-ocr-repair")
    kept = str(raglib("info", folder, "--json").json["manifest"])
    for value in ("400", "40", "'none'", "'path'", "False"):
        assert value in kept


def test_one_bad_file_fails_alone(raglib, charter, tmp_path):
    bad = tmp_path / "picture.md"
    bad.write_bytes(bytes(range(256)) * 4)
    ran = raglib("build", charter, bad, "--index", tmp_path / "index", "--embeddings", "none", "--json")
    assert ran.code == 1
    assert [row["status"] for row in ran.json["files"]] == ["built", "failed"]
    assert "picture.md" in ran.json["files"][1]["reason"]
    assert [line for line in ran.err.splitlines() if line.startswith("raglib: ") and "picture.md" in line]
    assert raglib("search", tmp_path / "index", "крупные сделки", "--json").json["hits"]


def test_add_puts_a_document_beside_the_others(raglib, own_index, tmp_path):
    more = tmp_path / "more.txt"
    more.write_text(
        "Положение о складе\n\n1.1. Склад работает круглосуточно.\n\n1.2. Ключ у сторожа.\n", encoding="utf-8"
    )
    assert raglib("add", own_index, more).code == 0
    assert [row["doc_id"] for row in raglib("info", own_index, "--json").json["documents"]] == ["charter", "more"]
    hit = raglib("search", own_index, "ключ сторожа", "--json").json["hits"][0]
    assert (hit["doc_name"], hit["clause_number"]) == ("more.txt", "1.2")


def test_the_same_content_again_is_already_there(raglib, own_index, charter):
    ran = raglib("add", own_index, charter, "--json")
    assert ran.code == 0
    assert [(row["status"], row["doc_id"]) for row in ran.json["files"]] == [("duplicate", "charter")]


def test_remove_takes_a_document_out_by_its_file_name(raglib, own_index, tmp_path):
    more = tmp_path / "more.txt"
    more.write_text("1.1. Склад работает круглосуточно.\n\n1.2. Ключ у сторожа.\n", encoding="utf-8")
    raglib("add", own_index, more)
    assert raglib("remove", own_index, "charter.md").code == 0
    assert [row["doc_id"] for row in raglib("info", own_index, "--json").json["documents"]] == ["more"]


def test_info_speaks_of_documents_and_settings(raglib, shared_index):
    ran = raglib("info", shared_index)
    assert "В индексе 2 документа" in ran.out
    assert "charter.md [charter]" in ran.out


def test_delete_asks_first(raglib, own_index, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("нет\n"))
    ran = raglib("delete", own_index)
    assert ran.code == 1
    assert "Удалить индекс" in ran.err
    assert own_index.exists()
    monkeypatch.setattr("sys.stdin", io.StringIO("да\n"))
    assert raglib("delete", own_index).code == 0
    assert raglib("info", own_index).code == 1


def test_delete_does_not_ask_with_yes(raglib, own_index):
    assert raglib("delete", own_index, "--yes", "--json").json["deleted"] is True
    assert raglib("delete", own_index, "--yes", "--json").json["deleted"] is False


# ---------------------------------------------------------------- check-index


def damaged(index, part):
    path = next((index / "generations").iterdir()) / part
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))


def test_sound_index_is_told_with_its_counts(raglib, own_index):
    ran = raglib("check-index", own_index)
    assert ran.code == 0
    assert ran.out.startswith(f"Индекс {own_index} цел: документов 1")
    told = raglib("check-index", own_index, "--json").json
    assert (told["sound"], told["problems"], told["generation"]) == (True, [], 1)
    assert told["counts"]["documents"] == 1


def test_damage_is_named_and_mended(raglib, own_index):
    damaged(own_index, "lexical.tf.npy")
    ran = raglib("check-index", own_index)
    assert (ran.code, ran.err) == (1, "")
    assert "lexical.tf.npy" in ran.out
    assert "--repair" in ran.out
    assert raglib("search", own_index, "сделка").code == 1
    mended = raglib("check-index", own_index, "--repair", "--json")
    assert (mended.code, mended.json["repaired"]) == (0, True)
    assert mended.json["problems"][0]["part"] == "lexical.tf.npy"
    assert raglib("check-index", own_index).code == 0
    assert raglib("search", own_index, "сделка").code == 0


def test_lost_text_cannot_be_mended_and_names_the_document(raglib, own_index):
    damaged(own_index, "texts.bin")
    ran = raglib("check-index", own_index, "--repair", "--lang", "en")
    assert ran.code == 1
    assert "charter (charter.md)" in ran.out
    assert "build it anew from the source files" in ran.out


def test_files_of_others_are_named(raglib, own_index):
    (own_index / "notes.txt").write_text("мои заметки", encoding="utf-8")
    ran = raglib("check-index", own_index)
    assert (ran.code, "notes.txt" in ran.err) == (0, True)


def test_check_of_what_is_no_index(raglib, tmp_path):
    ran = raglib("check-index", tmp_path, "--lang", "en")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert "is not a raglib index" in ran.err
