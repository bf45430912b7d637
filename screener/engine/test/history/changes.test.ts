import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { CompanyFacts } from '@screener/engine/facts';
import { changesBetween, type ScreeningChanges } from '@screener/engine/history/changes';
import { dated, fingerprint } from '@screener/engine/history/dated-screening';
import type { DecidedScreening } from '@screener/engine/screened';
import type { ScreeningInput } from '@screener/engine/screening-input';
import { makeProfile, makeQuote, screenCompany, soundCompany } from '../support/make-facts.ts';

type Changes = Readonly<Record<string, number | null>>;

function screened(changes: Changes = {}, differs: Partial<ScreeningInput> = {}): DecidedScreening {
  return screenCompany(soundCompany(changes), differs);
}

/** The same figures in the next year's report. */
function nextYear(changes: Changes): CompanyFacts {
  const { facts, reports, ...company } = soundCompany(changes);
  const later = (date: string) => date.replace('2024', '2025');
  const accession = '0000000001-26-000001';
  return {
    ...company,
    reports: reports.map((report) => ({
      ...report,
      accession,
      filed: '2026-02-15',
      periodEnd: '2025-12-31',
    })),
    facts: facts.map((fact) => ({
      ...fact,
      accession,
      end: later(fact.end),
      start: fact.start === null ? null : later(fact.start),
    })),
  };
}

function flipOf(changes: ScreeningChanges, ratio: string, methodology: string) {
  const flip = changes.checks.find((one) => one.ratio === ratio && one.methodology === methodology);
  assert.ok(flip !== undefined, `${methodology} ${ratio} did not flip`);
  return flip;
}

/** As history keeps it; what is missing counts by its code. */
function keptOf(screening: DecidedScreening) {
  const missing = screening.missing.map(({ code }) => ({ code, message: code }));
  return dated({ ...screening, missing });
}

suite('what changed', () => {
  test('nothing between two equal screenings', () => {
    assert.deepEqual(changesBetween(screened(), screened()), {
      since: '2025-03-01',
      verdict: null,
      score: null,
      checks: [],
      report: null,
      engine_changed: false,
    });
  });

  test('verdict, score and report', () => {
    const before = screened();
    const after = screenCompany(nextYear({ DebtCurrent: 200, AccountsPayableCurrent: 0 }), {
      asOf: '2026-03-01',
      quotes: [makeQuote({ date: '2026-02-28' })],
    });
    const changes = changesBetween(before, after);
    assert.deepEqual(changes.verdict, { from: 'compliant', to: 'questionable' });
    assert.equal(changes.score?.from, before.score);
    assert.equal(changes.score?.to, after.score);
    assert.deepEqual(changes.report, { from: '0000000001-25-000001', to: '0000000001-26-000001' });
  });

  test('a change of the engine is distinguished', () => {
    const older = { ...screened(), engine_version: '0' };
    assert.equal(changesBetween(older, screened()).engine_changed, true);
  });

  test('a flip by the engine has no figure, one by a filing has; the kept screening counts', () => {
    const before = screened();
    const kept = { ...keptOf(before), engine_version: '1', compliance: 'questionable', score: 69 } as const;
    const methodologies = kept.methodologies.map((methodology) => ({
      ...methodology,
      checks: methodology.checks.map((check) =>
        check.ratio === 'prohibited_income_to_revenue'
          ? { ...check, status: 'unknown' as const, passed: false, value: null }
          : check,
      ),
    }));
    const after = screened({ DebtCurrent: 200, AccountsPayableCurrent: 0 });
    const changes = changesBetween(before, after, { ...kept, methodologies });
    assert.equal(changes.engine_changed, true);
    assert.deepEqual([changes.verdict, changes.score?.from], [null, 69]);
    const ofEngine = flipOf(changes, 'prohibited_income_to_revenue', 'aaoifi');
    assert.deepEqual([ofEngine.from, ofEngine.to, ofEngine.because], ['unknown', 'pass', []]);
    const ofFiling = flipOf(changes, 'debt_to_total_assets', 'ftse');
    assert.equal(ofFiling.because[0]?.xbrl_tag, 'us-gaap:DebtCurrent');
  });
});

