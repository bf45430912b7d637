import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { Ack } from '../../src/objects/counterparty.ts';
import type { Action } from '../../src/objects/grant.ts';
import type { Connector, PluginManifest } from '../../src/objects/plugin.ts';
import { readConnector, readManifest } from '../../src/objects/read-plugin.ts';
import { buildInquiry, buildRequest } from '../../src/request/build-request.ts';
import { ackFaults } from '../../src/verify/acknowledgment.ts';
import { readPlugin } from '../decide/plugin-files.ts';

type Json = Record<string, unknown>;
type Operation = Connector['operations'][number];

/** The treasury, whose transfer is asked for by grant too. */
const MANIFEST: PluginManifest = (() => {
  const { manifest } = structuredClone(readPlugin('treasury'));
  const [balance] = manifest.facades;
  assert.ok(balance);
  const asks = {
    ...balance,
    name: 'bank.transferStatus',
    params: { grant_id: { kind: 'name', description: 'Grant' } },
    idempotency: { prefix: 'idem_status_', params: [], unique: false },
  };
  const { sentence: _, done: __, ...read } = asks;
  const checked = readManifest({ ...manifest, facades: [...manifest.facades, read] });
  assert.ok(checked.ok, JSON.stringify(checked));
  return checked.value;
})();

const PARAMS = {
  to_account: 'acct_acme',
  amount: '40.5',
  currency: 'USD',
  beneficiary_id: 'acme',
  memo: 'INV 7 & 8',
};
const ACTION = {
  type: 'sanad/action/1',
  deployment: 'dp_1',
  tenant: 'tn_local',
  plugin: 'treasury',
  facade: 'bank.executeTransfer',
  params: PARAMS,
  grant_id: 'gr_1',
  idempotency_key: 'idem_pay_1',
} as unknown as Action;
const GRANT = { action_hash: 'a'.repeat(64), issued_at: '2026-03-02T10:00:00.000Z' };
const BINDING = { key: '$idempotency_key', hash: '$action_hash', grant: '$grant_id' };

/** A transfer whose request is that of the case, read as a service reads it. */
function connectorWith(changes: Json, status: Json = {}) {
  const { connector } = structuredClone(readPlugin('treasury'));
  const { operations, ...head } = connector;
  const [balance, transfer] = operations;
  assert.ok(balance && transfer);
  const { inquiry: _, ...rest } = transfer;
  const asks = { ...balance, facade: 'bank.transferStatus', operation: 'status', path: '/status' };
  const asked = { ...asks, status_of: { facade: 'bank.executeTransfer', grant: 'grant_id' }, ...status };
  return readConnector(MANIFEST, {
    ...head,
    accounts_directory: undefined,
    operations: [balance, { ...rest, body: { ...BINDING, from: '$account' }, ...changes }, asked],
  });
}

function operationWith(changes: Json): Operation {
  const read = connectorWith(changes);
  assert.ok(read.ok, JSON.stringify(read));
  const [, transfer] = read.value.operations;
  assert.ok(transfer);
  return transfer;
}

const built = (changes: Json, params: Json = {}) =>
  buildRequest(nodeCrypto, '/api', operationWith(changes), {
    params: { ...PARAMS, ...params } as Action['params'],
    of: { action: ACTION, grant: GRANT, account: 'acct_operating' },
  });

const BOUND = `key=idem_pay_1&hash=${'a'.repeat(64)}&grant=gr_1&from=acct_operating`;
const JSON_BOUND = { key: 'idem_pay_1', hash: GRANT.action_hash, grant: 'gr_1', from: 'acct_operating' };
const body = (fields: Json) => ({ body: { ...BINDING, from: '$account', ...fields } });
const units = { minor_units: 'amount', currency: 'currency' };

