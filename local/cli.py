"""The verbs of the Makefile: `python -m local VERB`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from local import deployment, invocation_logging, suite, tools
from local import model as sentence_model
from local import redrive as dead_letters
from local import swagger as document_page
from local.errors import SetupError
from local.paths import BUILD
from local.ports import free_port
from local.progress import Progress
from local.reindex import rebuild
from local.stack import NOT_RUNNING, Description, Engine, Stack

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
_progress = Progress()

StackName = Annotated[str, typer.Option("--stack", help="Which stack of this machine.")]


@contextmanager
def _explained() -> Iterator[None]:
    """Show an expected failure as one message instead of a traceback."""
    try:
        yield
    except SetupError as failure:
        _progress.console.print(f"[red]stopped:[/red] {failure}", soft_wrap=True)
        raise typer.Exit(1) from failure
    except KeyboardInterrupt as interrupt:
        _progress.console.print(
            "[yellow]interrupted:[/yellow] what had started keeps running; `make up` goes on from "
            "here, `make down` stops it"
        )
        raise typer.Exit(130) from interrupt


@app.callback()
def _program() -> None:
    """Run Muniment's own stack on this machine."""


@app.command()
def model() -> None:
    """Fetch the sentence model once, with pinned digests, into build/model/."""
    with _explained():
        typer.echo(sentence_model.provide(_progress.say))


@app.command()
def up(
    stack: StackName = "local",
    index: Annotated[str, typer.Option(help="sqlite or opensearch")] = "sqlite",
    models: Annotated[str, typer.Option(help="A file of routes, see docs/models.md.")] = "",
    bedrock: Annotated[str, typer.Option(help="The server that answers for Bedrock.")] = "",
) -> None:
    """Deploy the real stack on the local emulator; quick where nothing changed."""
    with _explained():
        routes = _routes(models)
        _show(Stack(stack).up(_engine(index), _progress, models=routes, bedrock=bedrock))


@app.command()
def down(
    stack: StackName = "local",
    all_stacks: Annotated[bool, typer.Option("--all", help="Every stack under build/.")] = False,  # noqa: FBT002 - a flag
) -> None:
    """Stop every process that `up` started."""
    with _explained():
        names = _known_stacks() if all_stacks else [stack]
        if all_stacks:
            suite.stop()
        for name in names:
            stopped = Stack(name).down()
            _progress.say(f"{name}: stopped {', '.join(stopped) or 'nothing, nothing ran'}")


@app.command()
def status(stack: StackName = "local") -> None:
    """Tell what runs and where it listens; the exit code is 0 where the stack is up, else 1."""
    with _explained():
        found = Stack(stack)
        running = found.running()
        for name, where in running.items():
            _progress.say(f"{name}: {where}")
        if why := _why_not_up(found, running):
            _progress.console.print(why, soft_wrap=True)
            raise typer.Exit(1)
        _show(found.describe())


@app.command()
def token(  # noqa: PLR0913, PLR0917 - the claims of a token
    tenant: Annotated[str, typer.Option()],
    subject: Annotated[str, typer.Option()],
    scope: Annotated[str, typer.Option()],
    purposes: Annotated[str, typer.Option(help="What requests may be for; else the default.")] = "",
    agent: Annotated[str, typer.Option(help="The agent that acts.")] = "",
    stack: StackName = "local",
) -> None:
    """Print a token of the local issuer."""
    more = {name: claim for name, claim in (("purposes", purposes), ("agent", agent)) if claim}
    with _explained():
        typer.echo(Stack(stack).describe().token(tenant, subject, scope, more))


@app.command()
def swagger(stack: StackName = "local") -> None:
    """Show the API's document in a browser, and try it on the stack, until interrupted."""
    with _explained():
        page = document_page.server(Stack(stack).describe().api_url, free_port(document_page.PORT))
        _progress.say(f"http://127.0.0.1:{page.server_address[1]}/ until Ctrl-C; `make token`")
        with suppress(KeyboardInterrupt):
            page.serve_forever()


@app.command()
def reindex(stack: StackName = "local") -> None:
    """Rebuild the search index from the store."""
    with _explained():
        written = rebuild(Stack(stack).describe(), _progress)
        _progress.say(f"the index holds {written} entries, rebuilt from the store")


@app.command()
def redrive(
    stack: StackName = "local",
    queue: Annotated[str, typer.Option(help="Whose dead letters.")] = "extraction",
) -> None:
    """Move dead letters back to their queue, to be tried again."""
    with _explained():
        moved = dead_letters.redrive(Stack(stack).describe(), queue)
        _progress.say(f"{queue}: {moved} messages are tried again")


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def test(context: typer.Context) -> None:
    """Run every test on a stack of its own; arguments go to pytest."""
    with _explained():
        raise typer.Exit(suite.run(context.args, _progress))


@app.command()
def deploy(
    stage: Annotated[str, typer.Option(help="dev, small or prod")],
    issuer: Annotated[str, typer.Option(help="The OIDC issuer whose tokens the API takes.")],
    audience: Annotated[str, typer.Option(help="The `aud` of those tokens.")],
    models: Annotated[str, typer.Option(help="A file of routes, see docs/models.md.")] = "",
) -> None:
    """Deploy to AWS with the credentials of this shell."""
    with _explained():
        if not issuer or not audience:
            raise SetupError("make deploy STAGE=dev ISSUER=https://… AUDIENCE=… needs all three")
        sentence_model.provide(_progress.say)
        context = {"stage": stage, "issuer": issuer, "audience": audience}
        if routes := _routes(models):
            context["models"] = str(routes.resolve())
            if '"bedrock"' in routes.read_text(encoding="utf-8"):
                invocation_logging.warn(_progress.say)
        deployment.deploy_to_aws(tools.provide_cdk(_progress.say), context)


def _engine(name: str) -> Engine:
    match name:
        case "sqlite" | "opensearch":
            return name
        case _:
            raise SetupError(f"INDEX is sqlite or opensearch, not {name!r}")


def _routes(path: str) -> Path | None:
    """Return the file of routes that was given, if one was."""
    if path and not Path(path).is_file():
        raise SetupError(f"there is no file of routes {path}")
    return Path(path) if path else None


def _known_stacks() -> list[str]:
    return sorted(path.parent.name for path in BUILD.glob("*/.stack.lock"))


def _why_not_up(stack: Stack, running: Mapping[str, str]) -> str:
    """Return what to do where the stack is not up; empty where it is."""
    command = "make up" if stack.name == "local" else f"make up STACK={stack.name}"
    if stack.is_changing():
        return f"{stack.name} is being brought up or taken down: ask again when that has ended"
    if not stack.description_file.exists():
        return f"{stack.name} is not up: `{command}` brings it up"
    if NOT_RUNNING in running.values():
        return f"{stack.name} does not run any more: `{command}` starts it again"
    return ""


def _show(described: Description) -> None:
    _progress.console.print(
        f"[bold]{described.name}[/bold] is up, index {described.index}\n"
        f"  API      {described.api_url}\n"
        f"  issuer   {described.issuer}\n"
        f"  AWS      {described.endpoint}\n"
        f"  more in  {BUILD / described.name / 'stack.json'}",
        soft_wrap=True,
    )
