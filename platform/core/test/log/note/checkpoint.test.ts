import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { toHex, utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import fc from 'fast-check';
import { appendLeaf, emptyRoot, leafHash, type MerkleNode, rootOf } from '../../../src/log/merkle/tree.ts';
import {
  formatCheckpoint,
  openCheckpoint,
  openCheckpointByAny,
  parseCheckpoint,
} from '../../../src/log/note/checkpoint.ts';
import { cosignatureLine, readCosignature, subtreeMessage } from '../../../src/log/note/cosignature.ts';
import { KEY_TYPES, noteKey, parseNoteKey } from '../../../src/log/note/note-key.ts';
import { formatNote, parseNote } from '../../../src/log/note/signed-note.ts';
import {
  entryBundle,
  isTileCovered,
  parseTilePath,
  type Tile,
  tileCoordinates,
  tilePath,
} from '../../../src/log/note/tiles.ts';
import { cosign, noteSigner, signCheckpoint } from '../../../src/testing/note-signer.ts';
import { readJson, sharedVectors } from '../../verify/shared-vectors.ts';

const LOG = noteSigner(nodeCrypto, 'log.example/sanad');
const ROOT = nodeCrypto.sha256('a root');
const TEXT = formatCheckpoint({ origin: 'log.example/sanad', size: 7, root: ROOT });
const NOTE = signCheckpoint(LOG, { size: 7, root: ROOT });

/** What `openCheckpoint` says of it: `ok`, or a code. */
function verdict(note: string, key = LOG.key): string {
  const opened = openCheckpoint(nodeCrypto, note, key);
  return opened.ok ? 'ok' : opened.error.code;
}

describe('checkpoints', () => {
  test('a checkpoint that the log signed is opened', () => {
    const opened = unwrap(openCheckpoint(nodeCrypto, NOTE, LOG.key));
    assert.deepEqual([opened.origin, opened.size, opened.root], ['log.example/sanad', 7, ROOT]);
  });

  test('lines of others count for nothing', () => {
    const other = cosign(noteSigner(nodeCrypto, 'other.example'), 'another text\n', 5);
    const { text, signatures } = unwrap(parseNote(NOTE));
    assert.equal(verdict(formatNote({ text, signatures: [other, ...signatures] })), 'ok');
    assert.equal(verdict(formatNote({ text, signatures: [other] })), 'log_signature_invalid');
  });

  test('a line under the log’s name and id that fails refuses the note', () => {
    const { text, signatures } = unwrap(parseNote(NOTE));
    const broken = { name: LOG.key.name, keyId: LOG.key.id, signature: new Uint8Array(64) };
    assert.equal(verdict(formatNote({ text, signatures: [...signatures, broken] })), 'log_signature_invalid');
  });

  test('while the log changes its key, either of its lines is enough, and none that is known may fail', () => {
    const fresh = noteSigner(nodeCrypto, LOG.key.name, KEY_TYPES.log, 'new');
    const { text, signatures } = unwrap(parseNote(NOTE));
    const line = (signature = fresh.sign(utf8(text))) => ({
      name: fresh.key.name,
      keyId: fresh.key.id,
      signature,
    });
    const both = formatNote({ text, signatures: [...signatures, line()] });
    const after = formatNote({ text, signatures: [line()] });
    const broken = formatNote({ text, signatures: [...signatures, line(new Uint8Array(64))] });
    const by = (note: string, ...keys: (typeof fresh.key)[]) => {
      const opened = openCheckpointByAny(nodeCrypto, note, keys);
      return opened.ok ? opened.value.signedBy.map(({ id }) => id) : opened.error.message;
    };
    assert.deepEqual([verdict(both), verdict(both, fresh.key), verdict(broken)], ['ok', 'ok', 'ok']);
    assert.deepEqual(by(both, LOG.key, fresh.key), [LOG.key.id, fresh.key.id]);
    assert.deepEqual(by(after, LOG.key, fresh.key), [fresh.key.id]);
    assert.equal(
      by(broken, LOG.key, fresh.key),
      'The checkpoint has a line that a key of the log did not sign.',
    );
    assert.equal(
      by(after, LOG.key),
      `The checkpoint is not signed by a key that is known for ${LOG.key.name} (${LOG.key.id}), but with ${fresh.key.id}: if the log has changed its key, get the new one from its operator, and not from the log.`,
    );
  });

  test('the origin is the name of the log’s key', () => {
    const note = signCheckpoint(LOG, { origin: 'log.example/other', size: 7, root: ROOT });
    assert.equal(verdict(note), 'origin_mismatch');
  });

  test('an empty log has the root of nothing', () => {
    assert.equal(verdict(signCheckpoint(LOG, { size: 0, root: emptyRoot(nodeCrypto) })), 'ok');
    assert.equal(verdict(signCheckpoint(LOG, { size: 0, root: ROOT })), 'checkpoint_malformed');
  });

  test('extension lines are read over', () => {
    assert.equal(unwrap(parseCheckpoint(`${TEXT}more\n`)).size, 7);
  });

  for (const [what, text] of [
    ['a leading zero', TEXT.replace('\n7\n', '\n07\n')],
    ['a sign', TEXT.replace('\n7\n', '\n+7\n')],
    ['a size of 2^53', TEXT.replace('\n7\n', '\n9007199254740992\n')],
    ['a root of 31 bytes', `log\n7\n${Buffer.alloc(31).toString('base64')}\n`],
    ['no origin', TEXT.replace('log.example/sanad', '')],
    ['an empty extension line', `${TEXT}\n`],
    ['no last newline', TEXT.slice(0, -1)],
  ] as const) {
    test(`refused: ${what}`, () => assert.ok(!parseCheckpoint(text).ok));
  }

  test('framing that others refuse is refused', (t) => {
    const folder = sharedVectors('log');
    if (folder === null) return t.skip('../shared/vectors/log absent');
    const { cases }: { cases: readonly { text: string; wantErr: boolean }[] } = readJson(
      join(folder, 'formats/checkpoint-text.json'),
    );
    for (const { text, wantErr } of cases) if (wantErr) assert.ok(!parseCheckpoint(text).ok, text);
  });
});

describe('cosignatures', () => {
  const witness = noteSigner(nodeCrypto, 'witness.example/w1', KEY_TYPES.cosigner);

  test('a witness’s line says when', () => {
    const note = signCheckpoint(LOG, { size: 7, root: ROOT }, { witnesses: [witness], timeS: 12 });
    const opened = unwrap(openCheckpoint(nodeCrypto, note, LOG.key));
    assert.deepEqual(readCosignature(nodeCrypto, opened, witness.key), { state: 'valid', timeS: 12 });
    const stranger = noteSigner(nodeCrypto, 'witness.example/w2', KEY_TYPES.cosigner);
    assert.deepEqual(readCosignature(nodeCrypto, opened, stranger.key), { state: 'absent' });
  });

  test('two times of one witness are one witness; one false line spoils both', () => {
    const { text, signatures } = unwrap(parseNote(NOTE));
    const twice = [...signatures, cosign(witness, text, 12), cosign(witness, text, 11)];
    const open = (lines: typeof twice) =>
      unwrap(openCheckpoint(nodeCrypto, formatNote({ text, signatures: lines }), LOG.key));
    assert.deepEqual(readCosignature(nodeCrypto, open(twice), witness.key), { state: 'valid', timeS: 12 });
    const lie = cosign(witness, formatCheckpoint({ origin: LOG.key.name, size: 8, root: ROOT }), 13);
    assert.deepEqual(readCosignature(nodeCrypto, open([...twice, lie]), witness.key), { state: 'invalid' });
  });

  test('the published message and time', (t) => {
    const folder = sharedVectors('log');
    if (folder === null) return t.skip('../shared/vectors/log absent');
    const { cosigned, ed25519_message: message }: Record<string, string> = readJson(
      join(folder, 'c2sp/checkpoint-and-cosignature.json'),
    );
    const note = unwrap(parseNote(cosigned ?? ''));
    const [, line] = note.signatures;
    assert.equal(
      toHex(line?.signature.subarray(0, 8) ?? utf8('')),
      1_679_315_147n.toString(16).padStart(16, '0'),
    );
    assert.equal(message, `cosignature/v1\ntime 1679315147\n${note.text}`);
  });

  test('a post-quantum witness signs its name too', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ml-dsa-44');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-1_312);
    const key = noteKey(nodeCrypto, {
      name: 'witness.example/pq',
      type: KEY_TYPES.cosignerMlDsa44,
      publicKey: Uint8Array.from(raw),
    });
    const line = (name: string) =>
      cosignatureLine(
        key,
        9,
        sign(null, subtreeMessage(name, { origin: LOG.key.name, size: 7, root: ROOT }, 9), privateKey),
      );
    const read = (name: string) => {
      const { text, signatures } = unwrap(parseNote(NOTE));
      const note = formatNote({ text, signatures: [...signatures, line(name)] });
      return readCosignature(nodeCrypto, unwrap(openCheckpoint(nodeCrypto, note, LOG.key)), key);
    };
    assert.deepEqual(read('witness.example/pq'), { state: 'valid', timeS: 9 });
    assert.deepEqual(read('witness.example/other'), { state: 'invalid' });
  });
});

