import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { webCrypto } from '@common/evidence/web';
import { bundleFromJSON } from '@sigstore/bundle';
import { TrustedRoot } from '@sigstore/protobuf-specs';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { Check } from 'typebox/value';
import {
  type AnchorSignature,
  makeRekorEntry,
  openRekorEntry,
  rekorBody,
  rekorRequest,
} from '../../../src/log/anchor/rekor-entry.ts';
import { readTrustedRoot } from '../../../src/log/anchor/trusted-root.ts';
import { RekorEntry } from '../../../src/objects/anchor.ts';
import { createFakeRekorLog, type FakeRekorLog } from '../../../src/testing/fake-rekor-log.ts';
import { readJson, sharedVectors } from '../../verify/shared-vectors.ts';

const TEXT = 'log.example/1\n5\nR1iQkNkWLlUUKCVHTO0ZzAXmpZwTA7R4VtpQY1jCGA4=\n';
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function signed(text: string): AnchorSignature {
  return {
    digest: hash('sha256', text, 'base64'),
    signature: sign('sha256', Buffer.from(text), privateKey).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

function trusted(log: FakeRekorLog, baseUrl = `https://${log.origin}`) {
  const root = readTrustedRoot(nodeCrypto, log.trustedRoot(baseUrl));
  assert.ok(root.ok, JSON.stringify(root));
  const [first] = root.value;
  assert.ok(first !== undefined);
  return first;
}

function post(log: FakeRekorLog, signature: AnchorSignature): RekorEntry {
  const answer = log.handle('POST', '/api/v2/log/entries', rekorRequest(signature));
  assert.equal(answer.status, 201, String(answer.body));
  const entry = JSON.parse(String(answer.body));
  assert.ok(Check(RekorEntry, entry));
  return entry;
}

/** What sigstore's own verifier says of the entry, with our key as the signer's. */
function oracle(
  log: FakeRekorLog,
  text: string,
  { signature, digest }: AnchorSignature,
  entry: RekorEntry,
): boolean {
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: 'anchor' }, tlogEntries: [entry] },
    messageSignature: { messageDigest: { algorithm: 'SHA2_256', digest }, signature },
  });
  const root = TrustedRoot.fromJSON(JSON.parse(log.trustedRoot(`https://${log.origin}`)));
  const material = toTrustMaterial(root, () => ({ publicKey, validFor: () => true }));
  try {
    new Verifier(material, { timestampThreshold: 0 }).verify(toSignedEntity(bundle, Buffer.from(text)));
    return true;
  } catch {
    return false;
  }
}

describe('openRekorEntry', () => {
  const log = createFakeRekorLog('entries');
  log.addOthers(300);
  const signature = signed(TEXT);
  const entry = post(log, signature);
  const place = trusted(log);

  test('accepts the log’s answer, as sigstore’s own verifier does', () => {
    for (const crypto of [nodeCrypto, webCrypto]) {
      const opened = openRekorEntry(crypto, entry, place);
      assert.ok(opened.ok, JSON.stringify(opened));
      assert.deepEqual(opened.value, { index: 300, size: 301, body: rekorBody(signature) });
    }
    assert.ok(oracle(log, TEXT, signature, entry));
  });

  test('refuses every change of the entry, as sigstore’s own verifier does', () => {
    const { inclusionProof: proof } = entry;
    const another = createFakeRekorLog('another');
    assert.equal(openRekorEntry(nodeCrypto, { ...entry, logIndex: '299' }, place).ok, false);
    const changes: readonly Partial<RekorEntry>[] = [
      { inclusionProof: { ...proof, logIndex: '299' } },
      { canonicalizedBody: Buffer.from(rekorBody(signed('another text\n'))).toString('base64') },
      { inclusionProof: { ...proof, hashes: proof.hashes.slice(1) } },
      { inclusionProof: { ...proof, hashes: [...proof.hashes].reverse() } },
      {
        inclusionProof: {
          ...proof,
          checkpoint: { envelope: proof.checkpoint.envelope.replace('301', '302') },
        },
      },
      { inclusionProof: post(another, signature).inclusionProof },
    ];
    for (const change of changes) {
      const changed = { ...entry, ...change };
      assert.equal(openRekorEntry(nodeCrypto, changed, place).ok, false, JSON.stringify(change));
      assert.equal(oracle(log, TEXT, signature, changed), false, JSON.stringify(change));
    }
  });

  test('refuses an entry of a log that has the same key under another name', () => {
    const stranger = createFakeRekorLog('entries', 'entries.rekor');
    stranger.addOthers(300);
    const read = openRekorEntry(nodeCrypto, post(stranger, signature), place);
    assert.equal(read.ok, false);
  });

  test('an entry that was put together from a proof is the one that the log answered', () => {
    const { inclusionProof: proof } = entry;
    const hashes = proof.hashes.map((one) => Buffer.from(one, 'base64').toString('hex'));
    const { envelope: checkpoint } = proof.checkpoint;
    const made = makeRekorEntry(nodeCrypto, place, { signature, index: 300, hashes, checkpoint });
    assert.ok(openRekorEntry(nodeCrypto, made, place).ok);
    assert.ok(oracle(log, TEXT, signature, made));
  });
});

