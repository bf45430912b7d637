import assert from 'node:assert/strict';
import { test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { screenFund } from '@screener/engine/funds/fund-answer';
import type { ScreenedFund } from '@screener/engine/funds/fund-screening';
import type { HoldingKnowledge } from '@screener/engine/funds/look-through';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import fc from 'fast-check';
import {
  forEach,
  known,
  makeContract,
  makeHolding,
  makeReport,
  makeScreening,
  UNRESOLVED,
} from './make-fund.ts';

const RUNS = size({ quick: 400, full: 1_500 });

/** What is removed from the knowledge of one holding. */
type Loss = 'resolution' | 'verdict' | 'methodologies' | 'purification';

const LOSSES: Readonly<Record<Loss, (known: HoldingKnowledge) => HoldingKnowledge>> = {
  resolution: () => UNRESOLVED,
  verdict: ({ resolution, screening }) => ({
    resolution,
    screening: screening === null ? null : { ...screening, compliance: 'not_screenable', score: 0 },
  }),
  methodologies: ({ resolution, screening }) => ({
    resolution,
    screening: screening === null ? null : { ...screening, methodologies: {} },
  }),
  purification: ({ resolution, screening }) => ({
    resolution,
    screening:
      screening === null
        ? null
        : { ...screening, purificationPct: null, purificationLowPct: 0, purificationHighPct: null },
  }),
};

const status = fc.constantFrom<CheckStatus>('pass', 'fail', 'unknown');
const screeningOf = fc
  .record({
    compliance: fc.constantFrom(
      'compliant' as const,
      'compliant' as const,
      'questionable' as const,
      'non_compliant' as const,
      'not_screenable' as const,
    ),
    score: fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
    methodologies: fc.record(forEach(status)),
    purificationLowPct: fc.constantFrom(0, 0.1, 2.5),
    purificationHighPct: fc.option(fc.constantFrom(2.5, 3, 250)),
  })
  .map((drawn) =>
    makeScreening(drawn.compliance, drawn.compliance === 'not_screenable' ? { ...drawn, score: 0 } : drawn),
  );

/** Mostly large weights of one kind, so that each verdict is common. */
const line = fc.record({
  cents: fc.oneof(
    fc.integer({ min: 0, max: 60_000 }),
    fc.integer({ min: 0, max: 8_000 }),
    fc.integer({ min: 0, max: 8_000 }),
    fc.integer({ min: 0, max: 1_000 }),
    fc.integer({ min: -500, max: 0 }),
  ),
  screening: screeningOf,
  isResolved: fc.integer({ min: 0, max: 9 }).map((roll) => roll > 0),
  category: fc.constantFrom('EC', 'EC', 'EC', 'EC', 'EC', 'EC', 'STIV', 'DBT', 'DE', 'DE'),
  /** Of a contract; null where it is not filed. */
  notional: fc.option(fc.constantFrom(10, 500, 5_000, 900_000)),
});
const fund = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  residualCents: fc.oneof(fc.constant(0), fc.integer({ min: -2_000, max: 2_000 })),
  /** A compliant bulk next to which the others weigh a few percent, near the limits. */
  bulkCents: fc.constantFrom(0, 100_000, 500_000),
});

const cents = (amount: number) => (amount / 100).toFixed(2);

const BULK = { screening: makeScreening('compliant'), isResolved: true, category: 'EC', notional: null };

const VERDICT_RANK = { compliant: 3, questionable: 2, non_compliant: 1, not_screenable: 0 } as const;

/** Where `after` is better than `before`, or differs although it claims to be known. */
function improvements(before: ScreenedFund, after: ScreenedFund): readonly string[] {
  const found: string[] = [];
  if (after.score > before.score) found.push(`score ${before.score} -> ${after.score}`);
  const lost = before.possible.filter((verdict) => !after.possible.includes(verdict));
  if (lost.length > 0) found.push(`possible ${before.possible} -> ${after.possible}`);
  if (VERDICT_RANK[after.compliance] > VERDICT_RANK[before.compliance]) found.push('a better verdict');
  if (after.compliance !== before.compliance && after.compliance !== 'not_screenable') {
    found.push(`verdict ${before.compliance} -> ${after.compliance}`);
  }
  const [was, is] = [before.etf_look_through, after.etf_look_through];
  if (is.coverage_pct > was.coverage_pct) found.push('more coverage');
  if (is.purification.high_pct < was.purification.high_pct - 1e-9) found.push('less purification');
  if (is.purification.low_pct > was.purification.low_pct + 1e-9) found.push('a higher lower end');
  for (const [index, { id, status: now }] of after.methodologies.entries()) {
    const then = before.methodologies[index]?.status;
    if (now !== then && now !== 'unknown') found.push(`${id} ${then} -> ${now}`);
  }
  return found;
}

