"""Clients of openapi-generator: which are made of the contract, and how each is compiled."""

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from tests.clients.generated import run
from tests.clients.generator import ARCHIVE, BRIEFLY
from tests.support.npm import FOLDER as NODE
from tests.support.npm import node_file, node_tool

GLUE = Path(__file__).with_name("glue")
PACKAGE = "afteraction"
_KOTLIN = Path(__file__).with_name("kotlin")
_CSHARP = Path(__file__).with_name("csharp")
_JAKARTA = Path("/usr/share/java/jakarta-annotation-api.jar")
_FACADES = Path("/usr/lib/mono/4.5/Facades")
"""The assemblies by whose names libraries for any .NET ask for those of Mono."""
_GO_MODULE = f"module {PACKAGE}\n\ngo 1.19\n"
_IMPORT_ALL = (
    f"import {PACKAGE}, pkgutil, importlib\n"
    f"for one in pkgutil.walk_packages({PACKAGE}.__path__, '{PACKAGE}.'):\n"
    "    importlib.import_module(one.name)\n"
)

TARGETS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "csharp": (
            "--library=httpclient",
            "--additional-properties=targetFramework=netstandard2.0,useOneOfDiscriminatorLookup=true",
            "--model-name-mappings=version=VersionNumber",
        ),
        "dart": ("--model-name-mappings=as=Perspective,of=Family",),
        "go": (
            f"--package-name={PACKAGE}",
            "--additional-properties=enumClassPrefix=true,useOneOfDiscriminatorLookup=true",
        ),
        "java": (
            "--library=native",
            "--additional-properties=openApiNullable=false,useJakartaEe=true,containerDefaultToNull=true",
        ),
        "kotlin": (
            "--additional-properties=serializationLibrary=kotlinx_serialization,generateOneOfAnyOfWrappers=true",
            "--type-mappings=AnyType=JsonElement",
            "--import-mappings=JsonElement=kotlinx.serialization.json.JsonElement",
            "--name-mappings=as=role",
            "--enum-name-mappings=name=name_",
        ),
        "python": (
            f"--package-name={PACKAGE}",
            "--model-name-mappings=as=Perspective,from=FirstVersion",
        ),
        "rust": (),
        "swift6": ("--model-name-mappings=type=Kind,string=Text",),
        "typescript-fetch": (),
    }
)
"""The options of each: other names for what its language has its own meaning for, above all."""


def compile_csharp(folder: Path) -> bool:
    """With the glue, by Mono; Json.NET comes through npm."""
    if not all(map(shutil.which, ("mcs", "mono", "node", "npm"))) or not _FACADES.exists():
        return False
    json = "@microsoft.azure/autorest.csharp/src/bin/netcoreapp2.0/Newtonsoft.Json.dll"
    shutil.copy(node_file(json, _CSHARP), folder)
    parts = (
        "ComponentModel.DataAnnotations",
        "Dynamic.Runtime",
        "Net.Http",
        "ObjectModel",
        "Runtime",
    )
    parts = (*parts, "Runtime.Serialization", "Web")
    run(
        "mcs",
        "-langversion:latest",
        "-warnaserror",
        # A member that is deprecated is one all the same, and some variables are never used.
        "-nowarn:219,612",
        f"-lib:{_FACADES}",
        *(f"-r:System.{part}.dll" for part in parts),
        "-r:Newtonsoft.Json.dll",
        "-out:Play.exe",
        "-recurse:src/Org.OpenAPITools/*.cs",
        _CSHARP / "Unused.cs",
        GLUE / "Play.cs",
        cwd=folder,
    )
    return True


def compile_go(folder: Path) -> bool:
    """By the compiler and by ``go vet``; no package of others is needed."""
    if shutil.which("go") is None:
        return False
    (folder / "go.mod").write_text(_GO_MODULE)
    run("go", "vet", ".", cwd=folder, GOFLAGS="-mod=mod", GOPROXY="off")
    return True


def compile_java(folder: Path) -> bool:
    """What the client needs besides is in the generator's own archive, but for the annotations."""
    if shutil.which("javac") is None or not _JAKARTA.exists() or ARCHIVE is None:
        return False
    sources = [*map(str, (folder / "src/main").rglob("*.java")), GLUE / "Play.java"]
    run(
        "javac",
        *(f"-J{option}" for option in BRIEFLY),
        "-nowarn",
        "-d",
        folder / "classes",
        *_class_path(folder),
        *sources,
        cwd=folder,
    )
    return True


