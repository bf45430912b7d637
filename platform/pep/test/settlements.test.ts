import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { Doubt, Settlement, SignedSettlement } from '@platform/core/objects/settlement';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { checkSettlement } from '../src/use-cases/doubt.ts';
import { DEPLOYMENT, party } from './support/people.ts';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const ABOUT = {
  deployment: DEPLOYMENT,
  grant_id: 'gr_0123456789abcdef01234567',
  action_hash: '1'.repeat(64),
} as const;
const OMAR = party('principal_omar', 'principal', 'omar');
const PHONE = party('principal_omar.phone', 'principal', 'omar', OMAR.signer, ['tn_other']);
const KEYS = { principal_omar: OMAR.entry, 'principal_omar.phone': PHONE.entry };
// All that is read of an intent.
const INTENT = {
  request: { grant: ABOUT },
  redeemed: { contract: { contract: { principal: 'omar', tenant: 'tn_acme' } } },
} as unknown as Parameters<typeof checkSettlement>[0];

const DOUBT: Doubt = {
  type: 'sanad/doubt/1',
  ...ABOUT,
  reason: 'no_answer',
  detail: '',
  sent_at: '2026-06-01T11:00:00.000Z',
  declared_at: '2026-06-01T11:30:00.000Z',
};
const { hash: DOUBT_HASH } = signObject(nodeCrypto, party('pep', 'pep').signer, DOUBT);

function settle(
  other: Partial<Settlement> & { readonly minute?: number } = {},
  signer: Signer = OMAR.signer,
): SignedSettlement {
  const { minute = 31, ...fields } = other;
  const settlement: Settlement = {
    type: 'sanad/settlement/1',
    ...ABOUT,
    doubt_hash: DOUBT_HASH,
    replaces_hash: null,
    choice: 'count_as_done',
    reason: 'seen in the list',
    settled_at: `2026-06-01T11:${minute}:00.000Z`,
    ...fields,
  };
  const { hash, signature } = signObject(nodeCrypto, signer, settlement);
  return { settlement, settlement_hash: hash, signature };
}

function judged(signed: SignedSettlement, seen?: SignedSettlement): string {
  const open = { doubt: DOUBT, hash: DOUBT_HASH, ...(seen === undefined ? {} : { seen }) };
  const checked = checkSettlement(INTENT, signed, { open, keys: KEYS, nowMs: NOW });
  return checked.ok ? 'ok' : checked.error.code;
}

test('a settlement counts for the doubt, the grant and the tenant that it is about', () => {
  assert.equal(judged(settle()), 'ok');
  assert.equal(judged(settle({ doubt_hash: 'ab'.repeat(32) })), 'settlement_is_old');
  assert.equal(judged(settle({ action_hash: 'ab'.repeat(32) })), 'settlement_of_another_grant');
  assert.equal(judged(settle({}, PHONE.signer)), 'tenant_not_of_principal');
  const { settlement, ...signed } = settle();
  assert.equal(
    judged({ ...signed, settlement: { ...settlement, doubt_hash: DOUBT_HASH.replace(/./, 'x') } }),
    'hash_mismatch',
  );
});

test('of several settlements of a doubt, only one that is as new as the last that was seen counts', () => {
  const first = settle({ minute: 31 });
  const second = settle({ minute: 32, replaces_hash: first.settlement_hash });
  const third = settle({ minute: 33, replaces_hash: second.settlement_hash });
  const fourth = settle({ minute: 34, replaces_hash: third.settlement_hash });
  const seenSecond: readonly (readonly [SignedSettlement, string])[] = [
    [first, 'settlement_is_old'],
    [second, 'ok'],
    [third, 'ok'],
    [fourth, 'ok'],
    [settle({ minute: 35 }), 'settlement_is_old'],
  ];
  for (const [signed, expected] of seenSecond) assert.equal(judged(signed, second), expected);
  assert.equal(judged(second, fourth), 'settlement_is_old', 'though it replaces one itself');
  const behind = settle({ minute: 30, replaces_hash: third.settlement_hash });
  assert.equal(judged(behind, third), 'ok', 'a clock that was set back changes no order that is signed');
  assert.equal(judged(third, behind), 'settlement_is_old');
});