test('removing a resolution or a fact never improves a fund', () => {
  const seen = new Map<string, number>();
  const draws = fc.record({
    fund,
    losses: fc.array(fc.tuple(fc.nat({ max: 7 }), fc.constantFrom(...(Object.keys(LOSSES) as Loss[]))), {
      minLength: 1,
      maxLength: 6,
    }),
  });
  fc.assert(
    fc.property(draws, ({ fund: { lines: drawn, residualCents, bulkCents }, losses }) => {
      const lines = bulkCents === 0 ? drawn : [...drawn, { ...BULK, cents: bulkCents }];
      const total = lines.reduce((sum, { cents: amount }) => sum + amount, residualCents);
      fc.pre(total > 0);
      const report = makeReport(
        lines.map(({ cents: amount, category, notional }) =>
          category === 'DE'
            ? makeContract(notional === null ? null : cents(notional), cents(amount), {}, 'SWP')
            : makeHolding({ valueUsd: cents(amount), assetCategory: category }),
        ),
        cents(total),
      );
      const screened = (knowledge: readonly HoldingKnowledge[]) =>
        screenFund({
          profile: { symbol: 'MADE', cik: '0001999100', name: 'Made Up' },
          report,
          knowledge,
          asOf: '2026-01-31',
          rules: RULE_SETS.current,
        });
      let knowledge: readonly HoldingKnowledge[] = lines.map(({ screening, isResolved }) =>
        isResolved
          ? {
              screening,
              resolution: {
                method: 'ticker',
                matched: 'NWND',
                listing: { symbol: 'NWND', cik: '1', name: 'N' },
              },
            }
          : UNRESOLVED,
      );
      let before = screened(knowledge);
      seen.set(before.compliance, (seen.get(before.compliance) ?? 0) + 1);
      for (const [place, loss] of losses) {
        knowledge = knowledge.map((known, index) =>
          index === place % lines.length ? LOSSES[loss](known) : known,
        );
        const after = screened(knowledge);
        assert.deepEqual(improvements(before, after), [], loss);
        before = after;
      }
    }),
    { numRuns: RUNS },
  );
  // A property over funds that are all undecided would prove nothing.
  for (const verdict of Object.keys(VERDICT_RANK))
    assert.ok((seen.get(verdict) ?? 0) > RUNS / 100, `${verdict}: ${seen.get(verdict)}`);
});

const MADE = { symbol: 'MADE', cik: '0001999100', name: 'Made Up' };

test('an asset that is missing from a filing never improves a fund', () => {
  const seen = new Map<string, number>();
  const asset = fc.record({
    cents: fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: 4_000 })),
    found: fc.oneof(
      { weight: 6, arbitrary: screeningOf.map((screening) => known(screening.compliance, screening)) },
      { weight: 1, arbitrary: fc.constant(UNRESOLVED) },
    ),
  });
  const draws = fc.record({
    assets: fc.array(asset, { minLength: 1, maxLength: 6 }),
    bulkCents: fc.constantFrom(0, 100_000, 500_000),
    cashCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
    liabilityCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 })),
    gone: fc.nat({ max: 6 }),
  });
  fc.assert(
    fc.property(draws, ({ assets, bulkCents, cashCents, liabilityCents, gone }) => {
      const lines = bulkCents === 0 ? assets : [...assets, { cents: bulkCents, found: known('compliant') }];
      const total = lines.reduce((sum, { cents: amount }) => sum + amount, cashCents);
      fc.pre(total > liabilityCents);
      const screened = (kept: typeof lines) =>
        screenFund({
          profile: MADE,
          report: {
            ...makeReport(
              kept.map((one) => makeHolding({ valueUsd: cents(one.cents) })),
              cents(total - liabilityCents),
            ),
            totalAssets: cents(total),
            totalLiabilities: cents(liabilityCents),
          },
          knowledge: kept.map(({ found }) => found),
          asOf: '2026-01-31',
          rules: RULE_SETS.current,
        });
      const before = screened(lines);
      seen.set(before.compliance, (seen.get(before.compliance) ?? 0) + 1);
      const after = screened(lines.toSpliced(gone % lines.length, 1));
      assert.deepEqual(improvements(before, after), []);
    }),
    { numRuns: RUNS },
  );
  for (const verdict of Object.keys(VERDICT_RANK))
    assert.ok((seen.get(verdict) ?? 0) > RUNS / 100, `${verdict}: ${seen.get(verdict)}`);
});

