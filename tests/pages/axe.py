"""What axe-core has to say against a page, by day and by night, on a desk and on a phone."""

from functools import cache
from itertools import product

from tests.pages.visitor import DESK, PHONE, Visitor
from tests.support.npm import node_file

_RUN = """async () => {
  // What is pale while the page waits for an answer, or on its way, is not to be judged yet.
  const settled = () => !document.querySelector('[data-busy]')
    && document.getAnimations().every(({ playState }) => playState === 'finished');
  while (!settled()) await new Promise((done) => requestAnimationFrame(done));
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary: why }) => [id, help, target.join(' '), why].join(' | ')));
}"""


@cache
def _axe() -> str:
    return node_file("axe-core/axe.min.js").read_text(encoding="utf-8")


def violations(visitor: Visitor) -> list[str]:
    """Everything wrong with what the page shows now, in every light and on every screen; the page
    is left on a desk by day. Fails if it sticks out of one of them."""
    page = visitor.page
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(_axe())
    found: list[str] = []
    for scheme, size in product(("dark", "light"), (PHONE, DESK)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found += [f"{scheme} {size['width']}: {told}" for told in page.evaluate(_RUN)]
        if visitor.widest() > size["width"]:
            found.append(f"{scheme}: wider than {size['width']}")
    return found
