import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredMs } from '@common/base/instant';
import { checkMandate, mandateRefusals } from '../../src/decide/mandate-bounds.ts';
import { Mandate } from '../../src/objects/mandate.ts';
import { ProfileDraft } from '../../src/objects/profile.ts';
import { patched, readPlugin } from './plugin-files.ts';

type Patch = Readonly<Record<string, unknown>>;

function check(plugin: 'treasury' | 'records', mandate: Patch, profile: Patch = {}): string {
  const files = readPlugin(plugin);
  const { base } = files.decisions;
  const result = checkMandate(
    patched(ProfileDraft, files.profile, profile),
    files.manifest,
    patched(Mandate, base.mandate, mandate),
    requiredMs(base.now),
  );
  return result.ok ? 'ok' : result.error.code;
}

const route = (approver: string) => ({
  approval: {
    routes: [
      { approver_type: 'person', approvers: [approver], wait_s: 1, notify: [], assurance: 'signature' },
    ],
  },
});

const IN_EUR = {
  rules: { bounds_in: [{ currency: 'EUR', amount_max: '800', daily_max: '40000', threshold: '900' }] },
};

const IN_JPY = {
  rules: { bounds_in: [{ currency: 'JPY', amount_max: '900', daily_max: '40000', threshold: '900' }] },
};

const REFUSED: Readonly<Record<string, readonly (() => string)[]>> = {
  policy_version_mismatch: [
    () => check('treasury', {}, { version: '1.0.1' }),
    () => check('treasury', { policy_version: 'treasury.v1@0.9.0' }),
    () => check('treasury', { profile: 'records.v1' }),
    () =>
      check(
        'treasury',
        { policy_version: 'treasury.v2@1.0.0', profile: 'treasury.v2' },
        { name: 'treasury.v2' },
      ),
  ],
  rule_missing: [
    () => check('treasury', { rules: { amount_max: null } }),
    () => check('treasury', { rules: { daily_max: null } }),
    () => check('treasury', { rules: { threshold: null } }),
    () => check('records', { rules: { purposes: null } }),
    () => check('records', { rules: { max_sensitivity: null } }),
  ],
  rules_invalid: [
    () => check('records', { rules: { amount_max: '1' } }),
    () => check('treasury', { rules: { max_sensitivity: 'public' } }),
    () => check('treasury', { rules: { purposes: [] } }),
    () => check('records', { rules: { max_sensitivity: 'harmless' } }),
    () => check('records', { rules: { purposes: 'treatment' } }),
    () => check('records', { rules: { currency: 'USD' } }),
    ...['1e3', '+5', '05', '5.', '.5', '-5', ' 5', '5,00', '5_000', '0x5', '٥', '1'.repeat(19)].map(
      (amount_max) => () => check('treasury', { rules: { amount_max } }),
    ),
    // More decimals than the currency has.
    () => check('treasury', { rules: { amount_max: '999.001' } }),
    () => check('treasury', { rules: { threshold: '0.0001' } }),
    () => check('treasury', { rules: { payee_threshold: '999.995' } }),
    () => check('treasury', { rules: { currency: 'JPY', amount_max: '800.50' } }, IN_JPY),
    () => check('treasury', { rules: { bounds_in: [] } }),
    // Rules of the profile alone.
    () => check('treasury', { rules: { beneficiaries: [] } }),
    () => check('records', { rules: { releases_per_day: '9' } }),
  ],
  currency_over_profile: [
    () => check('treasury', { rules: { currency: 'GBP' } }),
    () => check('treasury', { rules: { currency: 'EUR' } }, { rules: { bounds_in: null } }),
  ],
  validity_invalid: [
    () => check('treasury', { valid_to: '2026-03-01T00:00:00Z' }),
    () => check('treasury', { valid_to: '2026-03-02T09:29:59.999Z' }),
    () => check('treasury', { valid_from: '2026-02-30T00:00:00Z' }),
    () => check('treasury', { valid_to: '2026-13-01T00:00:00Z' }),
  ],
  validity_over_profile: [() => check('treasury', { valid_to: '2027-03-01T00:00:00.001Z' })],
  scope_over_profile: [
    () => check('treasury', { scope: ['bank.addBeneficiary'] }),
    () => check('treasury', {}, { scope: ['bank.readBalance', 'market.fetch'] }),
  ],
  runtime_max_s_over_profile: [() => check('treasury', { limits: { runtime_max_s: 3601 } })],
  use_count_max_over_profile: [() => check('records', { limits: { use_count_max: 1001 } })],
  amount_max_over_profile: [
    () => check('treasury', { rules: { amount_max: '10000.01' } }),
    () => check('treasury', { rules: { currency: 'EUR', amount_max: '801' } }, IN_EUR),
    () => check('treasury', {}, { rules: { amount_max: null } }),
  ],
  daily_max_over_profile: [
    () => check('treasury', { rules: { daily_max: '50001' } }),
    () => check('treasury', {}, { rules: { daily_max: null } }),
  ],
  threshold_over_profile: [
    () => check('treasury', { rules: { threshold: '1000.5' } }),
    () => check('treasury', {}, { rules: { threshold: null } }),
  ],
  max_sensitivity_over_profile: [
    () => check('records', { rules: { max_sensitivity: 'restricted' } }),
    () => check('records', {}, { rules: { max_sensitivity: null } }),
    () => check('records', {}, { rules: { max_sensitivity: 'harmless' } }),
  ],
  purposes_over_profile: [
    () => check('records', { rules: { purposes: ['treatment', 'curiosity'] } }),
    () => check('records', {}, { rules: { purposes: null } }),
  ],
  agent_is_approver: [
    'agent_one',
    'approver_agent_one',
    'approver_agent_one.phone',
    'principal_agent_one',
  ].map((approver) => () => check('treasury', route(approver))),
};

