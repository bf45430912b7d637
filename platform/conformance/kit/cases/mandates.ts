import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { idempotencyKeyOf, idempotencyMaterial } from '@platform/core/decide/idempotency';
import type { Action } from '@platform/core/objects/grant';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PolicyRule } from '@platform/core/objects/plugin';
import type { ProfileRules } from '@platform/core/objects/rules';
import { agentKeyOf } from '@platform/core/signed/agent-key';
import { pluginHash } from '@platform/core/signed/plugin';
import type { Draft } from '../../../core/test/verify/hostile/resign.ts';
import { at, type Plot, TREASURY, tell } from '../../../core/test/verify/story.ts';
import { type KitCase, type Refusal, signed, told } from './case.ts';

const OVER: Refusal = [5, 'mandate_over_profile'];
const RULES = { amount_max: '500', daily_max: '1000', threshold: '100' };
const bound = (name: string, mandate: Partial<Mandate>, refused: Refusal | null = OVER): KitCase =>
  told(name, { mandate }, refused);
const rules = (
  name: string,
  changes: Readonly<Record<string, string | readonly string[] | null>>,
  refused: Refusal | null = OVER,
): KitCase =>
  bound(
    name,
    {
      rules: Object.fromEntries(
        Object.entries({ ...RULES, ...changes }).filter(([, value]) => value !== null),
      ) as Mandate['rules'],
    },
    refused,
  );

const BOUNDS: readonly KitCase[] = [
  rules('a limit as high as the profile’s', { amount_max: '10000.00' }, null),
  rules('a limit over the profile’s', { amount_max: '10000.01' }),
  rules('a sum of the day over the profile’s', { daily_max: '50001' }),
  rules('a threshold over the profile’s', { threshold: '1000.01' }),
  rules('without a limit that the plugin needs', { daily_max: null }),
  rules('a rule that the plugin does not have', { another: '1' }),
  rules('a list that only the profile sets', { beneficiaries: ['acme'] }),
  rules('a limit with a sign', { amount_max: '+500' }),
  rules('a limit with an exponent', { amount_max: '5e2' }),
  rules('a limit with more decimals than its currency', { amount_max: '500.001' }),
  rules('a limit with trailing zeros', { amount_max: '500.0000' }, null),
  rules('a limit that is a list', { amount_max: ['500'] }),
  rules('a currency without bounds in the profile', { currency: 'KWD' }),
  rules('the profile’s own currency', { currency: 'EUR' }, null),
  rules('an optional rule that the profile does not have', { payee_threshold: '300' }, null),
  rules('a required reference', { reference_required: 'yes' }, null),
  rules('a required reference with another word', { reference_required: 'no' }),
  bound('a grant that may last longer than the profile allows', {
    limits: { runtime_max_s: 3_601, use_count_max: 10 },
  }),
  bound('more uses than the profile allows', { limits: { runtime_max_s: 600, use_count_max: 1_001 } }),
  bound('no use at all', { limits: { runtime_max_s: 600, use_count_max: 0 } }, [5, 'denied_again']),
  bound('valid for 365 days', { valid_from: '2026-05-01T00:00:00Z', valid_to: '2027-05-01T00:00:00Z' }, null),
  bound('valid for more than 365 days', {
    valid_from: '2026-05-01T00:00:00Z',
    valid_to: '2027-05-01T00:00:01Z',
  }),
  bound('a facade that the profile does not have', {
    scope: ['bank.readBalance', 'bank.executeTransfer', 'bank.addBeneficiary'],
  }),
  bound('the agent among the approvers', {
    agent: 'agent-7',
    approval: {
      routes: [
        { approver_type: 'f', approvers: ['badr', 'Agent_7'], wait_s: 60, notify: [], assurance: 'hardware' },
      ],
    },
  }),
  bound('an action out of scope', { scope: ['bank.readBalance'] }, [3, 'out_of_scope']),
  bound('an action that is forbidden', { forbidden: ['bank.executeTransfer'] }, [3, 'out_of_scope']),
  bound('a mandate that has ended', { valid_to: '2026-05-31T00:00:00.000Z' }, [3, 'outside_validity']),
  bound('a mandate that ends at the proposal', { valid_to: at('09:00:00.000') }, [3, 'outside_validity']),
  bound('a mandate that begins at the proposal', { valid_from: at('09:00:00.000') }, null),
  bound('a mandate that begins later', { valid_from: at('09:00:00.001') }, [3, 'outside_validity']),
  bound(
    'a mandate with instants in another zone',
    { valid_from: '2026-06-01T14:30:00.000000001+05:30' },
    null,
  ),
  bound(
    'a mandate from before its principal’s key',
    { valid_from: '2025-12-01T00:00:00Z', valid_to: '2026-07-01T00:00:00Z' },
    null,
  ),
  told(
    'spent more than a minute after the mandate',
    {
      mandate: { valid_to: at('09:00:00.001') },
      redeemedAt: at('09:01:00.002'),
      grant: { expires_at: at('09:00:00.001') },
      decision: { executed_at: at('09:01:01.000'), decided_at: at('09:01:02.000') },
      checkedAt: at('08:59:30.000'),
    },
    [3, 'out_of_order'],
  ),
  bound('a mandate of another principal', { principal: 'eve' }, [3, 'contradiction']),
  bound('a mandate of another deployment', { deployment: `dp_${'f'.repeat(24)}` }, [
    3,
    'deployment_mismatch',
  ]),
  bound('a mandate of another profile', { profile: 'records.v1', policy_version: 'records.v1@1.0.0' }, [
    3,
    'contradiction',
  ]),
  told('an action of another mandate', { action: { contract_hash: 'cd'.repeat(32) } }, [3, 'other_object']),
  told('an action of another agent', { action: { agent: 'agent-9' } }, [3, 'contradiction']),
  told('an action of another deployment', { action: { deployment: `dp_${'f'.repeat(24)}` } }, [
    3,
    'deployment_mismatch',
  ]),
  told('a profile of another deployment', { profile: { deployment: `dp_${'f'.repeat(24)}` } }, [
    3,
    'deployment_mismatch',
  ]),
  told('a profile signed before its key began', { profile: { published_at: '2025-12-31T23:59:59.999Z' } }, [
    3,
    'key_not_yet_valid',
  ]),
  told('a profile of another plugin', { profile: { plugin: 'records' } }, [3, 'plugin_hash_mismatch']),
  told(
    'a profile with another counterparty than its plugin',
    {
      profile: { counterparty: { kid: 'recipient', operations: tell().why.profile.counterparty.operations } },
    },
    [3, 'plugin_hash_mismatch'],
  ),
  told(
    'a profile that allows less than the mandate',
    { profile: { limits: { runtime_max_s: 599, use_count_max: 1_000, validity_max_days: 365 } } },
    OVER,
  ),
];

