import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type {
  AgentTokenRecord,
  SignedAgentToken,
  SignedAgentTokenEnd,
} from '@platform/core/objects/agent-token';
import type { SignedMandate } from '@platform/core/objects/mandate';
import { verifySigned } from '@platform/core/signed/signed';
import { createPasskey } from '@platform/core/testing/passkey';
import { decodeJwt } from 'jose';
import { madeFor, PAGE } from './passkey-commands.ts';
import { makePlace, registryOf, seededMandate } from './place.ts';

const LIST = 'GET /contracts?limit=100';
const AGENT_KEY = { alg: 'ed25519', public_key: '5a'.repeat(32) } as const;

/** A place whose authority has two of the deployment’s first mandates, and keeps tokens. */
async function withTokens(t: TestContext) {
  const place = await makePlace(t);
  const { answers, sent } = place.authority;
  const treasury = await seededMandate(place);
  const records = { ...treasury, ...((await place.json('mandates/records.json')) as SignedMandate) };
  // An agent that signs with its own key has no tokens.
  const contract = { ...treasury.contract, contract_id: 'ic_keyed', agent_key: AGENT_KEY };
  answers.set(LIST, { status: 200, body: [{ ...treasury, contract }, treasury, records] });
  const kept: AgentTokenRecord[] = [];
  const listed = (query: string) => `GET /tokens?${query}limit=100`;
  answers.set(listed(''), () => ({ status: 200, body: kept }));
  answers.set(listed('token_id=at_none&'), { status: 200, body: [] });
  answers.set('POST /tokens', (body) => {
    const signed = body as SignedAgentToken;
    const record = { ...signed, registered_at: signed.token.made_at, last_used_at: null, end: null };
    kept.push(record);
    const { token_id: id } = signed.token;
    answers.set(listed(`token_id=${id}&`), () => ({
      status: 200,
      body: kept.filter(({ token }) => token.token_id === id),
    }));
    answers.set(`POST /tokens/${signed.token.token_id}/end`, (end) => {
      kept[kept.indexOf(record)] = { ...record, end: end as SignedAgentTokenEnd };
      return { status: 200, body: { ...record, end } };
    });
    return { status: 201, body: record };
  });
  const make = (...line: readonly string[]) => place.sanad(['keys', 'agent-token', ...line]);
  return { place, treasury, records, kept, sent, answers, make };
}

test('agent-token prints a token only once its principal has signed it and the authority keeps it', async (t) => {
  const { place, treasury, records, kept, sent, answers, make } = await withTokens(t);
  const unasked = await make();
  assert.deepEqual([unasked.code, unasked.out, sent.length], [2, '', 0]);
  assert.match(unasked.err, /acts for local[\s\S]*Nothing was signed.*--yes/);

  const { code, out, err } = await make('--hours', '2', '--yes');
  assert.equal(code, 0, err);
  const { sub, agent, contracts, token_id, iat = 0, exp = 0 } = decodeJwt(out.trim());
  assert.deepEqual([sub, agent, exp - iat], ['local', 'agent_local', 7_200]);
  const ids = [treasury, records].map(({ contract }) => contract.contract_id).sort();
  assert.deepEqual([...(contracts as string[])].sort(), ids);
  const [record] = kept;
  assert.ok(record !== undefined);
  const { token: object, token_hash: hash, signature } = record;
  assert.deepEqual([object.token_id, object.name], [token_id, 'agent_local 2026-11-20']);
  const { keys } = await registryOf(place);
  assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys, at: object.made_at }).ok);
  assert.ok(err.includes(`sanad keys end-agent-token ${object.token_id}`));

  for (const [line, said] of [
    [['--agent', 'other'], /No mandate of local for other .*name the mandates with --contract/],
    [['--contract', 'x'], /ids of mandates/],
    [['--hours', '0'], /whole number/],
    [['--name', 'a\u202eb'], /not a token.*name/],
    [['--key', 'approver_cfo'], /local must sign, but approver_cfo is the key of cfo/],
  ] as const) {
    const refused = await make(...line, '--yes');
    assert.deepEqual([refused.code, refused.out], [2, ''], line.join(' '));
    assert.match(refused.err, said);
  }
  answers.set(LIST, { status: 200, body: [{ ...treasury, status: 'expired' }] });
  assert.match((await make('--yes')).err, /in tn_local that takes tokens is in force/);
  assert.equal(kept.length, 1);
});

