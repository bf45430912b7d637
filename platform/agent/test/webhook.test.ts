import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { readWebhook } from '@sanad/agent/webhook';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const DATA = {
  grant_id: 'gr_1',
  contract_id: 'ic_1',
  tool: 'propose_transfer',
  status: 'approved',
  reason: 'ok',
};
const EVENT = { type: 'grant.approved', timestamp: '2026-11-30T10:00:00.000Z', data: DATA };

/** A message as Standard Webhooks says. */
function message(event: object | string = EVENT, { ageS = 0, secret = SECRET } = {}) {
  const at = String(Math.floor(Date.now() / 1_000) - ageS);
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`ntc_1.${at}.${body}`).digest('base64');
  return {
    body,
    headers: {
      'webhook-id': 'ntc_1',
      'webhook-timestamp': at,
      'webhook-signature': `v1,${signature}`,
    },
  };
}

function read({ headers, body }: ReturnType<typeof message>, changes: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { ...headers, ...changes }, body };
  return readWebhook(new Request('https://agent.example/hook', init), SECRET);
}

test('readWebhook gives a genuine event, and null for all else', async () => {
  assert.deepEqual(await read(message()), { id: 'ntc_1', ...EVENT });
  const signed = message();
  const two = `v1,${Buffer.alloc(32).toString('base64')} v1a,x ${signed.headers['webhook-signature']}`;
  assert.equal((await read(signed, { 'webhook-signature': two }))?.id, 'ntc_1', 'one of several signatures');
  assert.equal((await read(message(EVENT, { ageS: 290 })))?.id, 'ntc_1');
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  for (const [why, forged, changes] of [
    ['another secret', message(EVENT, { secret: other }), {}],
    ['another body', { ...signed, body: signed.body.replace('gr_1', 'gr_2') }, {}],
    ['another id', signed, { 'webhook-id': 'ntc_2' }],
    ['too old', message(EVENT, { ageS: 310 }), {}],
    ['from the future', message(EVENT, { ageS: -310 }), {}],
    ['a time of no form', signed, { 'webhook-timestamp': '1e9' }],
    ['no base64', signed, { 'webhook-signature': 'v1,%' }],
    [
      'another version',
      signed,
      { 'webhook-signature': signed.headers['webhook-signature'].replace('v1', 'v2') },
    ],
    ['no JSON', message('{'), {}],
    ['another type', message({ ...EVENT, type: 'constructor' }), {}],
    ['a status of another type', message({ ...EVENT, type: 'grant.executed' }), {}],
  ] as const)
    assert.equal(await read(forged, changes), null, why);
  await assert.rejects(readWebhook(new Request('https://agent.example/'), 'secret'), TypeError);
});