const AGENT_KEY = { alg: 'ed25519', public_key: '5a'.repeat(32) } as const;
const AGENT_PRINT = agentKeyOf(nodeCrypto, { agent_key: AGENT_KEY }) ?? '';
const keyed = (
  name: string,
  agent_key: Mandate['agent_key'],
  grant: Plot['grant'],
  refused: Refusal | null = [5, 'agent_key_mismatch'],
): KitCase => told(name, { mandate: agent_key === undefined ? {} : { agent_key }, grant }, refused);
const AGENT_KEYS: readonly KitCase[] = [
  keyed('a key of the agent', AGENT_KEY, { agent_authenticated: true, agent_key: AGENT_PRINT }, null),
  keyed('a key of the agent that the grant does not name', AGENT_KEY, { agent_authenticated: true }),
  keyed('another key of the agent than the grant names', AGENT_KEY, {
    agent_authenticated: true,
    agent_key: `sha256:${'5a'.repeat(32)}`,
  }),
  keyed('no key of the agent, and a grant that names one', undefined, {
    agent_authenticated: true,
    agent_key: AGENT_PRINT,
  }),
  keyed('a key of the agent that was not authenticated', AGENT_KEY, { agent_key: AGENT_PRINT }),
  keyed(
    'a key of the agent that is none of its kind',
    { alg: 'es256', public_key: AGENT_KEY.public_key },
    {},
    [1, 'schema_invalid'],
  ),
];

