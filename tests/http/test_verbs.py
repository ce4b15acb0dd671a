"""Every verb over HTTP gives what the library gives; what is wrong is told with a status, a code and a sentence."""

import pytest

pytest.importorskip("fastapi")

QUOTE = "Уведомление о собрании направляется участникам за 30 дней заказным письмом."
CHARTER = "/libraries/charters/documents/charter.md"


def ok(response):
    assert response.status_code == 200, response.text
    return response.json()


def test_libraries_and_documents(client):
    assert [row["library"] for row in ok(client.get("/libraries"))] == ["charters", "rag"]
    documents = ok(client.get("/libraries/charters/documents"))
    assert [row["name"] for row in documents] == ["charter.md", "law.txt", "regulation.md"]
    assert all(row["clauses"] > 5 for row in documents)


@pytest.mark.parametrize("method", ["auto", "bm25", "rank_bm25"])
def test_search_gives_whole_clauses_whose_offsets_hold(client, method):
    asked = {"query": "крупные сделки", "method": method, "top_k": 3, "doc": ["charter.md", "law"]}
    found = ok(client.get("/libraries/charters/search", params=asked))
    assert found["hits"][0]["clause_number"] == "13.1"
    text = ok(client.get(f"{CHARTER}/text"))["text"]
    for hit in found["hits"]:
        assert hit["doc_id"] != "charter" or text[hit["start"] : hit["stop"]] == hit["text"]
    assert (found["degraded"], bool(found["reason"])) == ((True, True) if method == "auto" else (False, False))


def test_reading(client):
    assert ok(client.get(f"{CHARTER}/read", params={"section": "Статья 13"}))["text"].startswith("## Статья 13")
    clause = ok(client.get(f"{CHARTER}/clause", params={"locator": "п. 12.1.3"}))
    assert (clause["locator"], clause["text"]) == ("12.1.3", f"12.1.3. {QUOTE}")
    part = ok(client.get(f"{CHARTER}/clause", params={"locator": "прил.1/1.2"}))
    assert part["text"] == "1.2. Уведомление подписывает директор."
    lines = ok(client.get("/libraries/charters/toc", params={"doc": "charter"}))
    assert "КРУПНЫЕ СДЕЛКИ" in next(line for line in lines if line["key"] == "13")["title"]
    refs = ok(client.get("/libraries/charters/sections", params={"query": "крупные сделки"}))
    assert refs[0]["key"] == "13"


def test_grep_check_verify_ask(client):
    found = ok(client.get("/libraries/charters/grep", params={"pattern": r"\d+ процент", "section": "13"}))
    assert [hit["locator"] for hit in found["hits"]] == ["13.1", "13.2"]
    checked = ok(client.get(f"{CHARTER}/check"))
    assert checked["name"] == "charter.md"
    assert checked["completeness"]["characters"] > 0.99
    asked = {"quote": QUOTE.replace("30", "3"), "doc": "charter.md", "locator": "12.1.3"}
    verified = ok(client.post("/libraries/charters/verify", json=asked))
    assert verified["verdict"] == "differs"
    assert [(one["quoted"], one["source"]) for one in verified["differences"]] == [("3", "30")]
    answer = ok(client.post("/libraries/rag/ask", json={"question": "что такое RRF?", "top_k": 2}))
    assert answer["hits"][0]["doc_name"] == "reciprocal-rank-fusion.md"
    assert answer["mode"] == "hybrid"


def test_messages_are_in_the_language_asked_for(client):
    asked = {"quote": QUOTE}
    russian = ok(client.post("/libraries/charters/verify", json=asked))
    english = ok(client.post("/libraries/charters/verify", json=asked, headers={"Accept-Language": "en-GB,en"}))
    assert (russian["message"], english["message"]) == ("дословно", "verbatim")


@pytest.mark.parametrize(
    ("path", "params", "status"),
    [
        ("/libraries/net/search", {"query": "доля"}, 404),
        ("/libraries/charters/documents/net.md/text", {}, 404),
        (f"{CHARTER}/clause", {"locator": "99.99"}, 404),
        (f"{CHARTER}/read", {"section": "99.99"}, 404),
        ("/libraries/charters/search", {}, 422),
        ("/libraries/charters/search", {"query": "   "}, 422),
        ("/libraries/charters/search", {"query": "доля", "top_k": -1}, 422),
        ("/libraries/charters/search", {"query": "доля", "top_k": 1000}, 422),
        ("/libraries/charters/search", {"query": "доля", "top_k": "пять"}, 422),
        ("/libraries/charters/search", {"query": "доля", "method": "magic"}, 422),
        ("/libraries/charters/search", {"query": "доля", "method": "vector"}, 409),
        ("/libraries/charters/search", {"query": "a" * 10_001}, 422),
        ("/libraries/charters/grep", {"pattern": "("}, 422),
        ("/net", {}, 404),
    ],
)
def test_what_is_wrong_is_told(client, path, params, status):
    answer = client.get(path, params=params)
    assert answer.status_code == status, answer.text
    assert answer.json().keys() == {"error", "message"}
    assert answer.json()["message"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"quote": 5}', b'{"quote": " "}', b'{"quote": "\\ud800"}', b'{"quote": "x", "more": 1}'],
)
def test_a_bad_body_is_told(client, body):
    answer = client.post("/libraries/charters/verify", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["message"]


def test_a_body_that_is_no_text_is_told(client):
    headers = {"Content-Type": "application/json"}
    answer = client.post("/libraries/charters/verify", content=b"+U\xff!\x1f", headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "HTTP")


def test_a_wrong_way_of_asking_is_told(client):
    answer = client.post("/libraries")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")


def test_the_description_names_every_path_and_every_answer(client):
    description = ok(client.get("/openapi.json"))
    assert description["openapi"].startswith("3.")
    assert len(description["paths"]) == 12
    for path in description["paths"].values():
        for verb in path.values():
            assert verb["summary"]
            assert {"200", "404", "422", "503"} <= verb["responses"].keys()
    assert "docs" not in client.get("/docs").text


def test_the_door_of_the_api(libraries):
    room = pytest.importorskip("raglib_core.http_api")
    testing = pytest.importorskip("fastapi.testclient")
    client = testing.TestClient(room.guarded(libraries, host="127.0.0.1", token="secret"), base_url="http://127.0.0.1")
    assert client.get("/libraries").status_code == 401
    held = {"Authorization": "Bearer secret"}
    assert client.get("/libraries", headers=held).status_code == 200
    assert client.get("/libraries", headers=held | {"Origin": "https://evil.example"}).status_code == 403
    assert client.get("/libraries", headers=held | {"Host": "evil.example"}).status_code == 421
    description = client.get("/openapi.json", headers=held).json()
    assert description["components"]["securitySchemes"]


def test_the_api_may_be_mounted(libraries):
    room = pytest.importorskip("raglib_core.http_api")
    testing = pytest.importorskip("fastapi.testclient")
    applications = pytest.importorskip("starlette.applications")
    routing = pytest.importorskip("starlette.routing")
    outer = applications.Starlette(routes=[routing.Mount("/api", room.create_application(libraries))])
    assert len(testing.TestClient(outer).get("/api/libraries").json()) == 2
