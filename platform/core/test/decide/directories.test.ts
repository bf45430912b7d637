import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredMs } from '@common/base/instant';
import { type DecideInput, decide } from '../../src/decide/decide.ts';
import { normaliseParams } from '../../src/decide/params.ts';
import type { DirectoryTerms, EntryProof } from '../../src/objects/directory.ts';
import { readPlugin } from './plugin-files.ts';

const { manifest, profile, decisions } = readPlugin('treasury');
const { mandate, standing, proposal, now } = decisions.base;
const spec = manifest.facades.find(({ name }) => name === proposal.facade);
const params = spec === undefined ? null : normaliseParams(spec, proposal.params);
assert.ok(params?.ok);
const NOW = requiredMs(now);
const DAY = 86_400_000;

/** The base case of the plugin's vectors, with its payees in a directory on these terms. */
function input(
  terms: DirectoryTerms,
  entry: Partial<EntryProof['entry']['entry']> | null,
  dated: Pick<EntryProof, 'recorded_at'> = {},
): DecideInput {
  const { beneficiaries: _, ...rules } = profile.rules;
  const shown = {
    type: 'sanad/directory-entry/1',
    deployment: mandate.deployment,
    tenant: mandate.tenant,
    profile: profile.name,
    directory: 'beneficiaries',
    sequence: 0,
    previous_entry_hash: null,
    change: 'added',
    name: 'acme',
    values: { beneficiary_id: 'acme', to_account: 'acct_acme', currency: 'USD' },
    size: 1,
    root_hash: '0'.repeat(64),
    signed_at: new Date(NOW - 2 * DAY).toISOString(),
    ...entry,
  } as const;
  const signed = { entry: shown, entry_hash: 'e'.repeat(64), signatures: [] };
  return {
    profile: { ...profile, rules, directories: { beneficiaries: terms } },
    manifest,
    mandate,
    mandateRevoked: false,
    standing,
    ...(entry === null
      ? {}
      : { entries: { beneficiaries: { entry: signed, index: 0, proof: [], head: signed, ...dated } } }),
    plugin: manifest.name,
    facade: proposal.facade,
    params: params?.ok ? params.value : {},
    nowMs: NOW,
  };
}

const reasonOf = (given: DecideInput) => {
  const { outcome, reason } = decide(given);
  return `${outcome} ${reason}`;
};

test('a payee in the directory is one, whatever the profile’s version lists', () => {
  assert.equal(reasonOf(input({ needed: 1 }, {})), 'allow ok');
  assert.equal(reasonOf(input({ needed: 1 }, null)), 'deny beneficiary_not_approved');
  for (const field of ['beneficiary_id', 'to_account', 'currency']) {
    const values = { beneficiary_id: 'acme', to_account: 'acct_acme', currency: 'USD', [field]: 'other' };
    assert.equal(reasonOf(input({ needed: 1 }, { values })), 'deny beneficiary_not_approved', field);
  }
  assert.equal(reasonOf(input({ needed: 1 }, { change: 'ended' })), 'deny beneficiary_not_approved');
});

test('what is new is held for so many days, or until one was approved, whichever comes first', () => {
  const added = (days: number) => ({ signed_at: new Date(NOW - days * DAY).toISOString() });
  const seven = { needed: 1, first: { hold_days: 7 } };
  assert.equal(reasonOf(input(seven, added(2))), 'hold approval_required');
  assert.equal(reasonOf(input(seven, added(7))), 'allow ok');
  assert.equal(reasonOf(input(seven, { ...added(2), change: 'changed' })), 'hold approval_required');
  const approved = (terms: DirectoryTerms): DecideInput => {
    const given = input(terms, added(2));
    return { ...given, standing: { ...standing, approvedEntries: ['e'.repeat(64)] } };
  };
  assert.equal(reasonOf(approved(seven)), 'hold approval_required', 'days alone do not end early');
  const until = { needed: 1, first: { until_approved: true } } as const;
  assert.equal(reasonOf(input(until, added(400))), 'hold approval_required');
  assert.equal(reasonOf(approved(until)), 'allow ok');
  const both = { needed: 1, first: { hold_days: 7, until_approved: true } } as const;
  assert.equal(reasonOf(input(both, added(2))), 'hold approval_required');
  assert.equal(reasonOf(approved(both)), 'allow ok');
  assert.equal(reasonOf(input(both, added(8))), 'allow ok');
});

test('the days of a hold count from when the entry came into force, never from before the date in it', () => {
  const days = (count: number) => new Date(NOW - count * DAY).toISOString();
  const five = { needed: 2, first: { hold_days: 5 } };
  const reason = (signed: number, recorded_at: string) =>
    reasonOf(input(five, { signed_at: days(signed) }, { recorded_at }));
  assert.equal(
    reason(6.9, days(0)),
    'hold approval_required',
    'backdated, or it waited for its second person',
  );
  assert.equal(reason(6.9, days(4.9)), 'hold approval_required');
  assert.equal(reason(6.9, days(5)), 'allow ok');
  assert.equal(reason(4.9, days(400)), 'hold approval_required', 'the authority cannot make it older');
  assert.equal(reason(400, 'yesterday'), 'hold approval_required');
  const held = decide(input(five, { signed_at: days(6.9) }, { recorded_at: days(1) }));
  assert.equal(held.values?.why === 'new_entry' && held.values.until, days(-4));
});
