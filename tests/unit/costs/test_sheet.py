"""The arithmetic of the sheet, and what it says of the target."""

import math
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from costs.lines import GB, SECONDS_A_MONTH, Case, Line
from costs.lines_standing import ALARMS, NODES
from costs.sheet import TARGET, Sheet
from costs.usage import ALWAYS, DAYS_A_MONTH, Usage
from costs.workload import Assumptions, Workload
from infra.config import STAGES

COUNTS = st.floats(0, 1e9)
WORKLOADS = st.builds(
    Workload, events=COUNTS, records=COUNTS, recalls=COUNTS, turns_per_event=st.floats(1, 5),
    months=st.floats(1, 36), uploads=COUNTS, upload_megabytes=st.floats(0, 4),
    tenants=st.floats(1, 500), turns_a_day=st.floats(1, 50),
)  # fmt: skip
FACTORS = st.floats(0.01, 100)
QUICK = settings(max_examples=60)


def with_work(case: Case, work: Workload) -> Sheet:
    return Sheet(replace(case, workload=work))


def named(sheet: Sheet, service: str, what: str) -> Line:
    (line,) = [each for each in sheet.lines if (each.service, each.what) == (service, what)]
    return line


@QUICK
@given(WORKLOADS, FACTORS)
def test_what_is_used_is_linear_in_the_work(case: Case, work: Workload, factor: float) -> None:
    one, many = with_work(case, work), with_work(case, work).times(factor)
    for small, large in zip(one.lines, many.lines, strict=True):
        expected = small.usd if small.fixed else factor * small.usd
        assert large.usd == pytest.approx(expected, rel=1e-6), small.what
    assert many.reference == pytest.approx(factor * one.reference, rel=1e-6)


@QUICK
@given(WORKLOADS)
def test_the_total_is_the_sum_and_nothing_is_paid_twice(case: Case, work: Workload) -> None:
    sheet = with_work(case, work)
    assert sheet.total == pytest.approx(sum(line.usd for line in sheet.lines))
    assert all(line.usd >= 0 for line in sheet.lines)
    names = [(line.service, line.what) for line in sheet.lines]
    assert len(names) == len(set(names))


@QUICK
@given(WORKLOADS, st.sampled_from([f.name for f in fields(Workload)]), st.floats(1, 3))
def test_more_of_anything_never_costs_less(
    case: Case, work: Workload, what: str, factor: float
) -> None:
    less = with_work(case, work)
    more = with_work(case, replace(work, **{what: factor * getattr(work, what)}))
    if what == "turns_a_day":  # the same turns on fewer days
        less, more = more, less
    assert more.total >= less.total * (1 - 1e-9)


@pytest.mark.parametrize("assumed", [f.name for f in fields(Assumptions)])
def test_a_more_cautious_assumption_costs_more(case: Case, assumed: str) -> None:
    asked = replace(case, model="nova_lite")
    times = replace(asked.assumptions, **{assumed: 2 * getattr(asked.assumptions, assumed)})
    assert Sheet(replace(asked, assumptions=times)).total > Sheet(asked).total


def test_every_line_has_its_page_and_its_assumption(prod: Sheet) -> None:
    lines = (*prod.asking("nova_micro").lines, *prod.theirs)
    assert len(lines) > 30
    for line in lines:
        assert line.price.page.startswith("https://"), line.what
        assert line.assumption, line.what


def test_every_service_of_the_stack_is_there(prod: Sheet) -> None:
    assert {line.service for line in prod.asking("nova_micro").lines} == {
        "API Gateway", "Bedrock", "CloudWatch", "Data transfer", "DynamoDB", "EventBridge", "KMS",
        "Lambda", "OpenSearch", "S3", "SQS",
    }  # fmt: skip


def test_a_year_at_rest_costs_what_stands(prod: Sheet) -> None:
    idle = prod.times(0)
    assert idle.used == 0
    assert idle.total == pytest.approx(prod.standing)
    assert prod.standing > 600, "the domain alone"


def test_agentcore_by_hand(prod: Sheet) -> None:
    """1 M events at .25, 200 k records at .75 and 600 k retrievals at .50 a thousand."""
    assert prod.reference == pytest.approx(250 + 150 + 300)
    assert prod.reference_with_own_model == pytest.approx(250 + 50 + 300)
    yearly = Sheet(replace(prod.case, workload=Workload(months=12)))
    assert yearly.reference == pytest.approx(250 + 12 * 150 + 300)


