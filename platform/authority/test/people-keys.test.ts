import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { createHttpClient } from '@common/kit/http/client';
import { inScope } from '@common/kit/telemetry/scope';
import { startReceiver } from '@common/kit/testing/webhook-receiver';
import { createEnrolmentKeeper } from '@platform/authority/use-cases/keep-enrolments';
import type { EventRecord } from '@platform/core/objects/event';
import type {
  Compromise,
  Enrolment,
  KeyEntry,
  KeySet,
  SignedEnrolment,
} from '@platform/core/objects/key-entry';
import { enrolledEntry } from '@platform/core/signed/key-history';
import { type Signer, signHash, signObject } from '@platform/core/signed/signed';
import { createPasskey } from '@platform/core/testing/passkey';
import { createRekorClient } from '../src/anchors/rekor.adapter.ts';
import { createWitnessClient } from '../src/witnesses/witness-http.adapter.ts';
import { transfer } from './support/actions.ts';
import { deploymentTest, outcome } from './support/deployment-test.ts';
import { DEPLOYMENT } from './support/keys.ts';
import type { Answer, Deployment } from './support/types.ts';

const KID = 'approver_cfo.phone';
const phone = createPasskey(nodeCrypto, { name: 'phone of cfo' });

function enrolment(d: Deployment, patch: Partial<Enrolment> = {}): Enrolment {
  return {
    type: 'sanad/enrolment/1',
    deployment: DEPLOYMENT,
    kid: KID,
    ...phone.facts,
    role: 'approver',
    person: 'cfo',
    tenants: null,
    independent: true,
    hardware: false,
    not_before: d.now(),
    not_after: null,
    ...patch,
  };
}

function signed(object: Enrolment, by: Signer): SignedEnrolment {
  const { hash, signature } = signObject(nodeCrypto, by, object);
  return { enrolment: object, enrolment_hash: hash, signature };
}

const enrol = (d: Deployment, patch: Partial<Enrolment> = {}, by = 'principal_amina') =>
  d.post('/keys', signed(enrolment(d, patch), d.signer(by)));

function mark(d: Deployment, kid: string, patch: Partial<Compromise> = {}, by = 'principal_amina') {
  const compromise: Compromise = {
    type: 'sanad/compromise/1',
    deployment: DEPLOYMENT,
    kid,
    fingerprint: d.rawKeys.get(kid)?.fingerprint ?? '',
    compromised_at: d.now(),
    said_at: d.now(),
    reason: 'left in a taxi',
    ...patch,
  };
  const { hash, signature } = signObject(nodeCrypto, d.signer(by), compromise);
  return d.post(`/keys/${kid}/compromise`, { compromise, compromise_hash: hash, signature });
}

const events = async (d: Deployment, kind: string) =>
  (await d.get<EventRecord[]>(`/events?kind=${kind}`)).body.map(({ body }) => body);

deploymentTest(
  'a key that a principal enrols is shown, counts, and leaves an event; once said is said',
  async (d) => {
    const given = signed(enrolment(d), d.signer('principal_amina'));
    assert.deepEqual(outcome(await d.post('/keys', given)), [201, undefined]);
    assert.deepEqual(outcome(await d.post('/keys', given)), [200, undefined]);
    const shown = (await d.get<KeySet>('/.well-known/keys.json')).body[KID];
    assert.equal(shown?.fingerprint, phone.facts.fingerprint);
    assert.equal(shown?.enrolment?.signature.kid, 'principal_amina');
    assert.deepEqual(await events(d, 'key_enrolled'), [given]);
    const id = await d.register();
    const held = await d.propose(id, transfer({ amount: '2000' }));
    const body = {
      action_hash: held.action_hash,
      signature: signHash(phone.signer(KID), held.action_hash),
    };
    assert.deepEqual(outcome(await d.post(`/grants/${held.grant.grant_id}/approve`, body)), [200, undefined]);
  },
);

