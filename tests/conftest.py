"""What all tests share: under AFTERACTION_NO_SKIP=1 a run in which any test was skipped fails,
and a test that depends on other processes has a second try."""

import gc
import os
from pathlib import Path
from typing import Protocol

import pytest

# Modules, tests and the contract are hundreds of thousands of objects that stay. To look through
# them for each 700 that are new, as Python does unless told, takes a seventh of the time of tests.
gc.set_threshold(50_000)

NO_SKIP = os.environ.get("AFTERACTION_NO_SKIP") == "1"
LEFT_OUT = ("skipped", "xfailed")
WHOLE_FILES = "files_left_out"
TESTS = Path(__file__).parent
# Browsers and whole services: on a busy machine they can be late. The summary shows what was tried
# twice, and `make test` allows few of them.
SECOND_TRY = ("pages", "deploy", "outages")


class FinishedWorker(Protocol):
    """What pytest-xdist hands over when one of its processes has ended."""

    workeroutput: dict[str, list[str]]


# One list a process; those of pytest-xdist send theirs home, as it does not pass such reports on.
files_left_out: list[str] = []


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """For ``-n logical``: one more than there are processors, as a third of the time of the tests
    is waiting for other processes."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """In each process of pytest-xdist, pytest-cov starts measuring twice. What is measured first is
    thrown away, and would go on where a test is marked with ``no_cover``."""
    plugin = session.config.pluginmanager.getplugin("_cov")
    if hasattr(session.config, "workerinput") and plugin and plugin.cov_controller:
        plugin.cov_controller.cov.stop()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.pluginmanager.hasplugin("rerunfailures"):
        for item in items:
            if item.path.relative_to(TESTS).parts[0] in SECOND_TRY:
                item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_collection_finish() -> None:
    gc.freeze()


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.skipped:
        files_left_out.append(report.nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: FinishedWorker, error: object) -> None:
    files_left_out.extend(getattr(node, "workeroutput", {}).get(WHOLE_FILES, []))


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[WHOLE_FILES] = files_left_out
    elif NO_SKIP and session.exitstatus == pytest.ExitCode.OK and _left_out(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if NO_SKIP and (names := _left_out(config)):
        terminalreporter.section("left out, but AFTERACTION_NO_SKIP=1 allows none", red=True)
        for name in names:
            terminalreporter.write_line(name)


def _left_out(config: pytest.Config) -> list[str]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    stats = reporter.stats if reporter else {}
    return sorted({*files_left_out, *(r.nodeid for kind in LEFT_OUT for r in stats.get(kind, ()))})
