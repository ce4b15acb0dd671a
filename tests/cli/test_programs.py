"""raglib mcp and raglib serve: what they refuse before they serve."""

import importlib

import pytest


@pytest.mark.parametrize(("command", "package"), [("mcp", "mcp"), ("serve", "fastapi")])
def test_a_missing_package_names_its_extra(raglib, shared_index, monkeypatch, command, package):
    real = importlib.import_module

    def import_module(name, *arguments):
        if name.startswith(("raglib_core.mcp_server", "raglib_core.http_api")):
            raise ModuleNotFoundError(f"No module named '{package}'", name=package)
        return real(name, *arguments)

    monkeypatch.setattr("raglib_core.cli.programs.importlib.import_module", import_module)
    ran = raglib(command, shared_index)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "pip install 'raglib-core[" in ran.err


@pytest.mark.parametrize("options", [["--host", "0.0.0.0"], ["--port", "99999"], ["--token-file", "net"]])
def test_a_door_that_cannot_be_opened_is_one_line(raglib, shared_index, monkeypatch, options):
    pytest.importorskip("fastapi")
    monkeypatch.delenv("RAGLIB_TOKEN", raising=False)
    ran = raglib("serve", shared_index, *options)
    assert ran.code in (1, 2)
    assert (ran.out, ran.err.count("\n")) == ("", 1)