deploymentTest(
  'no enrolment without a root, no root over HTTP, no name or key taken from another',
  async (d) => {
    const own = createPasskey(nodeCrypto, { name: 'passkey of a stranger' });
    const root = enrolment(d, {
      ...own.facts,
      kid: 'principal_eve',
      role: 'principal',
      person: 'eve',
      tenants: ['*'],
    });
    const cases: readonly (readonly [string, Promise<Answer>, readonly [number, string]])[] = [
      ['an approver enrols', enrol(d, {}, 'approver_cfo'), [403, 'role_not_allowed']],
      [
        'enrols itself as a root',
        d.post('/keys', signed(root, own.signer('principal_eve'))),
        [403, 'kid_unknown'],
      ],
      ['a taken name', enrol(d, { kid: 'approver_cfo' }), [409, 'kid_taken']],
      ['a name of somebody else', enrol(d, { kid: 'approver_guest.phone' }), [422, 'kid_invalid']],
      ['a name like a device’s', enrol(d, { person: 'cfo.phone' }), [422, 'kid_invalid']],
      ['a service’s role', enrol(d, { role: 'pep', person: null, kid: 'pep2' }), [422, 'kid_invalid']],
      [
        'of another deployment',
        enrol(d, { deployment: `dp_${'0'.repeat(24)}` }),
        [422, 'deployment_mismatch'],
      ],
      ['on no day', enrol(d, { not_before: '2026-99-99T00:00:00.000Z' }), [422, 'instant_malformed']],
      ['to no day', enrol(d, { not_after: '2026-99-99T00:00:00.000Z' }), [422, 'instant_malformed']],
      ['from tomorrow on', enrol(d, { not_before: '2099-01-01T00:00:00.000Z' }), [422, 'enrolment_invalid']],
      [
        'synced, said to be hardware',
        enrol(d, {
          ...createPasskey(nodeCrypto, { name: 'synced', synced: true }).facts,
          hardware: true,
          hardware_ground: 'seen',
        }),
        [422, 'enrolment_invalid'],
      ],
      [
        'the key of somebody else under a name that sorts before',
        d.post('/keys', signed(fileEnrolment(d), d.signer('principal_amina'))),
        [422, 'enrolment_invalid'],
      ],
    ];
    const before = (await d.get('/.well-known/keys.json')).body;
    for (const [what, answer, expected] of cases) assert.deepEqual(outcome(await answer), expected, what);
    assert.deepEqual((await d.get('/.well-known/keys.json')).body, before);
    assert.deepEqual(await events(d, 'key_enrolled'), []);
  },
);

/** The guest’s key, said to be the cfo’s. */
function fileEnrolment(d: Deployment): Enrolment {
  const { alg, public_key, fingerprint } = d.rawKeys.get('approver_guest') as KeyEntry;
  const { webauthn: _, ...facts } = enrolment(d, { kid: 'approver_cfo.tablet' });
  return { ...facts, alg, public_key, fingerprint };
}

deploymentTest('an enrolment of more than a day ago puts no removed key back', async (d) => {
  const given = signed(enrolment(d), d.signer('principal_amina'));
  d.advance(86_400);
  assert.deepEqual(outcome(await d.post('/keys', given)), [201, undefined]);
  d.advance(1);
  assert.deepEqual(outcome(await d.post('/keys', given)), [200, undefined]);
  d.rawKeys.delete(KID);
  assert.deepEqual(outcome(await d.post('/keys', given)), [422, 'enrolment_invalid']);
  assert.equal(d.rawKeys.has(KID), false);
  assert.deepEqual(outcome(await enrol(d)), [201, undefined]);
});

deploymentTest('a key that was enrolled and removed is not put back by the same enrolment', async (d) => {
  const given = signed(enrolment(d), d.signer('principal_amina'));
  assert.deepEqual(outcome(await d.post('/keys', given)), [201, undefined]);
  d.rawKeys.delete(KID);
  assert.deepEqual(outcome(await d.post('/keys', given)), [422, 'enrolment_invalid']);
  assert.equal(d.rawKeys.has(KID), false);
  d.advance(1);
  assert.deepEqual(outcome(await enrol(d)), [201, undefined], 'a new word of the principal');
});

deploymentTest('nor is one that the operator put into the folder by hand, and removed', async (d) => {
  const look = createEnrolmentKeeper(d.deps);
  const given = signed(enrolment(d), d.signer('principal_amina'));
  d.rawKeys.set(KID, enrolledEntry(given));
  await look();
  await look();
  d.rawKeys.delete(KID);
  await look();
  assert.deepEqual(outcome(await d.post('/keys', given)), [422, 'enrolment_invalid']);
  assert.equal((await d.deps.kept.enrolments()).has(given.enrolment_hash), true);
  assert.equal(d.rawKeys.has(KID), false);
});

deploymentTest('a principal whom another enrolled enrols nobody', async (d) => {
  const second = createPasskey(nodeCrypto, { name: 'second principal' });
  const nour = { kid: 'principal_nour', role: 'principal', person: 'nour', tenants: ['*'] } as const;
  assert.equal((await enrol(d, { ...second.facts, ...nour, tenants: ['*'] })).status, 201);
  const given = signed(enrolment(d), second.signer('principal_nour'));
  assert.deepEqual(outcome(await d.post('/keys', given)), [403, 'signer_not_root']);
});

