import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { publishNewestHead } from '@platform/authority/use-cases/checkpoints';
import { growLog } from '@platform/authority/use-cases/grow-log';
import { judgeTransparentStatement, rawLeaf } from '@platform/core/exports/scitt';
import { appendLeaf, leafHash, rootOf, verifyInclusion } from '@platform/core/log/merkle/tree';
import { openCheckpoint } from '@platform/core/log/note/checkpoint';
import { parseLogProof } from '@platform/core/log/note/log-proof';
import { KEY_TYPES, noteKey, parseNoteKey } from '@platform/core/log/note/note-key';
import { formatSignatureLine, parseNote } from '@platform/core/log/note/signed-note';
import type { LogCheckpoints, SignedTreeHead } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import { entryLeaf, withoutPlace } from '@platform/core/receipt/assemble';
import { cosign, noteSigner } from '@platform/core/testing/note-signer';
import { transfer } from './support/actions.ts';
import { openDeployment } from './support/deployment.ts';
import { onBothEngines } from './support/engines.ts';
import type { Deployment } from './support/types.ts';

async function raw(d: Deployment, path: string) {
  const { statusCode, headers, rawPayload } = await d.app.inject({ url: path });
  return {
    status: statusCode,
    type: headers['content-type'],
    caching: headers['cache-control'],
    bytes: rawPayload,
  };
}

async function makeReceipts(d: Deployment, count: number): Promise<void> {
  const id = await d.register();
  // Denied: too much for the mandate.
  for (let index = 0; index < count; index += 1) {
    await d.propose(id, transfer({ amount: '6000', memo: `payment ${index}` }));
    await d.sequencer.settled();
  }
}

