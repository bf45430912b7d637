import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import fc from 'fast-check';
import { fromBase64, toBase64 } from '../../../src/log/note/base64.ts';
import { formatNoteKey, noteKey, parseNoteKey } from '../../../src/log/note/note-key.ts';
import { formatNote, formatSignatureLine, parseNote } from '../../../src/log/note/signed-note.ts';
import { readJson, sharedVectors } from '../../verify/shared-vectors.ts';

/** Of golang.org/x/mod/sumdb/note. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const BY_PETER = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
/** Of C2SP signed-note. */
const FOO = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const BY_FOO = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

describe('signed notes', () => {
  for (const [vkey, note] of [
    [PETER, BY_PETER],
    [FOO, BY_FOO],
  ] as const) {
    test(`a published note is read, verified and written again: ${vkey.split('+')[0]}`, () => {
      for (const crypto of [nodeCrypto, webCrypto]) {
        const key = unwrap(parseNoteKey(crypto, vkey));
        const { text, signatures } = unwrap(parseNote(note));
        const [line] = signatures;
        assert.ok(line);
        assert.deepEqual([line.name, line.keyId], [key.name, key.id]);
        assert.ok(crypto.verifyEd25519(key.publicKey, utf8(text), line.signature));
        assert.ok(!crypto.verifyEd25519(key.publicKey, utf8(text.slice(0, -1)), line.signature));
        assert.equal(formatNote({ text, signatures }), note);
        assert.equal(formatNoteKey(key), vkey);
      }
    });
  }

  test('the last empty line separates the text', () => {
    const { text } = unwrap(parseNote('one\n\ntwo\n\n— name AAAAAAA=\n'));
    assert.equal(text, 'one\n\ntwo\n');
  });

  for (const [what, note] of [
    ['no empty line', 'text\n— name AAAAAAA=\n'],
    ['no text', '\n\n— name AAAAAAA='],
    ['no signature', 'text\n\n'],
    ['no end of the last line', 'text\n\n— name AAAAAAA='],
    ['CR LF', BY_FOO.replaceAll('\n', '\r\n')],
    ['a tab', BY_FOO.replace('This', '\tThis')],
    ['a lone surrogate', BY_FOO.replace('This', '\ud800')],
    ['a hyphen for the dash', BY_FOO.replace('—', '-')],
    ['two spaces', BY_FOO.replace('— ', '—  ')],
    ['a plus in the name', BY_FOO.replace('com/foo', 'com+foo')],
    ['a space of another script', BY_FOO.replace('com/foo', 'com\u2003foo')],
    ['base64 without padding', BY_FOO.replace('=\n', '\n')],
    ['base64 with spare bits', BY_FOO.replace('aQM=', 'aQN=')],
    ['base64 of URLs', BY_PETER.replace('/ZJ', '_ZJ')],
    ['an id and no signature', 'text\n\n— name AAAAAA==\n'],
    ['65 signatures', `text\n\n${'— name AAAAAAA=\n'.repeat(65)}`],
    ['too many characters', `${'x'.repeat(262_144)}\n\n— name AAAAAAA=\n`],
  ] as const) {
    test(`refused: ${what}`, () => {
      assert.equal(parseNote(note).ok ? 'read' : 'refused', 'refused');
    });
  }

  test('64 signatures are read', () => {
    assert.equal(unwrap(parseNote(`text\n\n${'— name AAAAAAA=\n'.repeat(64)}`)).signatures.length, 64);
  });

  test('a key that a note cannot hold is not written', () => {
    const signature = new Uint8Array(64);
    assert.throws(() => formatNote({ text: 'no newline', signatures: [] }));
    assert.throws(() => formatSignatureLine({ name: 'a name', keyId: '01020304', signature }));
    assert.throws(() => formatSignatureLine({ name: 'name', keyId: '010203', signature }));
  });

  test('base64 has one spelling for each value', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        assert.equal(toBase64(bytes), Buffer.from(bytes).toString('base64'));
        assert.deepEqual(fromBase64(toBase64(bytes)), bytes);
      }),
    );
    for (const text of [
      '=',
      '====',
      'A',
      'AA',
      'AAA',
      'AA=',
      'AAA==',
      'AB==',
      'A-A=',
      'AAAA=',
      'AA==AAAA',
      ' ',
    ])
      assert.equal(fromBase64(text), null, text);
  });
});

describe('verifier keys', () => {
  test('what others accept and refuse', (t) => {
    const folder = sharedVectors('log');
    if (folder === null) return t.skip('../shared/vectors/log absent');
    const vectors: {
      readonly accept: readonly { readonly vkey: string; readonly type: number }[];
      readonly reject: readonly string[];
    } = readJson(join(folder, 'formats/vkeys.json'));
    for (const { vkey, type } of vectors.accept) {
      const key = parseNoteKey(nodeCrypto, vkey);
      // ECDSA is for logs that we do not read, and the id of the post-quantum key is not what tlog-cosignature demands.
      if (type === 2) assert.ok(!key.ok && key.error.message.includes('type 2'));
      else if (type === 6) assert.ok(!key.ok && key.error.message.includes('its id is not'));
      else assert.equal(formatNoteKey(unwrap(key)), vkey);
    }
    for (const vkey of vectors.reject) assert.ok(!parseNoteKey(nodeCrypto, vkey).ok, vkey);
  });

  for (const [what, vkey] of [
    ['another id', PETER.replace('c74f20a3', 'c74f20a4')],
    ['another name', PETER.replace('Peter', 'Paul')],
    ['an id in capitals', PETER.replace('c74f20a3', 'C74F20A3')],
    ['no key', 'name+00000000+'],
    ['no name', '+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
    ['a newline', `${PETER}\n`],
  ] as const) {
    test(`refused: ${what}`, () => assert.ok(!parseNoteKey(nodeCrypto, vkey).ok));
  }

  test('a key of low order binds nobody', () => {
    const publicKey = new Uint8Array(32);
    assert.throws(() => noteKey(nodeCrypto, { name: 'name', type: 1, publicKey }));
  });
});
