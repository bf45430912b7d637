import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { SignedMandate } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import { agentKeyOf } from '@platform/core/signed/agent-key';
import { comeToNextLook } from '@platform/keys/testing/next-look';
import { resumeIntent } from '../src/use-cases/execute-grant.ts';
import { party, publish, unpublish } from './support/people.ts';
import {
  type GrantOptions,
  makePep,
  makeVenue,
  signMandate,
  signProfile,
  type Venue,
} from './support/venue.ts';

/** What an authority that was taken over might show after the redemption -> words of the refusal. */
const BAD_MANDATES: Readonly<Record<string, readonly [make: (venue: Venue) => SignedMandate, why: RegExp]>> =
  {
    'changed after it was signed': [
      ({ mandate }) => ({ ...mandate, contract: { ...mandate.contract, rules: { amount_max: '9999' } } }),
      /hashes to/,
    ],
    'signed by the approver': [
      ({ parties }) => signMandate(parties.approver.signer),
      /not signed by a principal/,
    ],
    'signed by the authority': [
      ({ parties }) => signMandate(parties.authority.signer),
      /not signed by a principal/,
    ],
    'of another principal': [
      ({ parties }) => signMandate(parties.principal.signer, { principal: 'sara' }),
      /not that person’s key/,
    ],
    'without this facade': [
      ({ parties }) => signMandate(parties.principal.signer, { scope: ['bank.readBalance'] }),
      /does not allow/,
    ],
    'that forbids this facade': [
      ({ parties }) => signMandate(parties.principal.signer, { forbidden: ['bank.executeTransfer'] }),
      /does not allow/,
    ],
    'of another agent': [
      ({ parties }) => signMandate(parties.principal.signer, { agent: 'agent_2' }),
      /agent/,
    ],
  };

for (const [what, [make, why]] of Object.entries(BAD_MANDATES)) {
  test(`a mandate ${what} is refused after the redemption, with a decision`, async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue);
    const request = venue.grant({ mandate: make(venue) });
    const { result } = await pep.present(request);
    assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid']);
    assert.match(result.detail, why);
    assert.equal(venue.authority.enforcements.get(request.grant.grant_id)?.decision.outcome, 'refused');
    assert.equal(venue.bank.requests.length, 0);
  });
}

test('an edited plugin folder calls nobody, before the redemption and after it, until it is restored', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const file = join(venue.env.PLUGINS_DIR ?? '', 'treasury', 'connector.json');
  const signed = await readFile(file, 'utf8');
  const edited = signed.replace('"to_account":"to_account"', '"to_account":"memo"');
  assert.notEqual(edited, signed);
  await writeFile(file, edited);
  comeToNextLook();
  const request = venue.grant();
  const refused = await pep.present(request);
  assert.deepEqual([refused.status, refused.error], [503, 'plugin_hash_mismatch']);
  assert.equal(venue.authority.redeemRequests.length, 0);

  await writeFile(file, signed);
  comeToNextLook();
  venue.authority.redeemPlans.push('lose', 'lose', 'lose');
  assert.equal((await pep.present(request)).result.status, 'unknown');
  await writeFile(file, edited);
  comeToNextLook();
  assert.equal((await pep.present(request)).status, 503);
  assert.equal(venue.bank.requests.length, 0);
  await writeFile(file, signed);
  comeToNextLook();
  const resumed = await resumeIntent(pep.pep.deps, request.grant.grant_id);
  assert.equal(resumed?.ok === true && resumed.value.status, 'executed');
  assert.equal(venue.bank.requests.length, 1);
});

test('an action of another plugin than the profile’s is refused', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const { result } = await pep.present(venue.grant({ action: { plugin: 'records' } }));
  assert.equal(result.reason, 'grant_invalid');
  assert.match(result.detail, /of the plugin records, but was granted under a profile of treasury/);
});

test('a mandate for a tenant that its principal’s key does not name is refused after the redemption', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const nour = party('principal_nour', 'principal', 'nour', undefined, ['tn_nour']);
  await publish(venue.env.SERVICE_KEYS_DIR ?? '', nour.entry);
  const mandate = signMandate(nour.signer, { principal: 'nour' });
  const { result } = await pep.present(venue.grant({ mandate }));
  assert.equal(result.reason, 'grant_invalid');
  assert.match(
    result.detail,
    /tenant_not_of_principal: principal_nour may not sign for the tenant tn_test, only/,
  );
  assert.equal(venue.bank.requests.length, 0);
});

test('a grant that does not name the key of its mandate, or names one without, is refused', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const agent_key = { alg: 'ed25519', public_key: '5a'.repeat(32) } as const;
  const key = agentKeyOf(nodeCrypto, { agent_key }) ?? '';
  const keyed = signMandate(venue.parties.principal.signer, { agent_key });
  for (const [options, reason] of [
    [{ mandate: keyed }, 'grant_invalid'],
    [{ grant: { agent_key: key } }, 'grant_invalid'],
    [{ mandate: keyed, grant: { agent_key: key } }, 'ok'],
  ] as const) {
    assert.equal((await pep.present(venue.grant(options))).result.reason, reason);
  }
  assert.equal(venue.bank.requests.length, 1);
});

