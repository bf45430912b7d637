import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, ok, unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { SignedRevocation } from '@platform/core/objects/mandate';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { withhold } from '@platform/core/receipt/view';
import type { Authority } from '../src/use-cases/authority.ts';
import { disputeFile } from '../src/use-cases/dispute-file.ts';
import { vector } from './pages/fake-authority.ts';

const EXECUTED = vector('executed');
const OWN = 3;

/** The receipts of one mandate and day, by their place in the chain: many came after the one in dispute. */
const DAY = Array.from({ length: 50 }, (_, sequence): Receipt => {
  const { status, bundle } = EXECUTED;
  return {
    ...EXECUTED,
    receipt_id: `rcpt_${sequence}`,
    bundle: { ...bundle, sequence },
    status: { ...status, log: status.log && { ...status.log, leaf_index: sequence } },
  };
});

/** Of the mandate, as the authority has it now. */
let revocation: SignedRevocation | null = null;

/** Pages as the authority has them, newest first. */
const authority = {
  receiptPage: async ({ before, limit }: Parameters<Authority['receiptPage']>[0]) => {
    const places = DAY.map((_, place) => place).filter((place) => before === null || place < Number(before));
    const page = places.toReversed().slice(0, limit);
    const last = page.at(-1) ?? 0;
    return ok({
      receipts: page.map((place) => DAY[place] as Receipt),
      earlier: last === 0 ? null : String(last),
      behind: 0,
    });
  },
  movements: async () => fail('no_list', 'There is no list.'),
  mandate: async () => ok({ revocation }),
  logStanding: async () => fail('log_empty', 'There is no newer head.'),
} as unknown as Authority;

async function made(receipt: Receipt, ground: 'amount' | 'performance' = 'amount') {
  const deps = { crypto: nodeCrypto, authority, keys: {}, now: () => '2026-06-02T00:00:00.000Z' };
  const opened = unwrap(openReceipt(nodeCrypto, receipt));
  const said = { ground, claim: null, answer: null, kept: [] };
  const { dispute, lacking } = await disputeFile(deps, opened, said);
  return {
    kept: dispute.kept,
    others: dispute.others.map((other) => (other as Receipt).bundle.sequence),
    lacking,
  };
}

test('a dispute file has what came before on the same day, however much came after', async () => {
  const { others, lacking } = await made(DAY[OWN] as Receipt);
  assert.deepEqual(others.toSorted(), [0, 1, 2]);
  assert.deepEqual(lacking, ['There is no newer head.']);
});

test('it says where it had to leave something out', async () => {
  const { others, lacking } = await made(DAY.at(-1) as Receipt, 'performance');
  assert.equal(others.length, 20);
  assert.match(lacking.join(' '), /no newer head\. .*at most 20 other receipts/);
});

test('about a view it has no other receipt', async () => {
  const { view } = unwrap(withhold(unwrap(openReceipt(nodeCrypto, DAY[OWN] as Receipt)), ['memo']));
  const { others, lacking } = await made(view);
  assert.deepEqual(others, []);
  assert.match(lacking.join(' '), /withholds something/);
});

test('it has the revocation that the receipt does not have yet', async (t) => {
  revocation = vector('revoked-before').status.revocation;
  t.after(() => {
    revocation = null;
  });
  assert.deepEqual((await made(DAY[OWN] as Receipt)).kept, [revocation]);
  const told = { ...EXECUTED, status: { ...EXECUTED.status, revocation } };
  assert.deepEqual((await made(told)).kept, []);
});
