import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { ActionDocument } from '@platform/core/objects/document';
import { judge } from '@platform/core/verify/judge';
import { CAST, keysOf, tell } from './story.ts';

const INVOICE: ActionDocument = {
  sha256: '1'.repeat(64),
  media_type: 'application/pdf',
  size_bytes: 1_000,
  name: 'invoice.pdf',
};
const judged = (documents: readonly ActionDocument[], given: readonly string[] = []) =>
  judge(nodeCrypto, JSON.stringify(tell({ action: { documents: [...documents] } })), {
    options: { keys: keysOf(CAST) },
    documents: given.map((sha256, index) => ({ label: `file ${index}`, sha256 })),
    venues: [],
    nowMs: Date.parse('2030-01-01T00:00:00Z'),
    as: undefined,
  });

test('a receipt names its documents: one at hand is as strong as who approved it, another is only signed', () => {
  const { proof, documents } = judged([INVOICE]);
  assert.equal(proof.verdict, 'verified');
  assert.ok(
    proof.not_proven.some((line) => /invoice\.pdf says: document not at hand, hash is signed/.test(line)),
  );
  assert.deepEqual(documents.strangers, []);
  const held = judged([INVOICE], [INVOICE.sha256, '2'.repeat(64)]);
  const claims = held.proof.claims.filter(({ id }) => id === 'document');
  const [approval] = held.proof.claims.filter(({ id }) => id === 'policy');
  assert.deepEqual(
    claims.map(({ strength, statement }) => [strength >= (approval?.strength ?? 9), statement]),
    [[true, 'The file given is invoice.pdf, which the action names by its hash.']],
  );
  assert.deepEqual(held.documents.strangers, ['file 1']);
});

test('the verifier judges the form of the member by itself', () => {
  const named = (changes: Partial<ActionDocument>) => ({ ...INVOICE, ...changes });
  for (const documents of [
    [named({ name: 'invoice.exe' })],
    [named({ name: '../invoice.pdf' })],
    [named({ name: 'invoice\u202efdp.pdf' })],
    [named({ media_type: 'image/svg+xml' as never, name: 'a.svg' })],
    [named({ size_bytes: 4_194_305 })],
    [INVOICE, INVOICE],
    [],
    ['a', 'b', 'c', 'd', 'e'].map((name) => named({ sha256: name.repeat(64), name: `${name}.pdf` })),
  ]) {
    const { proof } = judged(documents);
    assert.equal(proof.verdict, 'failed', JSON.stringify(documents));
    assert.equal(proof.verification.checks[0]?.outcome, 'fail');
  }
});
