import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ok, unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { exportLogProof } from '@platform/console/use-cases/export-log-proof';
import { hashOf } from '@platform/proof/hash';
import { foldProof, inclusionCoordinates } from '@platform/proof/merkle/tree';
import { nodeCrypto } from '@platform/proof/node';
import { parseLogPolicy } from '@platform/proof/note/log-policy';
import { formatLogProof, parseLogProof } from '@platform/proof/note/log-proof';
import { formatNoteKey, KEY_TYPES } from '@platform/proof/note/note-key';
import { formatSignatureLine, parseNote } from '@platform/proof/note/signed-note';
import { withoutPlace } from '@platform/proof/receipt/assemble';
import { memoryLog } from '@platform/proof/testing/memory-log';
import { cosign, type NoteSigner, noteSigner } from '@platform/proof/testing/note-signer';
import type { Receipt } from '@platform/protocol/receipt';

const RECEIPT: Receipt = JSON.parse(
  readFileSync(join(REPOSITORY, 'platform/conformance/vectors/receipts/executed.json'), 'utf8'),
);
const PLACE = RECEIPT.status.log?.leaf_index ?? assert.fail();
const [W1, W2] = ['w1', 'w2'].map((name) => noteSigner(nodeCrypto, name, KEY_TYPES.cosigner)) as [
  NoteSigner,
  NoteSigner,
];

/** An authority whose checkpoints after the receipt are signed by these witnesses, one list for each size. */
function authorityWith(signed: readonly (readonly NoteSigner[])[], entry?: string) {
  const log = memoryLog(nodeCrypto);
  const own = entry ?? hashOf(nodeCrypto, withoutPlace(RECEIPT));
  for (let at = 0; at < PLACE + signed.length; at += 1) log.append(at === PLACE ? own : `entry ${at}`);
  const checkpoints = signed.map((witnesses, at) => {
    const note = log.checkpoint(PLACE + 1 + at);
    const { text } = unwrap(parseNote(note));
    const lines = witnesses.map((witness) => formatSignatureLine(cosign(witness, text, 1_800_000_000)));
    return { tree_size: PLACE + 1 + at, note: note + lines.join(''), isCosigned: lines.length > 0 };
  });
  const witnesses = [W1, W2].map(({ key }) => `witness ${key.name} ${formatNoteKey(key)}\n`).join('');
  const policy = unwrap(
    parseLogPolicy(nodeCrypto, `log ${log.vkey}\n${witnesses}group both all w1 w2\nquorum both\n`),
  );
  const asked: number[] = [];
  return {
    policy,
    asked,
    authority: {
      checkpoints: async ({ from, cosigned, limit }: { from: number; cosigned: boolean; limit: number }) => {
        asked.push(from);
        const found = checkpoints.filter(
          ({ tree_size, isCosigned }) => tree_size >= from && (!cosigned || isCosigned),
        );
        return ok({ vkey: log.vkey, checkpoints: found.slice(0, limit) });
      },
      logProof: async (index: number, size: number | null) => {
        const at =
          checkpoints.find(({ tree_size }) => tree_size === size) ?? checkpoints.at(-1) ?? assert.fail();
        const groups = inclusionCoordinates(index, at.tree_size);
        const hashes = foldProof(nodeCrypto, groups, (node) => log.node(node.level, node.index));
        return ok(formatLogProof({ index, hashes, checkpoint: at.note }));
      },
    },
  };
}

describe('exporting the proof that a receipt is in the log', () => {
  const sizeOf = (text: string) => {
    const { checkpoint } = unwrap(parseLogProof(text));
    return Number(checkpoint.split('\n')[1]);
  };

  test('with a policy, against the first checkpoint that enough witnesses signed', async () => {
    const { authority, policy } = authorityWith([[], [W1], [], [W1, W2], [W1, W2], []]);
    const { text, verdict } = unwrap(
      await exportLogProof({ crypto: nodeCrypto, authority }, RECEIPT, policy),
    );
    assert.deepEqual([sizeOf(text), verdict.logged], [PLACE + 4, 'everyone']);
  });

  test('however many checkpoints come before it', async () => {
    const few = Array.from({ length: 101 }, () => [W1]);
    const { authority, policy, asked } = authorityWith([...few, [W1, W2]]);
    const { text } = unwrap(await exportLogProof({ crypto: nodeCrypto, authority }, RECEIPT, policy));
    assert.equal(sizeOf(text), PLACE + 102);
    assert.deepEqual(
      asked,
      [1, 21, 41, 61, 81, 101].map((from) => PLACE + from),
    );
  });

  test('by the newest, if the policy knows a new key of the log and ten thousand checkpoints come before it', async () => {
    const { authority, policy } = authorityWith([[W1], [W1], [W1, W2]]);
    // What it answers a page with is all of before.
    const checkpoints: typeof authority.checkpoints = async (asked) =>
      asked.from > PLACE + 10_000
        ? ok({ vkey: '', checkpoints: [] })
        : ok({
            vkey: '',
            checkpoints: Array.from({ length: asked.limit }, (_, at) => ({
              ...{ tree_size: asked.from + at, note: 'before', isCosigned: true },
            })),
          });
    const deps = { crypto: nodeCrypto, authority: { ...authority, checkpoints } };
    const { text } = unwrap(await exportLogProof(deps, RECEIPT, policy));
    assert.equal(sizeOf(text), PLACE + 3);
  });

  test('without one, against the newest', async () => {
    const { authority } = authorityWith([[W1, W2], [], []]);
    const { text, verdict } = unwrap(await exportLogProof({ crypto: nodeCrypto, authority }, RECEIPT, null));
    assert.deepEqual([sizeOf(text), verdict.logged], [PLACE + 3, 'log_alone']);
  });

  test('none before enough witnesses signed', async () => {
    const { authority, policy } = authorityWith([[W1], [W2], []]);
    const refused = await exportLogProof({ crypto: nodeCrypto, authority }, RECEIPT, policy);
    assert.equal(refused.ok ? null : refused.error.code, 'not_cosigned');
  });

  test('none that does not hold', async () => {
    for (const by of ['policy', 'word'] as const) {
      const { authority, policy } = authorityWith([[W1, W2]], nodeCrypto.sha256('another receipt'));
      const given = by === 'policy' ? policy : null;
      const refused = await exportLogProof({ crypto: nodeCrypto, authority }, RECEIPT, given);
      assert.equal(refused.ok ? null : refused.error.code, 'proof_invalid');
    }
  });

  test('none of a receipt without a place', async () => {
    const { authority } = authorityWith([[]]);
    const unplaced = { ...RECEIPT, status: { ...RECEIPT.status, log: null } };
    const refused = await exportLogProof({ crypto: nodeCrypto, authority }, unplaced, null);
    assert.equal(refused.ok ? null : refused.error.code, 'not_logged');
  });
});