const paid = (
  name: string,
  amount: string,
  approved: boolean,
  refused: Refusal | null,
  plot: Partial<Plot> = {},
): KitCase => told(name, { approved, ...plot, params: { amount, ...plot.params } }, refused);
const DENIED_AGAIN: Refusal = [5, 'denied_again'];
const NEEDED: Refusal = [5, 'approval_needed'];
const refusal = (name: string, reason: string, refused: Refusal | null, plot: Partial<Plot> = {}): KitCase =>
  told(name, { outcome: 'denied', ...plot, grant: { reason: reason as never } }, refused);

const DECISIONS: readonly KitCase[] = [
  paid('as much as the limit', '500', true, null),
  paid('more than the limit', '500.01', true, DENIED_AGAIN),
  paid('as much as the threshold', '100', false, null),
  paid('more than the threshold, without an approval', '100.01', false, NEEDED),
  paid('as much as the threshold, with an approval', '100', true, [5, 'approval_not_needed']),
  paid('as much as the threshold of the payee', '90', false, null, {
    mandate: { rules: { ...RULES, payee_threshold: '90' } },
  }),
  paid('more than the threshold of the payee, without an approval', '90.01', false, NEEDED, {
    mandate: { rules: { ...RULES, payee_threshold: '90' } },
  }),
  paid('more than the threshold of the payee in the profile', '90', false, NEEDED, {
    profile: { rules: profileRules({ payee_threshold: '80' }) },
  }),
  paid('more than the sum of the day', '250', true, DENIED_AGAIN, {
    mandate: { rules: { ...RULES, daily_max: '249' } },
  }),
  paid('a payee whom the profile does not list', '90', false, DENIED_AGAIN, {
    params: { beneficiary_id: 'mallory' },
  }),
  paid('another account of the payee', '90', false, DENIED_AGAIN, { params: { to_account: 'DE99' } }),
  paid('in another currency than the limits', '90', false, DENIED_AGAIN, { params: { currency: 'USD' } }),
  paid('a possible duplicate, without an approval', '90', false, NEEDED, {
    grant: { possible_duplicate_of: { grant_id: 'gr_1', why: 'no_reference' } },
  }),
  paid('a possible duplicate, with an approval', '90', true, null, {
    grant: { possible_duplicate_of: { grant_id: 'gr_1', why: 'no_reference' } },
  }),
  paid('more than the threshold, and the mandate has no routes', '250', false, DENIED_AGAIN, {
    mandate: { approval: {} },
  }),
  refusal('denied for the amount', 'amount_over_limit', null),
  refusal('denied for a reason that the rules do not give', 'beneficiary_not_approved', [
    5,
    'denial_unfounded',
  ]),
  refusal(
    'denied for a sum of the day that no receipt shows, though the amount is over its limit',
    'daily_limit_exceeded',
    [5, 'denial_unfounded'],
  ),
  refusal('denied for the sum of the day', 'daily_limit_exceeded', null, { params: { amount: '250' } }),
  refusal('denied as a duplicate', 'duplicate_action', null),
  refusal('denied because all uses were spent', 'use_count_exceeded', null),
  refusal('denied because the mandate had ended, and it had not', 'contract_expired', [
    5,
    'denial_unfounded',
  ]),
  refusal('denied because the mandate had ended', 'contract_expired', null, {
    mandate: { valid_to: '2026-05-31T00:00:00.000Z' },
  }),
  refusal('denied for a facade out of scope', 'facade_not_in_scope', null, {
    mandate: { scope: ['bank.readBalance'] },
  }),
  refusal('denied for want of an approval', 'approval_required', null, {
    params: { amount: '250' },
    mandate: { approval: {} },
  }),
  signed(
    'refused by the enforcement point, because the grant could not be',
    ({ what, how }) => {
      what.action.params.amount = '600';
      what.action.idempotency_key = keyOf(what.action);
      how.decision.reason = 'amount_over_limit';
    },
    null,
    { plot: { outcome: 'refused' } },
  ),
  signed(
    'refused by the enforcement point, for another reason than the rules give',
    ({ what, how }) => {
      what.action.params.amount = '600';
      what.action.idempotency_key = keyOf(what.action);
      how.decision.reason = 'daily_limit_exceeded';
    },
    DENIED_AGAIN,
    { plot: { outcome: 'refused' } },
  ),
  told(
    'refused by the enforcement point as an invalid grant, and it lasts too long',
    { outcome: 'refused', grant: { expires_at: at('09:20:00.000') }, decision: { reason: 'grant_invalid' } },
    null,
  ),
  told('held, and nothing asks for it', { outcome: 'expired', params: { amount: '90' } }, [
    5,
    'approval_not_needed',
  ]),
  told(
    'held, as the sum of the day for the payee may ask for it',
    { outcome: 'expired', params: { amount: '90' }, mandate: { rules: { ...RULES, payee_threshold: '90' } } },
    null,
  ),
];