describe('the log in public formats', () => {
  let d: Deployment;
  before(async () => {
    d = await openDeployment();
  });
  after(() => d.close());

  test('an empty log has no checkpoint and no tiles, and nobody remembers that', async () => {
    const checkpoint = await raw(d, '/checkpoint');
    assert.deepEqual([checkpoint.status, checkpoint.caching], [404, 'no-cache']);
    const tile = await raw(d, '/tile/0/000.p/1');
    assert.deepEqual([tile.status, tile.caching], [404, 'no-store']);
    assert.equal((await raw(d, '/log/cose?leaf_index=0')).status, 404);
    const { body } = await d.get<LogCheckpoints>('/log/checkpoints');
    assert.deepEqual(body, { vkey: null, checkpoints: [] });
  });

  test('the checkpoint has the size and root of the newest head, under a key of its own', async () => {
    await makeReceipts(d, 3);
    const { body: head } = await d.get<{
      tree_head: { tree_size: number; root_hash: string; log_id: string };
    }>('/log/head');
    const { status, type, caching, bytes } = await raw(d, '/checkpoint');
    assert.deepEqual([status, type, caching], [200, 'text/plain; charset=utf-8', 'no-cache']);
    const { body } = await d.get<LogCheckpoints>('/log/checkpoints');
    const key = unwrap(parseNoteKey(nodeCrypto, body.vkey ?? ''));
    const opened = unwrap(openCheckpoint(nodeCrypto, bytes.toString('utf8'), key));
    const { tree_size, root_hash, log_id } = head.tree_head;
    assert.deepEqual(
      [opened.origin, opened.size, opened.root],
      [`log.example/${log_id}`, tree_size, root_hash],
    );
    assert.ok(![...d.rawKeys.values()].some(({ public_key }) => public_key === hex(key.publicKey)));
    assert.equal(body.checkpoints.at(-1)?.note, bytes.toString('utf8'));
  });

  test('entries make the leaves, leaves the receipts’ places', async () => {
    const { body: receipts } = await d.get<Receipt[]>('/receipts');
    assert.equal(receipts.length, 3);
    const { bytes, type, caching } = await raw(d, '/tile/entries/000.p/3');
    assert.deepEqual([type, caching], ['application/octet-stream', 'public, max-age=31536000, immutable']);
    assert.equal(bytes.length, 3 * 66);
    const tile = await raw(d, '/tile/0/000.p/3');
    for (const [index, { status }] of receipts.entries()) {
      const item = bytes.subarray(66 * index, 66 * (index + 1));
      assert.equal(item.readUInt16BE(0), 64);
      const leaf = leafHash(nodeCrypto, item.subarray(2));
      assert.equal(leaf, status.log?.leaf_hash);
      assert.equal(hex(tile.bytes.subarray(32 * index, 32 * (index + 1))), leaf);
    }
  });

  test('every width up to the checkpoint is served, and no other spelling', async () => {
    for (const path of ['/tile/0/000.p/1', '/tile/0/000.p/2', '/tile/entries/000.p/1']) {
      assert.equal((await raw(d, path)).status, 200, path);
    }
    for (const path of [
      ...['/tile/0/000', '/tile/0/000.p/4', '/tile/entries/000', '/tile/1/000.p/1', '/tile/0/001.p/1'],
      ...['/tile/0/0', '/tile/00/000.p/3', '/tile/0/000.p/03', '/tile/0/000.p/3?x=1'],
      ...['/tile/0/%30%30%30.p/3', '/tile/0/000.p%2F3', '//tile/0/000.p/3', '/tile/0/000.p/3/', '/tile/'],
    ]) {
      const { status, caching } = await raw(d, path);
      assert.equal(status, 404, path);
      assert.notEqual(caching, 'public, max-age=31536000, immutable');
    }
  });

  test('every head is a checkpoint, too, over one size and root', async () => {
    const { body: heads } = await d.get<SignedTreeHead[]>('/log/heads');
    const { vkey, checkpoints: all } = await checkpoints(d);
    const key = unwrap(parseNoteKey(nodeCrypto, vkey ?? ''));
    const opened = all.map(({ note }) => unwrap(openCheckpoint(nodeCrypto, note, key)));
    assert.ok(heads.length >= 3);
    assert.deepEqual(
      opened.map(({ size, root }) => [size, root]),
      heads.toReversed().map(({ tree_head }) => [tree_head.tree_size, tree_head.root_hash]),
    );
  });

  test('a proof holds at the size of its checkpoint, also of an earlier one', async () => {
    const { body: receipts } = await d.get<Receipt[]>('/receipts');
    for (const { tree_size: size } of (await checkpoints(d)).checkpoints) {
      for (const { status } of receipts.slice(0, size)) {
        const { leaf_index: index, leaf_hash: leaf } = status.log ?? assert.fail();
        const { bytes } = await raw(d, `/log/proof?leaf_index=${index}&tree_size=${size}`);
        const proof = unwrap(parseLogProof(bytes.toString('utf8')));
        const key = unwrap(parseNoteKey(nodeCrypto, (await checkpoints(d)).vkey ?? ''));
        const { root } = unwrap(openCheckpoint(nodeCrypto, proof.checkpoint, key));
        assert.ok(verifyInclusion(nodeCrypto, { index, size, leaf, proof: proof.hashes, root }));
      }
    }
    for (const query of ['leaf_index=3', 'leaf_index=0&tree_size=99', 'leaf_index=0&tree_size=0']) {
      assert.equal((await raw(d, `/log/proof?${query}`)).status, 422, query);
    }
  });

  test('a statement about each leaf, with a receipt whose tree has the entries of the newest checkpoint', async () => {
    const { body: receipts } = await d.get<Receipt[]>('/receipts');
    const { vkey, checkpoints: all } = await checkpoints(d);
    const key = unwrap(parseNoteKey(nodeCrypto, vkey ?? ''));
    const newest = unwrap(openCheckpoint(nodeCrypto, all.at(-1)?.note ?? '', key));
    const entries = receipts.map((receipt) => hashOf(nodeCrypto, withoutPlace(receipt)));
    let tree = { size: 0, frontier: [] as readonly string[] };
    for (const entry of entries) tree = appendLeaf(nodeCrypto, tree, rawLeaf(nodeCrypto, entry));
    for (const [index, entry] of entries.entries()) {
      const { type, bytes } = await raw(d, `/log/cose?leaf_index=${index}`);
      assert.equal(type, 'application/cose');
      const judged = unwrap(judgeTransparentStatement(nodeCrypto, bytes, { entry, key }));
      assert.deepEqual([judged.index, judged.size, judged.root], [index, newest.size, newest.root]);
      assert.equal(judged.rawRoot, rootOf(nodeCrypto, tree.frontier));
    }
    assert.equal((await raw(d, `/log/cose?leaf_index=${entries.length}`)).status, 422);
  });

  test('lines of witnesses are served below the log’s own', async () => {
    const { checkpoints: before } = await checkpoints(d);
    const { note, tree_size: treeSize } = before.at(-1) ?? assert.fail();
    const { text } = unwrap(parseNote(note));
    const origin = text.split('\n')[0] ?? '';
    const witness = noteSigner(nodeCrypto, 'witness.example/w1', KEY_TYPES.cosigner);
    for (const timeS of [5, 6]) {
      const signed = cosign(witness, text, timeS);
      await d.deps.store.keepCosignatures({ origin, treeSize }, [
        { name: signed.name, keyId: signed.keyId, line: formatSignatureLine(signed) },
      ]);
    }
    const expected = note + formatSignatureLine(cosign(witness, text, 6));
    assert.equal((await raw(d, '/checkpoint')).bytes.toString('utf8'), expected);
    const { body } = await d.get<LogCheckpoints>('/log/checkpoints?cosigned=true');
    assert.deepEqual(body.checkpoints, [{ tree_size: treeSize, note: expected }]);
  });

  test('a log that comes under another origin has a checkpoint of its newest head at once', async () => {
    const logSigner = { ...d.deps.logSigner, originOf: () => 'log.example/2' };
    assert.equal(await d.deps.store.checkpoint('log.example/2', null), null);
    await publishNewestHead({ ...d.deps, logSigner });
    const made = await d.deps.store.checkpoint('log.example/2', null);
    assert.equal(made?.treeSize, (await checkpoints(d)).checkpoints.at(-1)?.tree_size);
  });

  test('a new key signs the newest head again, and keeps what witnesses signed', async () => {
    const { key: another, sign } = noteSigner(nodeCrypto, 'another-key');
    const { publicKey } = another;
    const keys = { signing: [{ publicKey, sign }], retired: [] };
    const logSigner = { ...d.deps.logSigner, keys: () => keys };
    const before = (await raw(d, '/checkpoint')).bytes.toString('utf8');
    const { text, signatures } = unwrap(parseNote(before));
    await publishNewestHead({ ...d.deps, logSigner });
    const note = (await raw(d, '/checkpoint')).bytes.toString('utf8');
    const name = text.split('\n')[0] ?? '';
    const key = noteKey(nodeCrypto, { name, type: KEY_TYPES.log, publicKey });
    unwrap(openCheckpoint(nodeCrypto, note, key));
    assert.deepEqual(unwrap(parseNote(note)).signatures.slice(1), signatures.slice(1));
  });
});

