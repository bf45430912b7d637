import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConnector, readManifest, readProfileDraft } from '../../src/objects/read-plugin.ts';
import { readPlugin } from './plugin-files.ts';

type Json = Record<string, unknown>;
type Spoil = (file: Json) => void;

const treasury = readPlugin('treasury');
const records = readPlugin('records');

/** The part of a file behind a JSON pointer, to be changed in place. */
function at(file: Json, pointer: string): Json {
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, step) => Reflect.get(Object(value), step), file);
  assert.ok(typeof found === 'object' && found !== null, pointer);
  return found as Json;
}

const set =
  (pointer: string, change: Json): Spoil =>
  (file) => {
    Object.assign(at(file, pointer), structuredClone(change));
  };
const without =
  (pointer: string, name: string): Spoil =>
  (file) => {
    Reflect.deleteProperty(at(file, pointer), name);
  };

const all =
  (...spoils: readonly Spoil[]): Spoil =>
  (file) => {
    for (const spoil of spoils) spoil(file);
  };

function spoiled(file: unknown, spoil: Spoil): unknown {
  const copy: Json = structuredClone(file) as Json;
  spoil(copy);
  return copy;
}

/** In treasury: `/facades/2` pays, its rules are list, cap, sum and threshold, and `/tools/2` proposes it. */
const PAY = '/facades/2';
const MANIFEST_FAULTS: readonly (readonly [what: string, spoil: Spoil, says: string])[] = [
  ['no name', without('', 'name'), '/name is missing: add it'],
  ['a member too many', set('', { code: 'main.js' }), '/code does not belong here'],
  ['a name that is none', set('', { name: 'My Plugin' }), '/name must match'],
  ['another plugin’s profile', set('', { profile: 'records.v1' }), '/profile must be treasury.v1'],
  [
    'nothing covered',
    set('', { covered_facade: 'bank.readBalance' }),
    '/covered_facade must be a facade of kind effect',
  ],
  ['its own facade never', set('', { never: ['market.fetch'] }), '/never/0 is a facade of this plugin'],
  [
    'a facade twice',
    set('/facades/0', { name: 'market.fetch' }),
    '/facades/1/name market.fetch is there twice',
  ],
  [
    'a kind of facade',
    set('/facades/0', { kind: 'write' }),
    '/facades/0/kind must be one of effect, read, fetch',
  ],
  [
    'a kind of param',
    set(`${PAY}/params/memo`, { kind: 'float' }),
    `${PAY}/params/memo/kind must be one of name, text`,
  ],
  [
    'derived from nothing',
    set(`${PAY}/params/reference`, { derived_from: 'note' }),
    `${PAY}/params/reference/derived_from must be a param of kind text`,
  ],
  [
    'derived from an amount',
    set(`${PAY}/params/reference`, { derived_from: 'amount' }),
    `${PAY}/params/reference/derived_from must be`,
  ],
  [
    'a sentence about nothing',
    set(PAY, { sentence: 'pay {sum}' }),
    `${PAY}/sentence bank.executeTransfer has no param sum: it has to_account, amount`,
  ],
  [
    'an effect that may repeat',
    set(`${PAY}/idempotency`, { unique: false }),
    `${PAY}/idempotency/unique must be true`,
  ],
  [
    'a read that may not',
    set('/facades/0/idempotency', { unique: true }),
    '/facades/0/idempotency/unique must be false',
  ],
  ['a key of nothing', set(`${PAY}/idempotency`, { params: [] }), `${PAY}/idempotency/params must name`],
  [
    'a key of no param',
    set(`${PAY}/idempotency`, { params: ['invoice'] }),
    `${PAY}/idempotency/params/0 bank.executeTransfer has no param invoice`,
  ],
  [
    'an unknown kind of rule',
    set(`${PAY}/rules/1`, { kind: 'four_eyes' }),
    `${PAY}/rules/1/kind must be one of allow_list, set, ordered_level`,
  ],
  ['a rule without a name', without(`${PAY}/rules/1`, 'name'), `${PAY}/rules/1/name is missing: add it`],
  ['a rule without a field', without(`${PAY}/rules/1`, 'field'), `${PAY}/rules/1/field is missing: add it`],
  ['a rule with code', set(`${PAY}/rules/1`, { script: 'x' }), `${PAY}/rules/1/script does not belong here`],
  [
    'a rule on no param',
    set(`${PAY}/rules/1`, { field: 'sum' }),
    `${PAY}/rules/1/field bank.executeTransfer has no param sum`,
  ],
  [
    'a list on no param',
    set(`${PAY}/rules/0`, { fields: ['iban'] }),
    `${PAY}/rules/0/fields/0 bank.executeTransfer has no param iban`,
  ],
  [
    'a cap on a text',
    set(`${PAY}/rules/1`, { field: 'memo' }),
    `${PAY}/rules/1/field must be a param of kind amount; memo is of kind text`,
  ],
  [
    'a list of amounts',
    set(`${PAY}/rules/0`, { fields: ['amount'] }),
    `${PAY}/rules/0/fields/0 must be a param with few values`,
  ],
  [
    'a rule twice',
    set(`${PAY}/rules/2`, { name: 'amount_max' }),
    `${PAY}/rules/2/name amount_max is there twice`,
  ],
  [
    'a reserved name',
    set(`${PAY}/rules/1`, { name: 'currency' }),
    `${PAY}/rules/1/name currency has a meaning of its own`,
  ],
  [
    'two currencies',
    set(`${PAY}/params`, { other: { kind: 'currency', description: '' } }),
    `${PAY}/rules/1/kind limits amounts, so the facade may have only one param of kind currency`,
  ],
  [
    'a permission as refusal',
    set(`${PAY}/rules/1`, { reason: 'ok' }),
    `${PAY}/rules/1/reason ok belongs to the policy itself`,
  ],

  ['an invented reason', set(`${PAY}/rules/1`, { reason: 'too_much' }), `${PAY}/rules/1/reason must`],
  [
    'another plugin’s reason',
    set(`${PAY}/rules/1`, { reason: 'x_records_too_much' }),
    `${PAY}/rules/1/reason must start with x_treasury_`,
  ],
  [
    'a cap that asks',
    set(`${PAY}/rules/1`, { reason: 'approval_required' }),
    `${PAY}/rules/1/reason approval_required is for thresholds`,
  ],
  [
    'a threshold that refuses',
    set(`${PAY}/rules/3`, { reason: 'amount_over_limit' }),
    `${PAY}/rules/3/reason must be approval_required`,
  ],
  ['a tool twice', set('/tools/0', { name: 'fetch_fx' }), '/tools/1/name fetch_fx is there twice'],
  [
    'a tool for nothing',
    set('/tools/2', { facade: 'bank.pay' }),
    '/tools/2/facade there is no facade bank.pay',
  ],
  ['a param left out', without('/tools/2/params', 'amount'), '/tools/2/params/amount is missing'],
  [
    'a derived param',
    (file) => {
      set(`${PAY}/params`, { digits: { kind: 'text', description: 'Letters', derived_from: 'memo' } })(file);
      set('/tools/2/params', { digits: 'x' })(file);
    },
    '/tools/2/params/digits bank.executeTransfer is not proposed with digits',
  ],
  [
    'a reference read from an amount',
    set(`${PAY}/params/reference`, { read_from: 'amount' }),
    `${PAY}/params/reference/read_from must be a param of kind text that is proposed`,
  ],
  [
    'an amount that may be omitted, under a rule',
    set(`${PAY}/params/amount`, { optional: true }),
    `${PAY}/sentence an action may be without amount`,
  ],
  [
    'a sentence with a param that may be omitted',
    set(PAY, { sentence: 'pay for {reference}' }),
    `${PAY}/sentence an action may be without reference`,
  ],
  [
    'the same in what is said once it is done',
    set(`${PAY}/done`, { sentence: 'paid for {reference}' }),
    `${PAY}/done/sentence an action may be without reference`,
  ],
  [
    'brackets in a sentence that do not match',
    set(PAY, { sentence: 'pay {amount}[ for {reference}' }),
    `${PAY}/sentence has brackets that do not match`,
  ],
  [
    'brackets around what every action has',
    set(PAY, { sentence: 'pay[ {amount}]' }),
    `${PAY}/sentence has brackets around what every action has`,
  ],
  [
    'brackets around nothing that is known',
    set(PAY, { sentence: 'pay {amount}[ for {sum}]' }),
    `${PAY}/sentence bank.executeTransfer has no param sum`,
  ],
  [
    'a reference, and nothing that says when a similar one is held',
    without(`${PAY}/idempotency`, 'possible_duplicate'),
    `${PAY}/idempotency/possible_duplicate is missing: it says when a similar reference is held`,
  ],
  [
    'possible duplicates by a text',
    set(`${PAY}/idempotency/possible_duplicate`, { same: ['memo'] }),
    `${PAY}/idempotency/possible_duplicate/same/0 must be a param that every action has`,
  ],
  [
    'possible duplicates without a reference',
    set('/facades/0/idempotency', {
      possible_duplicate: { same: ['account_id'], repeat: ['account_id'], within_days: 7 },
    }),
    '/facades/0/idempotency/possible_duplicate needs a param of kind reference',
  ],
  [
    'a rule that requires what every action has',
    set(`${PAY}/rules/6`, { field: 'amount' }),
    `${PAY}/rules/6/field every action has amount`,
  ],
  [
    'an input that may be omitted, for a param that may not',
    set('/tools/2/inputs/memo', { optional: true }),
    '/tools/2/params/memo bank.executeTransfer needs memo, but the input memo may be omitted',
  ],
  [
    'an input that is none',
    set('/tools/2/params', { amount: '{sum}' }),
    '/tools/2/params/amount {sum} is not an input',
  ],
  [
    'an input for nothing',
    set('/tools/2/inputs', { note: { kind: 'text', description: '' } }),
    '/tools/2/inputs/note no param uses it',
  ],
  [
    'no second presentation',
    set('/tools/2', { presents_grant: false }),
    '/tools/2/presents_grant must be true',
  ],
  ['a read presented', set('/tools/0', { presents_grant: true }), '/tools/0/presents_grant must be false'],
];