function profileRules(changes: ProfileRules): ProfileRules {
  return { ...tell().why.profile.rules, ...changes };
}

/** One more rule of the facade that pays. */
function ruled(
  name: string,
  rule: PolicyRule,
  { mandate = {}, profile = {} }: { mandate?: Mandate['rules']; profile?: ProfileRules },
  refused: Refusal | null,
  plot: Partial<Plot> = {},
): KitCase {
  const { manifest } = TREASURY;
  const facades = manifest.facades.map((facade) =>
    facade.name === manifest.covered_facade ? { ...facade, rules: [...facade.rules, rule] } : facade,
  );
  const plugin = { ...TREASURY, manifest: { ...manifest, facades } };
  return told(
    name,
    {
      approved: false,
      plugin,
      ...plot,
      mandate: { rules: { ...RULES, ...mandate }, ...plot.mandate },
      profile: { plugin_hash: pluginHash(nodeCrypto, plugin), rules: profileRules(profile) },
    },
    refused,
  );
}
const reason = 'x_treasury_extra';
const SET: PolicyRule = { kind: 'set', name: 'payees', field: 'beneficiary_id', reason };
const LEVELS = ['DE01', 'DE02', 'DE03'];
const LEVEL: PolicyRule = {
  kind: 'ordered_level',
  name: 'level',
  field: 'to_account',
  order: LEVELS,
  reason,
};
const COUNT: PolicyRule = { kind: 'count_per_day', name: 'per_day', reason };
const FROM: PolicyRule = {
  kind: 'level_threshold',
  name: 'from',
  field: 'to_account',
  order: LEVELS,
  reason: 'approval_required',
};
const REQUIRED: PolicyRule = { kind: 'field_required', name: 'note_required', field: 'note', reason };

const KINDS: readonly KitCase[] = [
  ruled(
    'a value of the mandate’s set',
    SET,
    { mandate: { payees: ['acme'] }, profile: { payees: ['acme', 'globex'] } },
    null,
  ),
  ruled(
    'a value that is not in the mandate’s set',
    SET,
    { mandate: { payees: ['globex'] }, profile: { payees: ['acme', 'globex'] } },
    DENIED_AGAIN,
  ),
  ruled(
    'a set with a value that the profile’s lacks',
    SET,
    { mandate: { payees: ['acme', 'mallory'] }, profile: { payees: ['acme', 'globex'] } },
    OVER,
  ),
  ruled(
    'a set with one value twice',
    SET,
    { mandate: { payees: ['acme', 'acme'] as never }, profile: { payees: ['acme'] } },
    [1, 'schema_invalid'],
  ),
  ruled('without the set that the plugin needs', SET, { profile: { payees: ['acme'] } }, OVER),
  ruled('the mandate’s own level', LEVEL, { mandate: { level: 'DE02' }, profile: { level: 'DE03' } }, null),
  ruled(
    'a level above the mandate’s',
    LEVEL,
    { mandate: { level: 'DE01' }, profile: { level: 'DE03' } },
    DENIED_AGAIN,
  ),
  ruled(
    'a mandate’s level above the profile’s',
    LEVEL,
    { mandate: { level: 'DE03' }, profile: { level: 'DE02' } },
    OVER,
  ),
  ruled(
    'a level that the plugin does not have',
    LEVEL,
    { mandate: { level: 'DE09' }, profile: { level: 'DE03' } },
    OVER,
  ),
  ruled('one a day', COUNT, { profile: { per_day: 1 } }, null),
  ruled('none a day', COUNT, { profile: { per_day: 0 } }, DENIED_AGAIN),
  ruled('no number a day', COUNT, {}, DENIED_AGAIN),
  ruled('a number a day in the mandate', COUNT, { mandate: { per_day: '1' }, profile: { per_day: 1 } }, OVER),
  ruled('below the level from which a person must approve', FROM, { profile: { from: 'DE03' } }, null),
  ruled('the level from which a person must approve', FROM, { profile: { from: 'DE02' } }, NEEDED),
  ruled('the level from which a person must approve, approved', FROM, { profile: { from: 'DE01' } }, null, {
    approved: true,
  }),
  ruled(
    'a level to approve that the plugin does not have',
    FROM,
    { profile: { from: 'DE09' } },
    DENIED_AGAIN,
  ),
  ruled('a param that must be given', REQUIRED, { mandate: { note_required: 'yes' } }, DENIED_AGAIN),
  ruled(
    'a param that must be given, by the profile alone',
    REQUIRED,
    { profile: { note_required: 'yes' } },
    DENIED_AGAIN,
  ),
  ruled('a param that need not be given', REQUIRED, {}, null),
];

