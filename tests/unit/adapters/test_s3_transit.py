"""Keys are addresses that only uploads have; forms are signed for one place."""

from datetime import timedelta

import boto3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muniment.adapters.s3_transit import CONFIG, S3Transit, job_of, key_of
from muniment.app.ports import UnavailableError
from muniment.app.transit import UploadJob
from muniment.domain.scope import Scope
from tests.support.faults import Faults, error
from tests.support.resources import CREDENTIALS

OWNER = "a" * 26
JOB = UploadJob(Scope("acme", OWNER), 3, f"o_{OWNER}_{'b' * 26}")


@pytest.fixture
def transit(monkeypatch: pytest.MonkeyPatch, socket_disabled: None) -> S3Transit:
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    return S3Transit(boto3.client("s3", config=CONFIG), "uploads")


def test_a_key_says_where_and_only_where() -> None:
    assert key_of(JOB) == f"acme/{OWNER}/3/{JOB.operation}"
    assert job_of(key_of(JOB)) == JOB


@pytest.mark.parametrize(
    "key",
    [
        "", "acme", f"acme/{OWNER}/3", f"acme/{OWNER}/3/{JOB.operation}/x", f"/{OWNER}/3/o_x",
        f"*/{OWNER}/3/o_x", "acme/*/3/o_x", f"acme/{OWNER}/03/o_x", f"acme/{OWNER}/-1/o_x",
        f"acme/{OWNER}/٣/o_x", f"acme/{OWNER}/3/e_x", "acme/tenants/3/o_x",
    ],
)  # fmt: skip
def test_no_other_key_is_an_address(key: str) -> None:
    assert job_of(key) is None


@given(st.text(alphabet="acme/3o_x*#. ", max_size=40))
def test_what_is_an_address_is_the_address_of_what_it_says(key: str) -> None:
    job = job_of(key)
    assert job is None or key_of(job) == key


def test_a_form_is_sent_to_the_bucket_of_the_region_and_asks_nobody(transit: S3Transit) -> None:
    form = transit.form(JOB, "text/plain", 10, timedelta(minutes=15))
    assert form.url == "https://uploads.s3.eu-west-1.amazonaws.com/"
    assert form.fields["key"] == key_of(JOB)
    assert form.fields["x-amz-algorithm"] == "AWS4-HMAC-SHA256"


@pytest.mark.law(8)
def test_only_an_object_that_is_not_there_is_none(transit: S3Transit) -> None:
    faults = Faults(transit.client)
    faults.at(1, error("NoSuchKey", status=404))
    assert transit.fetch(JOB, 10) is None
    for code in ("AccessDenied", "SlowDown", "NoSuchBucket"):
        faults.at(1, error(code, status=403))
        with pytest.raises(UnavailableError):
            transit.fetch(JOB, 10)
        faults.at(1, error(code, status=403))
        with pytest.raises(UnavailableError):
            transit.discard(JOB)
        faults.at(1, error(code, status=403))
        with pytest.raises(UnavailableError):
            transit.count(JOB.scope, 3)
