import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { openDatabase } from '@common/kit/sql/database';
import { createLog } from '@common/kit/telemetry/log';
import { createMetrics } from '@common/kit/telemetry/metrics';
import { createReadiness } from '@common/kit/telemetry/readiness';
import { removeDirectory } from '@common/kit/testing';
import { startFakeCloud } from '@common/kit/testing/fake-cloud';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { openAuthority } from '@platform/authority/open-authority';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import type { Compromise, Enrolment } from '@platform/core/objects/key-entry';
import { signObject } from '@platform/core/signed/signed';
import { createPasskey } from '@platform/core/testing/passkey';
import { addPublicEntry, readServiceEntry } from '@platform/keys/key-files/keys';
import { watchAuthority } from '../src/telemetry/watch-authority.ts';
import { openDeployment } from './support/deployment.ts';

/** A folder for a deployment, and the authority started on it and ended at once: what it said. */
async function makeStarts(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-authority-'));
  t.after(() => removeDirectory(folder));
  const url = `sqlite:${join(folder, 'authority.sqlite')}`;
  const start = async (keys = 'keys', more: Readonly<Record<string, string>> = {}): Promise<string> => {
    const env = {
      AUTHORITY_DATABASE_URL: url,
      SERVICE_KEYS_DIR: join(folder, keys),
      LOG_LEVEL: 'silent',
      RECEIPTS_DIR: join(folder, 'out'),
      MANDATES_DIR: join(folder, 'mandates'),
      ...more,
    };
    const settings = readConfig(AUTHORITY_CONFIG, env, REPOSITORY);
    assert.ok(settings.ok);
    const machine = { log: createLog({ level: 'silent' }), clock: Date.now, randomBytes, env };
    const opened = await openAuthority(settings.value, { ...machine, faults: { at: () => {} } });
    if (!opened.ok) return opened.error.message;
    await opened.value.apps.authority.close();
    await opened.value.close();
    return 'started';
  };
  return { folder, url, start };
}

test('an authority does not start on the database of another deployment, put in place of its own', async (t) => {
  const { folder, start } = await makeStarts(t);
  assert.equal(await start(), 'started');
  assert.equal(await start(), 'started');
  assert.match(
    await start('other'),
    /belongs to dp_\w+, not to dp_\w+, .*: give both settings of one deployment/,
  );
  await cp(join(folder, 'keys'), join(folder, 'copy'), { recursive: true });
  assert.equal(await start('copy'), 'started');
});

test('a start marks the key that its database knows as stolen, where older keys were put back', async (t) => {
  const { folder, url, start } = await makeStarts(t);
  assert.equal(await start(), 'started');
  const keys = join(folder, 'keys');
  const { deployment, not_before } = await readServiceEntry(keys, 'authority');
  const kid = 'principal_amina';
  const passkey = createPasskey(nodeCrypto, { name: 'phone of amina' });
  const facts = {
    deployment,
    kid,
    ...passkey.facts,
    role: 'principal',
    person: 'amina',
    tenants: ['*'],
    independent: true,
    hardware: false,
    not_before,
    not_after: null,
  } satisfies Omit<Enrolment, 'type'>;
  const enrolment: Enrolment = { type: 'sanad/enrolment/1', ...facts };
  const own = signObject(nodeCrypto, passkey.signer(kid), enrolment);
  const signed = { enrolment_hash: own.hash, signature: own.signature };
  await addPublicEntry(keys, { ...facts, compromised_at: null, enrolment: signed });
  const at = new Date().toISOString();
  const compromise: Compromise = {
    type: 'sanad/compromise/1',
    deployment,
    kid,
    fingerprint: facts.fingerprint,
    compromised_at: at,
    said_at: at,
    reason: 'left in a taxi',
  };
  // Its key is good until then, and it may say so of itself.
  const said = signObject(nodeCrypto, passkey.signer(kid), compromise);
  const body = { compromise, compromise_hash: said.hash, signature: said.signature };
  const database = await openDatabase<AuthoritySchema>({ url });
  const record_json = JSON.stringify({ event: { sequence: 0 }, body });
  const row = { sequence: 0, event_id: 'evt_0', kind: 'key_compromised', grant_id: null, event_hash: 'h' };
  await database.db
    .insertInto('event')
    .values({ ...row, record_json })
    .execute();
  await database.close();
  assert.equal(await start(), 'started');
  const entry = JSON.parse(await readFile(join(keys, 'public', `${kid}.json`), 'utf8'));
  assert.equal(entry.compromised_at, at);
});

test('keys without the deployment’s id are refused in one sentence that says what to do', async (t) => {
  const { folder, start } = await makeStarts(t);
  assert.equal(await start(), 'started');
  await rm(join(folder, 'keys', 'deployment.id'));
  await assert.rejects(start(), /has keys but no deployment id .* npm start -- --renew/);
});

test('an authority starts with SERVICE_REKOR on, whatever else it needs for it is missing', async (t) => {
  const { folder, start } = await makeStarts(t);
  assert.equal(await start('keys', { SERVICE_REKOR: '1' }), 'started');
  const env = {
    SERVICE_REKOR: '1',
    REKOR_URL: 'http://127.0.0.1:1',
    REKOR_TRUSTED_ROOT: join(folder, 'none'),
  };
  assert.equal(await start('keys', env), 'started');
});

test('an authority on a cloud’s machine starts with a token for its own key, and without the cloud too', async (t) => {
  const { folder, start } = await makeStarts(t);
  const cloud = await startFakeCloud(t);
  const env = {
    SERVICE_GCE_IDENTITY: '1',
    GCE_METADATA_URL: cloud.metadataUrl,
    GCE_CERTS_URL: cloud.certsUrl,
  };
  assert.equal(await start('keys', env), 'started');
  const { fingerprint } = await readServiceEntry(join(folder, 'keys'), 'authority');
  assert.equal(cloud.audiences.length, 1);
  assert.ok(cloud.audiences[0]?.endsWith(`:local:${fingerprint}`));
  cloud.goDown('metadata');
  assert.equal(await start('keys', env), 'started');
});

test('the check `log` fails while a witness has seen more of the log, and names nobody', async (t) => {
  const d = await openDeployment();
  t.after(d.close);
  const looked = async (refusal: string | null, alarms = 0) => {
    const readiness = createReadiness();
    const watch = { ...d.app.watch, metrics: createMetrics(), readiness };
    const nothing = { count: 0, since: null };
    const figures = {
      receipts: async () => nothing,
      notices: async () => nothing,
      noticesGivenUp: async () => 0,
      doubts: async () => nothing,
      openGrants: async () => ({ pending: 0, active: 0 }),
    };
    const witnesses = { lags: async () => ({}), quorumLag: async () => 0, alarms: () => alarms };
    const logRefusal = async () => refusal;
    watchAuthority(watch, d.deps, { figures, logRefusal, witnesses, lastBackup: async () => 0 });
    return readiness.look();
  };
  const checked = async (refusal: string | null) => (await looked(refusal)).checks.log;
  assert.deepEqual(await checked(null), { state: 'ok' });
  const refused = await checked('The witness ana (https://witness.example) has seen 4 entries');
  assert.equal(refused?.state, 'fail');
  assert.match(refused.message ?? '', /^A witness has seen more .* LogRefused\.$/);
  assert.doesNotMatch(refused.message ?? '', /ana/);
  const { status, checks } = await looked(null, 1);
  assert.equal(status, 'ready', 'a witness that contradicts the log does not stop the service');
  assert.equal(checks.witnesses?.state, 'warn');
});
