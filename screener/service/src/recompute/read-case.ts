import { fail, ok, type Result } from '@common/base/result';
import { caseOf, loadSubject } from '../use-cases/compute-screening.ts';
import { readFundCase } from '../use-cases/screen-fund.ts';
import type { ScreenAnswer, ScreenDeps } from '../use-cases/screen-ticker.ts';
import { type CompanyCase, recompute, type ScreeningCase } from '../use-cases/screening-case.ts';
import { printedValues } from './report-lines.ts';

/**
 * Returns what an answer was computed from, after computing it again: a case that gives anything else is refused, as
 * happens where facts arrived in between.
 */
export async function readCase(
  deps: ScreenDeps,
  answer: ScreenAnswer,
): Promise<Result<ScreeningCase, 'not_recomputable'>> {
  const found = answer.type === 'fund' ? await fundCase(deps, answer) : await companyCase(deps, answer);
  if (found !== null && isOf(found, answer)) return ok(found);
  return fail(
    'not_recomputable',
    `There is no report of ${answer.symbol} that recomputes itself: what it rests on is not stored here. Try again later, or use the report’s JSON.`,
  );
}

async function companyCase(deps: ScreenDeps, answer: ScreenAnswer): Promise<ScreeningCase | null> {
  const listing = await deps.store.findListing(answer.symbol);
  if (listing === null) return null;
  const day = { asOf: answer.as_of, today: answer.today };
  const whole = caseOf(await loadSubject(deps.store, listing), day, answer.rules, deps.options);
  const dated = { ...whole, factsThrough: answer.facts_through };
  const withUsedRates = ofUsedRates(dated, answer);
  // Facts of other filings may matter too: those that say that a report’s scale is in doubt.
  for (const input of [ofCitedFilings(withUsedRates, answer), withUsedRates]) {
    if (isOf({ kind: 'company', input }, answer)) return { kind: 'company', input };
  }
  return { kind: 'company', input: dated };
}

async function fundCase(deps: ScreenDeps, answer: ScreenAnswer): Promise<ScreeningCase | null> {
  const fund = await deps.store.funds.findFund(answer.symbol);
  if (fund === null) return null;
  const { as_of: asOf, today, rules } = answer;
  const input = await readFundCase(deps, { fund, asOf, today, rules });
  return input === null ? null : { kind: 'fund', input };
}

/** Whether the case gives the answer: each value that a report prints. */
function isOf(found: ScreeningCase, answer: ScreenAnswer): boolean {
  return JSON.stringify(printedValues(recompute(found))) === JSON.stringify(printedValues(answer));
}

/** Keeps the facts of the filings that the evidence cites: a tenth of a filer’s. */
function ofCitedFilings(
  { facts, ...rest }: CompanyCase,
  { evidence }: Pick<ScreenAnswer, 'evidence'>,
): CompanyCase {
  const cited = new Set(
    evidence.flatMap(({ accession, superseded }) => [accession, ...superseded.map((one) => one.accession)]),
  );
  return { ...rest, facts: { ...facts, facts: facts.facts.filter(({ accession }) => cited.has(accession)) } };
}

/** Keeps the prices up to the day of the answer, and the rates since the first that it uses: there are some of 16 years. */
function ofUsedRates(
  { quotes, rates, ...rest }: CompanyCase,
  { translation }: Pick<ScreenAnswer, 'translation'>,
): CompanyCase {
  const days = (translation?.rates ?? []).map((rate) => rate.period_start ?? rate.period_end);
  const since = days.reduce((first, day) => (day < first ? day : first), rest.asOf);
  const isUsed = (day: string) => day >= since && day <= rest.asOf;
  return {
    ...rest,
    quotes: quotes.filter(({ date }) => date <= rest.asOf),
    rates: rates.map((series) => ({ ...series, rates: series.rates.filter(([day]) => isUsed(day)) })),
  };
}
