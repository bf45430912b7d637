import { type Answer, readAnswer } from './answer.ts';
import { Audit, type Disagreement } from './audit.ts';
import type { Figure, Sources } from './sources.ts';

/** The month-end file; other sources of prices are not at hand. */
const MONTH_END_FILE = /month-end file/;

/**
 * Holds what an answer took from its sources against their own files: each filed figure, that no newer report was filed
 * by then, each exchange rate, and each close with its capitalisation. These are what `recompute` has to believe.
 */
export function auditSources(json: unknown, sources: Sources): readonly Disagreement[] {
  const audit = new Audit();
  if (isFund(json)) return audit.found;
  const answer = readAnswer(json, audit);
  if (answer === null) return audit.found;
  auditFigures(answer, sources, audit);
  auditRates(answer, sources, audit);
  auditCloses(answer, sources, audit);
  return audit.found;
}

function isFund(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'etf_look_through' in answer;
}

function auditFigures({ cik, as_of: asOf, anchor, evidence }: Answer, sources: Sources, audit: Audit): void {
  const filed = sources.filed(cik);
  if (filed === null) return;
  evidence.forEach((entry: Figure, index) => {
    audit.holds(`evidence[${index}]`, entry, filed.has(entry), 'a figure that was filed');
  });
  if (anchor === null) return;
  const newest = filed.newestBy(asOf);
  const isNewest = newest === null || newest <= anchor.period_end;
  audit.holds('anchor.period_end', anchor.period_end, isNewest, `${newest}, of the newest report by ${asOf}`);
}

function auditRates({ translation }: Answer, { daily, monthly }: Sources, audit: Audit): void {
  translation?.rates.forEach(({ kind, currency, period_start: start, period_end: end, value }, index) => {
    const published = kind === 'daily' ? daily(currency, end) : monthly(currency, start ?? '');
    audit.same(`translation.rates[${index}].value`, value, published);
  });
}

function auditCloses(
  { symbol, market_data: market, purification: { share_basis: basis } }: Answer,
  { listed }: Sources,
  audit: Audit,
): void {
  const own = { date: market.date ?? '', close: market.close, source: market.source ?? '' };
  const quotes = [
    {
      path: 'market_data',
      ...own,
      cap: market.figure === 'market_cap' ? market.value : null,
    },
    ...(basis?.quotes ?? []).map(({ date, close, market_cap: cap, source }, index) => ({
      path: `purification.share_basis.quotes[${index}]`,
      date,
      close,
      source,
      cap,
    })),
  ];
  for (const { path, date, close, cap, source } of quotes) {
    if (!MONTH_END_FILE.test(source)) continue;
    const found = listed(symbol, date);
    audit.same(`${path}.close`, close, found?.close ?? null);
    if (cap !== null) audit.same(`${path}.market_cap`, cap, found?.marketCap ?? null);
  }
}
