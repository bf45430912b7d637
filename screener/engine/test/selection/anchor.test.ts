import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Report } from '@screener/engine/facts';
import { type Anchor, isAnnualForm, selectAnchor } from '@screener/engine/selection/anchor';
import fc from 'fast-check';
import { makeCompany, makeReport } from '../support/make-facts.ts';

let count = 0;

function report(form: string, periodEnd: string, filed: string, factCount = 100): Report {
  count += 1;
  const accession = `0000000001-00-${String(count).padStart(6, '0')}`;
  return makeReport({ accession, form, periodEnd, filed, factCount });
}

function anchorAt(asOf: string, ...reports: Report[]): Anchor {
  const selected = selectAnchor(makeCompany(reports, []), asOf);
  assert.ok(selected.ok, selected.ok ? '' : selected.error.code);
  return selected.value;
}

function refusalAt(asOf: string, ...reports: Report[]): string {
  const selected = selectAnchor(makeCompany(reports, []), asOf);
  return selected.ok ? 'none' : selected.error.code;
}

suite('the anchor', () => {
  const year = report('10-K', '2023-12-31', '2024-02-20');
  const first = report('10-Q', '2024-03-31', '2024-05-01');
  const second = report('10-Q', '2024-06-30', '2024-08-01');

  test('is the newest period end filed by then', () => {
    assert.equal(anchorAt('2024-08-01', year, first, second).report, second);
    assert.equal(anchorAt('2024-07-31', year, first, second).report, first);
    assert.equal(anchorAt('2024-02-20', year, first, second).report, year);
    assert.equal(refusalAt('2024-02-19', year, first, second), 'no_periodic_report');
    assert.equal(refusalAt('2024-08-01'), 'no_periodic_report');
  });

  test('a late filing of an older period does not move it back', () => {
    const late = report('10-Q', '2023-09-30', '2024-09-15');
    assert.equal(anchorAt('2024-10-01', year, first, second, late).report, second);
  });

  test('a period end after its own filing is a typing error and is not an anchor', () => {
    const wrong = report('10-Q', '2025-06-30', '2024-08-05');
    assert.equal(anchorAt('2024-10-01', year, second, wrong).report, second);
  });
});

suite('staleness', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['2023-12-31', '2025-06-30', '2025-07-01'],
    // A month without that day ends sooner.
    ['2023-08-31', '2025-02-28', '2025-03-01'],
    ['2022-08-31', '2024-02-29', '2024-03-01'],
    ['2024-02-29', '2025-08-29', '2025-08-30'],
  ];
  for (const [periodEnd, last, next] of cases) {
    test(`a period to ${periodEnd} is screened until ${last}, but not on ${next}`, () => {
      const filed = report('10-K', periodEnd, `${Number(periodEnd.slice(0, 4)) + 1}-01-20`);
      assert.equal(anchorAt(last, filed).report, filed);
      assert.equal(refusalAt(next, filed), 'stale_report');
    });
  }

  test('the refusal says which period is too old', () => {
    const old = report('10-K', '2020-12-31', '2021-02-01');
    const selected = selectAnchor(makeCompany([old], []), '2024-01-01');
    assert.ok(!selected.ok);
    assert.deepEqual(selected.error, {
      code: 'stale_report',
      as_of: '2024-01-01',
      form: '10-K',
      period_end: '2020-12-31',
      months: 18,
    });
  });
});

suite('amendments', () => {
  const original = report('10-K', '2023-12-31', '2024-02-20', 100);

  test('a full amendment replaces the original, which remains visible', () => {
    const full = report('10-K/A', '2023-12-31', '2024-04-10', 98);
    const anchor = anchorAt('2024-06-01', original, full);
    assert.equal(anchor.report, full);
    assert.deepEqual(anchor.superseded, [original]);
    assert.equal(anchorAt('2024-04-09', original, full).report, original, 'not before it is filed');
  });

  test('one with fewer than half the facts does not, and one with half does', () => {
    const partial = report('10-K/A', '2023-12-31', '2024-04-10', 49);
    assert.equal(anchorAt('2024-06-01', original, partial).report, original);
    assert.deepEqual(anchorAt('2024-06-01', original, partial).superseded, [partial]);
    const half = report('10-K/A', '2023-12-31', '2024-04-10', 50);
    assert.equal(anchorAt('2024-06-01', original, half).report, half);
  });

  test('of two full reports filed on one day, the later accession counts', () => {
    const first = report('10-K/A', '2023-12-31', '2024-04-10');
    const second = report('10-K/A', '2023-12-31', '2024-04-10');
    assert.equal(anchorAt('2024-06-01', second, first).report, second);
    assert.equal(anchorAt('2024-06-01', first, second).report, second);
  });

  test('an amendment for last year is not the anchor but becomes the annual report', () => {
    const quarter = report('10-Q', '2024-03-31', '2024-05-01');
    const amended = report('10-K/A', '2023-12-31', '2024-06-10', 100);
    const anchor = anchorAt('2024-07-01', original, quarter, amended);
    assert.equal(anchor.report, quarter);
    assert.equal(anchor.annual, amended);
  });
});

