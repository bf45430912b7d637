import { setImmediate } from 'node:timers/promises';
import { dateOfInstant } from '@common/base/calendar';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { trustOf, trustTickers } from '@screener/engine/funds/trusts';
import { RANKING_VERSION } from '@screener/engine/rankings/formulas';
import { type FundLine, fundLineOf } from '@screener/engine/rankings/fund-line';
import { bySymbol } from '@screener/engine/rankings/ranking-line';
import type { FundClassRecord } from '../store/store.ts';
import { createFundMemo } from '../use-cases/fund-memo.ts';
import { presentDate } from '../use-cases/present.ts';
import { readFundCase } from '../use-cases/screen-fund.ts';
import { fundDate } from '../use-cases/screen-ticker.ts';
import { RULES } from './ranking-entries.ts';
import { type RebuildDeps, type Run, sourceOf } from './ranking-run.ts';
import type { StoredRanking } from './rankings.store.ts';

/** A fund: the ticker that stands for it, and those of its other classes of shares. */
interface FundToWeigh extends FundClassRecord {
  readonly others: readonly string[];
}

/**
 * Weighs every fund with a stored report, one after the other, and replaces the earlier list. None is left out for its
 * verdict, which goes by the methodologies that a reader chooses.
 */
export async function buildFunds(
  deps: RebuildDeps,
  { token, control }: Run,
): Promise<StoredRanking | 'stopped' | 'lost'> {
  const shared = { ...deps, fundMemo: deps.fundMemo ?? createFundMemo() };
  const [dataSource, funds] = [await sourceOf(deps), await fundsWithReports(deps)];
  const today = dateOfInstant(deps.clock());
  const lines: FundLine[] = [];
  let screened = 0;
  for (const { others, ...fund } of funds) {
    if (control.signal.aborted) return 'stopped';
    const asOf = await fundDate(deps, dataSource, fund);
    const given = await readFundCase(shared, { fund, asOf, today, rules: RULES });
    if (given === null) continue;
    screened += 1;
    const line = fundLineOf({ ...given, otherSymbols: others });
    if (line !== null) lines.push(line);
    if (!(await deps.rankings.renew('funds', token, deps.leaseMs))) return 'lost';
    control.onProgress({ done: screened, symbol: fund.symbol });
    await setImmediate();
  }
  const tooOld = screened - lines.length;
  const stored = await deps.rankings.finish('funds', token, {
    version: RANKING_VERSION,
    asOf: await presentDate(deps, dataSource),
    rules: RULES,
    engineVersion: ENGINE_VERSION,
    dataSource,
    screened,
    ranked: lines.length,
    leftOut: tooOld > 0 ? { holdings_too_old: tooOld } : {},
    lines: lines.toSorted(bySymbol).map((line, index) => ({ ...line, rank: index + 1 })),
    named: [],
  });
  return stored ?? 'lost';
}

/**
 * The funds that may have a report. A fund is called by its shortest ticker: a class that is traded has up to four
 * letters, others have five. A ticker that has become a company's is no fund's.
 */
async function fundsWithReports({ store }: Pick<RebuildDeps, 'store'>): Promise<readonly FundToWeigh[]> {
  const classes = await store.funds.classesWithReports();
  const companies = await store.funds.listingsOf([...trustTickers(), ...classes.map(({ symbol }) => symbol)]);
  const taken = new Set(companies.map(({ symbol }) => symbol));
  const trusts = companies.filter((listing) => trustOf(listing)?.holds === 'securities');
  const all: readonly FundClassRecord[] = [
    ...classes.filter(({ symbol }) => !taken.has(symbol)),
    ...trusts.map(({ symbol, cik }) => ({ symbol, fund: `CIK${cik}`, classId: '', cik })),
  ];
  return [...Map.groupBy(all, ({ fund }) => fund).values()].flatMap((tickers) => {
    const [first, ...others] = tickers.toSorted(
      (a, b) => a.symbol.length - b.symbol.length || bySymbol(a, b),
    );
    return first === undefined ? [] : [{ ...first, others: others.map(({ symbol }) => symbol) }];
  });
}
