import assert from 'node:assert/strict';
import { nodeCrypto } from '@common/evidence/node';
import type { Compromise, Enrolment, KeySet } from '@platform/core/objects/key-entry';
import { signObject } from '@platform/core/signed/signed';
import { createPasskey } from '@platform/core/testing/passkey';
import { outcome, type Reply, send } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';

/** A device of cfo that nobody enrolled yet. */
export function newDevice(deployment: string, device: string): Enrolment {
  const { facts } = createPasskey(nodeCrypto, { name: `${device} of cfo` });
  return {
    type: 'sanad/enrolment/1',
    deployment,
    kid: `approver_cfo.${device}`,
    ...facts,
    role: 'approver',
    person: 'cfo',
    tenants: null,
    independent: true,
    hardware: false,
    not_before: new Date().toISOString(),
    not_after: null,
  };
}

/** That it was lost a moment ago. */
export function lostDevice({ deployment, kid, fingerprint }: Enrolment): Compromise {
  const now = new Date(Date.now() - 1_000).toISOString();
  return {
    type: 'sanad/compromise/1',
    deployment,
    kid,
    fingerprint,
    compromised_at: now,
    said_at: now,
    reason: 'left in a taxi',
  };
}

type Holds = <Body>(operation: string, status: number, reply: Reply<Body>) => Reply<Body>;

/** A device is enrolled, once, and marked as lost, each answer as the authority describes it. */
export async function checkKeyOperations(
  d: Pick<Deployment, 'urls' | 'signer'>,
  holds: Holds,
): Promise<void> {
  const post = (path: string, body: unknown) => send(`${d.urls.authority}${path}`, { body });
  const keys = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
  const enrolment = newDevice(keys.body.principal_local?.deployment ?? '', 'described');
  const { hash, signature } = signObject(nodeCrypto, await d.signer('principal_local'), enrolment);
  const signed = { enrolment, enrolment_hash: hash, signature };
  const changed = { ...signed, enrolment: { ...enrolment, kid: 'approver_cfo.other' } };
  assert.deepEqual(outcome(holds('POST /keys', 422, await post('/keys', changed))), [422, 'hash_mismatch']);
  holds('POST /keys', 201, await post('/keys', signed));
  holds('POST /keys', 200, await post('/keys', signed));
  const mark = async (kid: string, by: string) => {
    const compromise = { ...lostDevice(enrolment), kid };
    const made = signObject(nodeCrypto, await d.signer(by), compromise);
    return post(`/keys/${kid}/compromise`, {
      compromise,
      compromise_hash: made.hash,
      signature: made.signature,
    });
  };
  const path = 'POST /keys/{kid}/compromise';
  holds(path, 403, await mark(enrolment.kid, 'approver_cfo'));
  holds(path, 404, await mark('approver_nobody', 'principal_local'));
  const marked = holds(path, 200, await mark(enrolment.kid, 'principal_local'));
  assert.notEqual(Object(marked.body).compromised_at, null);
}