/** The key that belongs to an action of the story’s facade; its own, where a part of it is missing. */
function keyOf(action: Draft['what']['action']): string {
  const facade = TREASURY.manifest.facades.find(({ name }) => name === action.facade);
  const parts = facade?.idempotency.params.filter((name) => facade.params[name]?.kind !== 'reference') ?? [];
  if (facade === undefined || !parts.every((name) => Object.hasOwn(action.params, name)))
    return action.idempotency_key;
  const material = idempotencyMaterial(facade, action.tenant, action.params, action.grant_id);
  return idempotencyKeyOf(facade, hashOf(nodeCrypto, material));
}

const SPELLING: Refusal = [5, 'params_not_canonical'];
/** With a key that belongs to the params as they are. */
const params = (
  name: string,
  changes: Readonly<Record<string, string | number | null>>,
  refused: Refusal | null = SPELLING,
): KitCase =>
  signed(
    name,
    (draft) => {
      const { action } = draft.what;
      action.params = Object.fromEntries(
        Object.entries({ ...action.params, ...changes }).filter(([, value]) => value !== null),
      ) as Action['params'];
      action.idempotency_key = keyOf(action);
    },
    refused,
  );

const PARAMS: readonly KitCase[] = [
  params('an amount with trailing zeros', { amount: '250.00' }),
  params('an amount with a leading zero', { amount: '0250' }),
  params('an amount of more decimals than its currency', { amount: '250.125' }),
  params('an amount of nothing', { amount: '0' }),
  params('an amount that is a number', { amount: 250 }),
  params('a currency in small letters', { currency: 'eur' }),
  params('a payee with a space', { beneficiary_id: 'ac me' }),
  params('a memo with a space at its end', { memo: 'Invoice INV-7 ' }),
  params('a memo with a hidden character', { memo: 'Invoice\u200b INV-7' }),
  params('a memo that turns the direction of writing', { memo: 'Invoice \u202eINV-7' }),
  params('a memo that is not composed', { memo: 'Cafe\u0301 INV-7' }),
  params('a memo in another script', { memo: 'Счёт INV-7', reference: 'INV-7' }, null),
  params('an empty memo', { memo: '' }),
  params('without its memo', { memo: null }),
  params('a param that the facade does not have', { from_account: 'reserve' }),
  params('a reference that says nothing', { reference: 'none' }),
  params('a reference that is only a word for invoices', { reference: 'Invoice' }),
  params('a reference in two scripts', { reference: '\u0406NV-7' }),
  params('a reference that the memo has, left out', { reference: null }),
  params('no reference, and the memo has none', { reference: null, memo: 'Payment' }, null),
  params('another reference than the memo’s', { reference: 'INV-8' }, null),
  params('a reference in wide letters', { reference: 'ＩＮＶ-８' }, null),
  params('a reference in Cyrillic letters', { reference: 'ИНВ-8' }, null),
  params('a reference with Arabic digits', { reference: '٨٠٠' }, null),
  told(
    'another idempotency key',
    {
      action: { idempotency_key: `idem_pay_${'0'.repeat(32)}` },
      ack: { idempotency_key: `idem_pay_${'0'.repeat(32)}` },
    },
    [5, 'idempotency_key_mismatch'],
  ),
  told(
    'the idempotency key of another prefix',
    { action: { idempotency_key: `idem_bal_${'0'.repeat(32)}` } },
    [5, 'idempotency_key_mismatch'],
  ),
];

export const MANDATES: readonly KitCase[] = [...BOUNDS, ...AGENT_KEYS, ...DECISIONS, ...KINDS, ...PARAMS];