describe('readTrustedRoot', () => {
  test('finds the name of a log by its id, and no log whose id is another’s', () => {
    const log = createFakeRekorLog('named', 'rekor.test/shard');
    assert.equal(trusted(log, 'http://rekor.test/shard/').key.name, 'rekor.test/shard');
    const wrong = readTrustedRoot(nodeCrypto, log.trustedRoot('http://elsewhere.test'));
    assert.equal(wrong.ok, false);
    const port = createFakeRekorLog('port', '127.0.0.1');
    assert.equal(trusted(port, 'http://127.0.0.1:8123').key.name, '127.0.0.1');
  });

  test('refuses a file that is no trusted root, or has no log of version 2', () => {
    for (const text of ['', '[]', '{}', '{"tlogs":[]}', '{"tlogs":[{"baseUrl":"https://x"}]}'])
      assert.equal(readTrustedRoot(nodeCrypto, text).ok, false, text);
  });
});

test('sigstore’s own cases: entries of a real log', (t) => {
  const folder = sharedVectors('log');
  if (folder === null) return t.skip('needs ../shared/vectors/log');
  const cases = join(folder, 'rekor2');
  const root = readTrustedRoot(nodeCrypto, JSON.stringify(readJson(join(cases, 'trusted_root.json'))));
  assert.ok(root.ok);
  const [log, ...more] = root.value;
  assert.ok(log !== undefined && more.length === 0);
  assert.equal(log.key.name, 'log2025-alpha1.rekor.sigstage.dev');
  const names = readdirSync(cases).filter((name) => name.startsWith('rekor2-'));
  assert.equal(names.length, 10);
  for (const name of names) {
    interface Bundle {
      readonly verificationMaterial: { readonly tlogEntries: readonly unknown[] };
    }
    const { verificationMaterial } = readJson<Bundle>(join(cases, name, 'bundle.sigstore.json'));
    const [entry] = verificationMaterial.tlogEntries;
    const isGood: boolean = Check(RekorEntry, entry) && openRekorEntry(nodeCrypto, entry, log).ok;
    assert.equal(isGood, !name.endsWith('_fail'), name);
  }
});

test('the log accepts the request and makes this body from it', () => {
  const log = createFakeRekorLog('bodies');
  const signature = signed(TEXT);
  post(log, signature);
  assert.deepEqual(log.bodies().map(utf8), [rekorBody(signature)]);
  const again = log.handle('POST', '/api/v2/log/entries', rekorRequest(signature));
  assert.deepEqual([again.status, again.headers['x-log-index']], [409, '0']);
  const wrong = { ...signature, digest: hash('sha256', 'another', 'base64') };
  assert.equal(log.handle('POST', '/api/v2/log/entries', rekorRequest(wrong)).status, 400);
});