test('a mandate may begin before its principal’s key does, and ends with the key’s compromise', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const { signer, entry } = venue.parties.principal;
  const early = { mandate: signMandate(signer, { valid_from: '2025-12-01T00:00:00Z' }) };
  assert.equal((await pep.present(venue.grant(early))).result.status, 'executed');
  const keysDir = venue.env.SERVICE_KEYS_DIR ?? '';
  await publish(keysDir, { ...entry, compromised_at: new Date(Date.now() - 1_000).toISOString() });
  const { result } = await pep.present(venue.grant());
  assert.equal(result.reason, 'grant_invalid');
  assert.match(result.detail, /was compromised/);
});

test('an approved grant needs the approval that it names', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const { approver, principal } = venue.parties;
  const by = (kid: string): NonNullable<GrantOptions['grant']> => ({
    approved_by: kid,
    approved_at: new Date().toISOString(),
  });
  const stranger = party('approver_sami', 'approver', 'sami', principal.signer);
  await publish(venue.env.SERVICE_KEYS_DIR ?? '', stranger.entry);
  const attempts: readonly (readonly [options: GrantOptions, status: string, why: RegExp])[] = [
    [{ grant: by('approver_lina'), approver: approver.signer }, 'executed', /was done by bank/],
    [{ grant: by('approver_lina') }, 'refused', /no approval/],
    [{ grant: by('approver_lina'), approver: stranger.signer }, 'refused', /the grant names approver_lina/],
    [{ grant: by('approver_sami'), approver: stranger.signer }, 'refused', /not an approver in any route/],
    [{ grant: by('principal_omar'), approver: principal.signer }, 'refused', /role principal/],
    [
      { grant: by('approver_lina'), approver: { ...approver.signer, sign: () => '0'.repeat(128) } },
      'refused',
      /did not sign/,
    ],
  ];
  for (const [options, status, why] of attempts) {
    const { result } = await pep.present(venue.grant(options));
    assert.equal(result.status, status, result.detail);
    assert.match(result.detail, why);
  }
  assert.equal(venue.bank.requests.length, 1);
});

test('a software key in time only for the hardware route, or of the agent in capitals, approves nothing', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const { approver, principal } = venue.parties;
  const [route] = venue.mandate.contract.approval.routes ?? [];
  assert.ok(route !== undefined);
  const proposedAt = Date.now() - 60_000;
  const attempts: readonly (readonly [mandate: Partial<SignedMandate['contract']>, why: RegExp])[] = [
    [
      {
        approval: {
          routes: [
            { ...route, assurance: 'hardware' },
            { ...route, wait_s: 30 },
          ],
        },
      },
      /route’s time is over/,
    ],
    [{ agent: 'LINA' }, /look alike/],
  ];
  for (const [change, why] of attempts) {
    const mandate = signMandate(principal.signer, change);
    const request = venue.grant({
      mandate,
      approver: approver.signer,
      action: {
        proposed_at: new Date(proposedAt).toISOString(),
        agent: mandate.contract.agent,
      },
      grant: { approved_by: 'approver_lina', approved_at: new Date().toISOString() },
    });
    const { result } = await pep.present(request);
    assert.equal(result.status, 'refused', result.detail);
    assert.match(result.detail, why);
  }
  assert.equal(venue.bank.requests.length, 0);
});

test('a grant from the future, as when the clock is an hour back, is refused before it is spent', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const later = new Date(Date.now() + 7_200_000).toISOString();
  const request = venue.grant({ grant: { issued_at: inAnHour, expires_at: later } });
  const { result } = await pep.present(request);
  assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid']);
  assert.match(
    result.detail,
    /was issued at .*, but it is .* here.*set the clock right, then present the grant again, which/,
  );
  assert.deepEqual([venue.authority.redemptions.size, venue.bank.requests.length], [0, 0]);
});

test('a grant that was redeemed in the future is not executed: a decision says why', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  venue.authority.clock.aheadMs = 3_600_000;
  const { result } = await pep.present(venue.grant());
  assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid']);
  assert.match(result.detail, /was redeemed at .*, but it is .* here.*set the clock right/);
  assert.deepEqual([venue.authority.enforcements.size, venue.bank.requests.length], [1, 0]);
});