suite('the reports beside the anchor', () => {
  const older = report('10-K', '2022-12-31', '2023-02-20');
  const lastFirst = report('10-Q', '2023-03-31', '2023-05-01');
  const year = report('10-K', '2023-12-31', '2024-02-20');
  const first = report('10-Q', '2024-03-31', '2024-05-01');

  test('are the last annual report before it, and the report from a year before', () => {
    const anchor = anchorAt('2024-06-01', older, lastFirst, year, first);
    assert.equal(anchor.annual, year);
    assert.equal(anchor.yearBefore, lastFirst);
  });

  test('an annual anchor is its own annual report', () => {
    const anchor = anchorAt('2024-03-01', older, lastFirst, year);
    assert.equal(anchor.annual, year);
    assert.equal(anchor.yearBefore, older);
  });

  test('an annual report from more than a year before is not the fiscal year', () => {
    const anchor = anchorAt('2024-06-01', older, first);
    assert.equal(anchor.annual, null);
    assert.equal(anchor.yearBefore, null);
  });

  test('52 and 53 weeks are a year; a transition period is not', () => {
    const end = '2024-09-28';
    const newest = report('10-K', end, '2024-11-01');
    for (const [before, isYear] of [
      ['2023-09-30', true],
      ['2023-09-23', true],
      ['2023-10-14', true],
      ['2023-10-15', false],
      ['2023-09-14', true],
      ['2023-09-13', false],
    ] as const) {
      const other = report('10-Q', before, '2023-11-01');
      assert.equal(anchorAt('2024-12-01', other, newest).yearBefore, isYear ? other : null, before);
    }
  });

  test('annual forms', () => {
    for (const form of ['10-K', '10-K/A', '10-KT', '10-KT/A', '20-F', '40-F/A'])
      assert.ok(isAnnualForm(form));
    for (const form of ['10-Q', '6-K', '10-QT', '8-K', '10-KSB']) assert.ok(!isAnnualForm(form));
  });
});

test('reports filed later, and the order of the table, change nothing', () => {
  const ends = ['2022-12-31', '2023-03-31', '2023-06-30', '2023-09-30', '2023-12-31', '2024-03-31'];
  const tables = fc.array(
    fc.record({
      form: fc.constantFrom('10-K', '10-Q', '10-Q/A', '6-K'),
      periodEnd: fc.constantFrom(...ends),
      lag: fc.integer({ min: 0, max: 400 }),
      factCount: fc.integer({ min: 1, max: 100 }),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(tables, fc.integer({ min: 0, max: 700 }), fc.nat(), (rows, day, turn) => {
      const asOf = new Date(Date.UTC(2023, 0, 15 + day)).toISOString().slice(0, 10);
      const reports = rows.map(({ form, periodEnd, lag, factCount }) => {
        const filed = new Date(Date.parse(periodEnd) + lag * 86_400_000).toISOString().slice(0, 10);
        return report(form, periodEnd, filed, factCount);
      });
      const all = selectAnchor(makeCompany(reports, []), asOf);
      const known = reports.filter(({ filed }) => filed <= asOf);
      assert.deepEqual(selectAnchor(makeCompany(known, []), asOf), all);
      const turned = reports.map((_, index) => reports[(index + turn) % reports.length] ?? makeReport());
      const again = selectAnchor(makeCompany(turned, []), asOf);
      assert.equal(again.ok ? again.value.report : '', all.ok ? all.value.report : '');
    }),
    { numRuns: 300 },
  );
});