const SENT: readonly (readonly [what: string, changes: Json, sent: Json, params?: Json])[] = [
  [
    'constants, of the kinds that JSON has',
    body({ type: { constant: 'transfer' }, urgent: { constant: false }, version: { constant: -3 } }),
    { json: { ...JSON_BOUND, type: 'transfer', urgent: false, version: -3 } },
  ],
  [
    'objects and lists within each other, without what the action lacks',
    body({
      'amount[value]': units,
      'amount[currency]': 'currency',
      'payees[0][id]': 'beneficiary_id',
      'payees[0][note][text]': 'reference?',
      'payees[1][id]': { constant: 'us' },
      'more[reference]': 'reference?',
      'tags[0]': 'currency',
    }),
    {
      json: {
        ...JSON_BOUND,
        amount: { value: 4050, currency: 'USD' },
        payees: [{ id: 'acme' }, { id: 'us' }],
        tags: ['USD'],
      },
    },
  ],
  [
    'names that objects have anyway',
    body({ 'constructor[prototype]': 'currency', toString: 'currency' }),
    { json: { ...JSON_BOUND, constructor: { prototype: 'USD' }, toString: 'USD' } },
  ],
  [
    'a form, with names in brackets',
    { encoding: 'form', ...body({ amount: units, 'metadata[memo]': 'memo', ok: { constant: true } }) },
    {
      body: `${BOUND}&amount=4050&metadata%5Bmemo%5D=INV+7+%26+8&ok=true`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
  [
    'a form of signs that mean something',
    { encoding: 'form', ...body({ memo: 'memo' }) },
    { form: [...new URLSearchParams(BOUND), ['memo', "ä=&+ %26~!'()*\n😀"]] },
    { memo: "ä=&+ %26~!'()*\n😀" },
  ],
  [
    'PUT with the key in the path',
    { method: 'PUT', path: '/accounts/{$account}/transfers/{$idempotency_key}/{beneficiary_id}' },
    {
      method: 'PUT',
      path: '/api/accounts/acct_operating/transfers/idem_pay_1/a%2Fb%252f%3F%23',
      json: JSON_BOUND,
    },
    { beneficiary_id: 'a/b%2f?#' },
  ],
  [
    'PATCH with a query',
    { method: 'PATCH', query: { currency: 'currency', 'as.of': '$granted_at', ref: 'reference?' } },
    { method: 'PATCH', path: '/api/transfers?currency=USD&as.of=2026-03-02T10%3A00%3A00.000Z' },
  ],
  [
    'headers: constant, computed, of a param, and without what the action lacks',
    {
      headers: {
        'api-version': { constant: '2026-01-01' },
        'x-grant': '$grant_id',
        'x-memo': 'memo',
        'x-units': units,
        'x-reference': 'reference?',
        'content-digest': '$content_digest',
      },
    },
    {
      headers: {
        'api-version': '2026-01-01',
        'x-grant': 'gr_1',
        'x-memo': 'INV 7 & 8',
        'x-units': '4050',
        'content-digest': `sha-256=:${createHash('sha256').update(JSON.stringify(JSON_BOUND)).digest('base64')}:`,
        'content-type': 'application/json',
      },
    },
  ],
  [
    'what binds the acknowledgment, in headers alone',
    { headers: { ...BINDING, from: '$account' }, body: {} },
    { json: {} },
  ],
  ...(
    [
      ['500', 'JPY', 500],
      ['5.124', 'KWD', 5_124],
      ['0.0001', 'CLF', 1],
      ['90071992547409.91', 'USD', Number.MAX_SAFE_INTEGER],
    ] as const
  ).map(
    ([amount, currency, sent]) =>
      [
        `minor units of ${currency}`,
        body({ amount: units }),
        { json: { ...JSON_BOUND, amount: sent } },
        { amount, currency },
      ] as const,
  ),
];

for (const [what, changes, { json, form, ...sent }, params] of SENT) {
  test(`a request has ${what}`, () => {
    const request = built(changes, params);
    assert.ok(request.ok, JSON.stringify(request));
    assert.partialDeepStrictEqual(request.value, sent);
    if (json !== undefined) assert.deepEqual(JSON.parse(request.value.body ?? ''), json);
    if (form !== undefined) {
      const asWritten = new URLSearchParams(form as string[][]);
      assert.equal(request.value.body, asWritten.toString());
    }
  });
}

const UNITS = /^amount is no whole number of minor units of currency/;
const REFUSED: readonly (readonly [what: string, changes: Json, params: Json, why: RegExp])[] = [
  ...[
    '\r\nx-admin: 1',
    '\n',
    'a\rb',
    '\u0000',
    'ü',
    '',
    ' a',
    'a  b',
    'a\t',
    '\u007f',
    'x'.repeat(1_001),
  ].map(
    (memo) =>
      [
        `a header of ${JSON.stringify(memo).slice(0, 30)}`,
        { headers: { 'x-memo': 'memo' } },
        { memo },
        /memo cannot be sent in the header x-memo/,
      ] as const,
  ),
  ...['..', '.', '', '../x', 'x/../../admin', '..\\x', 'x/.'].map(
    (memo) =>
      [
        `a path with ${JSON.stringify(memo)}`,
        { path: '/transfers/{memo}' },
        { memo },
        /memo cannot be sent as a step of the path/,
      ] as const,
  ),
  ['a path without end', { path: '/{memo}' }, { memo: 'ü'.repeat(200) }, /more than 1000 characters/],
  [
    'a param that is not there',
    body({ to: 'to_account' }),
    { to_account: undefined },
    /to_account is missing/,
  ],
  ...(
    [
      ['40.505', 'USD'],
      ['0.5', 'JPY'],
      ['1.2345', 'KWD'],
      ['1', 'XAU'],
      ['90071992547409.92', 'USD'],
      ['999999999999999999', 'JPY'],
      ['1e3', 'USD'],
      ['-1', 'USD'],
      ['0x10', 'USD'],
      ['1.', 'USD'],
      ['1', '__proto__'],
    ] as const
  ).map(
    ([amount, currency]) =>
      [`${amount} ${currency} in minor units`, body({ sum: units }), { amount, currency }, UNITS] as const,
  ),
];

for (const [what, changes, params, why] of REFUSED) {
  test(`a request is refused, never bent: ${what}`, () => {
    const given = Object.fromEntries(
      Object.entries({ ...PARAMS, ...params }).filter(([, value]) => value !== undefined),
    );
    const request = buildRequest(nodeCrypto, '', operationWith(changes), {
      params: given as Action['params'],
      of: { action: ACTION, grant: GRANT, account: null },
    });
    assert.match(request.ok ? '' : request.error.message, why);
  });
}

const AT = '/operations/1';
const FAULTS: readonly (readonly [what: string, changes: Json, says: string, status?: Json])[] = [
  ...[
    'authorization',
    'host',
    'transfer-encoding',
    'idempotency-key',
    'x-broker-token',
    'proxy-connection',
  ].map(
    (name) =>
      [`the header ${name}`, { headers: { [name]: 'memo' } }, `${AT}/headers/${name} is for the`] as const,
  ),
  ['a header that is no token', { headers: { 'x y': 'memo' } }, `${AT}/headers/x y does not belong here`],
  ['a header in capitals', { headers: { 'X-Memo': 'memo' } }, `${AT}/headers/X-Memo does not belong here`],
  ['a header of two lines', { headers: { x: { constant: 'a\r\nb: c' } } }, `${AT}/headers/x must be visible`],
  [
    'a header named as every object’s',
    { headers: JSON.parse('{"__proto__": "memo"}') },
    `${AT}/headers/__proto__`,
  ],
  [
    'a field named as every object’s',
    body(JSON.parse('{"a[__proto__]": "memo"}')),
    `${AT}/body/a[__proto__]`,
  ],
  ['an expression', body({ a: { constant: 'x', when: 'memo' } }), `${AT}/body/a`],
  ['a digest of itself', body({ a: '$content_digest' }), `${AT}/body/a must be a param or $idempotency_key`],
  [
    'a value that has parts',
    body({ a: 'memo', 'a[b]': 'memo' }),
    `${AT}/body/a is a value, and a[b] is a part`,
  ],
  ['a list with a gap', body({ 'a[0]': 'memo', 'a[2]': 'memo' }), `${AT}/body/a[0] is in a list`],
  ['a list with a name', body({ 'a[0]': 'memo', 'a[b]': 'memo' }), `${AT}/body/a[0] is in a list`],
  ['a list that may lack a place', body({ 'a[0][b]': 'reference?' }), `${AT}/body/a[0][b] may be left out`],
  [
    'minor units of a text',
    body({ a: { ...units, minor_units: 'memo' } }),
    `${AT}/body/a/minor_units must be a param of`,
  ],
  [
    'minor units of no currency',
    body({ a: { ...units, currency: 'memo' } }),
    `${AT}/body/a/currency must be a param of`,
  ],
  ['a $ that is no value', { path: '/transfers/$account' }, `${AT}/path has a brace or $`],
  ['a computed value that is none', { path: '/transfers/{$broker_secret}' }, `${AT}/path must be a param or`],
  [
    'a look-up without the key',
    {
      inquiry: {
        path: '/transfers',
        ack: readPlugin('treasury').connector.operations[1]?.ack,
        as_of: '/as_of',
      },
    },
    `${AT}/inquiry/path must name {idempotency_key}`,
  ],
  [
    'the status of a read',
    {},
    '/operations/2/status_of/facade must be',
    { status_of: { facade: 'bank.readBalance', grant: 'grant_id' } },
  ],
  [
    'the status of no grant',
    {},
    '/operations/2/status_of/grant must be',
    { status_of: { facade: 'bank.executeTransfer', grant: 'id' } },
  ],
  ['a status by POST', {}, '/operations/2/status_of is for a read', { method: 'POST' }],
];

for (const [what, changes, says, status] of FAULTS) {
  test(`a connector is refused: ${what}`, () => {
    const read = connectorWith(changes, status);
    assert.ok(!read.ok);
    assert.ok(read.error.message.startsWith(says), read.error.message);
  });
}

test('a look-up asks by the action’s key, with the operation’s headers, and has no body', () => {
  const { ack } = readPlugin('treasury').connector.operations[1] ?? {};
  const operation = operationWith({
    headers: { 'api-version': { constant: '1' }, 'content-digest': '$content_digest' },
    inquiry: {
      path: '/of/{$account}',
      query: { key: '$idempotency_key', payee: 'beneficiary_id' },
      ack,
      as_of: '/as_of',
    },
  });
  const { inquiry } = operation;
  assert.ok(inquiry);
  const facts = { params: PARAMS, of: { action: ACTION, grant: GRANT, account: 'acct_operating' } };
  assert.deepEqual(buildInquiry('', { ...operation, inquiry }, facts), {
    ok: true,
    value: {
      method: 'GET',
      path: '/of/acct_operating?key=idem_pay_1&payee=acme',
      headers: { 'api-version': '1' },
      body: null,
    },
  });
});

test('what an acknowledgment repeats of the body must be what was sent in it', () => {
  const read = connectorWith(body({ amount: units, 'payee[id]': 'beneficiary_id', kind: { constant: 7 } }));
  assert.ok(read.ok);
  const ack = {
    counterparty: 'bank',
    operation: 'transfer',
    grant_id: 'gr_1',
    idempotency_key: 'idem_pay_1',
  };
  const of = { action: ACTION, actionHash: GRANT.action_hash, connector: read.value };
  const said = (fields: Json) =>
    ackFaults({ ...ack, action_hash: GRANT.action_hash, ...fields } as unknown as Ack, 'bank', of).length;
  assert.equal(said({ amount: '4050', 'payee[id]': 'acme', kind: '7', currency: 'USD' }), 0);
  for (const lie of [{ amount: '40.5' }, { 'payee[id]': 'mallory' }, { kind: '8' }, { currency: 'EUR' }])
    assert.equal(said(lie), 1, JSON.stringify(lie));
});
