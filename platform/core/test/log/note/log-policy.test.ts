import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { isQuorum, parseLogPolicy, quorumWitnesses } from '../../../src/log/note/log-policy.ts';
import { formatLogProof, parseLogProof } from '../../../src/log/note/log-proof.ts';
import { formatNoteKey, KEY_TYPES, noteKey, parseNoteKey } from '../../../src/log/note/note-key.ts';
import { noteSigner } from '../../../src/testing/note-signer.ts';
import { readJson, sharedVectors } from '../../verify/shared-vectors.ts';

const LOG = `log ${formatNoteKey(noteSigner(nodeCrypto, 'log.example/sanad').key)}\n`;
const vkey = (name: string) => formatNoteKey(noteSigner(nodeCrypto, name, KEY_TYPES.cosigner).key);
const [X1, X2, X3, Y1, Y2] = ['X1', 'X2', 'X3', 'Y1', 'Y2'].map((name) => `witness ${name} ${vkey(name)}\n`);
const X = `${LOG}${X1}${X2}${X3}`;

function read(text: string) {
  return parseLogPolicy(nodeCrypto, text);
}

describe('policies', () => {
  test('groups in groups', () => {
    const policy = unwrap(
      read(
        `# whom I trust\n${X}group X-w 2 X1 X2 X3\n\n \t${Y1}${Y2}group Y-w any Y1 Y2\ngroup both all X-w Y-w\nquorum both\n`,
      ),
    );
    assert.deepEqual(quorumWitnesses(policy), ['X1', 'X2', 'X3', 'Y1', 'Y2']);
    for (const [names, enough] of [
      ['X1 X2 Y1', true],
      ['X1 X3 Y2', true],
      ['X1 X2 X3', false],
      ['X1 Y1 Y2', false],
      ['', false],
    ] as const) {
      assert.equal(isQuorum(policy, new Set(names.split(' '))), enough, names);
    }
  });

  test('one witness, or none', () => {
    const one = unwrap(read(`${X}quorum X2\n`));
    assert.deepEqual([isQuorum(one, new Set(['X1'])), isQuorum(one, new Set(['X2']))], [false, true]);
    const none = unwrap(read(`${LOG}quorum none\n`));
    assert.deepEqual([none.quorum, isQuorum(none, new Set())], [null, true]);
  });

  test('URLs are kept', () => {
    const policy = unwrap(
      read(`${LOG.trim()} https://log.example/\n${X1?.trim()}\thttps://w.example/x\nquorum X1`),
    );
    assert.deepEqual(
      [policy.logs[0]?.url, policy.witnesses[0]?.url],
      ['https://log.example/', 'https://w.example/x'],
    );
  });

  for (const [what, text] of [
    ['no quorum', X],
    ['two quorums', `${X}quorum X1\nquorum X1\n`],
    ['an unknown quorum', `${X}quorum X9\n`],
    ['a quorum before its witness', `${LOG}quorum X1\n${X1}`],
    ['more than its members', `${X}group g 3 X1 X2\nquorum g\n`],
    ['none of its members', `${X}group g 0 X1 X2\nquorum g\n`],
    ['a leading zero', `${X}group g 02 X1 X2\nquorum g\n`],
    ['no members', `${X}group g any\nquorum X1\n`],
    ['a member twice', `${X}group g 2 X1 X1\nquorum g\n`],
    ['a member of two groups', `${X}group g 1 X1\ngroup h 1 X1\nquorum h\n`],
    ['a member of itself', `${X}group g 1 g\nquorum g\n`],
    ['a group named none', `${X}group none 1 X1\nquorum none\n`],
    ['a name twice', `${X}group X1 1 X2\nquorum X1\n`],
    ['a key twice', `${X}${X1?.replace('X1', 'X4')}quorum X1\n`],
    ['a key twice under two names', `${X}witness X4 ${vkeyOfOther('X1', 'another')}\nquorum X1\n`],
    ['a log among the witnesses', `${LOG.replace('log', 'witness W')}quorum W\n`],
    ['a witness among the logs', `${X1?.replace('witness X1', 'log')}quorum none\n`],
    ['an unknown line', `${X}trust X1\nquorum X1\n`],
    ['a comment behind something', `${X}quorum X1 # enough\n`],
    ['CR LF', `${X}quorum X1\r\n`],
    ['another kind of space', `${X}quorum\u00a0X1\n`],
  ] as const) {
    test(`refused: ${what}`, () => assert.equal(read(text).ok ? 'read' : 'refused', 'refused'));
  }

  test('a refusal names the line', () => {
    const refused = read(`${LOG}quorum X1\n`);
    assert.ok(!refused.ok && refused.error.message.includes('Line 2: X1 is not defined above.'));
    const keyless = read(`${LOG}witness bob ...\nquorum none\n`);
    assert.match(keyless.ok ? '' : keyless.error.message, /[^.]\.$/, 'one full stop at its end');
  });

  test('verdicts of the specification on published policies', (t) => {
    const folder = sharedVectors('log');
    if (folder === null) return t.skip('../shared/vectors/log absent');
    const { cases }: { cases: readonly { name: string; policy: string; spec: string }[] } = readJson(
      join(folder, 'formats/policies.json'),
    );
    // Witnesses have keys of logs there.
    const asWitnesses = (policy: string) =>
      policy.replace(/\S+\+[0-9a-f]{8}\+\S+/g, (text) => {
        const key = unwrap(parseNoteKey(nodeCrypto, text));
        return formatNoteKey(noteKey(nodeCrypto, { ...key, type: KEY_TYPES.cosigner }));
      });
    for (const { name, policy, spec } of cases) {
      assert.equal(read(asWitnesses(policy)).ok, spec === 'accept', name);
    }
  });
});