deploymentTest('a root that is bounded to tenants enrols and marks nobody beyond them', async (d) => {
  const own = createPasskey(nodeCrypto, { name: 'passkey of mallory' });
  const mallory = (...tenants: string[]): Partial<Enrolment> => ({
    ...own.facts,
    kid: 'principal_mallory',
    role: 'principal',
    person: 'mallory',
    tenants,
  });
  const cases: readonly (readonly [string, Promise<Answer>])[] = [
    ['a principal of every tenant', enrol(d, mallory('*'), 'principal_zayd')],
    ['one of another tenant too', enrol(d, mallory('tn_zayd', 'tn_test'), 'principal_zayd')],
    ['an approver, who is bounded to none', enrol(d, {}, 'principal_zayd')],
    ['marks a root for every tenant', mark(d, 'principal_amina', {}, 'principal_zayd')],
    ['marks an approver', mark(d, 'approver_cfo', {}, 'principal_zayd')],
  ];
  const before = (await d.get('/.well-known/keys.json')).body;
  for (const [what, answer] of cases) assert.deepEqual(outcome(await answer), [403, 'signer_bounded'], what);
  assert.deepEqual((await d.get('/.well-known/keys.json')).body, before);
  assert.deepEqual(await events(d, 'key_enrolled'), []);
  assert.deepEqual(await events(d, 'key_compromised'), []);

  assert.deepEqual(outcome(await enrol(d, mallory('tn_zayd'), 'principal_zayd')), [201, undefined]);
  assert.deepEqual(outcome(await mark(d, 'principal_mallory', {}, 'principal_zayd')), [200, undefined]);
  assert.deepEqual(outcome(await mark(d, 'principal_zayd', {}, 'principal_zayd')), [200, undefined]);
});

deploymentTest('a key that was marked signs nothing from then on, and its earlier mark stays', async (d) => {
  const id = await d.register();
  const held = await d.propose(id, transfer({ amount: '2000' }));
  const since = d.now();
  d.advance(60);
  assert.deepEqual(outcome(await mark(d, 'approver_cfo', { compromised_at: since })), [200, undefined]);
  assert.deepEqual(outcome(await d.approve(held)), [403, 'key_compromised']);
  assert.deepEqual(outcome(await mark(d, 'approver_cfo')), [200, undefined]);
  assert.equal(d.rawKeys.get('approver_cfo')?.compromised_at, since);
  const kept = (await events(d, 'key_compromised')) as { readonly compromise: Compromise }[];
  assert.deepEqual(
    kept.map(({ compromise }) => [compromise.kid, compromise.reason]),
    [['approver_cfo', 'left in a taxi']],
  );
});

deploymentTest('only a root marks a key, only a person’s, and only the one that it names', async (d) => {
  const pep = 'sha256:'.padEnd(71, '0');
  const cases: readonly (readonly [string, Promise<Answer>, readonly [number, string]])[] = [
    ['by an approver', mark(d, 'approver_guest', {}, 'approver_cfo'), [403, 'role_not_allowed']],
    ['a service’s', mark(d, 'pep'), [422, 'key_not_a_persons']],
    ['one that nobody has', mark(d, 'approver_nobody', { fingerprint: pep }), [404, 'key_not_found']],
    [
      'another key of the kid',
      mark(d, 'approver_cfo', { fingerprint: pep }),
      [422, 'compromise_of_another_key'],
    ],
    ['another kid', mark(d, 'approver_cfo', { kid: 'approver_guest' }), [422, 'compromise_of_another_key']],
    [
      'that lies ahead',
      mark(d, 'approver_cfo', { compromised_at: '2099-01-01T00:00:00Z' }),
      [422, 'instant_malformed'],
    ],
  ];
  for (const [what, answer, expected] of cases) assert.deepEqual(outcome(await answer), expected, what);
  assert.deepEqual(await events(d, 'key_compromised'), []);
});

deploymentTest(
  'a root that marks itself takes all that it enrolled with it, and enrols nobody any more',
  async (d) => {
    assert.deepEqual(outcome(await mark(d, 'principal_amina')), [200, undefined]);
    const keys = (await d.get<KeySet>('/.well-known/keys.json')).body;
    assert.equal(keys.approver_cfo, undefined);
    assert.deepEqual(outcome(await enrol(d)), [403, 'key_compromised']);
  },
);

const SCOPE = { requestId: 'job-7', tracer: null, traceparent: `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01` };

test('witnesses and public logs are told neither a request’s id nor its trace', async (t) => {
  const { url, received } = await startReceiver(t);
  const { origin } = new URL(url);
  const http = createHttpClient();
  t.after(() => http.close());
  const publicLog = createRekorClient(http, origin);
  await inScope(SCOPE, async () => {
    const witness = createWitnessClient(http);
    await witness.addCheckpoint(origin, 'a checkpoint');
    await witness.shownCheckpoint(origin, 'ab'.repeat(32));
    await publicLog.post('{}');
    await publicLog.read('checkpoint');
  });
  assert.equal(received.length, 4);
  for (const { headers } of received) {
    assert.deepEqual([headers['x-request-id'], headers.traceparent], [undefined, undefined]);
  }
});
