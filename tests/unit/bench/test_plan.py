"""Which call waited for which, and so how the bare function has to repeat them."""

from bench.floor.plan import Call, depth, steps


def _call(name: str, began: float, ended: float) -> Call:
    return Call("dynamodb", {"method": name}, began, ended)


def test_a_call_waits_for_those_that_had_ended_when_it_began() -> None:
    plan = steps([
        _call("after both", 3.0, 4.0), _call("first", 0.0, 1.0), _call("beside it", 0.1, 2.0),
        _call("after the first", 1.0, 1.5),
    ])  # fmt: skip

    waits = {step.what["method"]: step.after for step in plan}
    names = [step.what["method"] for step in plan]
    assert names == ["first", "beside it", "after the first", "after both"]
    assert waits == {
        "first": (), "beside it": (), "after the first": (0,), "after both": (0, 1, 2),
    }  # fmt: skip


def test_the_depth_is_the_longest_chain_of_calls() -> None:
    side_by_side = [_call(str(n), 0.0, 1.0) for n in range(5)]
    assert depth(steps(side_by_side)) == 1
    assert depth(steps([*side_by_side, _call("last", 1.0, 2.0)])) == 2
    assert depth([]) == 0
