import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateOfInstant } from '@common/base/calendar';
import { requiredMs } from '@common/base/instant';
import fc from 'fast-check';
import { type DecideInput, decide, type GrantDecision } from '../../src/decide/decide.ts';
import { normaliseParams } from '../../src/decide/params.ts';
import type { PolicyRule } from '../../src/objects/plugin.ts';
import { REASONS } from '../../src/objects/reasons.ts';
import { readPlugin } from './plugin-files.ts';

const LEVELS = ['public', 'internal', 'confidential', 'restricted'];
const RANK = { deny: 0, hold: 1, allow: 2 } as const;

/** The base case of a plugin's vectors: allowed. */
function baseOf(name: 'treasury' | 'records'): DecideInput {
  const { manifest, profile, decisions } = readPlugin(name);
  const { mandate, standing, proposal, now } = decisions.base;
  const spec = manifest.facades.find((facade) => facade.name === proposal.facade);
  assert.ok(spec);
  const params = normaliseParams(spec, proposal.params);
  assert.ok(params.ok);
  return {
    profile,
    manifest,
    mandate,
    mandateRevoked: false,
    standing,
    plugin: manifest.name,
    facade: proposal.facade,
    params: params.value,
    nowMs: requiredMs(now),
  };
}

const TREASURY = baseOf('treasury');
const RECORDS = baseOf('records');
const withMandate = (input: DecideInput, change: Partial<DecideInput['mandate']>): DecideInput => ({
  ...input,
  mandate: { ...input.mandate, ...change },
});
const withParams = (input: DecideInput, change: Readonly<Record<string, string>>): DecideInput => ({
  ...input,
  params: { ...input.params, ...change },
});
const withStanding = (input: DecideInput, change: Partial<DecideInput['standing']>): DecideInput => ({
  ...input,
  standing: { ...input.standing, ...change },
});

/** One way to fail each check of a payment, in the published order. */
const FAULTS: readonly (readonly [reason: string, spoil: (input: DecideInput) => DecideInput])[] = [
  ['contract_revoked', (input) => ({ ...input, mandateRevoked: true })],
  ['contract_expired', (input) => ({ ...input, nowMs: requiredMs('2027-01-01T00:00:00.000Z') })],
  ['facade_not_in_scope', (input) => withMandate(input, { forbidden: [input.facade] })],
  ['use_count_exceeded', (input) => withStanding(input, { uses: 20 })],
  ['duplicate_action', (input) => withStanding(input, { duplicate: true })],
  ['beneficiary_not_approved', (input) => withParams(input, { beneficiary_id: 'mallory' })],
  ['amount_over_limit', (input) => withParams(input, { amount: '5001' })],
  ['daily_limit_exceeded', (input) => withStanding(input, { counters: { daily_max: '20000' } })],
  ['approval_required', (input) => withMandate(input, { rules: { ...input.mandate.rules, threshold: '1' } })],
];

test('of all checks that fail, the first in the published order names the reason', () => {
  const order = FAULTS.map(([reason]) => reason);
  assert.deepEqual(
    REASONS.filter((reason) => order.includes(reason)),
    order,
  );
  fc.assert(
    fc.property(fc.subarray([...FAULTS.keys()], { minLength: 1 }), (chosen) => {
      const faults = chosen.flatMap((index) => FAULTS[index] ?? []);
      const input = chosen.reduce((spoiled, index) => FAULTS[index]?.[1](spoiled) ?? spoiled, TREASURY);
      assert.equal(decide(input).reason, faults[0]);
    }),
    { numRuns: 200 },
  );
});

test('the order of the rules in a manifest changes nothing', () => {
  fc.assert(
    fc.property(anyInput, fc.infiniteStream(fc.nat()), (input, random) => {
      const facades = input.manifest.facades.map((facade) => ({
        ...facade,
        rules: shuffled(facade.rules, random),
      }));
      const { reservations, ...other } = decide({ ...input, manifest: { ...input.manifest, facades } });
      const { reservations: expected, ...rest } = decide(input);
      assert.deepEqual([other.outcome, other.reason], [rest.outcome, rest.reason]);
      assert.deepEqual(byCounter(reservations), byCounter(expected));
    }),
    { numRuns: 200 },
  );
});

