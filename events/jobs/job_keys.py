"""The names of the keys on the server of the jobs."""

from dataclasses import dataclass

from events.store.keys import PREFIX


@dataclass(frozen=True, slots=True)
class JobKeys:
    """Of work of a ``kind``, on the server of the jobs: that of one ``name``, and what there is."""

    kind: str
    name: str

    @property
    def params(self) -> str:
        """Hash: what is to be done, and how far it is."""
        return f"{PREFIX}:{self.kind}:{self.name}"

    @property
    def parts(self) -> str:
        """Hash: the parts of what is under way, by place."""
        return f"{PREFIX}:{self.kind}_frames:{self.name}"

    @property
    def file(self) -> str:
        """String: what is done."""
        return f"{PREFIX}:{self.kind}_file:{self.name}"

    @property
    def own(self) -> tuple[str, str, str]:
        """All of one."""
        return self.params, self.parts, self.file

    @property
    def all_under_way(self) -> str:
        """Sorted set: what is under way, by when it began (ms)."""
        return f"{PREFIX}:{self.kind}s:under_way"

    @property
    def all_done(self) -> str:
        """Sorted set: what is done, by when it was (ms)."""
        return f"{PREFIX}:{self.kind}s:done"
