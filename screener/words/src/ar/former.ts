import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

type End = Parameters<Words['former']['gone']>[2];

/** With nouns instead of verbs, because a verb would take the gender of the buyer's name. */
function what({ fate, by, successor, month, last }: End): string {
  const when = month === null ? '' : ` في ${month}`;
  const ticker = successor === null ? '' : ` (${isolated(successor)})`;
  const buyer = `${by === null ? 'شركة أخرى' : isolated(by)}${ticker}`;
  switch (fate) {
    case 'acquired':
      return `، بعد استحواذ ${buyer} عليها${when}`;
    case 'taken_private':
      return `، بعد تحويلها إلى شركة خاصة على يد ${buyer}${when}`;
    case 'merged':
      return `، بعد اندماجها في ${buyer}${when}`;
    case 'bankrupt':
      return `، بعد إفلاسها${when}${by === null ? '' : ` وانتقالها إلى ${buyer}`}`;
    case 'failed':
      return `، بعد تعثّرها${when} وانتقالها إلى ${buyer}`;
    case 'renamed':
    case 'delisted':
      if (by !== null) return `: ${isolated(by)}${when}`;
      return last === null ? '، ولا نعرف ما آلت إليه' : `، وآخر ظهور لها في قائمة البورصات كان في ${last}`;
  }
}

export const FORMER: Words['former'] = {
  renamed: (symbol, now, who, month) =>
    `${isolated(symbol)} أصبح الآن ${isolated(now)}${who === null ? '' : ` (${isolated(who)})`}${month === null ? '' : `، منذ ${month}`}`,
  gone: (name, symbol, end) => `لم تعد شركة ${isolated(name)} (${isolated(symbol)}) مدرجة${what(end)}`,
  askFor: (symbol) => `ابحث عن ${isolated(symbol)}.`,
};
