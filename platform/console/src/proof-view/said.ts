import type { Receipt } from '@platform/core/objects/receipt';
import { printable } from '@platform/core/verify/report-html';
import { saidOf } from '@platform/core/verify/said';
import { el, fromTemplate, type PageElement } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';

/** What was computed again of a statement, from evidence beside the receipt. */
export interface Recomputed {
  readonly agrees: boolean;
  /** What was computed, or why it was not. */
  readonly words: string;
  readonly differences: readonly Readonly<Record<'path' | 'said' | 'recomputed', string>>[];
}

/** One is enough to distrust the evidence; a wrong file differs everywhere. */
const MOST_SHOWN = 5;

/** Who said what of the action, and what was computed again of it. */
export function saidItems(
  receipt: Receipt,
  recomputed: ReadonlyMap<string, Recomputed>,
): readonly PageElement[] {
  return saidOf(receipt).map(({ signed, words }) => {
    const { claims, method, evidence_hash: evidence } = signed.statement;
    const found = recomputed.get(signed.statement_hash);
    return fromTemplate('said-item', {
      words: printable(words),
      claims: printable(claims.join(', ')),
      method: printable(method),
      evidence,
      unknown: found === undefined,
      found: found !== undefined && foundLine(found),
      differences:
        found !== undefined &&
        found.differences.length > 0 &&
        found.differences.slice(0, MOST_SHOWN).map(difference),
    });
  });
}

function foundLine({ agrees, words, differences }: Recomputed): readonly PageElement[] {
  const more = differences.length > MOST_SHOWN ? `, the first ${MOST_SHOWN} below` : '';
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences${more}`;
  const told = agrees ? `${words}. It agrees.` : `${words}. ${differences.length === 0 ? '' : count}`.trim();
  return [mark(agrees ? 'holds' : 'fails'), el('span', agrees ? {} : { class: 'fails' }, printable(told))];
}

function difference({ path, said, recomputed }: Recomputed['differences'][number]): PageElement {
  return el('li', {}, printable(`${path}: the file says ${said}; computed: ${recomputed}`));
}
