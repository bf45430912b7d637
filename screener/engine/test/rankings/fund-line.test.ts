import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookThrough } from '@screener/engine/funds/look-through';
import { fundByChoice, fundLineOf } from '@screener/engine/rankings/fund-line';
import { possibleVerdicts, verdictOf } from '@screener/engine/verdict/verdict';
import fc from 'fast-check';
import { IDS, known, makeHolding, makeReport, UNRESOLVED } from '../funds/make-fund.ts';

const PROFILE = { symbol: 'MADE', cik: '0001999100', name: 'Made Up Equity ETF' };
const AS_OF = '2025-12-01';

const holdings = fc.array(
  fc.record({
    value: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 400 })),
    business: fc.constantFrom('pass' as const, 'pass' as const, 'review' as const, 'fail' as const),
    ratios: fc.array(fc.constantFrom('pass' as const, 'pass' as const, 'fail' as const, 'unknown' as const), {
      minLength: IDS.length,
      maxLength: IDS.length,
    }),
    isResolved: fc.boolean(),
  }),
  { maxLength: 4 },
);

test('a fund’s line says by each choice what weighing its holdings by that choice says', () => {
  const verdicts = new Set<string>();
  fc.assert(
    fc.property(holdings, fc.subarray([...IDS], { minLength: 1 }), fc.nat(30), (drawn, chosen, cash) => {
      // Most of the fund is in a company that passes, so that every verdict occurs.
      const all = [
        { value: 5_000, business: 'pass' as const, ratios: IDS.map(() => 'pass' as const), isResolved: true },
        ...drawn,
      ];
      const total = all.reduce((sum, { value }) => sum + value, cash);
      const report = makeReport(
        all.map(({ value }) => makeHolding({ valueUsd: String(value) })),
        String(total),
      );
      const knowledgeBy = (ids: readonly string[]) =>
        all.map(({ business, ratios: statuses, isResolved }) => {
          if (!isResolved) return UNRESOLVED;
          const ratios = Object.fromEntries(
            IDS.flatMap((id, place) =>
              ids.includes(id) ? [[id, statuses[place] ?? 'unknown'] as const] : [],
            ),
          );
          const verdict = verdictOf(possibleVerdicts(business, Object.values(ratios)));
          return known(verdict, { business, ratios });
        });
      const line = fundLineOf({
        profile: PROFILE,
        otherSymbols: [],
        report,
        knowledge: knowledgeBy(IDS),
        asOf: AS_OF,
      });
      assert.ok(line !== null);
      const { compliance, compliant, known: judged, nearest } = fundByChoice(line, chosen);
      const weighed = lookThrough(report, knowledgeBy(chosen), []);
      assert.equal(compliance, weighed.verdict);
      assert.equal(compliant, weighed.buckets.compliant.value / total);
      assert.equal(judged, weighed.judged / total);
      // The nearest limit holds exactly where the fund is compliant.
      assert.equal(nearest.status === 'pass', compliance === 'compliant');
      verdicts.add(compliance);
    }),
    { numRuns: 1_000 },
  );
  assert.equal(verdicts.size, 4);
});

test('holdings that are too old, or of a fund without net assets, make no line', () => {
  const given = { profile: PROFILE, otherSymbols: [], knowledge: [known('compliant')] };
  const report = makeReport([makeHolding({ valueUsd: '100' })], '100');
  assert.ok(fundLineOf({ ...given, report, asOf: '2027-03-30' }) !== null);
  assert.equal(fundLineOf({ ...given, report, asOf: '2027-04-01' }), null);
  assert.equal(fundLineOf({ ...given, report: { ...report, netAssets: '0' }, asOf: AS_OF }), null);
});
