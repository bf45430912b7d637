import assert from 'node:assert/strict';
import { size } from '@common/kit/testing/size';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { Amount } from '@screener/engine/amounts/amount';
import { TOTAL_ASSETS } from '@screener/engine/concepts/assets';
import { conceptOf, LABELLED_TAGS } from '@screener/engine/concepts/labels';
import {
  CURRENT_DEBT,
  NONCURRENT_DEBT,
  NONCURRENT_DEBT_WITH_LEASES,
} from '@screener/engine/concepts/liabilities';
import { readDebt } from '@screener/engine/concepts/read-debt';
import { filed as filedTotal } from '@screener/engine/concepts/reading';
import { type Lookup, qualifiedTag, tagsOf } from '@screener/engine/concepts/term';
import { type Filed, instantsOf, without } from '../support/balance-figures.ts';
import { readCompanyFactsFile } from '../support/companyfacts-file.ts';
import { fromRoot, given } from '../support/repository.ts';

/** Facts of tags that only rankings read are there, too. */
const LABELLED = new Set(LABELLED_TAGS);

/**
 * Hide the debt: take debt tags away, as if the filer had used custom elements. What the other lines leave as the upper
 * end of debt may then be loose, but never less than the debt that the balance sheet shows.
 */

interface Report {
  readonly where: string;
  readonly filed: Filed;
  /** Debt on the face of the balance sheet, due within a year and later. */
  readonly debt: number;
}

/**
 * Tags that mean something else in one filing. Chevron's DebtCurrent is the debt before a part of it is shown as
 * long-term: the face has ShortTermBorrowings. Cisco's of 2011-01 is all of its debt.
 */
const NOT_ON_THE_FACE: readonly {
  readonly cik: string;
  readonly tag: string;
  readonly end: string | null;
}[] = [
  { cik: '0000093410', tag: 'us-gaap:DebtCurrent', end: null },
  { cik: '0000858877', tag: 'us-gaap:DebtCurrent', end: '2011-01-29' },
];

/** The largest of the alternatives for each leg, of which none is more than the face shows. */
function debtOnTheFace(filed: Filed): number {
  const figure = (tag: string) => filed[`us-gaap:${tag}`];
  const portion =
    figure('LongTermDebtCurrent') ?? figure('LongTermDebtAndCapitalLeaseObligationsCurrent') ?? 0;
  const current = figure('DebtCurrent') ?? Math.max(figure('ShortTermBorrowings') ?? 0, portion);
  return (
    current + (figure('LongTermDebtNoncurrent') ?? figure('LongTermDebtAndCapitalLeaseObligations') ?? 0)
  );
}

const CURRENT = new Set(CURRENT_DEBT.flatMap(tagsOf));
const NONCURRENT = new Set([...NONCURRENT_DEBT, NONCURRENT_DEBT_WITH_LEASES].flatMap(tagsOf));

/** Each family, all unions of families, each tag, and all but each tag. */
function trialsOf(filed: Filed): readonly (readonly string[])[] {
  const tags = Object.keys(filed).filter((tag) => LABELLED.has(tag) && conceptOf(tag) === 'debt');
  const families = [
    tags.filter((tag) => CURRENT.has(tag)),
    tags.filter((tag) => NONCURRENT.has(tag)),
    tags.filter((tag) => !CURRENT.has(tag) && !NONCURRENT.has(tag)),
  ];
  const unions = [0, 1, 2, 3, 4, 5, 6, 7].map((set) =>
    families.filter((_, index) => set & (1 << index)).flat(),
  );
  return [
    ...unions,
    ...tags.map((tag) => [tag]),
    ...tags.map((tag) => tags.filter((other) => other !== tag)),
  ];
}

/** Debt alone: the whole balance sheet would take ten times as long. */
function debtOf(left: Filed): Amount {
  const lookup: Lookup = (tag) => {
    const value = left[tag];
    return value === undefined ? null : { value, from: tag };
  };
  return readDebt(lookup, filedTotal(TOTAL_ASSETS, lookup));
}

function failuresOf({ where, filed, debt }: Report): readonly string[] {
  return trialsOf(filed).flatMap((hidden) => {
    const { high } = debtOf(without(filed, ...hidden));
    if (high === null || high.value >= debt) return [];
    return [`${where} without ${hidden.join(', ') || 'anything'}: at most ${high.value}, filed ${debt}`];
  });
}

interface Distilled {
  readonly company: string;
  readonly form: string;
  readonly accession: string;
  readonly period_end: string;
  readonly current_debt: number;
  readonly noncurrent_debt: number;
  readonly figures: Filed;
}

/** Reports whose residual once lay below their debt: 184 of it inside Amazon's other liabilities, the current part in accrued. */
function distilledReports(): readonly Report[] {
  const path = fromRoot('screener/conformance/vectors/hidden-debt.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as Distilled[]).map((report) => ({
    where: `${report.company} ${report.form} ${report.accession} of ${report.period_end}`,
    filed: Object.fromEntries(
      Object.entries(report.figures).map(([tag, value]) => [qualifiedTag(tag), value]),
    ),
    debt: report.current_debt + report.noncurrent_debt,
  }));
}

/** Of one file in so many. */
const EACH = size({ quick: 5, full: 1 });

function reportsIn(folder: string): readonly Report[] {
  const seen = new Set<string>();
  return readdirSync(folder).flatMap((file, index) => {
    if (index % EACH !== 0) return [];
    const facts = readCompanyFactsFile(`${folder}/${file}`);
    return facts.reports.flatMap((report) => {
      if (seen.has(report.accession)) return [];
      seen.add(report.accession);
      const elsewhere = NOT_ON_THE_FACE.filter(
        ({ cik, end }) => cik === facts.cik && (end ?? report.periodEnd) === report.periodEnd,
      ).map(({ tag }) => tag);
      const filed = instantsOf(facts, report);
      const debt = debtOnTheFace(without(filed, ...elsewhere));
      const where = `${facts.name} ${report.form} ${report.accession} of ${report.periodEnd}`;
      return debt === 0 ? [] : [{ where, filed, debt }];
    });
  });
}

suite('with debt tags hidden, the upper end of debt is at least the debt', () => {
  test('in the reports where it once was not', () => {
    const reports = distilledReports();
    assert.equal(reports.length, 32);
    assert.deepEqual(reports.flatMap(failuresOf), []);
  });

  test('in every report of every companyfacts file', (t) => {
    const folder = given('data/companyfacts');
    if (folder === null) return t.skip('../shared/data/companyfacts absent');
    const reports = reportsIn(folder);
    assert.ok(reports.length > 1000 / EACH, `debt in ${reports.length} reports only`);
    const trials = reports.reduce((total, { filed }) => total + trialsOf(filed).length, 0);
    t.diagnostic(`${trials} trials on ${reports.length} reports`);
    assert.deepEqual(reports.flatMap(failuresOf), []);
  });
});