suite('which figure did it', () => {
  test('more debt over the same assets', () => {
    const changes = changesBetween(screened(), screened({ DebtCurrent: 200, AccountsPayableCurrent: 0 }));
    const flip = flipOf(changes, 'debt_to_total_assets', 'ftse');
    assert.deepEqual([flip.from, flip.to, flip.value_from, flip.value_to], ['pass', 'fail', 0.2, 0.36]);
    const [cause] = flip.because;
    assert.deepEqual(
      [cause?.xbrl_tag, cause?.concept, cause?.from, cause?.to, cause?.decisive],
      ['us-gaap:DebtCurrent', 'debt', 40, 200, true],
    );
    assert.equal(cause?.accession, '0000000001-25-000001');
    assert.match(String(cause?.source_url), /000000000125000001\/0000000001-25-000001-index\.htm$/);
  });

  test('a price that fell flips the ratios over market capitalisation, and only those', () => {
    const changes = changesBetween(screened(), screened({}, { quotes: [makeQuote({ marketCap: 500 })] }));
    const flipped = changes.checks.map(({ methodology, ratio }) => `${methodology} ${ratio}`);
    assert.deepEqual(flipped, [
      'aaoifi debt_to_market_cap',
      'djim debt_to_market_cap',
      'sp debt_to_market_cap',
    ]);
    for (const { because } of changes.checks) {
      assert.deepEqual(
        because.map(({ concept, from, to, decisive }) => [concept, from, to, decisive]),
        [['market_cap', 10_000, 500, true]],
      );
    }
  });

  test('a figure that moved without deciding is named and not decisive', () => {
    const after = screened({
      DebtCurrent: 200,
      AccountsPayableCurrent: 0,
      LongTermDebtNoncurrent: 161,
      OtherLiabilitiesNoncurrent: 139,
    });
    const flip = flipOf(changesBetween(screened(), after), 'debt_to_total_assets', 'ftse');
    const decisive = flip.because.filter((cause) => cause.decisive).map(({ xbrl_tag }) => xbrl_tag);
    const others = flip.because.filter((cause) => !cause.decisive).map(({ xbrl_tag }) => xbrl_tag);
    assert.deepEqual(decisive, ['us-gaap:DebtCurrent']);
    assert.ok(others.includes('us-gaap:LongTermDebtNoncurrent'), others.join(', '));
  });

  test('a figure that is no longer filed makes the check unknown, and the missing figure is named', () => {
    const changes = changesBetween(screened(), screened({ Revenues: null }));
    const flip = flipOf(changes, 'prohibited_income_to_revenue', 'aaoifi');
    assert.deepEqual([flip.from, flip.to, flip.value_to], ['pass', 'unknown', null]);
    const gone = flip.because.find(({ xbrl_tag }) => xbrl_tag === 'us-gaap:Revenues');
    assert.deepEqual([gone?.from, gone?.to], [2000, null]);
  });

  test('at most five figures, the decisive ones first', () => {
    const after = screened({
      DebtCurrent: 200,
      AccountsPayableCurrent: 0,
      LongTermDebtNoncurrent: 161,
      OtherLiabilitiesNoncurrent: 139,
      Liabilities: 601,
      Assets: 1001,
      AssetsCurrent: 501,
    });
    for (const { because } of changesBetween(screened(), after).checks) {
      assert.ok(because.length <= 5);
      const firstOther = because.findIndex((cause) => !cause.decisive);
      if (firstOther >= 0) assert.ok(because.slice(firstOther).every((cause) => !cause.decisive));
    }
  });

  test('interest over revenue, across a trailing year', () => {
    const changes = changesBetween(screened(), screened({ InvestmentIncomeInterest: 150 }));
    const flip = flipOf(changes, 'prohibited_income_to_revenue', 'ftse');
    assert.deepEqual(
      flip.because.map(({ xbrl_tag, from, to, decisive }) => [xbrl_tag, from, to, decisive]),
      [['us-gaap:InvestmentIncomeInterest', 8, 150, true]],
    );
  });
});

suite('what history keeps', () => {
  test('is the screening without the evidence', () => {
    const screening = screened();
    const kept = keptOf(screening);
    assert.equal(kept.compliance, screening.compliance);
    assert.equal(kept.business_activity, 'pass');
    assert.equal(kept.purification_pct, screening.purification.pct_of_dividends_and_gains);
    assert.deepEqual(kept.anchor, screening.anchor);
    assert.deepEqual(
      kept.methodologies.flatMap(({ checks }) =>
        checks.map(({ ratio, value, status }) => [ratio, value, status]),
      ),
      screening.methodologies.flatMap(({ checks }) =>
        checks.map(({ ratio, value, status }) => [ratio, value, status]),
      ),
    );
    assert.ok(!('evidence' in kept) && !('amounts' in kept));
  });

  test('a fingerprint changes with what matters, and not with the date or the last digits of a ratio', () => {
    const print = (changes: Changes = {}, differs: Partial<ScreeningInput> = {}) =>
      fingerprint(keptOf(screened(changes, differs)));
    const same = print();
    assert.equal(print({}, { asOf: '2025-03-09' }), same);
    assert.equal(print({}, { quotes: [makeQuote({ marketCap: 10_001 })] }), same);
    assert.notEqual(print({ DebtCurrent: 200, AccountsPayableCurrent: 0 }), same, 'a check');
    assert.notEqual(print({ Revenues: null }), same, 'something is missing');
    assert.notEqual(print({}, { profile: makeProfile({ sic: '7011' }) }), same, 'the business');
    assert.notEqual(fingerprint({ ...keptOf(screened()), engine_version: '0' }), same);
    assert.notEqual(fingerprint({ ...keptOf(screened()), score: 1 }), same);
  });
});
