"""The supervisor as its user sees it: processes, exit statuses, and what it says."""

import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from events.seals.key_folder import make_key
from tests.deploy.conftest import SUPERVISE, Service, alive, all_gone
from tests.http.running import PROJECT, command_line, free_port
from tests.support.waiting import PATIENCE, wait_until


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_every_process_cleanly(service: Service, number: int) -> None:
    process = service.start_and_wait()
    pids = service.pids()
    assert all(map(alive, pids))
    process.send_signal(number)
    assert process.wait(PATIENCE) == 0
    all_gone(pids)
    assert service.errors.read_text() == ""
    assert not (service.data_dir / "redis.sock").exists()


def test_a_key_that_others_can_read_is_refused_before_anything_is_started(
    service: Service,
) -> None:
    folder = service.data_dir / "keys"
    make_key(folder)
    (folder / "current.pem").chmod(0o644)
    assert service.start().wait(PATIENCE) == 1
    assert service.errors.read_text() == (
        f"afteraction: SIGNING_KEYS: {folder}/current.pem is accessible to other users (mode 644); "
        f"run: chmod 600 {folder}/current.pem\n"
    )
    assert not (service.data_dir / "redis").exists()


def test_a_second_run_on_the_same_data_is_refused(service: Service, tmp_path: Path) -> None:
    service.start_and_wait()
    pids = service.pids()
    second = Service(service.data_dir, free_port())
    second.output, second.errors = tmp_path / "second.out", tmp_path / "second.err"
    assert second.start().wait(PATIENCE) == 1
    assert second.errors.read_text() == (
        f"afteraction: Afteraction already runs on DATA_DIR {service.data_dir}\n"
    )
    assert service.pids() == pids


def test_a_busy_port_is_refused_before_anything_is_started(service: Service) -> None:
    with socket.create_server(("127.0.0.1", service.port)):
        assert service.start().wait(PATIENCE) == 1
    assert service.errors.read_text() == (
        f"afteraction: 127.0.0.1:{service.port} is in use by another program; "
        "set PORT to a free one\n"
    )
    assert not (service.data_dir / "redis").exists()


def test_a_wrong_setting_is_refused_in_one_line(service: Service) -> None:
    service.port = 0
    assert service.start().wait(PATIENCE) == 1
    assert service.errors.read_text() == (
        "afteraction: PORT must be a whole number from 1 to 65535, not '0'\n"
    )
    assert not service.data_dir.exists()


def test_a_data_dir_that_cannot_be_made_is_refused(service: Service) -> None:
    service.data_dir = Path("/proc/afteraction")
    assert service.start().wait(PATIENCE) == 1
    assert service.errors.read_text().startswith(
        "afteraction: cannot use DATA_DIR /proc/afteraction: "
    )


def test_no_process_survives_a_supervisor_that_is_killed(service: Service) -> None:
    process = service.start_and_wait()
    pids = service.pids()
    process.kill()
    process.wait()
    all_gone(pids)


def test_programs_that_are_not_forks_start_and_end_as_well(service: Service) -> None:
    process = service.start_and_wait(sys.executable, SUPERVISE, "no-forks")
    pids = service.pids()
    assert "afteraction: " not in "".join(map(command_line, pids))
    process.kill()
    process.wait()
    all_gone(pids)


def test_a_fork_has_a_name_of_its_own_and_not_the_lock_of_the_supervisor(
    service: Service,
) -> None:
    service.start_and_wait()
    bots = int((service.data_dir / "bots.pid").read_text())
    assert command_line(bots).startswith("afteraction: bots")
    held = {str(one.readlink()) for one in Path(f"/proc/{bots}/fd").iterdir()}
    assert str(service.data_dir / "lock") not in held
    assert str(service.data_dir / "children.lock") in held


def test_a_program_that_keeps_dying_ends_the_run(service: Service) -> None:
    process = service.start(sys.executable, SUPERVISE, "worker-dies")
    assert process.wait(PATIENCE) == 1
    assert service.errors.read_text().endswith("the worker died 5 times within 60 seconds\n")
    assert not (service.data_dir / "redis.sock").exists()


@pytest.mark.parametrize("variable", ["REDIS_URL", "QUEUE_URL"])
def test_a_redis_server_that_does_not_answer_is_named_in_one_line(
    service: Service, variable: str
) -> None:
    named = f"{variable}=redis://:secret@127.0.0.1:{free_port()}"
    process = service.start("env", named, sys.executable, SUPERVISE, "healthy")
    assert process.wait(PATIENCE) == 1
    text = service.errors.read_text()
    assert text.startswith(f"afteraction: the Redis server of {variable} is unavailable: ")
    assert (text.count("\n"), "secret" in text) == (1, False)


@pytest.fixture
def makefile(tmp_path: Path) -> Path:
    """A run target as the project's own, with the stand-ins."""
    file = tmp_path / "Makefile"
    command = shlex.join([sys.executable, SUPERVISE, "healthy", "--under-make"])
    assert "\t@exec $(BIN)/python -m deploy --under-make\n" in (PROJECT / "Makefile").read_text()
    file.write_text(f"run:\n\t@exec {command}\n")
    return file


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_signal_to_make_alone_ends_every_process(
    service: Service, makefile: Path, number: int
) -> None:
    make = shutil.which("make")
    assert make, "the project is run by make"
    process = service.start_and_wait(make, "-f", str(makefile), "run")
    pids = service.pids()
    process.send_signal(number)
    process.wait(PATIENCE)
    all_gone(pids)
    assert "Traceback" not in service.errors.read_text()


def test_ctrl_c_in_a_terminal_ends_every_process(service: Service, makefile: Path) -> None:
    process = service.start_and_wait("make", "-f", str(makefile), "run")
    pids = service.pids()
    os.killpg(process.pid, signal.SIGINT)
    process.wait(PATIENCE)
    all_gone(pids)
    assert "Traceback" not in service.errors.read_text()


def test_a_test_that_runs_out_of_time_leaves_no_process_behind(service: Service) -> None:
    process = service.start_and_wait()
    pids = [process.pid, *service.pids()]
    process.send_signal(signal.SIGSTOP)
    with pytest.raises(subprocess.TimeoutExpired):
        service.clean_up(patience=0.1)
    process.wait()
    all_gone(pids)


def test_a_test_that_is_killed_leaves_no_process_behind(service: Service) -> None:
    program = (
        "from pathlib import Path; from tests.deploy.conftest import Service; "
        f"Service(Path({str(service.data_dir)!r}), {service.port}).start_and_wait().wait()"
    )
    test = subprocess.Popen([sys.executable, "-c", program], cwd=PROJECT)
    wait_until(lambda: service.output.exists() and service.serves(), "the service serves")
    wait_until((service.data_dir / "worker.pids").exists, "the worker runs")
    wait_until((service.data_dir / "projector.pid").exists, "the projector runs")
    wait_until((service.data_dir / "bots.pid").exists, "the bots run")
    wait_until((service.data_dir / "webhooks.pid").exists, "the webhooks run")
    pids = service.pids()
    test.kill()
    test.wait()
    all_gone(pids)


def test_an_archive_that_no_driver_reaches_is_refused_in_one_line(service: Service) -> None:
    process = service.start(
        "env", "ARCHIVE_URL=nowhere://secret@host/x", sys.executable, SUPERVISE, "healthy"
    )
    assert process.wait(PATIENCE) == 1
    said = service.errors.read_text()
    assert said.startswith("afteraction: ARCHIVE_URL: no driver for nowhere://")
    assert said.count("\n") == 1
    assert "secret" not in said
