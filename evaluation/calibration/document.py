"""What a calibration says of itself: its data, its gates, and how often they are wrong."""

from collections.abc import Mapping, Sequence

from evaluation.calibration.fitting import Rate
from muniment.domain.relevance import Gate

_PARTS = ("absolute", "cosine", "lexical", "size", "pieces", "names", "unknown", "threshold")


def document(
    fitted: Sequence[str], checked: Sequence[str],
    measured: Sequence[tuple[Gate, Mapping[str, Rate], Mapping[str, Rate]]],
) -> str:  # fmt: skip
    """Return the page; `measured`: each gate with its rates where it was fitted and checked."""
    lines = [f"Fitted on {', '.join(fitted)}; checked on {', '.join(checked) or 'nothing'}.", ""]
    lines += [f"| gate | {' | '.join(_PARTS)} |", f"|---|{'---|' * len(_PARTS)}"]
    for gate, _, _ in measured:
        numbers = " | ".join(str(getattr(gate, part)) for part in _PARTS)
        lines.append(f"| `{gate.encoder}` | {numbers} |")
    for gate, where_fitted, where_checked in measured:
        lines += ["", f"`{gate.encoder}`: right hits lost, and what passes of the others", ""]
        lines += ["| | share, 95 % | queries |", "|---|---|---|"]
        for name, rate in where_fitted.items():
            lines.append(f"| fitted: {name} | {_shown(rate)} | {rate.of} |")
        for name, rate in where_checked.items():
            lines.append(f"| checked: {name} | {_shown(rate)} | {rate.of} |")
    return "\n".join(lines) + "\n"


def _shown(rate: Rate) -> str:
    return f"{rate.share:.1%} [{rate.low:.1%}, {rate.high:.1%}]"