def _class_path(folder: Path) -> tuple[str, str]:
    """Where Java finds the compiled client and what it needs."""
    return "-cp", os.pathsep.join(map(str, (folder / "classes", ARCHIVE, _JAKARTA)))


def compile_kotlin(folder: Path) -> bool:
    """With the glue; the compiler and the archives of OkHttp come through npm, those of
    kotlinx.serialization with a package for Python, and all three run on Java."""
    if not all(map(shutil.which, ("java", "node", "npm"))) or not _serialization():
        return False
    library = node_file("kotlin-compiler/lib", _KOTLIN)
    run(
        "java",
        *BRIEFLY,
        "-jar",
        library / "kotlin-compiler.jar",
        "-nowarn",
        "-no-stdlib",
        "-no-reflect",
        # A sixth less time; what it finds is the same.
        "-Xno-optimize",
        "-Xno-call-assertions",
        "-Xno-param-assertions",
        "-Xno-receiver-assertions",
        f"-Xplugin={library / 'kotlinx-serialization-compiler-plugin.jar'}",
        "-d",
        folder / "classes",
        *_kotlin_class_path(folder),
        folder / "src/main",
        GLUE / "Play.kt",
        cwd=folder,
    )
    return True


def _kotlin_class_path(folder: Path) -> tuple[str, str]:
    """Where Java finds the compiled client and what it needs."""
    standard = node_file("kotlin-compiler/lib/kotlin-stdlib.jar", _KOTLIN)
    http = node_file("allure-commandline/dist/plugins/jira-plugin/lib", _KOTLIN).glob("ok*.jar")
    archives = (folder / "classes", standard, *http, *_serialization())
    return "-cp", os.pathsep.join(map(str, archives))


def _serialization() -> list[Path]:
    """The archives of kotlinx.serialization, if the package that has them is installed."""
    found = find_spec("run_kotlin_kernel")
    places = () if found is None else found.submodule_search_locations or ()
    return [file for one in places for file in Path(one).glob("jars/kotlinx-serialization-*.jar")]


def compile_python(folder: Path) -> bool:
    """Import each module; a warning is an error."""
    run(sys.executable, "-W", "error", "-c", _IMPORT_ALL, cwd=folder)
    return True


def compile_typescript(folder: Path) -> bool:
    """With the glue beside it, strictly."""
    sources = folder / "program"
    shutil.copytree(folder, sources / "api", ignore=shutil.ignore_patterns(sources.name, "docs"))
    shutil.copy(GLUE / "play.ts", sources)
    types = ("--types", "node", "--typeRoots", node_file("@types"))
    library = ("--target", "es2022", "--lib", "es2022,dom,dom.iterable", *types)
    modules = ("--module", "commonjs", "--moduleResolution", "node10", "--skipLibCheck")
    made = ("--outDir", folder / "made", sources / "play.ts")
    run(node_tool("tsc"), "--strict", *modules, *library, *made, cwd=NODE)
    return True


COMPILE: Mapping[str, Callable[[Path], bool]] = MappingProxyType(
    {
        "kotlin": compile_kotlin,
        "java": compile_java,
        "csharp": compile_csharp,
        "go": compile_go,
        "python": compile_python,
        "typescript-fetch": compile_typescript,
    }
)
"""How a client is compiled, the longest first; false where the machine has not what it takes."""
PLAY: Mapping[str, Callable[[Path], tuple[str | Path, ...]]] = MappingProxyType(
    {
        "csharp": lambda folder: ("mono", folder / "Play.exe"),
        "java": lambda folder: ("java", *_class_path(folder), "Play"),
        "kotlin": lambda folder: ("java", *BRIEFLY, *_kotlin_class_path(folder), "PlayKt"),
        "python": lambda _: (sys.executable, "-W", "error", GLUE / "play.py"),
        "typescript-fetch": lambda folder: ("node", folder / "made" / "play.js"),
    }
)
"""The program that plays a game with a client; it takes the address of the service."""