for (const [what, spoil, says] of MANIFEST_FAULTS) {
  test(`a manifest is refused: ${what}`, () => {
    const read = readManifest(spoiled(treasury.manifest, spoil));
    assert.ok(!read.ok);
    assert.ok(read.error.message.startsWith(says), read.error.message);
  });
}

test('a manifest is refused: one name for two different rules', () => {
  const release = at(structuredClone(records.manifest) as Json, '/facades/2/rules/3');
  const read = readManifest(
    spoiled(records.manifest, (file) =>
      set('/facades/0', { rules: [{ ...release, reason: 'recipient_not_approved' }] })(file),
    ),
  );
  assert.match(
    read.ok ? '' : read.error.message,
    /^\/facades\/0\/rules\/0\/name releases_per_day is declared differently/,
  );
});

const TRANSFER = '/operations/1';
const CONNECTOR_FAULTS: readonly (readonly [what: string, spoil: Spoil, says: string])[] = [
  ['of another plugin', set('', { plugin: 'records' }), '/plugin must be treasury'],
  ['signed by a service', set('', { kid: 'authority' }), '/kid authority is the name of another party’s key'],
  ['signed by a person', set('', { kid: 'principal_local' }), '/kid principal_local is the name'],
  [
    'a facade without an operation',
    (file) => (file.operations as Json[]).splice(0, 1),
    '/operations has none for bank.readBalance',
  ],
  ['two for one facade', set('/operations/0', { facade: 'bank.executeTransfer' }), '/operations'],
  ['a facade that is fetched', set('/operations/0', { facade: 'market.fetch' }), '/operations'],
  [
    'a path of no param',
    set('/operations/0', { path: '/accounts/{iban}' }),
    '/operations/0/path bank.readBalance has no param iban',
  ],
  [
    'an open brace',
    set('/operations/0', { path: '/accounts/{account_id' }),
    '/operations/0/path has a brace',
  ],
  [
    'a body of no param',
    set(`${TRANSFER}/body`, { amount: 'sum' }),
    `${TRANSFER}/body/amount bank.executeTransfer has no param sum`,
  ],
  [
    'a secret in the body',
    set(`${TRANSFER}/body`, { memo: '$broker_secret' }),
    `${TRANSFER}/body/memo must be a param or $idempotency_key`,
  ],
  [
    'an unbound effect',
    without(`${TRANSFER}/body`, 'action_hash'),
    `${TRANSFER}/body must pass on $action_hash`,
  ],
  ['an effect by GET', set(TRANSFER, { method: 'GET' }), `${TRANSFER}/method must be POST, PUT or PATCH`],
  ['an effect without proof', set(TRANSFER, { ack: null }), `${TRANSFER}/ack must say where`],
  [
    'accounts left out',
    all(without('', 'accounts_directory'), without('', 'tenant_accounts')),
    '/tenant_accounts is missing',
  ],
  [
    'accounts that nobody uses',
    all(without('', 'accounts_directory'), without(`${TRANSFER}/body`, 'from_account')),
    '/tenant_accounts no operation passes on $account',
  ],
  [
    'a directory of accounts that nobody uses',
    without(`${TRANSFER}/body`, 'from_account'),
    '/accounts_directory no operation passes on $account',
  ],
  [
    'a directory of accounts that is no list',
    set('', { accounts_directory: 'daily_max' }),
    '/accounts_directory daily_max is no list of this plugin',
  ],
  [
    'an account by what is no param',
    set('/tenant_accounts/0', { when: { iban: 'x' } }),
    '/tenant_accounts/0/when/iban is not a param',
  ],
  ['a method', set(TRANSFER, { method: 'DELETE' }), `${TRANSFER}/method must be one of GET, POST`],
];

