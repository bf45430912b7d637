import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { SignedMandate, SignedRevocation } from '@platform/protocol/mandate';
import { Value } from 'typebox/value';
import { makePlace, type Place, seededMandate } from './place.ts';

async function draftFile(place: Place, changes: Record<string, unknown> = {}): Promise<string> {
  const { contract: mandate } = await seededMandate(place);
  const { type: _type, contract_id: _id, ...draft } = mandate;
  const file = join(place.folder, 'draft.json');
  await writeFile(file, JSON.stringify({ ...draft, ...changes }));
  return file;
}

describe('sanad mandate sign', () => {
  test('shows everything to be signed in plain words, asks, and signs only after a yes', async (t) => {
    const place = await makePlace(t);
    const line = ['mandate', 'sign', await draftFile(place)];
    const questions: string[] = [];
    const answer = (text: string) => ({
      ask: async (question: string) => {
        questions.push(question);
        return text;
      },
    });
    for (const no of ['', 'n', 'no', 'yess']) {
      const { code, out } = await place.sanad(line, answer(no));
      assert.deepEqual([code, out], [2, ''], no);
    }
    assert.equal((await place.sanad(line)).code, 2);
    const { code, out, err } = await place.sanad(line, answer('y'));
    assert.equal(code, 0);
    assert.equal(questions.at(-1), 'Sign it with principal_local? [y/N] ');
    const signed: unknown = JSON.parse(out);
    assert.ok(Value.Check(SignedMandate, signed));
    for (const words of [
      'agent_local',
      'bank.executeTransfer',
      'at most 10,000 each',
      'at most 50,000 a day',
      'above 1,000 a person must approve',
      'by cfo',
      'within 1 h',
      signed.contract.valid_to,
      signed.contract_hash,
    ]) {
      assert.ok(err.includes(words), words);
    }
  });

  test('refuses a draft that is not one, names someone else, or that parsers read differently', async (t) => {
    const place = await makePlace(t);
    const sign = async (file: string) => place.sanad(['mandate', 'sign', file, '--yes']);
    const wrong = await sign(await draftFile(place, { limits: { runtime_max_s: 0, use_count_max: 1 } }));
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /runtime_max_s/);
    assert.match((await sign(await draftFile(place, { surplus: 1 }))).err, /not a mandate/);
    assert.match((await sign(await draftFile(place, { principal: 'other' }))).err, /key of local/);
    const file = join(place.folder, 'twice.json');
    await writeFile(file, '{"agent": "a", "agent": "b"}');
    assert.match((await sign(file)).err, /twice/);
    assert.match((await sign(join(place.folder, 'absent.json'))).err, /cannot be read/);
  });
});

test('mandate sign takes the output of mandate show --json as a template, with a new id', async (t) => {
  const place = await makePlace(t);
  const record = await seededMandate(place);
  const file = join(place.folder, 'shown.json');
  await writeFile(file, JSON.stringify(record));
  const { code, out } = await place.sanad(['mandate', 'sign', file, '--yes']);
  assert.equal(code, 0);
  const signed: unknown = JSON.parse(out);
  assert.ok(Value.Check(SignedMandate, signed));
  assert.notEqual(signed.contract.contract_id, record.contract.contract_id);
  assert.deepEqual({ ...signed.contract, contract_id: '' }, { ...record.contract, contract_id: '' });
});

test('mandate sign warns of what the local profile does not allow', async (t) => {
  const place = await makePlace(t);
  const { contract: mandate } = await seededMandate(place);
  const sign = async (changes: Record<string, unknown>) =>
    (await place.sanad(['mandate', 'sign', await draftFile(place, changes), '--yes'])).err;
  assert.doesNotMatch(await sign({}), /warning/);
  const over = await sign({
    policy_version: 'treasury.v1@0.9.0',
    scope: [...mandate.scope, 'records.release'],
    limits: { ...mandate.limits, use_count_max: 1001 },
    rules: { ...mandate.rules, amount_max: '10000.01' },
    valid_to: '2036-01-01T00:00:00.000Z',
  });
  for (const words of [
    'treasury.v1@1.0.0 is in force',
    'does not allow records.release',
    'limits.use_count_max may be at most 1000',
    'rules.amount_max may be at most 10000',
    'at most 365 days',
  ]) {
    assert.ok(over.includes(words), words);
  }
});

