import assert from 'node:assert/strict';
import { nodeCrypto } from '@common/evidence/node';
import { newestCheckpoint, signCheckpoint } from '@platform/authority/use-cases/checkpoints';
import { growLog } from '@platform/authority/use-cases/grow-log';
import type { AskDeps } from '@platform/authority/witnesses/ask-witness';
import type { Witness, WitnessAnswer } from '@platform/authority/witnesses/judge-claim';
import { createWitnessMemory } from '@platform/authority/witnesses/witnesses.sql';
import { leafHash, verifyConsistency } from '@platform/core/log/merkle/tree';
import { parseCheckpoint } from '@platform/core/log/note/checkpoint';
import { KEY_TYPES, type NoteKey } from '@platform/core/log/note/note-key';
import { formatSignatureLine, parseNote } from '@platform/core/log/note/signed-note';
import { cosign, type NoteSigner, noteSigner } from '@platform/core/testing/note-signer';
import { openDeployment } from './deployment.ts';
import type { Deployment } from './types.ts';

export const ANA = noteSigner(nodeCrypto, 'witness.example/ana', KEY_TYPES.cosigner);
export const WITNESS: Witness = { name: 'ana', key: ANA.key, url: 'https://witness.example' };

interface Asking {
  readonly d: Deployment;
  readonly deps: AskDeps;
  /** Bodies that were sent. */
  readonly sent: string[];
  /** Answers to the next requests, instead of the witness’s own. */
  readonly next: WitnessAnswer[];
  /** What the witness has signed last. */
  readonly witness: { size: number; root: string };
  /** What the witness shows to everybody; null for nothing. */
  readonly shows: { note: string | null };
  /** A checkpoint with the log's own signature. */
  signed(size: number, root: string): Promise<string>;
  grow(count: number): Promise<void>;
  shown(): Promise<string>;
  /** Keeps a line under that key below the newest checkpoint, unverified. */
  cosignAs(key: NoteKey): Promise<void>;
}

/**
 * An authority’s log, and a witness that keeps to the protocol unless a test says otherwise. The caller closes a
 * deployment that it gives.
 */
export async function withLog(work: (asking: Asking) => Promise<void>, given?: Deployment): Promise<void> {
  const d = given ?? (await openDeployment());
  const sent: string[] = [];
  const next: WitnessAnswer[] = [];
  const witness = { size: 0, root: '' };
  const shows: { note: string | null } = { note: null };
  const signed = async (size: number, root: string): Promise<string> => {
    const logId = (await d.deps.store.treeHead(null))?.tree_head.log_id ?? '';
    return signCheckpoint(d.deps, { log_id: logId, tree_size: size, root_hash: root }).note;
  };
  let leaves = 0;
  try {
    await work({
      d,
      sent,
      next,
      witness,
      shows,
      signed,
      deps: {
        ...d.deps,
        memory: createWitnessMemory(d.database),
        async addCheckpoint(url, body) {
          assert.equal(url, WITNESS.url);
          sent.push(body);
          return next.shift() ?? answerOf(witness, body);
        },
        async shownCheckpoint(url, hash) {
          assert.equal(url, WITNESS.url);
          const newest = await newestCheckpoint(d.deps);
          assert.equal(hash, nodeCrypto.sha256(newest.ok ? newest.value.origin : ''));
          return shows.note === null ? answered(404, 'no') : answered(200, shows.note);
        },
      },
      async grow(count) {
        const added = Array.from({ length: count }, () => {
          leaves += 1;
          return leafHash(nodeCrypto, Buffer.from(`leaf ${leaves}`));
        });
        await d.deps.store.atomically(async (unit) => growLog(d.deps, unit, await unit.lockLog(), added));
      },
      async cosignAs({ name, id: keyId }) {
        const newest = await newestCheckpoint(d.deps);
        assert.ok(newest.ok);
        await d.deps.store.keepCosignatures(newest.value, [{ name, keyId, line: '' }]);
      },
      shown: async () => (await d.app.inject({ url: '/checkpoint' })).body,
    });
  } finally {
    if (given === undefined) await d.close();
  }
}

/** C2SP tlog-witness, for bodies that are well-formed. */
function answerOf(witness: { size: number; root: string }, body: string): WitnessAnswer {
  const end = body.indexOf('\n\n');
  const [old = '', ...hashes] = body.slice(0, end).split('\n');
  const note = parseNote(body.slice(end + 2));
  assert.ok(note.ok);
  const checkpoint = parseCheckpoint(note.value.text);
  assert.ok(checkpoint.ok);
  const { size, root } = checkpoint.value;
  if (old !== `old ${witness.size}`) return answered(409, `${witness.size}\n`);
  const proof = hashes.map((hash) => Buffer.from(hash, 'base64').toString('hex'));
  const claim = { from: witness.size, to: size, fromRoot: witness.root, toRoot: root, proof };
  const continues = witness.size === 0 ? proof.length === 0 : verifyConsistency(nodeCrypto, claim);
  if (!continues) return answered(422, 'no');
  Object.assign(witness, { size, root });
  return answered(200, lineBy(ANA, note.value.text));
}

export const answered = (status: number, text: string): WitnessAnswer => ({ kind: 'answered', status, text });
export const lineBy = (signer: NoteSigner, text: string, timeS = 1_800_000_000) =>
  formatSignatureLine(cosign(signer, text, timeS));
export const textOf = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1);