test('agent-token takes principal and agent from the mandates, and refuses what the gateway would refuse', async (t) => {
  const { place, treasury, answers, make } = await withTokens(t);
  const { contract_id: start, ...template } = treasury.contract;
  const registered = async (changes: object, key: string) => {
    const file = join(place.folder, 'draft.json');
    await writeFile(file, JSON.stringify({ ...template, ...changes }));
    const signed = await place.sanad(['mandate', 'sign', file, '--key', key, '--yes']);
    assert.equal(signed.code, 0, signed.err);
    const mandate: SignedMandate = JSON.parse(signed.out);
    const id = mandate.contract.contract_id;
    answers.set(`GET /contracts/${id}`, { status: 200, body: { ...treasury, ...mandate } });
    return id;
  };
  const enrol = ['keys', 'enrol', 'principal_nour', '--person', 'nour', '--role', 'principal'];
  assert.equal((await place.sanad([...enrol, '--tenant', template.tenant, '--yes'])).code, 0);
  const hers = await registered({ principal: 'nour', agent: 'my_agent' }, 'principal_nour');
  const ours = await registered({ agent: 'my_agent' }, 'principal_local');
  const claimsOf = async (...line: string[]) => {
    const { code, out, err } = await make(...line, '--yes');
    assert.equal(code, 0, err);
    const { sub, agent, contracts } = decodeJwt(out.trim());
    return [sub, agent, contracts];
  };
  assert.deepEqual(await claimsOf('--agent', 'my_agent', '--contract', hers), ['nour', 'my_agent', [hers]]);
  assert.deepEqual(await claimsOf('--contract', ours, ours), ['local', 'my_agent', [ours]]);
  // Known here, so the authority is not asked.
  assert.deepEqual(await claimsOf('--contract', start), ['local', 'agent_local', [start]]);
  assert.deepEqual(await claimsOf('--principal', 'nour', '--contract', hers), ['nour', 'my_agent', [hers]]);
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [
      ['--principal', 'local', '--contract', hers],
      /--principal says local, but ic_\w+ has the principal nour/,
    ],
    [['--agent', 'other', '--contract', hers], /--agent says other, but ic_\w+ has the agent my_agent/],
    [
      ['--contract', hers, ours],
      /one principal.*ic_\w+ \(nour\), ic_\w+ \(local\)\. Make one token for each/,
    ],
    [['--contract', ours, start], /one agent, but .*\(my_agent\).*\(agent_local\)/],
    [['--contract', 'ic_none'], /mandate ic_none .*cannot be read\. .*nothing here.*sanad mandate register/],
  ];
  for (const [line, said] of refused) {
    const { code, out, err } = await make(...line, '--yes');
    assert.deepEqual([code, out], [2, ''], line.join(' '));
    assert.match(err, said);
  }
  const changed = {
    ...treasury,
    contract: { ...treasury.contract, contract_id: ours, principal: 'mallory' },
  };
  answers.set(`GET /contracts/${ours}`, { status: 200, body: changed });
  assert.match((await make('--contract', ours, '--yes')).err, /cannot be read\. The mandate hashes to/);
});

