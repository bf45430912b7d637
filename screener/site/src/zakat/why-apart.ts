import type { Zakat } from '@screener/service/zakat/zakat';

type Apart = Zakat['apart'][number];

/** Why a line is not counted: of cash, what about it is not. */
export function whyApart({ kind, value }: Apart): Apart['kind'] | 'below_zero' | 'no_amount' {
  if (kind !== 'cash') return kind;
  if (value === null) return 'no_amount';
  return value < 0 ? 'below_zero' : 'cash';
}