test('a denial reserves nothing; all else reserves for the day and counts only the covered facade', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { outcome, reason, reservations, uses, expiresAt } = decide(input);
      assert.equal(outcome === 'allow', reason === 'ok');
      if (outcome === 'hold') assert.equal(reason, 'approval_required');
      if (outcome === 'deny') {
        assert.deepEqual([reservations, uses, expiresAt], [[], 0, null]);
      } else {
        assert.equal(uses, input.facade === input.manifest.covered_facade ? 1 : 0);
        for (const { period } of reservations) assert.equal(period, dateOfInstant(input.nowMs));
        assert.ok(expiresAt !== null && requiredMs(expiresAt) <= requiredMs(input.mandate.valid_to));
      }
    }),
    { numRuns: 300 },
  );
});

test('a tighter mandate never allows more', () => {
  fc.assert(
    fc.property(anyInput, anyTightening, (input, tighten) => {
      const tighter = decide(withMandate(input, tighten(input.mandate)));
      assert.ok(RANK[tighter.outcome] <= RANK[decide(input).outcome], `${tighter.reason}: ${tighter.detail}`);
    }),
    { numRuns: 500 },
  );
});

test('spending more of the day or of the uses never allows more', () => {
  fc.assert(
    fc.property(anyInput, fc.nat(30), fc.nat(30_000), (input, uses, spent) => {
      const counters = Object.fromEntries(
        Object.entries(input.standing.counters).map(([name, value]) => [name, String(Number(value) + spent)]),
      );
      const later = withStanding(input, { uses: input.standing.uses + uses, counters });
      assert.ok(RANK[decide(later).outcome] <= RANK[decide(input).outcome]);
    }),
    { numRuns: 200 },
  );
});

test('removing any bound, list, param or counter is a denial', () => {
  for (const input of [TREASURY, RECORDS]) {
    assert.equal(decide(input).outcome, 'allow');
    const { rules } = input.mandate;
    for (const rule of Object.keys(rules)) {
      assertDenied(decide(withMandate(input, { rules: without(rules, rule) })), `mandate ${rule}`);
    }
    const spec = input.manifest.facades.find(({ name }) => name === input.facade);
    const named = spec?.rules
      .flatMap((rule) => (rule.kind === 'allow_list' ? rule.fields : 'field' in rule ? [rule.field] : []))
      .filter((param) => param !== 'reference');
    for (const param of named ?? []) {
      assertDenied(decide({ ...input, params: without(input.params, param) }), `param ${param}`);
    }
    for (const counter of Object.keys(input.standing.counters)) {
      assertDenied(decide(withStanding(input, { counters: {} })), `counter ${counter}`);
      for (const bad of ['', 'NaN', '-1', '1e3', 'Infinity', '01']) {
        assertDenied(decide(withStanding(input, { counters: { [counter]: bad } })), `counter ${bad}`);
      }
    }
    for (const uses of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
      assertDenied(decide(withStanding(input, { uses })), `uses ${uses}`);
    }
    for (const bad of ['', 'now', '2026-03-02', '2026-02-30T00:00:00Z', '2026-03-02T09:30:00+25:00']) {
      assertDenied(decide(withMandate(input, { valid_from: bad })), `valid_from ${bad}`);
      assertDenied(decide(withMandate(input, { valid_to: bad })), `valid_to ${bad}`);
    }
    assertDenied(decide({ ...input, nowMs: Number.NaN }), 'no time');
  }
  for (const rule of ['beneficiaries', 'currency']) {
    const profile = { ...TREASURY.profile, rules: without(TREASURY.profile.rules, rule) };
    assertDenied(decide({ ...TREASURY, profile }), `profile ${rule}`);
  }
  for (const rule of ['recipients', 'approval_sensitivity', 'releases_per_day']) {
    const profile = { ...RECORDS.profile, rules: without(RECORDS.profile.rules, rule) };
    assertDenied(decide({ ...RECORDS, profile }), `profile ${rule}`);
  }
});

