"""The search domain and the making of its index."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from opensearchpy import Transport

from infra.functions import SEARCHING
from muniment.adapters.opensearch_index import OpenSearchIndex
from muniment.app.ports import UnavailableError
from muniment.domain.scope import Scope
from tests.infra.synthesis import Json, Statement, Template, parse, synthesise


@pytest.fixture(params=["prod", "dev"])
def on_aws(request: pytest.FixtureRequest) -> Template:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Template)
    return found


def test_the_domain_is_encrypted_everywhere(on_aws: Template) -> None:
    (domain,) = on_aws.all("AWS::OpenSearchService::Domain")
    properties = domain.properties
    assert properties["EngineVersion"] == "OpenSearch_2.19"
    assert properties["EncryptionAtRestOptions"]["Enabled"] is True
    assert properties["NodeToNodeEncryptionOptions"]["Enabled"] is True
    assert properties["DomainEndpointOptions"] == {
        "EnforceHTTPS": True,
        "TLSSecurityPolicy": "Policy-Min-TLS-1-2-PFS-2023-10",
    }


def test_the_domain_admits_the_roles_that_search_and_no_one_else(on_aws: Template) -> None:
    (domain,) = on_aws.all("AWS::OpenSearchService::Domain")
    roles = {f.properties["Role"]["Fn::GetAtt"][0] for f in on_aws.functions().values()}
    statements = domain.properties["AccessPolicies"]["Statement"]
    admitted = {each["Fn::GetAtt"][0] for s in statements for each in principals(s)}
    assert admitted < roles
    assert len(admitted) == 1 + len(SEARCHING)


def test_the_domain_allows_a_role_no_more_than_the_role_itself(on_aws: Template) -> None:
    """In one account either policy is enough: a wide one here would undo the narrow ones."""
    for function in on_aws.functions():
        of_domain = {s.pair for s in domain_statements(on_aws, function)}
        of_role = {s.pair for s in on_aws.statements(function) if s.actions[0].startswith("es:")}
        assert of_domain == of_role


def test_production_survives_the_loss_of_a_zone(prod: Template) -> None:
    (domain,) = prod.all("AWS::OpenSearchService::Domain")
    cluster = domain.properties["ClusterConfig"]
    assert cluster["ZoneAwarenessConfig"]["AvailabilityZoneCount"] == cluster["InstanceCount"] == 3
    assert cluster["DedicatedMasterCount"] == 3


def test_the_index_is_made_after_its_maker_may_make_it(template: Template) -> None:
    (made,) = template.all("Custom::MunimentIndex")
    maker = made.properties["ServiceToken"]["Fn::GetAtt"][0]
    assert template.function_named(maker) == "index_setup"
    policies = {
        policy.name
        for policy in template.all("AWS::IAM::Policy")
        if policy.name.startswith("SearchSetupRole")
    }
    assert policies
    assert policies <= set(made.entry["DependsOn"])


def test_each_release_brings_the_index_up_to_date(prod: Template) -> None:
    (made,) = prod.all("Custom::MunimentIndex")
    assert made.properties["Release"] == "0" * 32  # the digest of the core layer
    assert made.properties["Alias"] == prod.environment("read")["MUNIMENT_INDEX_ALIAS"]


def test_a_file_for_an_index_needs_no_domain(local: Template) -> None:
    assert local.all("AWS::OpenSearchService::Domain") == []


def test_the_emulators_domain_is_answered_by_a_real_engine_elsewhere(tmp_path: Path) -> None:
    url = "http://127.0.0.1:9200"
    template = synthesise(tmp_path, stage="local", index="opensearch", index_url=url)
    assert len(template.all("AWS::OpenSearchService::Domain")) == 1
    assert template.environment("index")["MUNIMENT_INDEX_URL"] == url


@dataclass
class Requests:
    """Stands in for the engine: takes requests, answers just enough, remembers all of them."""

    seen: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, method: str, path: str, *_: object, **__: object) -> object:
        self.seen.append((method, path))
        if "/_alias/" in path:
            return method == "GET" and {"muniment-v7": {"aliases": {"muniment-write-7": {}}}}
        if path.endswith("/_bulk"):
            # The first write comes late: its target is gone, and the engine made an index instead.
            late = not any(path.endswith("/_bulk") for _, path in self.seen[:-1])
            found = "muniment-write-7" if late else "muniment-v7"
            return {"items": [{"delete": {"status": 200, "_index": found}}]}
        shards = {"failed": 0}
        return {"responses": [], "count": 0, "_shards": shards, "failures": [], "timed_out": False}


def requests_of(use: Callable[[OpenSearchIndex], object]) -> list[tuple[str, str]]:
    """What a use of the index sends to the engine."""
    index = OpenSearchIndex("http://nowhere.example", "muniment")
    requests = Requests()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Transport, "perform_request", lambda _, *a, **k: requests(*a, **k))
        # What the stand-in's answers are worth is not the question, but what was asked.
        with suppress(UnavailableError, KeyError, IndexError, ValueError):
            use(index)
    return requests.seen


SCOPE = Scope("acme", "a" * 26)
USES: dict[str, Callable[[OpenSearchIndex], object]] = {
    "remove": lambda index: index.remove(SCOPE, {"e_1": 2}),
    "purge": lambda index: index.purge(SCOPE, 2),
    "count": lambda index: index.count(SCOPE),
    "holds": lambda index: index.holds(SCOPE, "e_1"),
    "ensure": lambda index: index.ensure(),
}
USED_BY = {
    "index": {"remove"},
    "consolidate": {"remove"},
    "delete": {"remove", "purge", "count", "holds"},
    "index_setup": {"ensure"},
}


def domain_statements(template: Template, function: str) -> list[Statement]:
    """What the domain's own policy allows the role of a function."""
    (domain,) = template.all("AWS::OpenSearchService::Domain")
    role = template.functions()[function].properties["Role"]
    return [
        parse(each)
        for each in domain.properties["AccessPolicies"]["Statement"]
        if role in principals(each)
    ]


def principals(statement: Json) -> list[Json]:
    found = statement["Principal"]["AWS"]
    return found if isinstance(found, list) else [found]


def allowed(template: Template, function: str, method: str, path: str) -> bool:
    action = f"es:ESHttp{method.capitalize()}"
    return any(
        action in statement.actions and fnmatchcase(f"domain/muniment-prod{path}", pattern)
        for statement in (*template.statements(function), *domain_statements(template, function))
        for pattern in (each.rpartition(":")[2] for each in statement.resources)
    )


@pytest.mark.parametrize(("function", "uses"), USED_BY.items())
def test_a_role_allows_what_its_use_of_the_index_sends(
    prod: Template, function: str, uses: set[str]
) -> None:
    for use in uses:
        sent = requests_of(USES[use])
        assert sent
        refused = [each for each in sent if not allowed(prod, function, *each)]
        assert refused == [], use


def test_a_role_refuses_what_others_do_with_the_index(prod: Template) -> None:
    purge = ("POST", "/muniment-write-*/_delete_by_query")
    assert purge in requests_of(USES["purge"])
    assert ("DELETE", "/muniment-write-7") in requests_of(USES["remove"])
    assert [name for name in USED_BY if allowed(prod, name, *purge)] == ["delete"]
    assert allowed(prod, "read", "POST", "/_msearch")
    assert not allowed(prod, "read", "POST", "/muniment-write-7/_bulk")
    assert not allowed(prod, "index", "DELETE", "/muniment-v7")
    assert not allowed(prod, "index_setup", "DELETE", "/muniment-v7")
