import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consequencesOf } from '../../src/decide/consequences.ts';
import type { GrantRecord } from '../../src/objects/grant.ts';
import { Mandate, type MandateRecord } from '../../src/objects/mandate.ts';
import { ProfileDraft } from '../../src/objects/profile.ts';
import { patched, readPlugin } from './plugin-files.ts';

const { manifest, profile, decisions } = readPlugin('treasury');
const { now, mandate: base } = decisions.base;
const draft = (patch: Readonly<Record<string, unknown>> = {}) =>
  patched(ProfileDraft, profile, { version: '1.0.1', ...patch });

function record(id: string, patch: Partial<Mandate> = {}, more: Partial<MandateRecord> = {}): MandateRecord {
  return {
    contract: patched(Mandate, base, { contract_id: id, ...patch }),
    contract_hash: '',
    signature: { kid: 'principal_local', alg: 'ed25519', sig: '' },
    status: 'active',
    registered_at: now,
    revocation: null,
    ...more,
  };
}

/** Only what counts here. */
const grant = (id: string, contract: string, status: GrantRecord['status'], ends = '9999-01-01T00:00:00Z') =>
  ({ grant: { grant_id: id, contract_id: contract, expires_at: ends }, status }) as GrantRecord;

const ids = (found: ReturnType<typeof consequencesOf>) => ({
  mandates: found.mandates.map(({ record: { contract } }) => contract.contract_id),
  grants: found.grants.map((one) => one.grant.grant_id),
});

test('mandates in force under another version end, with their open grants', () => {
  const mandates = [
    record('ic_first'),
    record('ic_second'),
    record('ic_over', {}, { status: 'expired' }),
    record('ic_revoked', {}, { status: 'revoked' }),
    record('ic_past', { valid_to: now }),
    record('ic_other', { profile: 'records.v1', policy_version: 'records.v1@1.0.0' }),
  ];
  const grants = [
    grant('gr_held', 'ic_first', 'pending'),
    grant('gr_given', 'ic_second', 'active'),
    grant('gr_late', 'ic_first', 'pending', now),
    grant('gr_done', 'ic_first', 'redeemed'),
    grant('gr_other', 'ic_other', 'pending'),
  ];
  assert.deepEqual(ids(consequencesOf(draft(), manifest, { mandates, grants, now })), {
    mandates: ['ic_first', 'ic_second'],
    grants: ['gr_held', 'gr_given'],
  });
});

test('each says whether it could be signed again as it is', () => {
  const mandates = [record('ic_first')];
  const refusals = (next: ProfileDraft) =>
    consequencesOf(next, manifest, { mandates, grants: [], now }).mandates.flatMap((one) =>
      one.refusals.map(({ message }) => message),
    );
  assert.deepEqual(refusals(draft()), []);
  assert.deepEqual(refusals(draft({ rules: { amount_max: '1' } })), ['rules.amount_max may be at most 1.']);
});

test('the version in force ends nothing', () => {
  const standing = { mandates: [record('ic_first')], grants: [], now };
  assert.deepEqual(ids(consequencesOf(draft({ version: profile.version }), manifest, standing)), {
    mandates: [],
    grants: [],
  });
});
