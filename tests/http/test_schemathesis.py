"""Requests made from the description, right and wrong ones: no server error, every answer as described."""

import pytest

schemathesis = pytest.importorskip("schemathesis")
hypothesis = pytest.importorskip("hypothesis")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture
def api(libraries):
    room = pytest.importorskip("raglib_core.http_api")
    return schemathesis.openapi.from_asgi("/openapi.json", room.create_application(libraries))


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@hypothesis.settings(max_examples=150, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
def test_no_request_breaks_the_server(case):
    case.call_and_validate()
