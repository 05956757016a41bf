"""What axe-core has to say against a page, by night on a phone and by day on a desk.

What it cannot tell is something against the page, too.
"""

from functools import cache

from tests.pages.visitor import DESK, PHONE, Visitor
from tests.support.npm import node_file

_RUN = """async () => {
  // What is pale while the page waits for an answer, or on its way, is not to be judged yet.
  const settled = () => !document.querySelector('[data-busy]')
    && document.getAnimations().every(({ playState }) => playState === 'finished');
  while (!settled()) await new Promise((done) => requestAnimationFrame(done));
  const options = { ignoreUnicode: false, ignoreLength: true };
  const checks = { 'color-contrast': { options } };
  const rules = { 'label-content-name-mismatch': { enabled: true } };
  // Without selectors of all that is as it should be.
  const resultTypes = ['violations', 'incomplete'];
  const { violations, incomplete } = await axe.run({ checks, rules, resultTypes });
  violations.push(...incomplete.filter(({ id }) => id !== 'color-contrast'));
  // What is written on the board lies on a shape of its own, of which axe knows nothing.
  const channel = (part) => part <= 10.3 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  const light = (one) => {
    const [red, green, blue] = getComputedStyle(one).fill.match(/[0-9]+/g).map(Number).map(channel);
    return 0.05 + 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const clear = (one, shape) => shape instanceof SVGElement
    && Math.max(light(one) / light(shape), light(shape) / light(one)) >= 4.5;
  const looks = new Set();
  const undecided = incomplete.filter(({ id }) => id === 'color-contrast');
  for (const { target } of undecided.flatMap(({ nodes }) => nodes)) {
    // What is cut off where it rolls is told once it is in sight; of many that look alike, one.
    const one = document.querySelector(target[0]);
    const look = [one.localName, one.className, getComputedStyle(one).color].join(' ');
    if (looks.has(look) || clear(one, one.previousElementSibling)) continue;
    looks.add(look);
    one.scrollIntoView({ block: 'end', inline: 'center' });
    const seen = await axe.run(target[0], { runOnly: ['color-contrast'], checks, resultTypes });
    violations.push(...seen.violations, ...seen.incomplete);
  }
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary: why }) => [id, help, target.join(' '), why].join(' | ')));
}"""


@cache
def _axe() -> str:
    return node_file("axe-core/axe.min.js").read_text(encoding="utf-8")


def violations(visitor: Visitor, *sizes: dict[str, int]) -> list[str]:
    """Everything wrong with what the page shows now, by night on the first screen and by day on the
    last, where the page is left. Fails if it sticks out of one of them."""
    page = visitor.page
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(_axe())
    found: list[str] = []
    screens = sizes or (PHONE, DESK)
    for scheme, size in (("dark", screens[0]), ("light", screens[-1])):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        found += [f"{scheme} {size['width']}: {each}" for each in page.evaluate(_RUN)]
        if visitor.widest() > size["width"]:
            found.append(f"{scheme}: wider than {size['width']}")
    return found
