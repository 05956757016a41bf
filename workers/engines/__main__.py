"""``python -m workers.engines --level greedy``: run a bot of the service as an engine."""

import argparse
import sys

from domain.values.bots import BotLevel
from workers.engines.engine import BotEngine
from workers.engines.protocol import line


def main() -> None:
    """Answer on standard output until the input ends or a ``stop`` message."""
    parser = argparse.ArgumentParser(prog="python -m workers.engines", description=__doc__)
    parser.add_argument("--level", choices=[*BotLevel], default=BotLevel.GREEDY)
    level = BotLevel(parser.parse_args().level)
    for answer in BotEngine(level).answers(sys.stdin.buffer):
        sys.stdout.buffer.write(line(answer))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
