import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { type AssertionFault, createPasskey } from '@platform/core/testing/passkey';
import { party, publish } from './support/people.ts';
import { makePep, makeVenue, signMandate } from './support/venue.ts';

/** Lina's passkey, enrolled by Omar. */
function enrol(kid: string, person: string, principal: Signer, facts: Partial<KeyEntry>): KeyEntry {
  const { enrolment: _, compromised_at: __, ...base } = party(kid, 'approver', person, principal).entry;
  const entry = { ...base, ...facts };
  const signed = signObject(nodeCrypto, principal, { type: 'sanad/enrolment/1', ...entry });
  const enrolment = { enrolment_hash: signed.hash, signature: signed.signature };
  return { ...entry, compromised_at: null, enrolment };
}

test('a passkey’s approval is judged here too, whatever the authority let by', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const { principal } = venue.parties;
  const keysDir = venue.env.SERVICE_KEYS_DIR ?? '';
  const [route] = venue.mandate.contract.approval.routes ?? [];
  assert.ok(route !== undefined);
  const strict = { approval: { routes: [{ ...route, assurance: 'hardware' as const }] } };
  const bound = createPasskey(nodeCrypto, { name: 'lina', kind: 'rsa' });
  const synced = createPasskey(nodeCrypto, { name: 'lina synced', synced: true });
  const seen = { hardware: true, hardware_ground: 'seen' } as const;
  await publish(keysDir, enrol('approver_lina.key', 'lina', principal.signer, { ...seen, ...bound.facts }));
  await publish(keysDir, enrol('approver_lina.synced', 'lina', principal.signer, synced.facts));
  const present = async (signer: Signer, mandate: Parameters<typeof signMandate>[1] = strict) => {
    const request = venue.grant({
      mandate: signMandate(principal.signer, mandate),
      approver: signer,
      grant: { approved_by: signer.kid, approved_at: new Date().toISOString() },
    });
    const { result } = await pep.present(request);
    return `${result.status}: ${result.detail}`;
  };
  const key = (fault?: AssertionFault) => bound.signer('approver_lina.key', fault);
  assert.match(await present(key()), /^executed/);
  assert.match(await present(key({ flags: 0x01 })), /^refused: .*without verifying its holder/);
  assert.match(await present(key({ origin: 'https://evil.example' })), /^refused: .*enrolled for/);
  assert.match(await present(key({ crossOrigin: true })), /^refused: .*in a frame/);
  assert.match(await present(synced.signer('approver_lina.synced')), /^refused: .*hardware key/);
  const two = { approval: { routes: [{ ...route, approvals_needed: 2 }] } };
  assert.match(await present(key(), two), /^refused: .*needs the approval of 1 more/);
  assert.equal(venue.bank.requests.length, 1);
});