test('an amount of a contract that is missing never improves a fund, nor the contract itself', () => {
  const amount = fc.option(
    fc.record({
      amount: fc.integer({ min: -90_000, max: 90_000 }).map(cents),
      currency: fc.constantFrom('USD', 'EUR'),
    }),
  );
  const draws = fc.record({
    terms: fc.record({
      notional: amount,
      bought: amount,
      sold: amount,
      strike: amount,
      sharesPerContract: fc.option(fc.constantFrom('1', '100')),
      unrealised: fc.option(fc.integer({ min: -9_000, max: 9_000 }).map(cents)),
    }),
    value: fc.integer({ min: -3_000, max: 3_000 }).map(cents),
    kind: fc.constantFrom('FUT', 'FWD', 'SWP', 'OPT', 'WAR'),
    rate: fc.option(fc.constantFrom('0.8', '1.25', '150')),
    bulk: screeningOf,
    gone: fc.constantFrom('notional', 'bought', 'sold', 'strike', 'sharesPerContract', 'unrealised', 'rate'),
  });
  let decided = 0;
  fc.assert(
    fc.property(draws, ({ terms, value, kind, rate, bulk, gone }) => {
      const screened = (differs: Partial<typeof terms>, exchangeRate: string | null) => {
        const contract = {
          ...makeContract(null, value, { ...terms, ...differs }, kind),
          currency: 'EUR',
          exchangeRate,
        };
        const equity = makeHolding({ valueUsd: '1000' });
        // What is worth less than nothing is a debt of the fund's, not one of its assets.
        const total = (1000 + Math.max(0, Number(value))).toFixed(2);
        return screenFund({
          profile: MADE,
          report: makeReport([equity, contract], total),
          knowledge: [known(bulk.compliance, bulk), { resolution: null, screening: null }],
          asOf: '2026-01-31',
          rules: RULE_SETS.current,
        });
      };
      const before = screened({}, rate);
      if (before.compliance !== 'not_screenable') decided += 1;
      const after = gone === 'rate' ? screened({}, null) : screened({ [gone]: null }, rate);
      assert.deepEqual(improvements(before, after), [], gone);
    }),
    { numRuns: RUNS },
  );
  assert.ok(decided > RUNS / 20, `${decided} decided`);
});

test('a fund with a contract of unknown exposure, whatever its value, is non-compliant or undecided', () => {
  for (const [rest, verdict] of [
    [known('compliant'), 'not_screenable'],
    [known('questionable'), 'not_screenable'],
    [known('non_compliant'), 'non_compliant'],
  ] as const) {
    const swap = makeHolding({ valueUsd: '0', assetCategory: 'DE', derivativeKind: 'SWP' });
    const { compliance, missing } = screenFund({
      profile: MADE,
      report: makeReport([makeHolding({ valueUsd: '1000' }), swap]),
      knowledge: [rest, { resolution: null, screening: null }],
      asOf: '2026-01-31',
      rules: RULE_SETS.current,
    });
    assert.equal(compliance, verdict);
    if (verdict === 'not_screenable') assert.ok(missing.some(({ code }) => code === 'derivatives'));
  }
});

test('where total assets are not filed, anything may be missing', () => {
  const report = { ...makeReport([makeHolding({ valueUsd: '1000' })]), totalAssets: null };
  const input = {
    profile: MADE,
    knowledge: [known('compliant')],
    asOf: '2026-01-31',
    rules: RULE_SETS.current,
  };
  assert.equal(screenFund({ ...input, report }).compliance, 'not_screenable');
});
