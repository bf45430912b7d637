import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, profileChanges } from '../../src/decide/profile-changes.ts';
import { ProfileDraft } from '../../src/objects/profile.ts';
import { patched, readPlugin } from './plugin-files.ts';

type Patch = Readonly<Record<string, unknown>>;

/** What changes, without what stays. */
function changed(plugin: string, patch: Patch, back = false): Readonly<Record<string, Change>> {
  const { manifest, profile } = readPlugin(plugin);
  const next = patched(ProfileDraft, profile, patch);
  const [before, after] = back ? [next, profile] : [profile, next];
  const changes = [...profileChanges(manifest, before, after)];
  return Object.fromEntries(changes.filter(([, change]) => change !== 'same'));
}

const PAYEE = { beneficiary_id: 'initech', to_account: 'acct_initech', currency: 'USD' };
const payees = readPlugin('treasury').profile.rules.beneficiaries as readonly unknown[];

/** Each loosens; the way back tightens. */
const LOOSER: readonly (readonly [plugin: string, patch: Patch, member: string])[] = [
  ['treasury', { rules: { amount_max: '10000.01' } }, 'amount_max'],
  ['treasury', { rules: { daily_max: '100000' } }, 'daily_max'],
  ['treasury', { rules: { threshold: '1001' } }, 'threshold'],
  ['treasury', { rules: { beneficiaries: [...payees, PAYEE] } }, 'beneficiaries'],
  ['treasury', { limits: { use_count_max: 1001 } }, 'use_count_max'],
  ['treasury', { limits: { runtime_max_s: 3601 } }, 'runtime_max_s'],
  ['treasury', { limits: { validity_max_days: 366 } }, 'validity_max_days'],
  ['treasury', { market_data: ['$BANK_URL/market/', '$BANK_URL/'] }, 'market_data'],
  ['treasury', { rules: { bounds_in: [bounds({ amount_max: '9001' })] } }, 'bounds_in'],
  ['treasury', { rules: { bounds_in: [bounds({}), bounds({ currency: 'GBP' })] } }, 'bounds_in'],
];

function bounds(changes: Patch): Patch {
  return { currency: 'EUR', amount_max: '9000', daily_max: '45000', threshold: '900', ...changes };
}

for (const [plugin, patch, member] of LOOSER) {
  test(`looser, and back tighter: ${plugin} ${JSON.stringify(patch).slice(0, 70)}`, () => {
    assert.deepEqual(changed(plugin, patch), { [member]: 'looser' });
    assert.deepEqual(changed(plugin, patch, true), { [member]: 'tighter' });
  });
}

test('fewer facades, levels and days are tighter', () => {
  assert.deepEqual(changed('treasury', { scope: ['bank.readBalance'] }), { scope: 'tighter' });
  const { profile, manifest } = readPlugin('records');
  const rule = manifest.facades.flatMap(({ rules }) => rules).find(({ kind }) => kind === 'ordered_level');
  assert.ok(rule?.kind === 'ordered_level');
  const [lowest = ''] = rule.order;
  assert.notEqual(profile.rules[rule.name], lowest);
  assert.deepEqual(changed('records', { rules: { [rule.name]: lowest } }), { [rule.name]: 'tighter' });
});

test('an optional check that appears is tighter, and one that goes looser', () => {
  assert.deepEqual(changed('treasury', { rules: { payee_threshold: '2000' } }), {
    payee_threshold: 'tighter',
  });
  assert.deepEqual(changed('treasury', { rules: { payee_threshold: '2000' } }, true), {
    payee_threshold: 'looser',
  });
});

test('a change that is both, or neither, counts as other', () => {
  const swapped = { rules: { beneficiaries: [...payees.slice(1), PAYEE] } };
  assert.deepEqual(changed('treasury', swapped), { beneficiaries: 'other' });
  assert.deepEqual(changed('treasury', { receipt_retention_days: 1 }), { receipt_retention_days: 'other' });
  assert.deepEqual(changed('treasury', { rules: { currency: 'GBP' } }), {
    currency: 'other',
    amount_max: 'other',
    daily_max: 'other',
    threshold: 'other',
  });
  const mixed = { rules: { bounds_in: [bounds({ amount_max: '9001', threshold: '1' })] } };
  assert.deepEqual(changed('treasury', mixed), { bounds_in: 'other' });
});

test('another order, or another spelling of an amount, changes nothing', () => {
  const turned = { rules: { beneficiaries: payees.toReversed(), amount_max: '10000.00' } };
  assert.deepEqual(changed('treasury', turned), {});
});
