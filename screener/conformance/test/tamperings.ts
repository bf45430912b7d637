import assert from 'node:assert/strict';
import { type Expression, evaluate } from '@screener/engine/amounts/expression';
import type { Screening } from '@screener/engine/screening';
import { answerTo, type Request, withoutCaps } from './snapshot-answers.ts';

/** An answer that may be tampered with. */
type Mutable<T> = T extends Expression
  ? T
  : T extends readonly (infer Item)[]
    ? Mutable<Item>[]
    : T extends object
      ? { -readonly [Name in keyof T]: Mutable<T[Name]> }
      : T;
export type Draft = Mutable<Screening>;

export function draftOf(answer: Screening): Draft {
  return JSON.parse(JSON.stringify(answer));
}

export const AAPL: Request = { symbol: 'AAPL', asOf: '2026-02-25' };
export const APPLE = answerTo(AAPL);
export const ANNUAL = answerTo({ symbol: 'ABT', asOf: '2023-02-17' });
export const BY_SHARES = answerTo({ ...AAPL, quotesOf: withoutCaps });
export const UNDECIDED = answerTo({ symbol: 'AIR', asOf: '2021-03-23' });
/** Its debt is bounded by what remains of all liabilities. */
const RESIDUAL = answerTo({ symbol: 'AE', asOf: '2022-05-16' });
/** It reports in New Taiwan dollars. */
export const TRANSLATED = answerTo({ symbol: 'TSM', asOf: '2025-04-17' });
export const NO_REPORT = answerTo({ symbol: 'AIR', asOf: '2009-01-01' });
export const PROHIBITED = answerTo({ symbol: 'LVS', asOf: '2021-04-23' });
export const PROHIBITED_WITHOUT_FIGURES = answerTo({ symbol: 'LVS', asOf: '2004-01-01' });

export function at<T>(list: readonly T[], index: number): T {
  const item = list.at(index);
  assert.ok(item !== undefined, `nothing at ${index}`);
  return item;
}

function tagged(draft: Draft, tag: string, more: (entry: Draft['evidence'][number]) => boolean = () => true) {
  const entry = draft.evidence.find(
    (candidate) => candidate.xbrl_tag === `us-gaap:${tag}` && more(candidate),
  );
  assert.ok(entry !== undefined, `no evidence under ${tag}`);
  return entry;
}

function amount(draft: Draft, name: string): Draft['amounts'][string] {
  const found = draft.amounts[name];
  assert.ok(found !== undefined, `no amount ${name}`);
  return found;
}

const checkOf = (draft: Draft, methodology: number, check: number) =>
  at(at(draft.methodologies, methodology).checks, check);

/** Renames a figure everywhere, so that only its meaning changes. */
function moveTag(draft: Draft, from: string, to: string, concept: string): void {
  for (const entry of draft.evidence) {
    if (entry.xbrl_tag !== `us-gaap:${from}`) continue;
    entry.xbrl_tag = `us-gaap:${to}`;
    entry.concept = concept;
  }
}

/** Writes another share into the upper end of debt, and what it gives. */
function replaceShare(draft: Draft, from: number, to: number): void {
  const debt = amount(draft, 'debt');
  const figures = new Map(draft.evidence.map((entry) => [entry.id, entry.value]));
  const high: Expression = JSON.parse(
    JSON.stringify(debt.high_from).replaceAll(`"times":[${from},`, `"times":[${to},`),
  );
  debt.high_from = high;
  debt.high = evaluate(high, (id) => figures.get(id) ?? Number.NaN);
}

function withoutApproximation(draft: Draft, id: string): void {
  draft.approximations = draft.approximations.filter((entry) => entry.id !== id);
}

export interface Tampering {
  readonly kind: string;
  readonly base?: Screening;
  readonly change: (draft: Draft) => void;
  /** Where it must be noticed. */
  readonly noticed: RegExp;
}

