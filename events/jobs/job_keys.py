"""The names of the keys on the job server."""

from dataclasses import dataclass

from events.store.keys import PREFIX


@dataclass(frozen=True, slots=True)
class JobKeys:
    """The keys of tracked jobs of a ``kind``: those of the job ``name``, and the indexes."""

    kind: str
    name: str

    @property
    def params(self) -> str:
        """Hash: the parameters and the progress of the job."""
        return f"{PREFIX}:{self.kind}:{self.name}"

    @property
    def parts(self) -> str:
        """Hash: the finished parts of a running job, by place."""
        return f"{PREFIX}:{self.kind}_frames:{self.name}"

    @property
    def file(self) -> str:
        """String: the result."""
        return f"{PREFIX}:{self.kind}_file:{self.name}"

    @property
    def own(self) -> tuple[str, str, str]:
        """All keys of the job."""
        return self.params, self.parts, self.file

    @property
    def all_unfinished(self) -> str:
        """Sorted set: queued and running jobs, by when they began (ms)."""
        return f"{PREFIX}:{self.kind}s:under_way"

    @property
    def all_done(self) -> str:
        """Sorted set: finished jobs, by when they finished (ms)."""
        return f"{PREFIX}:{self.kind}s:done"
