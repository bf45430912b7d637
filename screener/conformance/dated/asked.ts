import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, addMonths } from '@common/base/calendar';
import { REPOSITORY } from '@common/kit/repository';

const SNAPSHOT = join(REPOSITORY, 'screener/data/snapshot');
export const FIRST_YEAR = 2021;

/** The tickers of every company with facts in the embedded snapshot, and of the funds; a CIK where there is none. */
export function snapshotSymbols(): {
  readonly companies: readonly string[];
  readonly funds: readonly string[];
} {
  const read = (name: string) => JSON.parse(readFileSync(join(SNAPSHOT, name), 'utf8'));
  const ciks: readonly string[] = read('companies.json').map(({ cik }: { cik: string }) => cik);
  const tickers: readonly (readonly [symbol: string, cik: string])[] = read('tickers.json');
  const classes: readonly (readonly [symbol: string, series: string])[] = read('funds.json').tickers;
  return {
    companies: ciks.flatMap((cik) => {
      const own = tickers.filter(([, filer]) => filer === cik).map(([symbol]) => symbol);
      return own.length === 0 ? [`CIK${cik}`] : own;
    }),
    // The classes of one series have the same holdings; a listed one has four letters at most.
    funds: classes.map(([symbol]) => symbol).filter((symbol) => symbol.length <= 4),
  };
}

/** Returns the quarter ends from 2021 on, up to a day. */
export function quarterEnds(until: string): readonly string[] {
  const ends: string[] = [];
  for (let next = 3; ; next += 3) {
    const end = addDays(addMonths(`${FIRST_YEAR}-01-01`, next), -1);
    if (end > until) return ends;
    ends.push(end);
  }
}