/** Ways to make a good answer say something else, each in one respect. */
export const TAMPERINGS: readonly Tampering[] = [
  {
    kind: 'a looser limit',
    change: (draft) => Object.assign(checkOf(draft, 0, 0), { threshold: 0.33 }),
    noticed: /^methodologies\[0\]\.checks\[0\]\.threshold$/,
  },
  {
    kind: 'a looser comparison',
    change: (draft) => Object.assign(checkOf(draft, 1, 0), { comparison: '<=' }),
    noticed: /comparison$/,
  },
  {
    kind: 'limits of the other rule set',
    change: (draft) => Object.assign(draft, { rules: 'classic' }),
    noticed: /^methodologies\[1\]\.checks$/,
  },
  {
    kind: 'a check left out',
    change: (draft) => void at(draft.methodologies, 2).checks.pop(),
    noticed: /^methodologies\[2\]\.checks$/,
  },
  {
    kind: 'a methodology left out',
    change: (draft) => void draft.methodologies.pop(),
    noticed: /^methodologies$/,
  },
  {
    kind: 'another numerator',
    change: (draft) => Object.assign(checkOf(draft, 0, 0), { numerator: 'receivables' }),
    noticed: /numerator$/,
  },
  {
    kind: 'a check called failed',
    change: (draft) => Object.assign(checkOf(draft, 0, 0), { status: 'fail', passed: false }),
    noticed: /^methodologies\[0\]\.checks\[0\]\.status$/,
  },
  {
    kind: 'an open check called passed',
    base: UNDECIDED,
    change: (draft) => Object.assign(checkOf(draft, 0, 1), { status: 'pass', passed: true }),
    noticed: /^methodologies\[0\]\.checks\[1\]\.status$/,
  },
  {
    kind: 'a methodology called passed',
    base: UNDECIDED,
    change: (draft) => Object.assign(at(draft.methodologies, 0), { status: 'pass', passed: true }),
    noticed: /^methodologies\[0\]\.status$/,
  },
  {
    kind: 'a prettier ratio',
    change: (draft) => Object.assign(checkOf(draft, 2, 0), { value: 0.2, high: 0.2 }),
    noticed: /checks\[0\]\.high$/,
  },
  {
    kind: 'more room under a limit',
    change: (draft) => Object.assign(checkOf(draft, 2, 0), { distance: 0.3 }),
    noticed: /checks\[0\]\.distance$/,
  },
  {
    kind: 'a sentence with another verdict',
    change: (draft) => Object.assign(draft, { summary: draft.summary.replace('Compliant', 'Questionable') }),
    noticed: /^summary$/,
  },
  {
    kind: 'a sentence with another status',
    base: UNDECIDED,
    change: (draft) => Object.assign(at(draft.methodologies, 0), { summary: 'AAOIFI: passes; all is well.' }),
    noticed: /^methodologies\[0\]\.summary$/,
  },
  {
    kind: 'a ratio in the summary',
    change: (draft) => Object.assign(draft.ratios, { debt_to_total_assets: 0.1 }),
    noticed: /^ratios\.debt_to_total_assets$/,
  },
  {
    kind: 'a ratio left out of the summary',
    change: (draft) => void delete draft.ratios.debt_to_total_assets,
    noticed: /^ratios$/,
  },
  {
    kind: 'a better verdict',
    base: UNDECIDED,
    change: (draft) => Object.assign(draft, { compliance: 'compliant', missing: [] }),
    noticed: /^compliance$/,
  },
  {
    kind: 'a verdict despite a prohibited business',
    base: PROHIBITED,
    change: (draft) => Object.assign(draft, { compliance: 'questionable' }),
    noticed: /^compliance$/,
  },
  {
    kind: 'a prohibited business left out',
    base: PROHIBITED_WITHOUT_FIGURES,
    change: (draft) => Object.assign(draft.business_activity, { status: 'unknown', findings: [] }),
    noticed: /^business_activity\.status$/,
  },
  {
    kind: 'a brewery’s SIC code',
    change: (draft) => Object.assign(draft.business_activity, { sic: '2082' }),
    noticed: /^business_activity\.findings$/,
  },
  {
    kind: 'fewer verdicts called possible',
    base: UNDECIDED,
    change: (draft) => void draft.possible.pop(),
    noticed: /^possible$/,
  },
  {
    kind: 'an open methodology called decided',
    base: UNDECIDED,
    change: (draft) => void draft.decided_methodologies.push('aaoifi'),
    noticed: /^decided_methodologies$/,
  },
  {
    kind: 'nothing missing where there is no verdict',
    base: UNDECIDED,
    change: (draft) => Object.assign(draft, { missing: [] }),
    noticed: /^missing$/,
  },
  {
    kind: 'something missing where there is a verdict',
    base: ANNUAL,
    change: (draft) => void draft.missing.push({ code: 'debt', message: 'debt is missing' }),
    noticed: /^missing$/,
  },
  {
    kind: 'a higher score',
    change: (draft) => Object.assign(draft, { score: draft.score + 0.1 }),
    noticed: /^score$/,
  },
  {
    kind: 'a score above the verdict’s cap',
    base: UNDECIDED,
    change: (draft) => Object.assign(draft, { score: 60 }),
    noticed: /^score$/,
  },
  {
    kind: 'a higher component',
    change: (draft) => {
      for (const component of [draft.components.debt, draft]) if (component) component.score += 0.1;
    },
    noticed: /^components\.debt\.score$/,
  },
  {
    kind: 'another weight',
    change: (draft) => Object.assign(draft.components.receivables ?? {}, { max: 15 }),
    noticed: /^components\.receivables\.max$/,
  },
  {
    kind: 'a smaller purification',
    change: (draft) => Object.assign(draft.purification, { pct_of_dividends_and_gains: 0.5 }),
    noticed: /^purification\.pct_of_dividends_and_gains$/,
  },
  {
    kind: 'a smaller amount per share',
    change: (draft) => Object.assign(draft.purification, { amount_per_share: 0.01 }),
    noticed: /^purification\.amount_per_share$/,
  },
  {
    kind: 'more shares',
    change: (draft) => Object.assign(draft.purification, { shares: 9e12 }),
    noticed: /^purification\.shares$/,
  },
  {
    kind: 'an end of an amount',
    change: (draft) => Object.assign(amount(draft, 'debt'), { low: amount(draft, 'debt').low + 1 }),
    noticed: /^amounts\.debt\.low$/,
  },
  {
    kind: 'an upper end that nothing gives',
    base: UNDECIDED,
    change: (draft) =>
      Object.assign(amount(draft, 'interest_income'), { high: 1, high_from: 1, basis: 'bounded' }),
    noticed: /^amounts\.interest_income\.high_from$/,
  },
  {
    kind: 'a figure out of thin air',
    change: (draft) =>
      Object.assign(amount(draft, 'receivables'), {
        low: 1000,
        low_from: { sum: [500, 500] },
        basis: 'bounded',
      }),
    noticed: /^amounts\.receivables\.low_from$/,
  },
  {
    kind: 'an expression over a figure that is not there',
    change: (draft) => Object.assign(amount(draft, 'cash'), { low_from: 'f999', high_from: 'f999' }),
    noticed: /^amounts\.cash\.low_from$/,
  },
  {
    kind: 'a figure left out of the evidence',
    change: (draft) => draft.evidence.splice(draft.evidence.indexOf(tagged(draft, 'CommercialPaper')), 1),
    noticed: /^amounts\.debt\.low_from$/,
  },
  {
    kind: 'evidence that nothing rests on',
    change: (draft) => void draft.evidence.push({ ...at(draft.evidence, 0), id: 'f999' }),
    noticed: /^evidence\[\d+\]\.id$/,
  },
  {
    kind: 'one id for two figures',
    change: (draft) => Object.assign(at(draft.evidence, 1), { id: at(draft.evidence, 0).id }),
    noticed: /^evidence\[1\]\.id$/,
  },
  {
    kind: 'a filed value',
    change: (draft) => Object.assign(tagged(draft, 'LongTermDebtNoncurrent'), { value: 1 }),
    noticed: /^amounts\.debt\.low$/,
  },
  {
    kind: 'the name of another bound rule',
    change: (draft) => Object.assign(amount(draft, 'receivables'), { rules: ['cash_residual'] }),
    noticed: /^amounts\.receivables\.rules$/,
  },
  {
    kind: 'a basis that claims more',
    change: (draft) => Object.assign(amount(draft, 'interest_income'), { basis: 'reported' }),
    noticed: /^amounts\.interest_income\.basis$/,
  },
  {
    kind: 'a yield of 1 %',
    change: (draft) => {
      const interest = amount(draft, 'interest_income');
      interest.high = (interest.high ?? 0) / 8;
      interest.high_from = JSON.parse(JSON.stringify(interest.high_from).replace('0.08', '0.01'));
    },
    noticed: /^amounts\.interest_income\.high_from$/,
  },
  {
    kind: 'debt passed off as accrued liabilities',
    base: ANNUAL,
    change: (draft) =>
      moveTag(draft, 'LongTermDebtNoncurrent', 'AccruedLiabilitiesCurrent', 'liabilities_without_interest'),
    noticed: /^amounts\.debt\.low_from$/,
  },
  {
    kind: 'cash subtracted from debt',
    change: (draft) => {
      const debt = amount(draft, 'debt');
      const [high, from] = [debt.high ?? 0, debt.high_from ?? 0];
      const cash = amount(draft, 'cash');
      Object.assign(debt, {
        high: high - cash.low,
        high_from: { minus: [from, cash.low_from] },
        low: 0,
        low_from: 0,
      });
    },
    noticed: /^amounts\.debt\.rules$/,
  },
  {
    kind: 'a line that may hold debt taken off in full',
    base: RESIDUAL,
    change: (draft) => replaceShare(draft, 0.8, 1),
    noticed: /^amounts\.debt\.high_from$/,
  },
  {
    kind: 'less of a filed total of debt',
    base: RESIDUAL,
    change: (draft) => {
      const debt = amount(draft, 'debt');
      debt.high = (debt.high ?? 0) - 7;
      debt.high_from = { minus: [debt.high_from ?? 0, 7] };
    },
    noticed: /^amounts\.debt\.high_from$/,
  },
  {
    kind: 'more rounding than the filing’s precision',
    base: RESIDUAL,
    change: (draft) => {
      const debt = amount(draft, 'debt');
      debt.high = (debt.high ?? 0) + 2e9;
      debt.high_from = { sum: [debt.high_from ?? 0, 2e9] };
    },
    noticed: /^amounts\.debt\.high_from$/,
  },
  {
    kind: 'a line subtracted twice',
    change: (draft) => {
      const line = tagged(
        draft,
        'AccountsPayableCurrent',
        (entry) => entry.period_end === draft.anchor?.period_end,
      );
      const debt = amount(draft, 'debt');
      debt.high = (debt.high ?? 0) - line.value;
      debt.high_from = { minus: [debt.high_from ?? 0, line.id] };
    },
    noticed: /^amounts\.debt\.high_from$/,
  },
  {
    kind: 'a concept under another name',
    change: (draft) =>
      Object.assign(tagged(draft, 'CommercialPaper'), { concept: 'liabilities_without_interest' }),
    noticed: /concept$/,
  },
  {
    kind: 'a tag that no rule reads',
    change: (draft) =>
      Object.assign(tagged(draft, 'CommercialPaper'), { xbrl_tag: 'us-gaap:FairValueOfDebt' }),
    noticed: /xbrl_tag$/,
  },
  {
    kind: 'swapped accession numbers',
    change: (draft) => {
      const [own, other] = [at(draft.evidence, 0), draft.evidence.find((entry) => entry.form === '10-K')];
      assert.ok(other !== undefined);
      [own.accession, other.accession] = [other.accession, own.accession];
    },
    noticed: /^evidence\[0\]\.(accession|source_url)$/,
  },
  {
    kind: 'a malformed accession number',
    change: (draft) => Object.assign(at(draft.evidence, 0), { accession: '0000320193-26-6' }),
    noticed: /^evidence\[0\]\.accession$/,
  },
  {
    kind: 'the address of another company’s filing',
    change: (draft) => {
      const entry = at(draft.evidence, 0);
      entry.source_url = entry.source_url?.replace('/320193/', '/789019/') ?? null;
    },
    noticed: /^evidence\[0\]\.source_url$/,
  },
  {
    kind: 'another company',
    change: (draft) => Object.assign(draft, { cik: '0000789019' }),
    noticed: /^anchor\.source_url$/,
  },
  {
    kind: 'a filing from the future',
    change: (draft) => Object.assign(at(draft.evidence, 0), { filed: '2026-03-01' }),
    noticed: /^evidence\[0\]\.filed$/,
  },
  {
    kind: 'a screening date before the filing',
    change: (draft) => Object.assign(draft, { as_of: '2026-01-29' }),
    noticed: /^anchor\.filed$/,
  },
  {
    kind: 'a period that ends after the filing',
    change: (draft) => Object.assign(tagged(draft, 'CommercialPaper'), { period_end: '2026-02-20' }),
    noticed: /period_end$/,
  },
  {
    kind: 'a balance at another date',
    change: (draft) => Object.assign(tagged(draft, 'CommercialPaper'), { period_end: '2025-09-27' }),
    noticed: /period_end$/,
  },
  {
    kind: 'balances from two years before',
    change: (draft) => {
      for (const entry of draft.evidence)
        if (entry.period_end === '2024-12-28') entry.period_end = '2023-12-30';
    },
    noticed: /period_end$/,
  },
  {
    kind: 'a balance in another currency',
    change: (draft) => Object.assign(tagged(draft, 'CommercialPaper'), { unit: 'EUR' }),
    noticed: /unit$/,
  },
  {
    kind: 'an amount in another currency',
    change: (draft) => Object.assign(amount(draft, 'revenue'), { unit: 'EUR' }),
    noticed: /^amounts$/,
  },
  {
    kind: 'a capitalisation in another currency',
    change: (draft) => Object.assign(amount(draft, 'market_cap'), { unit: 'EUR' }),
    noticed: /^amounts\.market_cap\.unit$/,
  },
  {
    kind: 'a price in another currency',
    change: (draft) => Object.assign(draft.market_data, { currency: 'EUR' }),
    noticed: /^market_data\.currency$/,
  },
  {
    kind: 'a fiscal year of nine months',
    base: ANNUAL,
    change: (draft) => {
      for (const entry of draft.evidence) if (entry.period_start !== null) entry.period_start = '2022-04-01';
    },
    noticed: /^amounts\.revenue\.low_from/,
  },
  {
    kind: 'a year-to-date figure in place of the comparative',
    change: (draft) => {
      const expression = JSON.stringify(amount(draft, 'revenue').low_from);
      const { sum, prior } = /"sum":\["\w+","(?<sum>\w+)"\]\},"(?<prior>\w+)"/.exec(expression)?.groups ?? {};
      const [toDate, before] = [sum, prior].map((id) => draft.evidence.find((entry) => entry.id === id));
      assert.ok(toDate !== undefined && before !== undefined);
      [toDate.period_start, before.period_start] = [before.period_start, toDate.period_start];
      [toDate.period_end, before.period_end] = [before.period_end, toDate.period_end];
    },
    noticed: /^amounts\.revenue\.low_from/,
  },
  {
    kind: 'three parts of a year under two tags',
    change: (draft) => {
      const revenue = draft.evidence.filter((entry) => entry.concept === 'revenue' && entry.form === '10-Q');
      at(revenue, -1).xbrl_tag = 'us-gaap:SalesRevenueServicesNet';
    },
    noticed: /^amounts\.revenue\.low_from/,
  },
  {
    kind: 'one accession number with two forms',
    change: (draft) => Object.assign(at(draft.evidence, 0), { form: '10-K' }),
    noticed: /^evidence\[0\]\.form$/,
  },
  {
    kind: 'a form that is not a periodic report',
    change: (draft) => {
      for (const filing of [draft.anchor, ...draft.evidence])
        if (filing?.form === '10-Q') filing.form = '8-K';
    },
    noticed: /^anchor\.form$/,
  },
  {
    kind: 'an anchor from two years ago',
    change: (draft) => Object.assign(draft, { as_of: '2027-12-31' }),
    noticed: /^anchor\.period_end$/,
  },
  {
    kind: 'no anchor',
    change: (draft) => Object.assign(draft, { anchor: null }),
    noticed: /^anchor$/,
  },
  {
    kind: 'a price from the future',
    change: (draft) => Object.assign(draft.market_data, { date: '2026-02-27' }),
    noticed: /^market_data\.date$/,
  },
  {
    kind: 'a price from last year',
    change: (draft) => Object.assign(draft.market_data, { date: '2025-12-31' }),
    noticed: /^market_data\.date$/,
  },
  {
    kind: 'another capitalisation',
    change: (draft) => Object.assign(draft.market_data, { value: 9e12 }),
    noticed: /^amounts\.market_cap\.low$/,
  },
  {
    kind: 'another close',
    base: BY_SHARES,
    change: (draft) => Object.assign(draft.market_data, { close: 1000 }),
    noticed: /^market_data\.value$/,
  },
  {
    kind: 'the price of a warrant',
    change: (draft) => Object.assign(draft, { symbol: 'AAPL-WT' }),
    noticed: /^symbol$/,
  },
  {
    kind: 'a capitalisation without its approximation',
    base: BY_SHARES,
    change: (draft) => withoutApproximation(draft, 'market_cap_from_cover_page_shares'),
    noticed: /^approximations$/,
  },
  {
    kind: 'balances in another currency without a translation',
    base: TRANSLATED,
    change: (draft) => Object.assign(draft, { translation: null }),
    noticed: /^translation$/,
  },
  {
    kind: 'a monthly average taken for the rate of a day',
    base: TRANSLATED,
    change: ({ translation }) => {
      for (const end of [translation?.low, translation?.high]) {
        if (end !== undefined) Object.assign(end, { value: 1 / 32.5743, over: ['x1'] });
      }
    },
    noticed: /^translation\.(low|high)\.value$/,
  },
  {
    kind: 'a rate the other way round',
    base: TRANSLATED,
    change: ({ translation }) => void Object.assign(at(translation?.rates ?? [], 0), { value: 1 / 32.5743 }),
    noticed: /^translation\.low\.value$/,
  },
  {
    kind: 'an unnamed assumption',
    change: (draft) => withoutApproximation(draft, 'interest_yield'),
    noticed: /^approximations$/,
  },
  {
    kind: 'a verdict on the trailing average',
    change: (draft) => Object.assign(at(draft.market_data.trailing_averages, 0), { status: 'fail' }),
    noticed: /^market_data\.trailing_averages\[0\]\.status$/,
  },
  {
    kind: 'a verdict without a report',
    base: NO_REPORT,
    change: (draft) => Object.assign(draft, { compliance: 'questionable' }),
    noticed: /^compliance$/,
  },
  {
    kind: 'no reason given for the missing report',
    base: NO_REPORT,
    change: (draft) => Object.assign(draft, { missing: [] }),
    noticed: /^missing$/,
  },
];
