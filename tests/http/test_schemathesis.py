"""Requests made from the description, right and wrong ones: no server error, every answer as described."""

import importlib.util
import subprocess
import sys

import pytest

pytest.importorskip("fastapi")

from tests.http.test_process import served
from tests.mcp.conftest import environment

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


#: documents that are there, so that requests also get past the door; strange names are tried by /libraries/{library}
KNOWN = """
[[operations]]
include-path-regex = "/documents/"
parameters = { "path.library" = "charters", "path.doc" = "charter.md" }

[[operations]]
include-path-regex = "/(search|grep|ask|verify|toc|sections)$"
parameters = { "path.library" = "charters" }
"""


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_no_request_breaks_the_server(libraries, tmp_path):
    if importlib.util.find_spec("schemathesis") is None:
        pytest.skip("needs schemathesis")
    (tmp_path / "schemathesis.toml").write_text(KNOWN, encoding="utf-8")
    with served(libraries.index("charters").root) as address:
        command = [sys.executable, "-m", "schemathesis.cli", "run", f"{address}/openapi.json", "--checks", CHECKS]
        command += ["--max-examples", "100", "--no-color", "--seed", "20251130"]
        ran = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-8000:] + ran.stderr[-2000:]