def test_some_lines_by_hand(prod: Sheet, case: Case) -> None:
    used = case.usage.used
    assert named(prod, "API Gateway", "HTTP API requests").usd == pytest.approx(1.6)
    nodes = named(prod, "OpenSearch", "3 x r7g.large.search")
    assert nodes.usd == pytest.approx(3 * 730 * 0.178)
    writes = (
        used["request"].write_units + used["event"].write_units + used["extract_turn"].write_units
        + used["index_turn"].write_units + 0.2 * used["extract_fact"].write_units
        + 0.2 * used["index_fact"].write_units + 0.6 * used["recall"].write_units
        + 0.1 * used["owner_night"].write_units + used["request_swept"].write_units
    )  # fmt: skip
    assert named(prod, "DynamoDB", "writes").quantity == pytest.approx(writes * 1e6)
    empty = named(prod, "SQS", "empty receives")
    assert empty.quantity == pytest.approx(4 * 5 * SECONDS_A_MONTH / 20)
    assert named(prod, "CloudWatch", "alarms").quantity == ALARMS


def test_a_function_with_less_memory_computes_longer_for_the_same_price(case: Case) -> None:
    no_waiting = replace(case.assumptions, dynamodb_ms=0, index_ms=0, other_ms=0, cold_share=0)
    quiet = replace(case, assumptions=no_waiting)
    ran = quiet.ran["read"]
    assert quiet.stage.functions["read"].memory > quiet.stage.functions["index"].memory
    assert quiet.gb_seconds("index", ran) == pytest.approx(quiet.gb_seconds("read", ran))
    assert case.gb_seconds("index", ran) < case.gb_seconds("read", ran), "waiting costs memory"


def test_bytes_are_kept_as_long_as_they_live(case: Case) -> None:
    lives = {"30": 100.0, "90": 10.0, ALWAYS: 1.0}
    usage = case.usage.model_copy(update={"stored": {"turn": lives}})
    a_month = 30 / DAYS_A_MONTH
    assert usage.bytes_kept("turn", 0.5) == pytest.approx(0.5 * 111)
    assert usage.bytes_kept("turn", 2) == pytest.approx(100 * a_month + 20 + 2)
    assert usage.bytes_kept("turn", 12) == pytest.approx(100 * a_month + 30 * a_month + 12)


def test_the_index_needs_room_for_its_replica(prod: Sheet, dev: Sheet) -> None:
    assert prod.index_gib == pytest.approx(2 * dev.index_gib)
    assert dev.fits
    assert not dev.times(10).fits
    assert prod.times(10).fits


def test_the_multiple_from_which_the_target_is_met(prod: Sheet, dev: Sheet) -> None:
    for sheet in (prod, dev):
        factor = sheet.met_from
        assert sheet.times(factor).ratio == pytest.approx(TARGET)
        assert sheet.times(1.01 * factor).ratio < TARGET < sheet.times(0.99 * factor).ratio
    dear = replace(prod.case.assumptions, cpu_factor=1000)
    assert math.isinf(Sheet(replace(prod.case, assumptions=dear)).met_from)


def test_the_multiple_up_to_which_there_is_room(prod: Sheet, dev: Sheet) -> None:
    for sheet in (prod, dev):
        assert sheet.times(0.99 * sheet.met_to).fits
        assert not sheet.times(1.01 * sheet.met_to).fits
    assert math.isinf(prod.times(0).met_to)


def test_what_we_say_of_the_target(prod: Sheet, dev: Sheet) -> None:
    """The claims of docs/costs.md: a change of price or code that breaks one is seen here."""
    assert prod.ratio_of_use <= TARGET / 2, "what is used is cheap"
    assert prod.ratio > TARGET, "three nodes and three masters are not, at this size"
    assert prod.times(10).is_met
    assert dev.is_met
    assert dev.times(0.1).ratio > TARGET
    assert dev.times(10).ratio <= TARGET
    assert not dev.times(10).is_met, "it has no room"


def test_a_model_costs_more_and_is_off_by_default(prod: Sheet) -> None:
    assert prod.case.model is None
    micro, lite = (prod.asking(model) for model in ("nova_micro", "nova_lite"))
    assert prod.total < micro.total < lite.total
    asked = named(lite, "Bedrock", "nova_lite, written")
    assert asked.quantity == pytest.approx(1e6 * prod.case.usage.model.share * 150)


def test_every_node_that_a_stage_names_has_a_price(case: Case) -> None:
    for stage in STAGES.values():
        assert NODES[stage.domain.data_type] in case.prices.prices
        if stage.domain.master_type:
            assert NODES[stage.domain.master_type] in case.prices.prices


def test_usage_is_added_field_by_field() -> None:
    usage = Usage.read()
    one, other = usage.used["extract_turn"], usage.used["extract_fact"]
    both = one.plus(other, 3)
    assert both.write_units == pytest.approx(one.write_units + 3 * other.write_units)
    assert both.cpu_ms == pytest.approx(one.cpu_ms + 3 * other.cpu_ms)
    assert GB == 10**9, "DynamoDB and the logs count decimal gigabytes"
