import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { createHttpClient } from '@common/kit/http/client';
import { createJobWatch } from '@common/kit/jobs';
import { type FakeCloud, startFakeCloud } from '@common/kit/testing/fake-cloud';
import { readCloudKeys } from '@platform/core/verify/cloud/cloud-keys';
import { readIdentityToken, venueAudience } from '@platform/core/verify/cloud/identity-token';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { keptCloudKeys, openCloudIdentity } from '../src/cloud-identity.ts';
import { makeFolder } from './key-files/make-folder.ts';

const DEPLOYMENT = 'dp_0123456789abcdef01234567';
const FINGERPRINT = `sha256:${'a'.repeat(64)}`;
const MINUTE = 60_000;

async function open(t: TestContext, changes: { readonly cloud?: FakeCloud; readonly dir?: string } = {}) {
  const time = { nowMs: Date.parse('2026-06-01T09:00:00Z') };
  const clock = () => time.nowMs;
  const cloud = changes.cloud ?? (await startFakeCloud(t, clock));
  const dir = changes.dir ?? (await makeFolder(t));
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const key = { fingerprint: FINGERPRINT };
  const warnings: string[] = [];
  const http = createHttpClient();
  const jobs = createJobWatch();
  const identity = openCloudIdentity({
    config: {
      SERVICE_GCE_IDENTITY: true,
      GCE_METADATA_URL: cloud.metadataUrl,
      GCE_CERTS_URL: cloud.certsUrl,
    },
    dir,
    deployment: DEPLOYMENT,
    venue: 'local',
    http,
    clock,
    jobs,
    fingerprint: async () => key.fingerprint,
    warn: (fields) => warnings.push(`${fields.code}: ${fields.why}`),
  });
  t.after(async () => {
    await identity.stop();
    http.close();
  });
  /** As when its timer fires. */
  const look = async () => {
    await identity.stop();
    await identity.start();
    await identity.stop();
  };
  return { identity, cloud, dir, key, warnings, jobs, time, look };
}

test('holds a token for the venue’s key, which others can check too, and keeps the cloud’s key', async (t) => {
  const { identity, cloud, dir, time, look } = await open(t);
  await look();
  const token = identity.current();
  assert.ok(token !== null);
  const audience = venueAudience({ deployment: DEPLOYMENT, venue: 'local', fingerprint: FINGERPRINT });
  const jwks = createRemoteJWKSet(new URL(cloud.certsUrl));
  const currentDate = new Date(time.nowMs);
  await jwtVerify(token, jwks, { audience, issuer: 'https://accounts.google.com', currentDate });
  const kept = readCloudKeys(await keptCloudKeys(dir));
  assert.ok(kept.ok);
  const expected = { keys: kept.value.keys, audience, atMs: time.nowMs };
  assert.ok(readIdentityToken(nodeCrypto, token, expected).ok);
});

test('renews it at half its life, and keeps every key that the cloud had', async (t) => {
  const { identity, cloud, dir, time, look } = await open(t);
  await look();
  const first = identity.current();
  time.nowMs += 29 * MINUTE;
  await look();
  assert.equal(identity.current(), first);
  cloud.rotate('forget');
  time.nowMs += 2 * MINUTE;
  await look();
  assert.notEqual(identity.current(), first);
  const kept = readCloudKeys(await keptCloudKeys(dir));
  assert.ok(kept.ok);
  assert.equal(kept.value.keys.size, 2);
});

test('has none once it ends while the metadata server is down, and asks again after a pause', async (t) => {
  const { identity, cloud, time, jobs, look, warnings } = await open(t);
  await look();
  assert.equal(jobs.failingS().cloud_identity, 0);
  cloud.goDown('metadata');
  time.nowMs += 59 * MINUTE;
  await look();
  assert.notEqual(identity.current(), null, 'the other half of its life');
  time.nowMs += 1 * MINUTE;
  assert.equal(identity.current(), null);
  assert.match(warnings.join('\n'), /^metadata_unavailable: 127\.0\.0\.1:\d+ answered 503$/);
  await look();
  time.nowMs += 1_000;
  await look();
  assert.equal(warnings.length, 2);
  assert.ok((jobs.failingS().cloud_identity ?? 0) > 0, 'also while it waits to ask again');
  cloud.goDown('none');
  time.nowMs += 1 * MINUTE;
  await look();
  assert.notEqual(identity.current(), null);
  assert.equal(jobs.failingS().cloud_identity, 0);
});

test('has none for a key that no longer signs', async (t) => {
  const { identity, cloud, key, look } = await open(t);
  await look();
  key.fingerprint = `sha256:${'b'.repeat(64)}`;
  cloud.goDown('metadata');
  await look();
  assert.equal(identity.current(), null);
  assert.equal(cloud.audiences.length, 1);
});

test('carries no token that does not hold, or whose key cannot be kept', async (t) => {
  const wrongs: readonly (readonly [(cloud: FakeCloud) => void, RegExp])[] = [
    [(cloud) => cloud.goDown('certs'), /^token_refused: its key cannot be kept: .* answered 503/],
    [(cloud) => cloud.claim({ aud: 'another' }), /^token_refused: its audience/],
    [(cloud) => cloud.claim({ google: {} }), /^token_refused: it names no virtual machine/],
  ];
  for (const [spoil, warning] of wrongs) {
    const { identity, cloud, look, warnings } = await open(t);
    spoil(cloud);
    await look();
    assert.equal(identity.current(), null);
    assert.match(warnings.join('\n'), warning);
  }
});

test('never replaces a key that it kept, and says so of a file that it cannot read', async (t) => {
  const first = await open(t);
  await first.look();
  const before = JSON.parse(await keptCloudKeys(first.dir));
  const second = await open(t, { dir: first.dir });
  second.cloud.rotate();
  await second.look();
  const after = JSON.parse(await keptCloudKeys(first.dir));
  assert.equal(after.keys.length, 2);
  assert.deepEqual(after.keys[0], before.keys[0]);
  await writeFile(join(first.dir, 'cloud-keys.json'), 'spoilt');
  const third = await open(t, { dir: first.dir });
  await third.look();
  assert.equal(third.identity.current(), null);
  assert.equal(third.warnings.length, 1);
  await assert.rejects(keptCloudKeys(first.dir), /cloud-keys\.json is unusable .*move it away/);
});
