"""OpenSearch as a Java process of our own, from Maven artifacts: neither Docker nor distribution.

Jars and classes are kept under `build/opensearch`; a start then takes some seconds.
"""

import hashlib
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from local.errors import SetupError
from local.locks import exclusively
from local.opensearch.health import Found, answers
from local.paths import BUILD
from local.ports import free_port
from local.processes import Service, environment_without_aws
from local.tools import Command, run

CACHE: Final = BUILD / "opensearch"
_HERE: Final = Path(__file__).parent
_SOURCE: Final = _HERE / "EmbeddedOpenSearch.java"
_POM: Final = _HERE / "pom.xml"

_JDK_AT_LEAST: Final = 17  # the classes use its language; OpenSearch 2.19 is built for 11
_PLUGIN_ZIPS: Final = (
    "org.opensearch.plugin:opensearch-knn:2.19.1.0:zip",
    "org.opensearch.plugin:neural-search:2.19.1.0:zip",
)
_PLUGINS: Final = (
    "org.opensearch.transport.Netty4Plugin",
    "org.opensearch.painless.PainlessPlugin",
    "org.opensearch.index.reindex.ReindexPlugin",
    "org.opensearch.analysis.common.CommonAnalysisPlugin",
    "org.opensearch.index.mapper.MapperExtrasPlugin",
    "org.opensearch.knn.plugin.KNNPlugin",
    "org.opensearch.neuralsearch.plugin.NeuralSearch",
)
_JAVA_OPTIONS: Final = (
    "-Xms512m",
    "-Xmx1g",
    "-Djava.awt.headless=true",
    "-Djna.nosys=true",
    "-Dlog4j2.disable.jmx=true",
    "-Dlog4j.shutdownHookEnabled=false",  # the node still logs while it closes
)
_PATIENCE_SECONDS: Final = 120.0
"""It is there after 8 s; a machine under load took 40."""


def start(workdir: Path, say: Callable[[str], None]) -> Found:
    """Start the node and return its URL and process. Raises SetupError without JDK or Maven."""
    with exclusively(workdir):
        if found := running(workdir):
            return found
        java = _Java.find()
        class_path = _class_path(java, say)
        service = _service(workdir)
        service.stop()
        shutil.rmtree(workdir / "node", ignore_errors=True)
        port, transport = free_port(), free_port()
        say("starting OpenSearch from Maven artifacts")
        process = service.start(
            [
                java.java,
                *_JAVA_OPTIONS,
                "-cp",
                class_path,
                "EmbeddedOpenSearch",
                workdir / "node",
                str(port),
                str(transport),
                ",".join(_PLUGINS),
            ],
            environment_without_aws({}),
            port,
            _digest(),
        )
        service.wait_until(lambda: answers(_url(port)), _PATIENCE_SECONDS)
        return _url(port), process.pid


def running(workdir: Path) -> Found | None:
    """Return the node that was started in this folder, if it still answers."""
    known = _service(workdir).running()
    return (_url(known.port), known.pid) if known and answers(_url(known.port)) else None


def stop(workdir: Path) -> bool:
    """End the node and drop its data; tell whether there was one."""
    stopped = _service(workdir).stop()
    shutil.rmtree(workdir / "node", ignore_errors=True)
    return stopped


@dataclass(frozen=True)
class _Java:
    """Compiler and runtime of one JDK."""

    javac: str
    java: str

    @classmethod
    def find(cls) -> "_Java":
        """Return the JDK of JAVA_HOME, else of the PATH; SetupError if it is none or too old."""
        home = os.environ.get("JAVA_HOME")
        javac = shutil.which("javac", path=f"{home}/bin") if home else shutil.which("javac")
        if not javac:
            raise SetupError(f"there is no JDK of version {_JDK_AT_LEAST} or later")
        version = subprocess.run([javac, "-version"], capture_output=True, text=True, check=False)
        found = re.search(r"javac (\d+)", version.stdout + version.stderr)
        if not found or int(found.group(1)) < _JDK_AT_LEAST:
            raise SetupError(f"{javac} is older than version {_JDK_AT_LEAST}")
        return cls(javac, str(Path(javac).resolve().with_name("java")))


def _class_path(java: _Java, say: Callable[[str], None]) -> str:
    """Return the class path, after fetching and compiling what is not in the cache."""
    core, plugins, classes = CACHE / "core", CACHE / "plugins", CACHE / "classes"
    class_path = os.pathsep.join([str(classes), f"{core}/*", f"{plugins}/*"])
    with exclusively(CACHE):
        stamp = CACHE / "made-from"
        if not stamp.exists() or stamp.read_text() != _digest():
            stamp.unlink(missing_ok=True)
            for folder in (core, plugins, classes, CACHE / "zip"):
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True)
            say("fetching OpenSearch by Maven (66 MB, once)")
            _fetch(core, plugins)
            release = ("--release", str(_JDK_AT_LEAST))
            compile_node: Command = [
                java.javac,
                *release,
                "-cp",
                class_path,
                "-d",
                classes,
                _SOURCE,
            ]
            run(compile_node, "compiling the node")
            stamp.write_text(_digest())
    return class_path


def _fetch(core: Path, plugins: Path) -> None:
    maven = shutil.which("mvn")
    if not maven:
        raise SetupError("Maven is not installed")
    quietly = (maven, "--batch-mode", "--quiet")
    copy = (f"-DoutputDirectory={core}", "-DincludeScope=runtime")
    run([*quietly, "-f", _POM, "dependency:copy-dependencies", *copy], "fetching OpenSearch")
    for artifact in _PLUGIN_ZIPS:
        where = (f"-Dartifact={artifact}", f"-DoutputDirectory={CACHE / 'zip'}")
        run([*quietly, "dependency:copy", *where], f"fetching {artifact}")
    known = {_artifact(jar.name) for jar in core.glob("*.jar")}
    for archive in sorted((CACHE / "zip").glob("*.zip")):
        _unpack_jars(archive, plugins, known)


def _unpack_jars(archive: Path, target: Path, known: set[str]) -> None:
    """Unpack a plugin's jars but those that the node brings: two versions of a class would meet."""
    with zipfile.ZipFile(archive) as bundle:
        for name in bundle.namelist():
            jar = Path(name).name
            if jar.endswith(".jar") and _artifact(jar) not in known:
                (target / jar).write_bytes(bundle.read(name))


def _artifact(jar: str) -> str:
    """Return the artifact of a jar's file name, without version."""
    return re.sub(r"-\d[^-]*(-jre)?\.jar$", "", jar)


def _digest() -> str:
    """Return what identifies the node: its code and its dependencies."""
    made_from = _SOURCE.read_bytes() + _POM.read_bytes() + "".join(_PLUGIN_ZIPS).encode()
    return hashlib.sha256(made_from).hexdigest()


def _service(workdir: Path) -> Service:
    return Service("opensearch", workdir)


def _url(port: int) -> str:
    return f"http://127.0.0.1:{port}"
