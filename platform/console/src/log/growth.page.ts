import { html, type Safe } from '@common/web/html';
import type { SignedTreeHead } from '@platform/core/objects/log';
import { dayAndTime } from '@platform/words/when';

/** The drawing’s own units. The drawing is stretched to the page, and its line keeps its width. */
const WIDTH = 1_000;
const HEIGHT = 120;

/**
 * Draws the growth of the log as steps from head to head; null for fewer than two heads. The table below has
 * the same numbers.
 */
export function growthChart(newestFirst: readonly SignedTreeHead[]): Safe | null {
  const heads = newestFirst.map(({ tree_head: head }) => head).toReversed();
  const [first, last] = [heads[0], heads.at(-1)];
  // One head is a point, and shows no growth.
  if (first === undefined || last === undefined || heads.length < 2) return null;
  const across = scale(Date.parse(first.timestamp), Date.parse(last.timestamp), WIDTH);
  const up = scale(first.tree_size, last.tree_size, HEIGHT);
  const steps = heads.map(({ timestamp, tree_size: size }, index) => {
    const [x, y] = [across(Date.parse(timestamp)), HEIGHT - up(size)];
    return index === 0 ? `M${px(x)},${px(y)}` : `H${px(x)}V${px(y)}`;
  });
  const words = `From ${first.tree_size} to ${last.tree_size} entries in ${heads.length} heads, from ${dayAndTime(first.timestamp)} to ${dayAndTime(last.timestamp)}.`;
  return html`<figure class="growth">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="The log’s growth. ${words}"><path class="ground" d="M0,${HEIGHT}H${WIDTH}"/><path class="line" d="${steps.join('')}"/></svg>
<figcaption><span>${ended(first)}</span> <span>${ended(last)}</span></figcaption>
</figure>`;
}

function ended({ timestamp, tree_size: size }: SignedTreeHead['tree_head']): string {
  return `${dayAndTime(timestamp)}: ${size} ${size === 1 ? 'entry' : 'entries'}`;
}

/** Maps a value to 0 up to `length`; to the middle if the range is empty or the value is not a number. */
function scale(from: number, to: number, length: number): (value: number) => number {
  return (value) => {
    const share = (value - from) / (to - from);
    return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) * length : length / 2;
  };
}

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
