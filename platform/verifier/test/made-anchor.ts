import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { nodeCrypto } from '@common/evidence/node';
import { rekorRequest } from '@platform/core/log/anchor/rekor-entry';
import { appendLeaf, rootOf } from '@platform/core/log/merkle/tree';
import { formatCheckpoint } from '@platform/core/log/note/checkpoint';
import { formatNoteKey } from '@platform/core/log/note/note-key';
import type { Anchor } from '@platform/core/objects/anchor';
import type { Receipt } from '@platform/core/objects/receipt';
import { receiptLeaf } from '@platform/core/receipt/assemble';
import { createFakeRekorLog } from '@platform/core/testing/fake-rekor-log';
import { noteSigner, signCheckpoint } from '@platform/core/testing/note-signer';
import { readPublished } from './run.ts';

export const LOG = noteSigner(nodeCrypto, 'log.example/1');
export const REKOR = createFakeRekorLog('public');
REKOR.addOthers(5);
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const ANCHOR_KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
export const TRUSTED_ROOT = REKOR.trustedRoot(`https://${REKOR.origin}`);

/** A log in which the receipt has its place, and its newest head in a public log. `signed`: the text that is anchored instead. */
export function makeAnchor({
  leaf,
  signed,
  rekor = REKOR,
}: {
  leaf?: string;
  signed?: string;
  rekor?: typeof REKOR;
} = {}): Anchor {
  const receipt = readPublished<Receipt>('executed.json');
  const place = receipt.status.log?.leaf_index ?? assert.fail();
  const leaves = Array.from({ length: place }, (_, at) => nodeCrypto.sha256(`leaf ${at}`));
  let tree: { size: number; frontier: readonly string[] } = { size: 0, frontier: [] };
  for (const before of leaves) tree = appendLeaf(nodeCrypto, tree, before);
  // Where it is the last leaf, the proof is the frontier before it, smallest subtree first.
  const hashes = [...tree.frontier].reverse();
  tree = appendLeaf(nodeCrypto, tree, leaf ?? receiptLeaf(nodeCrypto, receipt));
  const checkpoint = { size: tree.size, root: rootOf(nodeCrypto, tree.frontier) };
  const text = signed ?? formatCheckpoint({ origin: LOG.key.name, ...checkpoint });
  const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64');
  const request = rekorRequest({ digest: hash('sha256', text, 'base64'), signature, publicKey: ANCHOR_KEY });
  const answer = rekor.handle('POST', '/api/v2/log/entries', request);
  const [trusted] = JSON.parse(rekor.trustedRoot(`https://${rekor.origin}`)).tlogs;
  return {
    type: 'sanad/anchor/1',
    note: signCheckpoint(LOG, checkpoint),
    log_key: formatNoteKey(LOG.key),
    inclusion: { leaf_index: place, hashes },
    anchor_key: ANCHOR_KEY,
    signature,
    entry: JSON.parse(String(answer.body)),
    trusted_log: trusted,
  };
}

export const POLICY = `log ${formatNoteKey(LOG.key)}\nquorum none\n`;