describe('proofs', () => {
  const hashes = ['a', 'b'].map((text) => nodeCrypto.sha256(text));
  const proof = { index: 5, hashes, checkpoint: 'origin\n8\nroot\n\n— name AAAAAAA=\n' };

  test('are read as they were written', () => {
    assert.deepEqual(unwrap(parseLogProof(formatLogProof(proof))), proof);
    const more = { ...proof, hashes: [], extra: Uint8Array.of(1, 2, 3) };
    assert.deepEqual(unwrap(parseLogProof(formatLogProof(more))), more);
  });

  test('published ones', (t) => {
    const folder = sharedVectors('log');
    if (folder === null) return t.skip('../shared/vectors/log absent');
    const { good, bad }: Record<'good' | 'bad', readonly { text: string; index?: string; why?: string }[]> =
      readJson(join(folder, 'formats/tlog-proof.json'));
    for (const { text, index } of good) {
      const read = unwrap(parseLogProof(text));
      assert.equal(String(read.index), index);
      assert.equal(formatLogProof(read), text);
    }
    for (const { text, why } of bad) assert.ok(!parseLogProof(text).ok, why ?? text);
  });

  for (const [what, change] of [
    ['CR LF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['another version', (text: string) => text.replace('@v1', '@v2')],
    ['base64 with spare bits', (text: string) => text.replace(/=\n/, 'A\n')],
    ['64 hashes', (text: string) => text.replace('\n\n', `${`\n${'A'.repeat(43)}=`.repeat(64)}\n\n`)],
    ['a space before the number', (text: string) => text.replace('index 5', 'index  5')],
    ['no empty line', (text: string) => text.replaceAll('\n\n', '\n')],
  ] as const) {
    test(`refused: ${what}`, () => assert.ok(!parseLogProof(change(formatLogProof(proof))).ok));
  }
});

/** The public key of one witness under another name. */
function vkeyOfOther(of: string, name: string): string {
  return formatNoteKey(noteSigner(nodeCrypto, name, KEY_TYPES.cosigner, of).key);
}