for (const [what, spoil, says] of CONNECTOR_FAULTS) {
  test(`a connector is refused: ${what}`, () => {
    const read = readConnector(treasury.manifest, spoiled(treasury.connector, spoil));
    assert.ok(!read.ok);
    assert.ok(read.error.message.startsWith(says), read.error.message);
  });
}

const PROFILE_FAULTS: readonly (readonly [what: string, spoil: Spoil, says: string])[] = [
  ['of another plugin', set('', { plugin: 'records' }), '/plugin must be treasury'],
  ['under another name', set('', { name: 'treasury.v2' }), '/name must be treasury.v1'],
  [
    'a facade that is not there',
    set('', { scope: ['bank.close'] }),
    '/scope/0 treasury has no facade bank.close',
  ],
  ['a bound left out', without('/rules', 'daily_max'), '/rules/daily_max is missing: add it'],
  ['a misspelt rule', set('/rules', { treshold: '1' }), '/rules/treshold does not belong here'],
  ['a number for an amount', set('/rules', { amount_max: 10_000 }), '/rules/amount_max must be string'],
  [
    'an amount that is no decimal',
    set('/rules', { amount_max: '1e4' }),
    '/rules/amount_max must be an amount such as 5000 or 5000.00',
  ],
  [
    'an amount with more decimals than its currency has',
    set('/rules', { amount_max: '10000.001' }),
    '/rules/amount_max is 10000.001, but may have at most 2 decimals, as USD has',
  ],
  [
    'the same in another currency',
    set('/rules', {
      bounds_in: [{ currency: 'JPY', amount_max: '9000', daily_max: '45000.5', threshold: '900' }],
    }),
    '/rules/bounds_in/0/daily_max is 45000.5, but may have at most 0 decimals, as JPY has',
  ],
  [
    'a payee without an account',
    without('/rules/beneficiaries/1', 'to_account'),
    '/rules/beneficiaries/1/to_account is missing',
  ],
  [
    'a payee with more',
    set('/rules/beneficiaries/0', { iban: 'x' }),
    '/rules/beneficiaries/0/iban does not belong here',
  ],
  [
    'bounds that lack one',
    set('/rules', { bounds_in: [{ currency: 'EUR', amount_max: '1' }] }),
    '/rules/bounds_in/0/daily_max is missing',
  ],
  [
    'bounds twice in one currency',
    set('/rules', { bounds_in: [{ currency: 'USD', amount_max: '1', daily_max: '1', threshold: '1' }] }),
    '/rules/bounds_in/0/currency USD has bounds already',
  ],
];

for (const [what, spoil, says] of PROFILE_FAULTS) {
  test(`a profile is refused: ${what}`, () => {
    const read = readProfileDraft(treasury.manifest, spoiled(treasury.profile, spoil));
    assert.ok(!read.ok);
    assert.ok(read.error.message.startsWith(says), read.error.message);
  });
}

test('a level that the plugin does not know is refused, in the words of the plugin', () => {
  const read = readProfileDraft(
    records.manifest,
    spoiled(records.profile, set('/rules', { max_sensitivity: 'secret' })),
  );
  assert.equal(
    read.ok ? '' : read.error.message,
    '/rules/max_sensitivity must be one of public, internal, confidential, restricted',
  );
});