describe('tiles', () => {
  test('paths have one spelling', () => {
    assert.equal(tilePath({ level: 0, index: 1_234_067, width: 256 }), 'tile/0/x001/x234/067');
    assert.equal(tilePath({ level: 'entries', index: 3, width: 5 }), 'tile/entries/003.p/5');
    fc.assert(
      fc.property(
        fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
        fc.nat({ max: 2 ** 31 }),
        fc.integer({ min: 1, max: 256 }),
        (level, index, width) => {
          const tile: Tile = { level, index, width };
          assert.deepEqual(parseTilePath(tilePath(tile)), tile);
        },
      ),
    );
    for (const path of [
      ...['tile/00/000', 'tile/64/000', 'tile/-1/000', 'tile/0/0', 'tile/0/0000', 'tile/0/x000/001'],
      ...['tile/0/001/234', 'tile/0/x001/x234', 'tile/0/000.p/0', 'tile/0/000.p/256', 'tile/0/000.p/01'],
      ...[
        'tile/0/000.p',
        'tile/0/000/',
        '/tile/0/000',
        'tile/entries/000.p/',
        'tile/Entries/000',
        'tile/0/000.P/1',
      ],
    ]) {
      assert.equal(parseTilePath(path), null, path);
    }
  });

  test('a log of 70,000 leaves', () => {
    for (const [level, full, partial] of [
      [0, 273, 112],
      [1, 1, 17],
      [2, 0, 1],
    ] as const) {
      for (let index = 0; index < full; index += 1) {
        assert.ok(isTileCovered({ level, index, width: 256 }, 70_000));
      }
      const covers = (index: number, width: number) => isTileCovered({ level, index, width }, 70_000);
      assert.deepEqual(
        [covers(full, 256), covers(full, partial), covers(full, partial + 1)],
        [false, true, false],
      );
    }
    assert.ok(isTileCovered({ level: 'entries', index: 273, width: 112 }, 70_000));
    assert.ok(!isTileCovered({ level: 'entries', index: 273, width: 113 }, 70_000));
    assert.ok(!isTileCovered({ level: 9, index: 0, width: 1 }, 70_000));
  });

  test('another log’s checkpoints, tiles and entries come out as it made them', (t) => {
    const shared = sharedVectors('log');
    if (shared === null) return t.skip('../shared/vectors/log absent');
    const folder = join(shared, 'tessera-log');
    const read = (path: string) => Uint8Array.from(readFileSync(join(folder, path)));
    const key = unwrap(parseNoteKey(nodeCrypto, readFileSync(join(folder, 'log.vkey'), 'utf8').trim()));
    const entries = readEntries(read('tile/entries/000.p/15'));
    assert.equal(entries.length, 15);
    const rows = new Map<string, string>();
    let tree: { size: number; frontier: readonly string[] } = { size: 0, frontier: [] };
    for (const [index, entry] of entries.entries()) {
      const appended = appendLeaf(nodeCrypto, tree, leafHash(nodeCrypto, utf8(entry)));
      for (const node of appended.nodes) rows.set(name(node), node.hash);
      tree = appended;
      const size = index + 1;
      if (existsSync(join(folder, `checkpoint.${size}`))) {
        const note = readFileSync(join(folder, `checkpoint.${size}`), 'utf8');
        const opened = unwrap(openCheckpoint(nodeCrypto, note, key));
        assert.deepEqual([opened.size, opened.root], [size, rootOf(nodeCrypto, tree.frontier)]);
      }
      const tile = { level: 0, index: 0, width: size };
      const hashes = tileCoordinates(0, tile).map((node) => rows.get(name(node)));
      assert.equal(hashes.join(''), toHex(read(tilePath(tile))));
      assert.deepEqual(entryBundle(entries.slice(0, size)), read(tilePath({ ...tile, level: 'entries' })));
    }
  });
});

function name({ level, index }: Pick<MerkleNode, 'level' | 'index'>): string {
  return `${level}:${index}`;
}

function readEntries(bundle: Uint8Array): string[] {
  const bytes = Buffer.from(bundle);
  const entries: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + bytes.readUInt16BE(at);
    entries.push(bytes.toString('utf8', at + 2, end));
    at = end;
  }
  return entries;
}
