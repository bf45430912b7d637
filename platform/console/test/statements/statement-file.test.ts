import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ok, unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { formatLogProof } from '@platform/core/log/note/log-proof';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { rowOf } from '@platform/core/row/row-of';
import { statementFile } from '../../src/statements/statement-file.ts';
import { fakeAuthority, vector } from '../pages/fake-authority.ts';

const SAMPLE = vector('executed');
const WHOSE = { tenant: SAMPLE.who.tenant, account: 'acct_operating', month: '2026-06' };
const PAGE = 2;

/** The receipts of a chain by when they were decided, or decided and logged. None of them holds: they are only chosen. */
function chainOf(times: readonly (string | readonly [decided: string, logged: string])[]): Receipt[] {
  const { log } = SAMPLE.status;
  assert.ok(log !== null);
  return times.map((time, sequence) => {
    const [decided, logged] = (typeof time === 'string' ? [time, time] : time).map((at) => `${at}:00.000Z`);
    assert.ok(decided !== undefined && logged !== undefined);
    return {
      ...SAMPLE,
      receipt_id: `rcpt_${sequence}`,
      when: { ...SAMPLE.when, decided_at: decided },
      status: {
        ...SAMPLE.status,
        // Every other entry of the log is of another tenant.
        log: { ...log, leaf_index: sequence * 2, tree_head: { ...log.tree_head, timestamp: logged } },
      },
      bundle: { ...SAMPLE.bundle, sequence },
    };
  });
}

/** An authority with these receipts, which answers in small pages, and counts what it was asked. */
function holding(receipts: readonly Receipt[], now: string) {
  const { log } = SAMPLE.status;
  assert.ok(log !== null);
  let asked = 0;
  const { bundle } = SAMPLE;
  assert.ok(bundle.log_root_signature !== null);
  const tree_head = { ...log.tree_head, tree_size: receipts.length * 2, timestamp: now };
  const head = { tree_head, tree_head_hash: 'a'.repeat(64), signature: bundle.log_root_signature };
  const rows = receipts.map((receipt) => rowOf(unwrap(openReceipt(nodeCrypto, receipt)))).toReversed();
  const authority = fakeAuthority([], {
    logHead: async () => ok(head),
    logProof: async (index) => ok(formatLogProof({ index, hashes: [], checkpoint: 'note' })),
    receiptRows: async ({ search = {}, before, limit }) => {
      asked += 1;
      const { from = '', to = '9999' } = search;
      const isIn = (at: string) => at.slice(0, 10) >= from && at.slice(0, 10) <= to;
      const found = rows.filter(({ decided_at: at }) => isIn(at));
      const start = Number(before?.slice(1) ?? 0);
      const end = start + Math.min(limit, PAGE);
      return ok({
        rows: found.slice(start, end),
        earlier: end < found.length ? `c${end}` : null,
        behind: 0,
      });
    },
    receiptPage: async ({ before }) => {
      const older = receipts.filter(({ status }) => (status.log?.leaf_index ?? 0) < Number(before));
      const page = older.toReversed().slice(0, PAGE);
      const oldest = page.at(-1)?.status.log?.leaf_index ?? 0;
      return ok({ receipts: page, earlier: oldest > 0 ? String(oldest) : null, behind: 0 });
    },
  });
  return { authority, asked: () => asked };
}

/** The numbers of the receipts in the file, oldest first. */
async function numbersIn(authority: ReturnType<typeof holding>['authority'], now: string, whose = WHOSE) {
  const lines = unwrap(await statementFile({ crypto: nodeCrypto, authority, now: () => now }, whose));
  const found: number[] = [];
  for await (const text of lines)
    for (const line of text.split('\n'))
      if (line.startsWith('{"receipt"')) found.push(JSON.parse(line).receipt.bundle.sequence);
  return found.toReversed();
}

const NOW = '2026-11-20T09:00:00.000Z';

/** The receipts of a chain by number, and which of them the file of June has. */
const CHAINS: Readonly<Record<string, readonly [times: Parameters<typeof chainOf>[0], numbers: number[]]>> = {
  'the one before the month, and one of the days after it': [
    ['2026-04-01T09:00', '2026-05-02T09:00', '2026-06-10T09:00', '2026-07-03T09:00', '2026-08-01T09:00'],
    [1, 2, 3],
  ],
  'one of the day before is in the days of the month, and enough': [
    ['2026-05-02T09:00', '2026-05-31T09:00', '2026-06-10T09:00', '2026-07-03T09:00'],
    [1, 2, 3],
  ],
  'the next one, months later': [
    ['2026-05-02T09:00', '2026-06-10T09:00', '2026-10-03T09:00', '2026-10-04T09:00', '2026-11-01T09:00'],
    [0, 1, 2],
  ],
  'nothing follows': [
    ['2026-05-02T09:00', '2026-06-10T09:00', '2026-06-11T09:00'],
    [0, 1, 2],
  ],
  'a month without any, between two': [
    ['2026-04-02T09:00', '2026-05-02T09:00', '2026-09-10T09:00', '2026-10-01T09:00'],
    [1, 2],
  ],
  'a month without any, after the last': [['2026-04-02T09:00', '2026-05-02T09:00'], [1]],
  'a month before the first': [['2026-09-02T09:00', '2026-10-02T09:00'], [0]],
  'one before the month that was logged in it': [
    ['2026-04-01T09:00', '2026-05-02T09:00', ['2026-05-03T09:00', '2026-06-02T09:00'], '2026-06-10T09:00'],
    [1, 2, 3],
  ],
};

describe('the file of a month has receipts that show where it begins and ends', () => {
  for (const [what, [times, numbers]] of Object.entries(CHAINS))
    test(what, async () => {
      assert.deepEqual(await numbersIn(holding(chainOf(times), NOW).authority, NOW), numbers);
    });

  test('a receipt that was deleted ends it, so that the chain has no gap', async () => {
    const left = chainOf(['2026-05-01T09:00', '2026-05-02T09:00', '2026-06-10T09:00']).toSpliced(1, 1);
    assert.deepEqual(await numbersIn(holding(left, NOW).authority, NOW), [2]);
  });

  test('a month of long ago asks little', async () => {
    const { authority, asked } = holding(chainOf(['2026-05-02T09:00', '2026-06-10T09:00']), NOW);
    assert.deepEqual(await numbersIn(authority, NOW, { ...WHOSE, month: '1971-01' }), [0]);
    assert.ok(asked() < 25, `${asked()} questions`);
  });

  test('a month that has not begun is refused, and so is one of which nothing is signed yet', async () => {
    const { authority } = holding(chainOf(['2026-05-02T09:00']), '2026-05-02T09:00:00.000Z');
    const refused = async (month: string) => {
      const made = await statementFile(
        { crypto: nodeCrypto, authority, now: () => NOW },
        { ...WHOSE, month },
      );
      return made.ok ? null : made.error.code;
    };
    assert.deepEqual(
      [await refused('2026-12'), await refused('2026-11'), await refused('2026-05')],
      ['month_not_begun', 'statement_empty', null],
    );
  });
});
