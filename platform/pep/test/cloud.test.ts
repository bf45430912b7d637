import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeCloud } from '@common/kit/testing/fake-cloud';
import { readCloudKeys } from '@platform/proof/cloud/cloud-keys';
import { readIdentityToken, venueAudience } from '@platform/proof/cloud/identity-token';
import { nodeCrypto } from '@platform/proof/node';
import { readServiceEntry } from '@platform/trust/keys';
import { reportEnforcement } from '../src/use-cases/report-enforcement.ts';
import { DEPLOYMENT } from './support/people.ts';
import { makePep, makeVenue } from './support/venue.ts';

test('a decision on a cloud’s machine carries its token for the key that signs, and says no more', async (t) => {
  const cloud = await startFakeCloud(t);
  const venue = await makeVenue(t);
  const { app, present } = await makePep(t, venue, {
    ...{ SERVICE_GCE_IDENTITY: '1', GCE_METADATA_URL: cloud.metadataUrl, GCE_CERTS_URL: cloud.certsUrl },
  });
  const request = venue.grant();
  venue.authority.reportPlans.push('lose');
  assert.equal((await present(request)).result.status, 'executed');
  const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
  assert.equal(decided?.level, 'L1-declared');
  const keys = readCloudKeys((await app.inject('/.well-known/cloud-keys.json')).body);
  assert.ok(keys.ok);
  const { fingerprint } = await readServiceEntry(venue.env.SERVICE_KEYS_DIR ?? '', 'pep');
  const audience = venueAudience({ deployment: DEPLOYMENT, venue: 'local', fingerprint });
  const expected = { keys: keys.value.keys, audience, atMs: Date.parse(decided?.decided_at ?? '') };
  assert.ok(readIdentityToken(nodeCrypto, decided?.cloud_identity ?? '', expected).ok);
});

test('without a token, nothing is refused and nothing is declared', async (t) => {
  const cloud = await startFakeCloud(t);
  cloud.goDown('metadata');
  const venue = await makeVenue(t);
  const { present } = await makePep(t, venue, {
    ...{ SERVICE_GCE_IDENTITY: '1', GCE_METADATA_URL: cloud.metadataUrl, GCE_CERTS_URL: cloud.certsUrl },
  });
  const request = venue.grant();
  assert.equal((await present(request)).result.status, 'executed');
  const decided = venue.authority.enforcements.get(request.grant.grant_id)?.decision;
  assert.equal(decided?.level, 'L1-sim');
  assert.ok(decided !== undefined && !('cloud_identity' in decided));
});

test('a decision that is reported again is the one that was signed, whatever token there is by then', async (t) => {
  const cloud = await startFakeCloud(t);
  const venue = await makeVenue(t);
  const { pep, present } = await makePep(t, venue, {
    ...{ SERVICE_GCE_IDENTITY: '1', GCE_METADATA_URL: cloud.metadataUrl, GCE_CERTS_URL: cloud.certsUrl },
  });
  const later = { status: 503, body: { detail: { error: 'later', message: 'later' } } };
  venue.authority.reportPlans.push(later);
  const request = venue.grant();
  assert.equal((await present(request)).result.status, 'executed');
  assert.equal(venue.authority.enforcements.size, 0);
  const intent = await pep.deps.store.find(request.grant.grant_id);
  assert.ok(intent?.ending != null);
  const restarted = { ...pep.deps, cloudToken: () => null };
  const answer = await reportEnforcement(restarted, intent, intent.ending);
  assert.equal(answer.kind, 'recorded');
  assert.equal(venue.authority.enforcements.get(request.grant.grant_id)?.decision.level, 'L1-declared');
});
