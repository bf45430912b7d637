import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { leafHash } from '../../../src/log/merkle/tree.ts';
import { judgeLogProof } from '../../../src/log/note/judge-log-proof.ts';
import { NOTHING_ENDED } from '../../../src/log/standing/endings.ts';
import type { StandingHead } from '../../../src/objects/standing.ts';
import { noteSigner, signCheckpoint } from '../../../src/testing/note-signer.ts';

const LOG = noteSigner(nodeCrypto, 'log.example/1');
const LEAF = leafHash(nodeCrypto, utf8('entry'));

/** A proof of the one leaf of a log, beside a receipt whose own head says this of what had ended. */
function judge(own: StandingHead | undefined, newer: StandingHead | undefined) {
  return judgeLogProof(nodeCrypto, {
    leaf: LEAF,
    index: 0,
    head: { size: 1, standing: own },
    proof: {
      index: 0,
      hashes: [],
      checkpoint: signCheckpoint(LOG, { size: 1, root: LEAF, standing: newer }, { witnesses: [], timeS: 0 }),
    },
    policy: { logs: [{ key: LOG.key, url: null }], witnesses: [], quorum: null },
  });
}

test('a checkpoint that leaves out what the receipt’s own head says has ended proves nothing', () => {
  const { logged, reasons } = judge(NOTHING_ENDED, undefined);
  assert.equal(logged, 'no');
  assert.match(reasons.join(), /The checkpoint of 1 entries leaves out what has ended/);
});

test('a checkpoint from before there was a standing counts, and so does one that begins or keeps it', () => {
  for (const [own, newer] of [
    [undefined, undefined],
    [undefined, NOTHING_ENDED],
    [NOTHING_ENDED, NOTHING_ENDED],
  ] as const)
    assert.equal(judge(own, newer).logged, 'log_alone');
});
