import { type PageElement, svg } from '../browser/dom.ts';
import type { Chain, ChainLink, ChainNode } from './chain.ts';

/**
 * Two drawings of one chain. The stylesheet shows the one that fits, and the tables beside it say the same in
 * words.
 */
export function drawChain(chain: Chain): readonly PageElement[] {
  return [wide(chain), tall(chain)];
}

const said = ({ nodes }: Chain) =>
  `Chain of evidence: ${nodes.map(({ role, object, who }) => `${role}: ${object}, ${who}`).join('; ')}.`;

function text(x: number, y: number, kind: string, content: string, anchor = 'middle'): PageElement {
  return svg('text', { x, y, class: kind, 'text-anchor': anchor }, content);
}

const xOf = (index: number) => 92 + 187 * index;

function wide(chain: Chain): PageElement {
  const drawing = svg('svg', {
    class: 'chain wide',
    viewBox: '0 36 1120 216',
    role: 'img',
    'aria-label': said(chain),
  });
  chain.nodes.forEach((node, index) => {
    const x = xOf(index);
    drawing.append(
      ...circle(node, x, 92),
      text(x, 60, 'role', node.role),
      text(x, 128, 'object', node.object),
      text(x, 144, 'small', node.who),
      ...boxes(node, x - 20, 154),
      ...node.times.map((time, line) => text(x, 182 + 14 * line, 'small mono', time)),
    );
  });
  chain.links.forEach((link, index) => {
    const [from, to] = [xOf(index) + 18, xOf(index + 1) - 18];
    const middle = (from + to) / 2;
    const kind = link.state === 'fails' ? 'small broken' : 'small';
    drawing.append(
      ...line(link, [from, 92], [to, 92]),
      text(middle, 70, kind, link.name),
      text(middle, 84, `${kind} mono`, link.hash),
      text(middle, 112, kind, link.note),
    );
  });
  const [before, whole, status] = chain.bracket;
  drawing.append(
    svg('path', { d: 'M40.5 207.5V215H1079.5V207.5', class: 'bracket' }),
    text(40.5, 238, 'small', before, 'start'),
    text(560, 238, 'object', whole),
    text(1079.5, 238, 'small', status, 'end'),
  );
  return drawing;
}

const yOf = (index: number) => 20 + 108 * index;

function tall(chain: Chain): PageElement {
  const drawing = svg('svg', {
    class: 'chain tall',
    viewBox: '0 0 328 640',
    role: 'img',
    'aria-label': said(chain),
  });
  chain.nodes.forEach((node, index) => {
    const y = yOf(index);
    drawing.append(
      ...circle(node, 14, y),
      text(42, y + 5, 'role', node.role, 'start'),
      ...boxes(node, 284, y - 4),
      text(42, y + 26, 'object', node.object, 'start'),
      text(42, y + 42, 'small', node.who, 'start'),
      text(42, y + 56, 'small', node.times.join(', '), 'start'),
    );
  });
  chain.links.forEach((link, index) => {
    const [from, to] = [yOf(index) + 18, yOf(index + 1) - 18];
    const kind = link.state === 'fails' ? 'small broken' : 'small';
    drawing.append(
      ...line(link, [14, from], [14, to]),
      text(42, yOf(index) + 74, kind, `↓ ${link.name} ${link.hash}, ${link.note}`, 'start'),
    );
  });
  return drawing;
}

function circle({ state }: ChainNode, cx: number, cy: number): PageElement[] {
  if (state === 'holds') return [svg('circle', { cx, cy, r: 10, fill: 'currentColor' })];
  const open = svg('circle', { cx, cy, r: 9.25, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 });
  if (state !== 'fails') return [open];
  open.setAttribute('class', 'broken');
  return [open, cross(cx, cy, 4)];
}

function cross(x: number, y: number, reach: number): PageElement {
  const d = `M${x - reach} ${y - reach}l${2 * reach} ${2 * reach}m0 ${-2 * reach}l${-2 * reach} ${2 * reach}`;
  return svg('path', { d, class: 'broken', 'stroke-width': 2 });
}

type Point = readonly [x: number, y: number];

/** Solid if the hash binds, dotted if nothing does, and with a gap and a cross if the hash does not match. */
function line({ state }: ChainLink, [x1, y1]: Point, [x2, y2]: Point): PageElement[] {
  if (state !== 'fails') {
    const style = state === 'holds' ? 'link' : 'link loose';
    return [svg('line', { x1, y1, x2, y2, class: style })];
  }
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const [gapX, gapY] = [x1 === x2 ? 0 : 14, y1 === y2 ? 0 : 14];
  return [
    svg('line', { x1, y1, x2: x - gapX, y2: y - gapY, class: 'link broken' }),
    svg('line', { x1: x + gapX, y1: y + gapY, x2, y2, class: 'link broken' }),
    cross(x, y, 6),
  ];
}

function boxes({ strength, state }: ChainNode, x: number, y: number): PageElement[] {
  return Array.from({ length: 4 }, (_, index) =>
    svg('rect', {
      x: x + index * 11,
      y,
      width: 7,
      height: 7,
      stroke: 'currentColor',
      fill: index < strength ? 'currentColor' : 'none',
      ...(state === 'unpinned' && index < strength ? { class: 'unpinned' } : {}),
    }),
  );
}
