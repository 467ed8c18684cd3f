"""Lets plain HTTP on the loopback pass policies that demand TLS.

The stack's queues and the bootstrap bucket deny `aws:SecureTransport = false`, and rightly so. Here
nothing leaves the machine, and the emulator over TLS could not fetch the issuer's keys over HTTP.
"""

import ministack.core.iam_evaluator as evaluator


def install() -> None:
    """Report every request as one that came over TLS."""
    built_in = evaluator.pin_request_origin

    def pin(source_ip: str, secure_transport: bool) -> None:  # noqa: ARG001, FBT001
        built_in(source_ip, True)  # noqa: FBT003

    evaluator.pin_request_origin = pin
