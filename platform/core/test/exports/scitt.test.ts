import assert from 'node:assert/strict';
import { createHash, createPublicKey } from 'node:crypto';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto as crypto } from '@common/evidence/node';
import { checkCoseReceipt } from '@platform/core/exports/cose-receipt';
import {
  judgeTransparentStatement,
  rawLeaf,
  spkiOf,
  type TwoRoots,
  writeTransparentStatement,
} from '@platform/core/exports/scitt';
import { LABEL, readSign1, writeCbor, writeSign1 } from '@platform/core/exports/sign1';
import {
  appendLeaf,
  foldProof,
  inclusionCoordinates,
  leafHash,
  rootOf,
} from '@platform/core/log/merkle/tree';
import { entryLeaf } from '@platform/core/receipt/assemble';
import { noteSigner } from '@platform/core/testing/note-signer';

const LOG = noteSigner(crypto, 'log.example');
const OTHER = noteSigner(crypto, 'log.example', LOG.key.type, 'a thief');

/** A log's entries: the digests of some numbers. */
const entries = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => crypto.sha256(String(at)));

function treeOf(leaves: readonly string[]) {
  let tree = { size: 0, frontier: [] as readonly string[] };
  const nodes = new Map<string, string>();
  for (const leaf of leaves) {
    const grown = appendLeaf(crypto, tree, leaf);
    for (const { level, index, hash } of grown.nodes) nodes.set(`${level}:${index}`, hash);
    tree = grown;
  }
  const proofOf = (index: number) =>
    foldProof(
      crypto,
      inclusionCoordinates(index, leaves.length),
      (node) => nodes.get(`${node.level}:${node.index}`) ?? '',
    );
  return { root: rootOf(crypto, tree.frontier), proofOf };
}

function statementOf(
  size: number,
  index: number,
  changed: { roots?: Partial<TwoRoots>; signer?: typeof LOG } = {},
) {
  const all = entries(size);
  const own = treeOf(all.map((entry) => entryLeaf(crypto, entry)));
  const raw = treeOf(all.map((entry) => rawLeaf(crypto, entry)));
  const roots = { size, root: own.root, rawRoot: raw.root, ...changed.roots };
  const { key } = LOG;
  const { sign } = changed.signer ?? LOG;
  const entry = all[index] ?? '';
  const bytes = writeTransparentStatement({ key, sign, entry, roots, index, proof: raw.proofOf(index) });
  return { bytes, entry, roots };
}

describe('a statement of the log with its receipt', () => {
  test('every entry of logs of 1 to 9, and the digest of 32 bytes is what a leaf is made of', () => {
    for (let size = 1; size <= 9; size += 1) {
      for (let index = 0; index < size; index += 1) {
        const { bytes, entry, roots } = statementOf(size, index);
        const judged = unwrap(judgeTransparentStatement(crypto, bytes, { entry, key: LOG.key }));
        const { statement, receipt, ...proven } = judged;
        assert.deepEqual(proven, { ...roots, index });
        // As another project’s program takes them: the entry's bytes, the receipt and the key.
        const raw = createHash('sha256').update(String(index)).digest();
        assert.equal(unwrap(checkCoseReceipt(crypto, receipt, raw, LOG.key.publicKey)).root, roots.rawRoot);
        assert.deepEqual(unwrap(readSign1(statement)).payload, new Uint8Array(raw));
        assert.equal(rawLeaf(crypto, entry), leafHash(crypto, raw));
      }
    }
  });

  test('any changed byte is refused', () => {
    const { bytes, entry } = statementOf(3, 1);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte));
      const judged = judgeTransparentStatement(crypto, changed, { entry, key: LOG.key });
      assert.ok(!judged.ok, `byte ${at}`);
    }
  });

  const refused: readonly (readonly [string, string, () => ReturnType<typeof judgeTransparentStatement>])[] =
    [
      [
        'about another entry',
        'statement_of_another',
        () => {
          const { bytes } = statementOf(3, 1);
          return judgeTransparentStatement(crypto, bytes, { entry: entries(1)[0] ?? '', key: LOG.key });
        },
      ],
      [
        'by another key',
        'cose_signature_invalid',
        () => {
          const { bytes, entry } = statementOf(3, 1, { signer: OTHER });
          return judgeTransparentStatement(crypto, bytes, { entry, key: LOG.key });
        },
      ],
      [
        'under another log’s name',
        'statement_headers_differ',
        () => {
          const { bytes, entry } = statementOf(3, 1);
          return judgeTransparentStatement(crypto, bytes, { entry, key: { ...LOG.key, name: 'log.other' } });
        },
      ],
      [
        'with a receipt whose root is of other entries',
        'cose_signature_invalid',
        () => {
          const { bytes, entry } = statementOf(3, 1, { roots: { rawRoot: crypto.sha256('another') } });
          return judgeTransparentStatement(crypto, bytes, { entry, key: LOG.key });
        },
      ],
      [
        'with the receipt of another entry',
        'cose_signature_invalid',
        () => {
          const { bytes, entry } = statementOf(3, 1);
          const other = unwrap(readSign1(statementOf(3, 2).bytes));
          const own = unwrap(readSign1(bytes));
          const swapped = writeSign1({ ...own, unprotected: other.unprotected });
          return judgeTransparentStatement(crypto, swapped, { entry, key: LOG.key });
        },
      ],
      [
        'without a receipt',
        'receipt_missing',
        () => {
          const { bytes, entry } = statementOf(3, 1);
          const bare = writeSign1({ ...unwrap(readSign1(bytes)), unprotected: new Map() });
          return judgeTransparentStatement(crypto, bare, { entry, key: LOG.key });
        },
      ],
    ];
  for (const [name, code, judge] of refused) {
    test(`${name}: ${code}`, () => {
      const judged = judge();
      assert.equal(judged.ok ? null : judged.error.code, code);
    });
  }

  test('a proof that names another size, which leads to the same root, is refused', () => {
    const { bytes, entry } = statementOf(3, 1);
    const own = unwrap(readSign1(bytes));
    const receipt = unwrap(
      readSign1(unwrap(judgeTransparentStatement(crypto, bytes, { entry, key: LOG.key })).receipt),
    );
    const all = entries(3).map((each) => Buffer.from(rawLeaf(crypto, each), 'hex'));
    // Of three leaves and of four, the second one has a path of the same shape.
    const inclusion = writeCbor([4, 1, [all[0], all[2]].map((hash) => new Uint8Array(hash ?? []))]);
    const unprotected = new Map([[LABEL.vdp, new Map([[-1, [inclusion]]])]]);
    const changed = writeSign1({ ...receipt, unprotected });
    assert.ok(checkCoseReceipt(crypto, changed, Buffer.from(entry, 'hex'), LOG.key.publicKey).ok);
    const carrying = writeSign1({ ...own, unprotected: new Map([[LABEL.receipts, [changed]]]) });
    const judged = judgeTransparentStatement(crypto, carrying, { entry, key: LOG.key });
    assert.equal(judged.ok ? null : judged.error.code, 'receipt_headers_differ');
  });

  test('the key in the form that other programs read', () => {
    const der = Buffer.from(spkiOf(LOG.key.publicKey));
    const { x } = createPublicKey({ key: der, format: 'der', type: 'spki' }).export({ format: 'jwk' });
    assert.deepEqual(new Uint8Array(Buffer.from(x ?? '', 'base64url')), LOG.key.publicKey);
  });
});