describe('sanad mandate register', () => {
  test('sends what was signed, and nothing that was altered', async (t) => {
    const place = await makePlace(t);
    const record = await seededMandate(place);
    place.authority.answers.set('POST /contracts', { status: 201, body: record });
    const file = join(place.folder, 'mandates/treasury.json');
    const { code, out } = await place.sanad(['mandate', 'register', file]);
    assert.deepEqual([code, out], [0, `registered: ${record.contract.contract_id}, active\n`]);
    const altered = join(place.folder, 'altered.json');
    const signed = {
      contract: record.contract,
      contract_hash: record.contract_hash,
      signature: record.signature,
    };
    for (const wrong of [
      { ...signed, contract: { ...signed.contract, agent: 'agent_other' } },
      { ...signed, contract_hash: 'ab'.repeat(32) },
      { ...signed, signature: { ...signed.signature, kid: 'approver_cfo' } },
    ]) {
      await writeFile(altered, JSON.stringify(wrong));
      const { code: refused, err } = await place.sanad(['mandate', 'register', altered]);
      assert.equal(refused, 2);
      if (wrong.signature === signed.signature)
        assert.match(err, /changed after it was signed; sign it again/);
    }
    const absent = await place.sanad(['mandate', 'register', join(place.folder, 'absent.json')]);
    assert.match(absent.err, /absent\.json cannot be read: ENOENT/);
    assert.equal(place.authority.sent.length, 1);
  });

  test('says that a revoked mandate stays revoked', async (t) => {
    const place = await makePlace(t);
    const record = await seededMandate(place);
    place.authority.answers.set('POST /contracts', { status: 200, body: { ...record, status: 'revoked' } });
    const file = join(place.folder, 'mandates/treasury.json');
    const { code, out, err } = await place.sanad(['mandate', 'register', file]);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /registered before, and revoked/);
  });

  test('says the authority’s reason', async (t) => {
    const place = await makePlace(t);
    const body = { detail: { error: 'amount_max_over_profile', message: 'at most 10000' } };
    place.authority.answers.set('POST /contracts', { status: 422, body });
    const file = join(place.folder, 'mandates/treasury.json');
    const { code, err } = await place.sanad(['mandate', 'register', file]);
    assert.equal(code, 1);
    assert.match(err, /amount_max_over_profile.*at most 10000/);
  });
});

describe('sanad mandate revoke, show and list', () => {
  test('revoke signs for the mandate that was shown', async (t) => {
    const place = await makePlace(t);
    const record = await seededMandate(place);
    const id = record.contract.contract_id;
    place.authority.answers.set(`GET /contracts/${id}`, { status: 200, body: record });
    place.authority.answers.set(`POST /contracts/${id}/revoke`, {
      status: 200,
      body: { ...record, status: 'revoked' },
    });
    const { code, out, err } = await place.sanad(['mandate', 'revoke', id, '--reason', 'done', '--yes']);
    assert.deepEqual([code, out], [0, `${id} is revoked\n`]);
    assert.match(err, /reason\s+done/);
    const [sent] = place.authority.sent;
    assert.ok(Value.Check(SignedRevocation, sent?.body));
    assert.equal(sent.body.revocation.contract_hash, record.contract_hash);
  });

  test('an authority that shows a text other than the signed one is not believed', async (t) => {
    const place = await makePlace(t);
    const record = await seededMandate(place);
    const id = record.contract.contract_id;
    const rules = { ...record.contract.rules, amount_max: '1' };
    place.authority.answers.set(`GET /contracts/${id}`, {
      status: 200,
      body: { ...record, contract: { ...record.contract, rules } },
    });
    for (const line of [
      ['show', id],
      ['revoke', id, '--reason', 'x', '--yes'],
    ]) {
      const { code, out, err } = await place.sanad(['mandate', ...line]);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /hashes to/);
    }
    assert.equal(place.authority.sent.length, 0);
  });

  test('list shows each with its status', async (t) => {
    const place = await makePlace(t);
    const record = await seededMandate(place);
    place.authority.answers.set('GET /contracts?limit=100', { status: 200, body: [record] });
    assert.match((await place.sanad(['mandate', 'list'])).out, /^ic_\w+ {2}active {2}treasury\.v1@1\.0\.0/);
    assert.deepEqual(JSON.parse((await place.sanad(['mandate', 'list', '--json'])).out), [record]);
  });
});
