import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import {
  applyEntries,
  type EntryDraft,
  emptyDirectory,
  nextEntry,
  proveEntry,
} from '@platform/core/directory/state';
import type { DirectoryTerms, EntryProof, SignedEntry } from '@platform/core/objects/directory';
import type { ProfileRules } from '@platform/core/objects/rules';
import { type Signer, signHash } from '@platform/core/signed/signed';
import { DEPLOYMENT, party, publish } from './support/people.ts';
import { makePep, makeVenue, signProfile, transfer } from './support/venue.ts';

const DIRECTORY = 'beneficiaries';
const TERMS: DirectoryTerms = { signers: [{ person: 'amal' }], needed: 1 };
const ID = {
  deployment: DEPLOYMENT,
  tenant: 'tn_test',
  profile: 'treasury.v1',
  directory: DIRECTORY,
} as const;
let seconds = 0;

function draft(change: EntryDraft['change'], name: string, account = `acct_${name}`): EntryDraft {
  const values = { beneficiary_id: name, to_account: account, currency: 'USD' };
  seconds += 1;
  const signed_at = new Date(Date.now() - 86_400_000 + seconds * 1_000).toISOString();
  return { change, name, ...(change === 'ended' ? {} : { values }), signed_at };
}

/** The entries with one more behind them. */
function grown(entries: readonly SignedEntry[], of: EntryDraft, signer: Signer): readonly SignedEntry[] {
  const state = unwrap(applyEntries(nodeCrypto, emptyDirectory(ID), entries));
  const entry = unwrap(nextEntry(nodeCrypto, state, of));
  const hash = hashOf(nodeCrypto, entry);
  return [...entries, { entry, entry_hash: hash, signatures: [signHash(signer, hash)] }];
}

function proofOf(entries: readonly SignedEntry[], name: string): EntryProof {
  const proof = proveEntry(nodeCrypto, unwrap(applyEntries(nodeCrypto, emptyDirectory(ID), entries)), name);
  assert.ok(proof !== null);
  return proof;
}

/** A venue whose profile keeps its payees in a directory, which a clerk signs. */
async function withDirectory(t: TestContext, terms: DirectoryTerms = TERMS) {
  const venue = await makeVenue(t);
  const { principal } = venue.parties;
  const clerk = party('clerk_amal', 'clerk', 'amal', principal.signer, ['tn_test']);
  await publish(`${venue.directory}/keys`, clerk.entry);
  const { beneficiaries: _, ...rules } = venue.profile.profile.rules;
  const signed = signProfile(principal.signer, {
    ...{ rules: rules as ProfileRules, directories: { [DIRECTORY]: terms } },
    plugin_hash: venue.profile.profile.plugin_hash,
  });
  await venue.putProfile(signed);
  const pep = await makePep(t, venue);
  const pay = (proof: EntryProof | null, invoice: number, payee = 'acme') =>
    pep.present(
      venue.grant({
        params: { ...transfer(invoice), beneficiary_id: payee, to_account: `acct_${payee}` },
        profileHash: signed.profile_hash,
        ...(proof === null ? {} : { directories: { [DIRECTORY]: proof } }),
      }),
    );
  const acme = grown([], draft('added', 'acme'), clerk.signer);
  venue.authority.directory.entries = acme;
  return { venue, pep, pay, clerk, acme };
}

describe('an enforcement point follows directories by itself', () => {
  test('and pays by an entry in force, its proof and its signers', async (t) => {
    const { venue, pay, acme } = await withDirectory(t);
    assert.equal((await pay(proofOf(acme, 'acme'), 1)).result.status, 'executed');
    const { result } = await pay(null, 2);
    assert.deepEqual([result.status, result.reason], ['refused', 'beneficiary_not_approved']);
    assert.equal(venue.bank.requests.length, 1);
  });

  test('and refuses an entry that has ended or changed, whatever the authority grants', async (t) => {
    const { venue, pay, clerk, acme } = await withDirectory(t);
    const before = proofOf(acme, 'acme');
    const ended = grown(acme, draft('ended', 'acme'), clerk.signer);
    venue.authority.directory.entries = ended;
    const other = grown(ended, draft('added', 'globex'), clerk.signer);
    venue.authority.directory.entries = other;
    assert.equal((await pay(proofOf(other, 'globex'), 1, 'globex')).result.status, 'executed');
    // The authority hides the end again.
    venue.authority.directory.entries = acme;
    const { result } = await pay(before, 2);
    assert.deepEqual([result.status, result.reason], ['refused', 'beneficiary_not_approved'], result.detail);
    assert.match(result.detail, /acme of the directory beneficiaries has ended/);
  });

  test('and refuses another directory than the one it followed', async (t) => {
    const { venue, pay, clerk, acme } = await withDirectory(t);
    assert.equal((await pay(proofOf(acme, 'acme'), 1)).result.status, 'executed');
    const fork = grown(
      grown([], draft('added', 'mallory'), clerk.signer),
      draft('added', 'acme'),
      clerk.signer,
    );
    venue.authority.directory.entries = fork;
    const { result } = await pay(proofOf(fork, 'mallory'), 2, 'mallory');
    assert.deepEqual([result.status, result.reason], ['refused', 'grant_invalid']);
    assert.match(result.detail, /not the one that was followed here/);
  });

  test('and refuses what services or people who are not named signed, and a proof of something else', async (t) => {
    const { venue, pay, acme } = await withDirectory(t);
    const { principal, authority } = venue.parties;
    for (const [signer, reason] of [
      [authority.signer, 'grant_invalid'],
      [principal.signer, 'beneficiary_not_approved'],
    ] as const) {
      const forged = grown(acme, draft('added', 'mallory'), signer);
      venue.authority.directory.entries = forged;
      const { result } = await pay(proofOf(forged, 'mallory'), 10, 'mallory');
      assert.deepEqual([result.status, result.reason], ['refused', reason], result.detail);
    }
    const honest = await withDirectory(t);
    const two = grown(honest.acme, draft('added', 'globex'), honest.clerk.signer);
    honest.venue.authority.directory.entries = two;
    const wrong = { ...proofOf(two, 'globex'), index: 0 };
    assert.equal((await honest.pay(wrong, 21, 'globex')).result.reason, 'grant_invalid');
    assert.equal(honest.venue.bank.requests.length, 0);
  });

  test('and sends nothing while the authority does not show the directory', async (t) => {
    const { venue, pay, acme } = await withDirectory(t);
    venue.authority.directory.entries = [];
    const { result } = await pay(proofOf(acme, 'acme'), 1);
    assert.equal(result.status, 'unknown');
    assert.match(result.detail, /did not show the directory. Nothing was sent/);
    assert.equal(venue.bank.requests.length, 0);
  });

  test('and counts approvals by its own record, not by the authority’s word', async (t) => {
    const { venue, pay, acme } = await withDirectory(t, { ...TERMS, first: { until_approved: true } });
    const { result } = await pay(proofOf(acme, 'acme'), 1);
    assert.deepEqual([result.status, result.reason], ['refused', 'approval_required']);
    assert.equal(venue.bank.requests.length, 0);
  });
});