onBothEngines('a log of more than a full tile', {
  'serves full and partial tiles, and keeps one line for each key of a witness': async (d) => {
    const entries = Array.from({ length: 300 }, (_, index) => nodeCrypto.sha256(`receipt ${index}`));
    await d.deps.store.atomically(async (unit) => {
      await growLog(
        d.deps,
        unit,
        await unit.lockLog(),
        entries.map((entry) => entryLeaf(nodeCrypto, entry)),
      );
    });
    assert.equal((await raw(d, '/tile/0/000')).bytes.length, 8_192);
    assert.equal((await raw(d, '/tile/0/001.p/44')).bytes.length, 44 * 32);
    assert.equal((await raw(d, '/tile/1/000.p/1')).bytes.length, 32);
    // A partial tile may be asked for once the full one is there.
    assert.equal((await raw(d, '/tile/0/000.p/255')).status, 200);
    assert.equal((await raw(d, '/tile/0/001.p/45')).status, 404);
    assert.equal((await raw(d, '/tile/0/001')).status, 404);
    const origin = (await raw(d, '/checkpoint')).bytes.toString('utf8').split('\n')[0] ?? '';
    for (const line of ['— w AAAAAAA=\n', '— w AAAAAAE=\n']) {
      await d.deps.store.keepCosignatures({ origin, treeSize: 300 }, [
        { name: 'w', keyId: '00000000', line },
      ]);
    }
    const { checkpoints: cosigned } = (await d.get<LogCheckpoints>('/log/checkpoints?cosigned=true')).body;
    assert.deepEqual(
      cosigned.map(({ tree_size, note }) => [tree_size, note.endsWith('\n— w AAAAAAE=\n')]),
      [[300, true]],
    );
    assert.ok(!cosigned[0]?.note.includes('— w AAAAAAA='));
  },
});

async function checkpoints(d: Deployment): Promise<LogCheckpoints> {
  return (await d.get<LogCheckpoints>('/log/checkpoints')).body;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
