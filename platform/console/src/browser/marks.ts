import { printable } from '@platform/core/verify/report-html';
import type { Piece } from '@platform/words/story';
import { type Child, el, type PageElement, svg } from './dom.ts';

/** `holds`: full, in ink. `half`: true, but less than it looks. `open`: not known, or does not apply. `fails`: red. */
export type Mark = 'holds' | 'half' | 'open' | 'fails' | 'bar';

/** A shape, which never stands without words. */
export function mark(kind: Mark): PageElement {
  const shape = el('span', { class: `shape ${kind}`, 'aria-hidden': 'true' });
  shape.append(svg('svg', { viewBox: '0 0 16 16', focusable: 'false' }, ...SHAPES[kind]()));
  return shape;
}

const ring = () =>
  svg('circle', { cx: 8, cy: 8, r: 6, fill: 'none', stroke: 'currentColor', 'stroke-width': 2 });

const SHAPES: Readonly<Record<Mark, () => readonly PageElement[]>> = {
  holds: () => [svg('circle', { cx: 8, cy: 8, r: 7, fill: 'currentColor' })],
  half: () => [ring(), svg('path', { d: 'M8 2a6 6 0 0 0 0 12z', fill: 'currentColor' })],
  open: () => [ring()],
  fails: () => [
    svg('path', { d: 'M3 3l10 10m0-10l-10 10', fill: 'none', stroke: 'currentColor', 'stroke-width': 2.5 }),
  ],
  bar: () => [svg('path', { d: 'M2 8h12', fill: 'none', stroke: 'currentColor', 'stroke-width': 2.5 })],
};

/** A line of a list of marks. */
export function point(kind: 'holds' | 'open', text: string): PageElement {
  return el('li', {}, mark(kind), el('span', {}, printable(text)));
}

/** Four squares, as many filled as the claim is strong; dotted where the key is not one that the reader trusts. */
export function squares(strength: number, pinned: boolean): PageElement {
  const boxes = Array.from({ length: 4 }, (_, index) =>
    svg('rect', {
      ...{ x: index * 11 + 0.75, y: 0.75, width: 7, height: 7, stroke: 'currentColor' },
      fill: index < strength ? 'currentColor' : 'none',
      ...(pinned || index >= strength ? {} : { class: 'unpinned' }),
    }),
  );
  return svg(
    'svg',
    { class: 'squares', viewBox: '0 0 42 8.5', 'aria-hidden': 'true', focusable: 'false' },
    ...boxes,
  );
}

/** A sentence with what the action says, and names, set apart. */
export function sentence(pieces: readonly Piece[]): readonly Child[] {
  return pieces.map(({ kind, text }) => {
    if (kind === 'plain') return text;
    return el('bdi', { class: kind === 'value' ? 'num' : 'id' }, text);
  });
}

/** As `leaf` of the pages that the service makes. */
export function leaf(id: string, title: string, note: Child, ...matter: readonly Child[]): PageElement {
  return el(
    'section',
    { class: 'leaf', 'aria-labelledby': id },
    el(
      'div',
      { class: 'margin' },
      el('h2', { id }, title),
      note !== null && el('p', { class: 'note' }, note),
    ),
    el('div', { class: 'matter' }, ...matter),
  );
}
