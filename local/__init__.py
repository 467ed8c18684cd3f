"""Runs Muniment's own CDK stack on this machine: tools, model, emulator, issuer, deployment."""
