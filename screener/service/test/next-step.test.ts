import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormerListing } from '@screener/engine/names/former-listing';
import type { Gap } from '@screener/engine/screened';
import { nextStepOf, tellFormer } from '../src/use-cases/next-step.ts';

const today = '2026-11-27';
const stale: Gap = { code: 'stale_report', as_of: today, form: '10-K', period_end: '2022-09-30', months: 18 };
const notHere: Gap = {
  code: 'reports_not_here',
  as_of: today,
  form: '10-Q',
  period_end: '2022-09-30',
  due: '2023-01-31',
  filed_through: '2023-01-30',
};
const former = { symbol: 'FB', renamed_to: 'META', successor: null } as FormerListing;

function stepFor(
  gap: Gap,
  { isLive = false, asOf = null as string | null, expected = null as string | null, ended = false } = {},
) {
  const answer = {
    compliance: 'not_screenable',
    missing: [{ code: gap.code, gap }],
    anchor: null,
    next_report_expected: expected,
  } as const;
  return nextStepOf(answer, { isLive, asOf, today, former: ended ? former : null });
}

test('what is missing decides what can be done, and by whom', () => {
  for (const [gap, code, who, circumstances] of [
    [{ code: 'facts_not_at_hand', live: false }, 'connect_to_sec', 'operator', {}],
    [{ code: 'facts_not_at_hand', live: true }, 'try_again', 'reader', { isLive: true }],
    [{ code: 'holdings_not_at_hand', as_of: today, live: false }, 'provide_holdings', 'operator', {}],
    [{ code: 'no_price', days: 45, as_of: today }, 'provide_prices', 'operator', { isLive: true }],
    [{ code: 'price_not_reached', why: 'It failed' }, 'try_again', 'reader', { isLive: true }],
    [stale, 'connect_to_sec', 'operator', {}],
    [stale, 'wait_for_report', 'nobody', { isLive: true }],
    [stale, 'ask_another_date', 'reader', { isLive: true, asOf: '2026-01-01' }],
    [stale, 'use_current_ticker', 'reader', { ended: true }],
    // The report was filed years ago: nobody need wait for it.
    [notHere, 'connect_to_sec', 'operator', {}],
    [{ ...notHere, form: 'NPORT-P' }, 'provide_holdings', 'operator', {}],
    [notHere, 'try_again', 'reader', { isLive: true }],
    [
      { code: 'no_exchange_rate', price: 'USD', report: 'JPY', date: '2024-12-31' },
      'connect_to_sec',
      'operator',
      {},
    ],
    [{ code: 'rates_not_reached', why: 'It failed' }, 'try_again', 'reader', { isLive: true }],
    [{ code: 'not_common_stock', symbol: 'BAC-PL' }, 'use_common_stock', 'reader', {}],
    [{ code: 'debt_untagged' }, 'wait_for_report', 'nobody', {}],
  ] as const) {
    const step = stepFor(gap, circumstances);
    assert.deepEqual([step?.code, step?.who], [code, who], `${gap.code} ${JSON.stringify(circumstances)}`);
  }
  assert.equal(stepFor(stale, { isLive: true, expected: '2026-12-05' })?.date, '2026-12-05');
  // A day in the past is no promise.
  assert.equal(stepFor(stale, { isLive: true, expected: '2026-01-05' })?.date, null);
});

test('that a listing ended is said first, and never of an answer with a verdict', () => {
  const missing = [
    { code: 'facts_not_at_hand', gap: { code: 'facts_not_at_hand', live: false } },
    { code: stale.code, gap: stale },
  ] as const;
  const open = {
    compliance: 'not_screenable',
    missing,
    summary: { about: 'nothing_decided', missing },
  } as const;
  const told = tellFormer(open, former);
  assert.deepEqual(
    told.missing.map(({ code }) => code),
    ['no_longer_listed', 'stale_report'],
  );
  assert.deepEqual(told.summary, { about: 'nothing_decided', missing: told.missing });
  const decided = { ...open, compliance: 'compliant' } as const;
  assert.equal(tellFormer(decided, former), decided);
  assert.equal(tellFormer(open, null), open);
});