test('a counterparty whose key nobody knows is not called, and the grant ends', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const { bank } = venue.parties;
  const keysDir = venue.env.SERVICE_KEYS_DIR ?? '';
  const past = new Date(Date.now() - 1_000).toISOString();
  const faults: readonly (readonly [entry: typeof bank.entry | null, why: RegExp])[] = [
    [null, /key bank of bank is not known here\. Enrol .*sanad counterparty add bank/],
    [{ ...bank.entry, compromised_at: past }, /was compromised/],
    [{ ...bank.entry, not_after: past }, /was valid until/],
  ];
  for (const [entry, why] of faults) {
    if (entry === null) await unpublish(keysDir, 'bank');
    else await publish(keysDir, entry);
    const { result } = await pep.present(venue.grant());
    assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid']);
    assert.match(result.detail, why);
  }
  assert.deepEqual([venue.authority.enforcements.size, venue.bank.requests.length], [3, 0]);
  await publish(keysDir, bank.entry);
  assert.equal((await pep.present(venue.grant())).result.status, 'executed');
});

test('nor does the enforcement point start with such a connector', async (t) => {
  const venue = await makeVenue(t);
  await unpublish(venue.env.SERVICE_KEYS_DIR ?? '', 'bank');
  await assert.rejects(
    makePep(t, venue),
    /unusable_settings.*treasury: The key bank of bank is not known here/,
  );
});

/** Profile file -> code of the 503. */
const BAD_PROFILES: Readonly<Record<string, readonly [make: (venue: Venue) => SignedProfile, code: string]>> =
  {
    changed: [
      ({ profile }) => ({ ...profile, profile: { ...profile.profile, rules: { amount_max: '999999' } } }),
      'profile_hash_mismatch',
    ],
    'of another name': [
      ({ parties }) => signProfile(parties.principal.signer, { name: 'treasury.v2' }),
      'profile_hash_mismatch',
    ],
    'with a signature of nothing': [
      ({ profile }) => ({ ...profile, signature: { ...profile.signature, sig: '0'.repeat(128) } }),
      'profile_signature_invalid',
    ],
    'signed by the authority': [
      ({ parties }) => signProfile(parties.authority.signer),
      'signer_not_principal',
    ],
    'signed by an unknown principal': [
      () => signProfile(party('principal_eve', 'principal', 'eve').signer),
      'signer_not_principal',
    ],
  };

for (const [what, [make, code]] of Object.entries(BAD_PROFILES)) {
  test(`a profile file ${what} is answered with 503 ${code}, and nothing is spent`, async (t) => {
    const venue = await makeVenue(t);
    const pep = await makePep(t, venue);
    const request = venue.grant();
    await venue.putProfile(make(venue));
    const { status, error } = await pep.present(request);
    assert.deepEqual([status, error], [503, code]);
    assert.equal(venue.authority.redeemRequests.length, 0);
    await venue.putProfile(venue.profile);
    assert.equal((await pep.present(request)).result.status, 'executed');
  });
}

test('a profile never goes back to an older version, nor changes under the same one', async (t) => {
  const venue = await makeVenue(t);
  const first = await makePep(t, venue);
  assert.equal((await first.present(venue.grant())).result.status, 'executed');
  const { signer } = venue.parties.principal;
  const newer = signProfile(signer, { version: '1.10.0' });
  await venue.putProfile(newer);
  const old = await first.present(venue.grant());
  assert.deepEqual([old.result.status, old.result.reason], ['refused', 'contract_expired']);
  // Also for a newly started process.
  const second = await makePep(t, venue);
  for (const profile of [venue.profile, signProfile(signer, { version: '1.10.0', reason: 'other' })]) {
    await venue.putProfile(profile);
    assert.equal((await second.present(venue.grant())).error, 'profile_hash_mismatch');
  }
  await venue.putProfile(newer);
  const mandate = signMandate(signer, { policy_version: 'treasury.v1@1.10.0' });
  const good = venue.grant({ mandate, grant: { profile_hash: newer.profile_hash } });
  assert.equal((await second.present(good)).result.status, 'executed');
});

test('the authority’s refusals keep their meaning', async (t) => {
  const venue = await makeVenue(t);
  const pep = await makePep(t, venue);
  const refusal = (status: number, error: string) => ({
    status,
    body: { detail: { error, message: 'because' } },
  });
  const cases = [
    [refusal(409, 'contract_revoked'), 'refused', 'contract_revoked'],
    [refusal(409, 'beneficiary_not_approved'), 'refused', 'beneficiary_not_approved'],
    [refusal(409, 'x_trading_symbol_not_allowed'), 'refused', 'x_trading_symbol_not_allowed'],
    [refusal(410, 'grant_expired'), 'refused', 'grant_expired'],
    [refusal(409, 'grant_already_redeemed'), 'duplicate', 'duplicate_action'],
    [refusal(404, 'grant_not_found'), 'refused', 'grant_invalid'],
  ] as const;
  for (const [reply, status, reason] of cases) {
    venue.authority.redeemPlans.push(reply);
    const { result } = await pep.present(venue.grant());
    assert.deepEqual([result.status, result.reason], [status, reason]);
  }
  venue.authority.redeemPlans.push(refusal(503, 'profile_signature_invalid'));
  assert.equal((await pep.present(venue.grant())).error, 'profile_signature_invalid');
  assert.equal(venue.bank.requests.length, 0);
  assert.equal(await pep.unfinished(), 0);
});