for (const [code, attempts] of Object.entries(REFUSED)) {
  test(`refused: ${code}`, () => {
    assert.ok(attempts.length > 0);
    assert.deepEqual(
      attempts.map((attempt) => attempt()),
      attempts.map(() => code),
    );
  });
}

test('a mandate at the bounds is registered, and so is one that starts later', () => {
  const treasury = {
    limits: { runtime_max_s: 3600, use_count_max: 1000 },
    rules: { amount_max: '10000', daily_max: '50000', threshold: '1000' },
    valid_from: '2026-03-05T00:00:00Z',
    valid_to: '2027-03-05T00:00:00.000Z',
  };
  assert.equal(check('treasury', treasury), 'ok');
  assert.equal(check('records', { rules: { purposes: ['treatment', 'insurance_claim', 'audit'] } }), 'ok');
  assert.equal(check('records', { rules: { purposes: [] }, scope: [], approval: { routes: null } }), 'ok');
  assert.equal(check('treasury', route('agent_one2')), 'ok');
  const euros = { currency: 'EUR', amount_max: '800', daily_max: '40000', threshold: '900' };
  assert.equal(check('treasury', { rules: euros }, IN_EUR), 'ok');
  assert.equal(check('treasury', { rules: { currency: 'USD' } }), 'ok');
});

test('amounts are read by value, and stay as they were written', () => {
  const rules = { amount_max: '5000.00', daily_max: '50000.000000', threshold: '1000.10' };
  assert.equal(check('treasury', { rules: { ...rules, threshold: '999.10' } }), 'ok');
  assert.equal(check('treasury', { rules: { payee_threshold: '0.00' } }), 'ok');
  assert.equal(check('treasury', { rules }), 'threshold_over_profile');
  assert.equal(check('treasury', { rules }, { rules: { threshold: '1000.100' } }), 'ok');
  assert.equal(check('treasury', { rules: { amount_max: '10000.00' } }), 'ok');
  assert.equal(check('treasury', { rules: { currency: 'JPY', amount_max: '800.000' } }, IN_JPY), 'ok');
});

test('a limit that is no amount is refused with what must be there', () => {
  const { manifest, profile, decisions } = readPlugin('treasury');
  const refusal = (rules: Patch) => {
    const mandate = patched(Mandate, decisions.base.mandate, { rules });
    const result = checkMandate(profile, manifest, mandate, requiredMs(decisions.base.now));
    return result.ok ? '' : result.error.message;
  };
  assert.equal(
    refusal({ amount_max: '1e3' }),
    'rules.amount_max must be an amount such as 5000 or 5000.00: at most 18 digits before the point, without sign, exponent or leading zeros, in a mandate under treasury.v1.',
  );
  assert.equal(
    refusal({ amount_max: '999.001' }),
    'rules.amount_max is 999.001, but may have at most 2 decimals, as USD has, in a mandate under treasury.v1.',
  );
});

test('every refusal says what to do or what the bound is', () => {
  const { manifest, profile, decisions } = readPlugin('treasury');
  const mandate = patched(Mandate, decisions.base.mandate, { rules: { amount_max: '20000' } });
  const result = checkMandate(profile, manifest, mandate, requiredMs(decisions.base.now));
  assert.deepEqual(result.ok ? null : result.error.message, 'rules.amount_max may be at most 10000.');
});

test('a route that needs more people than it lists is not registered, and what was allowed under one stays good', () => {
  const { manifest, profile, decisions } = readPlugin('treasury');
  const { base } = decisions;
  const refusals = (approvers: readonly string[], needed: number) => {
    const one = { approver_type: 'person', wait_s: 1, notify: [], assurance: 'signature' };
    const routes = [
      { ...one, approvers: ['cfo'] },
      { ...one, approvers, approvals_needed: needed },
    ];
    const mandate = patched(Mandate, base.mandate, { approval: { routes } });
    const nowMs = requiredMs(base.now);
    assert.ok(checkMandate(profile, manifest, mandate, nowMs).ok);
    return mandateRefusals(profile, manifest, mandate, nowMs).map(({ error }) => error);
  };
  assert.deepEqual(refusals(['cfo', 'ceo'], 2), []);
  assert.deepEqual(refusals(['cfo', 'ceo'], 3), [
    {
      code: 'approvers_too_few',
      message:
        'approval.routes[1] needs the approval of 3 people, but lists 2 (a person’s devices, and names that look alike, count once): add approvers, or lower approvals_needed to 2.',
    },
  ]);
  for (const once of [
    ['cfo', 'cfo'],
    ['cfo', 'approver_cfo.phone'],
    ['cfo', 'CF0'],
  ])
    assert.deepEqual(
      refusals(once, 2).map(({ code }) => code),
      ['approvers_too_few'],
    );
});

test('a facade that is in scope and forbidden could never be done', () => {
  const { manifest, profile, decisions } = readPlugin('treasury');
  const { mandate, now } = decisions.base;
  const [facade = ''] = mandate.scope;
  const both = { ...mandate, forbidden: [...mandate.forbidden, facade] };
  const codes = mandateRefusals(profile, manifest, both, requiredMs(now)).map(({ error }) => error.code);
  assert.deepEqual(codes, ['scope_forbidden']);
  // What was registered before the rule existed stands, and so do its receipts.
  assert.ok(checkMandate(profile, manifest, both, requiredMs(now)).ok);
});