test('an unknown rule, or one that claims to refuse with ok, is a denial', () => {
  const spoil = (rule: unknown): DecideInput => {
    // A manifest of a newer version than ours, past its schema.
    const rules = [JSON.parse(JSON.stringify(rule))] satisfies PolicyRule[];
    const facades = TREASURY.manifest.facades.map((facade) => ({ ...facade, rules }));
    return { ...TREASURY, manifest: { ...TREASURY.manifest, facades } };
  };
  const unknown = decide(spoil({ kind: 'four_eyes', reason: 'amount_over_limit' }));
  assert.deepEqual([unknown.outcome, unknown.reason], ['deny', 'amount_over_limit']);
  for (const reason of ['ok', 'new_reason', undefined]) {
    const odd = decide(spoil({ name: 'amount_max', kind: 'amount_cap', field: 'memo', reason }));
    assert.deepEqual([odd.outcome, odd.reason], ['deny', 'facade_not_in_scope']);
  }
  const empty = decide(
    spoil({ name: 'beneficiaries', kind: 'allow_list', fields: [], reason: 'beneficiary_not_approved' }),
  );
  assert.equal(empty.outcome, 'deny');
});

test('a facade of another plugin is outside every scope', () => {
  const facade = 'bank.addBeneficiary';
  const decided = decide(withMandate({ ...TREASURY, facade }, { scope: [facade], forbidden: [] }));
  assert.deepEqual([decided.outcome, decided.reason], ['deny', 'facade_not_in_scope']);
  const other = decide({ ...TREASURY, plugin: 'another' });
  assert.deepEqual(
    [other.outcome, other.reason],
    ['deny', 'facade_not_in_scope'],
    'even if both have one name',
  );
});

test('the day is the UTC day', () => {
  const at = (now: string) =>
    decide({ ...TREASURY, nowMs: requiredMs(now) }).reservations.map(({ period }) => period);
  assert.deepEqual(at('2026-03-02T23:59:59.999Z'), ['2026-03-02']);
  assert.deepEqual(at('2026-03-03T00:00:00.000Z'), ['2026-03-03']);
});

test('a detail and a value are cut to what a receipt can hold', () => {
  const purposes = Array.from({ length: 60 }, (_, index) => `purpose_number_${index}`);
  const decided = decide(withMandate(RECORDS, { rules: { max_sensitivity: 'public', purposes } }));
  assert.equal(decided.reason, 'purpose_not_allowed');
  assert.equal(decided.detail.length, 500);
  assert.equal(decided.values?.allowed?.length, 256);
});

test('a mandate is in force within its time, from valid_from on and before valid_to, under its own profile version', () => {
  const { mandate, profile } = TREASURY;
  const at = (now: string) => decide({ ...TREASURY, nowMs: requiredMs(now) }).reason;
  assert.deepEqual(
    ['2026-02-28T23:59:59.999Z', mandate.valid_from, '2026-03-31T23:59:59.999Z', mandate.valid_to].map(at),
    ['contract_expired', 'ok', 'ok', 'contract_expired'],
  );
  const newer = decide({ ...TREASURY, profile: { ...profile, version: '1.0.1' } });
  assert.equal(newer.reason, 'contract_expired');
});

const whole = (max: number) => fc.integer({ min: 0, max }).map(String);
const anyRoutes = fc.constantFrom({}, { routes: [] }, TREASURY.mandate.approval);

