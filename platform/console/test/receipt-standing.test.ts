import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { receiptStanding } from '@platform/console/use-cases/receipt-standing';
import { addEnding, endingKey, NOTHING_ENDED } from '@platform/core/log/standing/endings';
import { proveInMap } from '@platform/core/log/standing/sparse-map';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { TreeHead } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Ending } from '@platform/core/objects/standing';
import { signObject } from '@platform/core/signed/signed';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';

const DEPLOYMENT = `dp_${'0'.repeat(24)}`;
const ROOT = nodeCrypto.sha256('root');
const ENDING: Ending = {
  kind: 'mandate',
  id: 'ic_1',
  ended_at: '2026-01-02T00:00:00.000Z',
  by: nodeCrypto.sha256('revocation'),
};
const pair = readPrivateKey(generatePrivateKey('ed25519'), 'authority');
const KEY = {
  deployment: DEPLOYMENT,
  kid: 'authority',
  alg: 'ed25519',
  public_key: pair.public_key,
  fingerprint: pair.fingerprint,
  role: 'authority',
  person: null,
  tenants: null,
  independent: false,
  hardware: false,
  not_before: '2026-01-01T00:00:00Z',
  not_after: null,
  compromised_at: null,
  enrolment: null,
} satisfies KeyEntry;

const ended = addEnding(nodeCrypto, new Map(), NOTHING_ENDED, ENDING);

function headOf(changes: Partial<TreeHead> = {}): TreeHead {
  return {
    type: 'sanad/tree-head/1',
    deployment: DEPLOYMENT,
    log_id: 'log_1',
    tree_size: 3,
    root_hash: ROOT,
    standing: ended.head,
    timestamp: '2026-01-03T00:00:00.000Z',
    ...changes,
  };
}

/** What the answer rests on. */
const RECEIPT = {
  who: { contract: { contract_id: 'ic_1' } },
  what: { action: { params: {} } },
  why: { profile_hash: nodeCrypto.sha256('profile'), decision: {} },
  how: { decision: {} },
  signatures: { service: null },
  bundle: { keys: {} },
  status: { log: { tree_head: headOf({ standing: NOTHING_ENDED }) } },
} as unknown as Receipt;

async function judged(head: TreeHead, changes: { ended?: Ending; forged?: true } = {}): Promise<string> {
  const { hash, signature } = signObject(
    nodeCrypto,
    { kid: 'authority', alg: pair.alg, sign: pair.sign },
    head,
  );
  const keys = [ENDING, { kind: 'profile' as const, id: nodeCrypto.sha256('profile') }].map((thing) =>
    endingKey(nodeCrypto, thing),
  );
  const proof = proveInMap(ended.nodes, ended.head.root_hash, keys);
  const shown = changes.forged === true ? { ...head, timestamp: '2026-01-04T00:00:00.000Z' } : head;
  const found = await receiptStanding(
    {
      crypto: nodeCrypto,
      keys: { authority: KEY },
      authority: {
        logStanding: async () =>
          ok({
            head: { tree_head: shown, tree_head_hash: hash, signature },
            standing: { proof, ended: [changes.ended ?? ENDING] },
            recorded: 2,
          }),
        endings: async () => ok([{ ...ENDING, kind: 'profile', id: nodeCrypto.sha256('another profile') }]),
        consistency: async (from, to) => ok({ from, to, from_root: ROOT, to_root: ROOT, proof: [] }),
      },
    },
    RECEIPT,
  );
  return found.ok
    ? [...found.value.ended, ...found.value.since].map(({ id }) => id).join()
    : found.error.message;
}

test('a newer proof is taken from a head that the log’s own key signed, and from no other answer', async () => {
  assert.equal(await judged(headOf()), 'ic_1');
  assert.match(await judged(headOf(), { forged: true }), /proves nothing/);
  assert.match(
    await judged(headOf({ tree_size: 2 })),
    /is not of the log that the receipt is in, or is older/,
  );
  assert.match(await judged(headOf({ log_id: 'log_2' })), /is not of the log that the receipt is in/);
  assert.match(await judged(headOf({ tree_size: 4 })), /is not of the log that the receipt is in/);
  assert.match(await judged(headOf({ timestamp: '2026-01-02T23:58:00.000Z' })), /or is older/);
  assert.match(await judged(headOf({ standing: NOTHING_ENDED })), /the answer is not what head 3 says/);
  const later = { ...ENDING, ended_at: '2026-01-05T00:00:00.000Z' };
  assert.match(await judged(headOf(), { ended: later }), /the answer is not what head 3 says/);
});