test('agent-token says whether a record may be left when the authority does not confirm it', async (t) => {
  const { answers, make } = await withTokens(t);
  const detail = { error: 'contract_revoked', message: 'The mandate was revoked.' };
  for (const [status, said] of [
    [422, /contract_revoked.*\nNo token was made\./],
    [500, /but at_\w+ may be registered: .*end it with sanad keys end-agent-token at_\w+/],
  ] as const) {
    answers.set('POST /tokens', { status, body: { detail } });
    const { code, out, err } = await make('--yes');
    assert.deepEqual([code, out], [1, ''], String(status));
    assert.match(err, said);
  }
});

test('a principal whose key is a passkey makes tokens in the console', async (t) => {
  const { place, make } = await withTokens(t);
  const passkey = createPasskey(nodeCrypto, { name: 'principal' });
  const files = await madeFor(place, passkey, { kid: 'principal_local.key', person: 'local' });
  const line = ['keys', 'enrol-passkey', 'principal_local.key', '--person', 'local', '--role', 'principal'];
  const enrolled = await place.sanad([...line, '--tenant', '*', ...PAGE, ...files, '--yes']);
  assert.equal(enrolled.code, 0, enrolled.err);
  const { code, err } = await make('--key', 'principal_local.key');
  assert.equal(code, 2);
  assert.match(err, /is a passkey.*in the console, on the page of the mandate ic_/);
});

test('agent-tokens lists the records, and end-agent-token ends one by signature', async (t) => {
  const { place, kept, make } = await withTokens(t);
  const said = async (...line: string[]) => {
    const { code, out, err } = await place.sanad(['keys', ...line]);
    assert.equal(code, 0, err);
    return out;
  };
  assert.equal(await said('agent-tokens'), 'no tokens\n');
  await make('--name', 'Amal’s laptop', '--yes');
  const [record] = kept;
  assert.ok(record !== undefined);
  const id = record.token.token_id;
  assert.match(
    await said('agent-tokens'),
    new RegExp(`^${id} +Amal’s laptop +good +agent_local +ic_.*never used\n$`),
  );
  assert.deepEqual(JSON.parse(await said('agent-tokens', '--json')), kept);
  assert.match(
    await said('end-agent-token', id, '--reason', 'it leaked', '--yes'),
    new RegExp(`^ended: ${id}`),
  );
  const ended = kept[0]?.end;
  assert.ok(ended);
  const { end: object, end_hash: hash, signature } = ended;
  assert.equal(object.reason, 'it leaked');
  const { keys } = await registryOf(place);
  assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys, at: object.ended_at }).ok);
  assert.match(await said('agent-tokens'), / ended /);
  kept[0] = { ...record, token: { ...record.token, name: 'Another’s laptop' } };
  const altered = await place.sanad(['keys', 'end-agent-token', id, '--yes']);
  assert.deepEqual([altered.code, altered.out], [1, '']);
  assert.match(altered.err, new RegExp(`record of the token ${id} does not hold: its hash is`));
  for (const unknown of ['at_none', 'Amal’s laptop']) {
    const none = await place.sanad(['keys', 'end-agent-token', unknown, '--yes']);
    assert.equal(none.code, 2);
    assert.match(none.err, new RegExp(`no token ${unknown}: sanad keys agent-tokens lists them`));
  }
});

test('mandate sign --agent-key signs the public half of the agent’s own key, and takes no private one', async (t) => {
  const place = await makePlace(t);
  const template = join(place.folder, 'shown.json');
  await writeFile(template, JSON.stringify(await seededMandate(place)));
  const line = ['mandate', 'sign', template, '--yes', '--agent-key'];
  const file = join(place.folder, 'agent.pem');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  await writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }));
  const { out, err } = await place.sanad([...line, file]);
  const { contract }: SignedMandate = JSON.parse(out);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  assert.equal(contract.agent_key?.public_key, Buffer.from(x, 'base64url').toString('hex'));
  assert.match(err, /its own key \(ed25519 [0-9a-f]{64}\); no token counts/);
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  assert.match((await place.sanad([...line, file])).err, /is a private key/);
});