/** Payments and releases, so that each check passes for some and fails for others. */
const anyPayment = fc
  .record({
    amount: fc.integer({ min: 1, max: 6_000 }).map(String),
    payee: fc.constantFrom('acme', 'acme', 'globex', 'mallory'),
    amountMax: whole(6_000),
    dailyMax: whole(20_000),
    threshold: whole(6_000),
    spent: whole(15_000),
    uses: fc.nat(21),
    duplicate: fc.constantFrom(false, false, false, true),
    approval: anyRoutes,
    day: fc.integer({ min: 1, max: 29 }),
    revoked: fc.constantFrom(false, false, false, true),
  })
  .map(
    (made): DecideInput => ({
      ...TREASURY,
      mandateRevoked: made.revoked,
      nowMs: Date.UTC(2026, 2, made.day, 12),
      params: { ...TREASURY.params, amount: made.amount, beneficiary_id: made.payee },
      mandate: {
        ...TREASURY.mandate,
        approval: made.approval,
        rules: { amount_max: made.amountMax, daily_max: made.dailyMax, threshold: made.threshold },
      },
      standing: { uses: made.uses, duplicate: made.duplicate, counters: { daily_max: made.spent } },
    }),
  );

const anyRelease = fc
  .record({
    sensitivity: fc.constantFrom(...LEVELS),
    purpose: fc.constantFrom('treatment', 'audit', 'insurance_claim'),
    max: fc.constantFrom(...LEVELS),
    purposes: fc.subarray(['treatment', 'audit', 'insurance_claim']),
    done: whole(101),
    approval: anyRoutes,
  })
  .map(
    ({ sensitivity, purpose, max, purposes, done, approval }): DecideInput => ({
      ...RECORDS,
      params: { ...RECORDS.params, sensitivity, purpose },
      mandate: { ...RECORDS.mandate, approval, rules: { max_sensitivity: max, purposes } },
      standing: { uses: 0, duplicate: false, counters: { releases_per_day: done } },
    }),
  );

const anyInput = fc.oneof(anyPayment, anyRelease);

type Tightening = (mandate: DecideInput['mandate']) => Partial<DecideInput['mandate']>;

const less = (value: unknown, by: string): string => String(Math.max(0, Number(value) - Number(by)));

const anyTightening: fc.Arbitrary<Tightening> = fc
  .record({ by: whole(3_000), fewer: fc.nat(20), keep: fc.nat(3), days: fc.nat(15), kind: fc.nat(7) })
  .map(({ by, fewer, keep, days, kind }) => ({ rules, limits, scope, approval }) => {
    const { amount_max, daily_max, threshold, max_sensitivity, purposes } = rules;
    const day = String(1 + days).padStart(2, '0');
    switch (kind) {
      case 0:
        return amount_max === undefined ? {} : { rules: { ...rules, amount_max: less(amount_max, by) } };
      case 1:
        return daily_max === undefined ? {} : { rules: { ...rules, daily_max: less(daily_max, by) } };
      case 2:
        return threshold === undefined ? {} : { rules: { ...rules, threshold: less(threshold, by) } };
      case 3:
        return { limits: { ...limits, use_count_max: Math.max(0, limits.use_count_max - fewer) } };
      case 4:
        return keep < scope.length ? { scope: scope.slice(0, keep) } : { forbidden: [...scope] };
      case 5:
        return { valid_from: `2026-03-${day}T00:00:00Z` };
      case 6:
        return { approval: { ...approval, routes: (approval.routes ?? []).slice(0, keep) } };
      default:
        return max_sensitivity === undefined || purposes === undefined
          ? {}
          : {
              rules: {
                ...rules,
                max_sensitivity:
                  LEVELS[Math.max(0, LEVELS.indexOf(String(max_sensitivity)) - keep)] ?? 'public',
                purposes: purposes.slice(0, keep),
              },
            };
    }
  });

function assertDenied(decided: GrantDecision, what: string): void {
  assert.equal(decided.outcome, 'deny', what);
  assert.deepEqual(decided.reservations, []);
}

function without<Fields extends object>(fields: Fields, name: string): Fields {
  const copy = { ...fields };
  Reflect.deleteProperty(copy, name);
  return copy;
}

function shuffled<Item>(items: readonly Item[], random: Iterator<number>): Item[] {
  return items
    .map((item) => ({ item, key: Number(random.next().value) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function byCounter(
  reservations: GrantDecision['reservations'],
): readonly GrantDecision['reservations'][number][] {
  return [...reservations].sort((a, b) => (a.counter < b.counter ? -1 : 1));
}
