import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Receiver, verified } from '@common/kit/testing/webhook-receiver';
import type { AlertEvent } from '../../src/alerts/alert-event.ts';
import { NEWER_FILING, NVIDIA } from './nvidia.ts';

/** What arrived, once, is the flip that was filed. */
export function checkEvent(t: TestContext, secret: string, { received }: Receiver, now: number): void {
  assert.equal(received.length, 1);
  const [message] = received;
  assert.ok(message !== undefined);
  const { type, data } = verified(t, secret, message, now) as AlertEvent;
  const { symbol, before, after, cause, figure, filing, checks, as_of: asOf } = data;
  assert.deepEqual(
    { type, symbol, before, after, cause, asOf },
    {
      type: 'verdict.changed',
      symbol: NVIDIA.symbol,
      cause: 'filing',
      asOf: '2026-02-26',
      before: 'questionable',
      after: 'compliant',
    },
  );
  // us-gaap:Assets of 2025-10-26 in 0001045810-25-000230, and of 2026-01-25 in 0001045810-26-000021.
  assert.deepEqual(figure, { name: 'assets', from: 161_148_000_000, to: 206_803_000_000 });
  assert.deepEqual(filing, {
    accession: NEWER_FILING.accession,
    source_url:
      'https://www.sec.gov/Archives/edgar/data/1045810/000104581026000021/0001045810-26-000021-index.htm',
    form: '10-K',
    period_end: '2026-01-25',
  });
  const ratio = 'cash_and_current_securities_to_total_assets';
  assert.deepEqual(checks, [
    { methodology: 'ftse', ratio, from: 'fail', to: 'pass' },
    { methodology: 'msci', ratio, from: 'fail', to: 'pass' },
  ]);
}
