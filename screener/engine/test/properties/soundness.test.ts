import assert from 'node:assert/strict';
import { size } from '@common/kit/testing/size';
import { test } from 'node:test';
import { evidenceIds } from '@screener/engine/amounts/expression';
import type { Screening } from '@screener/engine/screening';
import fc from 'fast-check';
import { interval } from '../support/improvement.ts';
import { screenCompany } from '../support/make-facts.ts';
import { buildCompany, recipeOf, type Truth } from '../synthetic/company.ts';

const COMPANIES = size({ quick: 200, full: 1500 });

test('the truth lies inside every interval, whichever correct tags are filed', (t) => {
  const exact = new Map<string, number>();
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { facts, quotes, asOf, truth } = buildCompany(recipeOf(seed));
      const answer = screenCompany(facts, { quotes, asOf, options: { yieldBound: truth.assumptionsHold } });
      for (const [name, values] of Object.entries(trueAmounts(truth))) {
        assertHolds(answer, name, values, seed);
        const amount = answer.amounts[name];
        if (amount !== undefined && amount.low === amount.high) exact.set(name, (exact.get(name) ?? 0) + 1);
      }
    }),
    { numRuns: COMPANIES, seed: 20_260_102, endOnFailure: true },
  );
  const shares = [...exact].map(([name, count]) => `${name} ${Math.round((100 * count) / COMPANIES)} %`);
  t.diagnostic(`${COMPANIES} synthetic companies; exact: ${shares.join(', ')}`);
});

/** The least and the most that is true: receivables inside another line may or may not count. */
function trueAmounts(truth: Truth): Readonly<Record<string, readonly [number, number]>> {
  const { cash, currentSecurities, noncurrentSecurities, leastReceivables, mostReceivables } = truth;
  const exactly = (value: number): readonly [number, number] => [value, value];
  return {
    total_assets: exactly(truth.assets),
    debt: exactly(truth.debt),
    cash: exactly(cash),
    cash_and_current_securities: exactly(cash + currentSecurities),
    cash_and_all_securities: exactly(cash + currentSecurities + noncurrentSecurities),
    receivables: [leastReceivables, mostReceivables],
    receivables_and_cash: [leastReceivables + cash, mostReceivables + cash],
    revenue: exactly(truth.revenue),
    interest_income: exactly(truth.interestIncome),
  };
}

function assertHolds(
  answer: Screening,
  name: string,
  [least, most]: readonly [number, number],
  seed: number,
): void {
  const amount = answer.amounts[name];
  assert.ok(amount !== undefined, `no ${name} (seed ${seed})`);
  if (amount.low <= most && (amount.high === null || least <= amount.high)) return;
  const cited = new Set([...evidenceIds(amount.low_from), ...evidenceIds(amount.high_from ?? 0)]);
  const evidence = answer.evidence
    .filter(({ id }) => cited.has(id))
    .map(({ id, xbrl_tag, value }) => `  ${id} ${xbrl_tag} = ${value}`);
  assert.fail(
    [
      `${name} is ${least === most ? least : `${least} to ${most}`}, the answer says ${interval(amount)}`,
      `(${amount.rules.join(', ') || 'filed'}; seed ${seed}): low ${JSON.stringify(amount.low_from)},`,
      `high ${JSON.stringify(amount.high_from)}, of`,
      ...evidence,
    ].join('\n'),
  );
}
