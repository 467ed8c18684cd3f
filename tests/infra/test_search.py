"""The search domain and the making of its index."""

from pathlib import Path

import pytest

from tests.infra.synthesis import Template, render, synthesise


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
    (statement,) = domain.properties["AccessPolicies"]["Statement"]
    admitted = {
        principal["Fn::GetAtt"][0].removeprefix("Functions").removeprefix("Search")[:5]
        for principal in statement["Principal"]["AWS"]
    }
    assert admitted == {"ReadR", "Index", "Conso", "Delet", "Setup"}
    assert all(action.startswith("es:ESHttp") for action in statement["Action"])
    name = domain.properties["DomainName"]
    assert render(statement["Resource"]).endswith(f":domain/{name}/*")


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
