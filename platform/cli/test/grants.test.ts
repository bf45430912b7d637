import assert from 'node:assert/strict';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { startReceiver, verified } from '@common/kit/testing/webhook-receiver';
import { ApprovalRequest, type GrantRecord, SignedRejection } from '@platform/core/objects/grant';
import { type RevokedMandate, SignedMandate, SignedRevocation } from '@platform/core/objects/mandate';
import { openAddressBook } from '@platform/keys/notice-addresses';
import { Value } from 'typebox/value';
import { heldGrant, makePlace, type Place, seededMandate } from './place.ts';

async function present(place: Place, record: GrantRecord): Promise<void> {
  const mandate = await seededMandate(place);
  const { answers } = place.authority;
  answers.set('GET /grants/gr_held', { status: 200, body: record });
  answers.set(`GET /contracts/${mandate.contract.contract_id}`, { status: 200, body: mandate });
  const { params } = record.action;
  const approved = await heldGrant(place, { params, grant: { outcome: 'allow', ...BY_CFO } });
  answers.set('POST /grants/gr_held/approve', { status: 200, body: { ...approved, status: 'active' } });
}

const BY_CFO = { approved_by: 'approver_cfo', approved_at: '2026-06-01T09:00:00.000Z' };

const APPROVE = ['grant', 'approve', 'gr_held', '--yes'];

describe('sanad grant approve', () => {
  test('shows the action and the mandate, and signs the hash that it computed itself', async (t) => {
    const place = await makePlace(t);
    const record = await heldGrant(place);
    await present(place, record);
    const { code, out, err } = await place.sanad(APPROVE);
    assert.equal(code, 0);
    assert.match(out, /^approved: gr_held is active/);
    for (const words of [
      'pay 2,500 USD to acme for INV8',
      'acct_acme',
      'INV-8',
      'Under this mandate',
      record.action_hash,
    ]) {
      assert.ok(err.includes(words), words);
    }
    const [sent] = place.authority.sent;
    assert.ok(Value.Check(ApprovalRequest, sent?.body));
    assert.deepEqual(
      [sent.body.action_hash, sent.body.signature.kid, sent.body.signature.alg],
      [record.action_hash, 'approver_cfo', 'es256'],
    );
  });

  test('believes an approval only if the authority signed it', async (t) => {
    const place = await makePlace(t);
    const record = await heldGrant(place);
    const approved = await heldGrant(place, { grant: { outcome: 'allow', ...BY_CFO } });
    for (const lie of [
      record,
      { ...record, status: 'active' },
      { ...approved, status: 'pending' },
      { ...record, status: 'active', grant: approved.grant },
    ]) {
      await present(place, record);
      place.authority.answers.set('POST /grants/gr_held/approve', { status: 200, body: lie });
      const { code, out, err } = await place.sanad(APPROVE);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /shows no approval by approver_cfo/);
    }
  });

  test('signs nothing when anything disagrees with the hash or the authority’s signature', async (t) => {
    const place = await makePlace(t);
    const record = await heldGrant(place);
    const other = await heldGrant(place, { params: { ...record.action.params, amount: '9999' } });
    const stranger = await makePlace(t, { isOther: true });
    const lies: Readonly<Record<string, GrantRecord>> = {
      'another amount under the old hash': { ...record, action: other.action },
      'another action with its own hash': { ...record, action: other.action, action_hash: other.action_hash },
      'grant altered too': {
        ...record,
        action: other.action,
        action_hash: other.action_hash,
        grant: { ...record.grant, action_hash: other.action_hash },
      },
      'signed by an unknown authority': await heldGrant(stranger),
      'another grant': { ...record, grant: { ...record.grant, grant_id: 'gr_other' } },
    };
    for (const [what, lie] of Object.entries(lies)) {
      await present(place, lie);
      const { code, err } = await place.sanad(APPROVE);
      assert.equal(code, 1, what);
      assert.match(err, /Do not sign/, what);
    }
    assert.equal(place.authority.sent.length, 0);
  });

  test('signs nothing for a grant that is not pending, or with a key that is not enrolled', async (t) => {
    const place = await makePlace(t);
    const record = await heldGrant(place);
    await present(place, { ...record, status: 'active' });
    assert.match((await place.sanad(APPROVE)).err, /is active/);
    await present(place, record);
    assert.match((await place.sanad([...APPROVE, '--key', 'approver_absent'])).err, /does not exist/);
    assert.match((await place.sanad([...APPROVE, '--key', 'keys/x.pem'])).err, /does not exist/);
    assert.equal((await place.sanad(['grant', 'approve', 'gr_held'])).code, 2);
    assert.equal(place.authority.sent.length, 0);
  });

  test('escapes what an agent could hide in a text or steer the terminal with', async (t) => {
    const place = await makePlace(t);
    const memo = 'INV-8\u001b[2J\u202eevil\u200b\u{e0041}';
    const record = await heldGrant(place);
    await present(place, await heldGrant(place, { params: { ...record.action.params, memo } }));
    const { err } = await place.sanad(['grant', 'approve', 'gr_held']);
    assert.ok(err.includes('INV-8\\u{1b}[2J\\u{202e}evil\\u{200b}\\u{e0041}'), err);
    for (const hidden of ['\u001b', '\u202e', '\u200b']) assert.ok(!err.includes(hidden));
  });
});

test('a run of spaces cannot push a text onto the next line to pose as a row', async (t) => {
  const place = await makePlace(t);
  const memo = `INV-8${' '.repeat(60)}amount       10\u00a0\ufe0f`;
  const record = await heldGrant(place);
  await present(place, await heldGrant(place, { params: { ...record.action.params, memo } }));
  const { err } = await place.sanad(['grant', 'approve', 'gr_held']);
  assert.match(err, /INV-8 (?:\\u\{20\}){59}amount (?:\\u\{20\}){6}10\\u\{a0\}\\u\{fe0f\}/);
});

test('JSON output has nothing that a terminal acts on, and the same value', async (t) => {
  const place = await makePlace(t);
  const record = await heldGrant(place);
  const memo = 'INV-8\u009b2J\u202eevil\u{e0041}';
  const shown = await heldGrant(place, { params: { ...record.action.params, memo } });
  await present(place, shown);
  const { out } = await place.sanad(['grant', 'show', 'gr_held', '--json']);
  for (const hidden of ['\u009b', '\u202e', '\u{e0041}']) assert.ok(!out.includes(hidden));
  assert.equal(JSON.parse(out).action.params.memo, memo);
});

describe('sanad grant list and show', () => {
  test('a list that is cut says so on stderr, and --all reads on', async (t) => {
    const place = await makePlace(t);
    const record = await heldGrant(place);
    const link = '</grants?cursor=2>; rel="next"';
    const newest = Array.from({ length: 100 }, () => record);
    place.authority.answers.set('GET /grants?limit=100', { status: 200, body: newest, link });
    place.authority.answers.set('GET /grants?limit=200', { status: 200, body: newest, link });
    place.authority.answers.set('GET /grants?cursor=2', { status: 200, body: [record] });
    const cut = await place.sanad(['grant', 'list']);
    assert.equal(cut.out.split('\n').length, 102, 'a heading and the last newline');
    assert.match(cut.err, /^sanad: only the newest 100 grants are listed: --all lists every one/);
    const whole = await place.sanad(['grant', 'list', '--all', '--json']);
    assert.deepEqual([JSON.parse(whole.out).length, whole.err], [101, '']);
  });

  test('list says how each grant ended, and why', async (t) => {
    const place = await makePlace(t);
    const held = await heldGrant(place);
    const ended = (reason: string) => ({ outcome: 'denied', reason, detail: '' });
    const spent = { ...held, status: 'redeemed', redeemed_at: held.action.proposed_at };
    const body = [
      spent,
      { ...spent, receipt_id: 'rcpt_1', decision: { ...held.decision, reason: 'ok' } },
      { ...spent, receipt_id: 'rcpt_2', grant: { ...held.grant, approved_by: 'approver_cfo' } },
      { ...spent, status: 'denied', ending: ended('settled_by_principal') },
      { ...spent, status: 'denied', ending: ended('counterparty_refused') },
      { ...held, status: 'denied', ending: ended('cancelled_by_principal') },
      { ...held, status: 'denied', ending: ended('contract_revoked') },
      { ...held, status: 'denied', ending: ended('approver_rejected') },
    ];
    place.authority.answers.set('GET /grants?limit=100', { status: 200, body });
    const { out } = await place.sanad(['grant', 'list']);
    const cells = out.split('\n').slice(1, -1);
    assert.deepEqual(
      cells.map((line) => line.split(/ {2,}/).slice(1, 3)),
      [
        ['unanswered', 'the counterparty did not answer (counterparty_unknown)'],
        ['executed', 'within its mandate (ok)'],
        ['executed', 'approved by approver_cfo'],
        ['counted as not done', 'the principal decided what nobody knew (settled_by_principal)'],
        ['refused', 'the counterparty refused it (counterparty_refused)'],
        ['cancelled', 'the principal cancelled it (cancelled_by_principal)'],
        ['denied', 'its mandate was revoked (contract_revoked)'],
        ['rejected', 'an approver rejected it (approver_rejected)'],
      ],
    );
  });

  test('list filters by status, show checks the hashes', async (t) => {
    const place = await makePlace(t);
    const record = await heldGrant(place);
    await present(place, record);
    place.authority.answers.set('GET /grants?status=pending&limit=100', { status: 200, body: [record] });
    assert.match(
      (await place.sanad(['grant', 'list', '--status', 'pending'])).out,
      /^grant +status +reason +proposed +.*\ngr_held {2}pending {2}a person must approve it \(approval_required\) {2}2026-/,
    );
    assert.equal((await place.sanad(['grant', 'list', '--status', 'open'])).code, 2);
    const { out } = await place.sanad(['grant', 'show', 'gr_held']);
    assert.match(out, /hold \(approval_required\): needs approval: above your 1,000 USD limit\n/);
    const column = (row: RegExp) =>
      out
        .split('\n')
        .find((line) => row.test(line))
        ?.search(/\S+$/);
    assert.ok(column(/^ {2}beneficiary_id /) !== undefined);
    assert.equal(column(/^ {2}status /), column(/^ {2}beneficiary_id /));
    await present(place, { ...record, action_hash: 'ab'.repeat(32) });
    assert.equal((await place.sanad(['grant', 'show', 'gr_held'])).code, 1);
  });
});

describe('sanad grant reject', () => {
  const REJECT = ['grant', 'reject', 'gr_held', '--reason', ' Wrong amount ', '--yes'];

  /** The authority takes every rejection. */
  async function taking(place: Place, record: GrantRecord): Promise<void> {
    await present(place, record);
    const { answers, sent } = place.authority;
    answers.set('POST /grants/gr_held/reject', {
      status: 200,
      get body() {
        const signed = sent.at(-1)?.body as SignedRejection;
        const given = { rejected_at: '2026-06-01T09:00:00.000Z', ...signed };
        const ending = { outcome: 'denied', reason: 'approver_rejected', detail: '', rejection: given };
        return { ...record, status: 'denied', ending };
      },
    });
  }

  test('signs grant and reason, and not the action’s hash', async (t) => {
    const place = await makePlace(t);
    const record = await heldGrant(place);
    await taking(place, record);
    const { code, out, err } = await place.sanad(REJECT);
    assert.equal(code, 0, err);
    assert.match(out, /^rejected by approver_cfo: gr_held is denied/);
    assert.match(err, /pay 2,500 USD to acme/);
    const sent = place.authority.sent[0]?.body;
    assert.ok(Value.Check(SignedRejection, sent));
    const { grant_id, reason, deployment } = sent.rejection;
    assert.deepEqual([grant_id, reason], ['gr_held', 'Wrong amount']);
    assert.equal(deployment, record.grant.deployment);
    assert.equal(sent.rejection_hash, hashOf(nodeCrypto, sent.rejection));
    assert.ok(!JSON.stringify(sent).includes(record.action_hash));
  });

  test('is possible when the hashes disagree, and says that they do', async (t) => {
    const place = await makePlace(t);
    await taking(place, { ...(await heldGrant(place)), action_hash: '0'.repeat(64) });
    const { code, err } = await place.sanad(REJECT);
    assert.equal(code, 0, err);
    assert.match(err, /Do not sign: the action hashes to .* You can reject it/);
  });

  test('needs a reason, and believes only its own rejection', async (t) => {
    const place = await makePlace(t);
    const record = await heldGrant(place);
    await taking(place, record);
    for (const reason of [' ', 'x'.repeat(281)]) {
      const { code, err } = await place.sanad(['grant', 'reject', 'gr_held', '--reason', reason, '--yes']);
      assert.equal(code, 2);
      assert.match(err, /a reason of 1 to 280 characters/);
    }
    assert.equal((await place.sanad(['grant', 'reject', 'gr_held', '--yes'])).code, 2);
    assert.equal(place.authority.sent.length, 0);
    for (const lie of [record, { ...record, status: 'denied' }]) {
      place.authority.answers.set('POST /grants/gr_held/reject', { status: 200, body: lie });
      const { code, err } = await place.sanad(REJECT);
      assert.equal(code, 1);
      assert.match(err, /shows no rejection of gr_held by approver_cfo/);
    }
  });
});

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
      'within 1 hour',
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

test('mandate sign --name signs what people call it, and list shows it', async (t) => {
  const place = await makePlace(t);
  const line = ['mandate', 'sign', await draftFile(place), '--yes', '--name'];
  const { out, err } = await place.sanad([...line, 'Supplier payments']);
  const signed: SignedMandate = JSON.parse(out);
  assert.equal(signed.contract.name, 'Supplier payments');
  assert.match(err, /name +Supplier payments/);
  assert.match((await place.sanad([...line, 'Supp\u202eliers'])).err, /--name takes 1 to 60 visible/);
  const record = await seededMandate(place);
  const named = { ...record, contract: signed.contract };
  place.authority.answers.set('GET /contracts?limit=100', { status: 200, body: [named, record] });
  assert.match((await place.sanad(['mandate', 'list'])).out, /^ic_\w+ {2}Supplier payments {2}active {2}/);
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
    assert.match(absent.err, /absent\.json cannot be read: there is no such file/);
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
    const none = { never_left: [], perhaps_arrived: [], acknowledged: [] };
    const answering = (grants: RevokedMandate['grants']) =>
      place.authority.answers.set(`POST /contracts/${id}/revoke`, {
        status: 200,
        body: { ...record, status: 'revoked', grants },
      });
    answering(none);
    const line = ['mandate', 'revoke', id, '--reason', 'done', '--yes'];
    const { code, out, err } = await place.sanad(line);
    assert.deepEqual([code, out], [0, `${id} is revoked\nnothing was on its way\n`]);
    assert.match(err, /reason\s+done/);
    const [sent] = place.authority.sent;
    assert.ok(Value.Check(SignedRevocation, sent?.body));
    assert.equal(sent.body.revocation.contract_hash, record.contract_hash);
    answering({ never_left: ['gr_a'], perhaps_arrived: ['gr_bb'], acknowledged: ['gr_c'] });
    assert.equal(
      (await place.sanad(line)).out,
      [
        `${id} is revoked`,
        'on its way when it ended; nothing more leaves:',
        'gr_bb  may have arrived: its receipt will say, or the principal decides',
        'gr_c   was done before',
        'gr_a   never left, and is not done',
        '',
      ].join('\n'),
    );
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
    const other = { ...record, contract: { ...record.contract, profile: 'other.v1' } };
    place.authority.answers.set('GET /contracts?limit=100', { status: 200, body: [other] });
    assert.match((await place.sanad(['mandate', 'list'])).out, /active .*; its plugin is not loaded here/);
  });
});

const URL_OF_APP = 'https://app.example/hooks/token-of-the-app';
const HOSTS = { NOTICE_HOSTS: 'app.example, other.example' };

test('an approver’s address is enrolled with a secret that is printed once and kept from others', async (t) => {
  const place = await makePlace(t, { env: HOSTS });
  const notify = () => place.sanad(['approver', 'notify', 'cfo', '--url', URL_OF_APP]);
  const first = await notify();
  assert.equal(first.code, 0, first.err);
  assert.match(first.out, /^whsec_[A-Za-z0-9+/]{43}=\n$/);
  assert.match(first.err, /cfo is told at app\.example from/);
  assert.ok(!first.err.includes(first.out.trim()));
  const file = join(place.folder, 'keys/notices/cfo.json');
  assert.equal((await stat(file)).mode & 0o077, 0);
  const stored = JSON.parse(await readFile(file, 'utf8'));
  assert.deepEqual([stored.person, stored.url, stored.secret], ['cfo', URL_OF_APP, first.out.trim()]);

  const list = await place.sanad(['approver', 'list']);
  assert.match(list.out, /^cfo +app\.example +2026-11-20T12:00:00\.000Z\n$/);
  const second = await notify();
  assert.notEqual(second.out, first.out, 'a new secret each time');
  assert.notEqual(JSON.parse(await readFile(file, 'utf8')).id, stored.id);

  assert.match((await place.sanad(['approver', 'forget', 'cfo'])).out, /cfo no longer gets notices/);
  assert.match((await place.sanad(['approver', 'list'])).out, /nobody is told/);
  const again = await place.sanad(['approver', 'forget', 'cfo']);
  assert.deepEqual([again.code, again.err], [2, 'sanad: cfo has no address: see sanad approver list.\n']);
});

test('nobody who decides nothing has an address, and none is outside the operator’s hosts', async (t) => {
  const place = await makePlace(t, { env: HOSTS });
  const refused = async (person: string, url: string, why: RegExp) => {
    const { code, out, err } = await place.sanad(['approver', 'notify', person, '--url', url]);
    assert.deepEqual([code, out], [2, ''], url);
    assert.match(err, why);
  };
  await refused('nobody', URL_OF_APP, /No approver or principal here is called nobody/);
  await refused('../cfo', URL_OF_APP, /No approver or principal here is called \.\.\/cfo/);
  const principal = await place.sanad(['approver', 'notify', 'local', '--url', URL_OF_APP]);
  assert.equal(principal.code, 0, 'a principal decides what is in doubt');
  await refused('cfo', 'https://evil.example/', /evil\.example is not one of the hosts that NOTICE_HOSTS/);
  await refused('cfo', 'http://app.example/', /must begin with https/);
  await refused('cfo', 'https://a:b@app.example/', /Leave out name, password/);
  await refused('cfo', 'https://169.254.169.254/', /not on the public internet/);
  const unset = await makePlace(t);
  const { err } = await unset.sanad(['approver', 'notify', 'cfo', '--url', URL_OF_APP]);
  assert.match(err, /app\.example is not one of the hosts that NOTICE_HOSTS lists: add it/);
  const wrong = await makePlace(t, { empty: true, env: { NOTICE_HOSTS: 'https://app.example' } });
  assert.match((await wrong.sanad(['approver', 'list'])).err, /NOTICE_HOSTS must be hosts, with commas/);
});

test('a test message reaches the receiver; what it answers is told, and repeats nothing of it', async (t) => {
  const receiver = await startReceiver(t);
  const env = { NOTICE_HOSTS: '127.0.0.1', NOTICE_ALLOW_PRIVATE: 'on' };
  const place = await makePlace(t, { env });
  const { out } = await place.sanad(['approver', 'notify', 'cfo', '--url', receiver.url]);
  const sent = await place.sanad(['approver', 'test', 'cfo'], { clock: Date.now });
  assert.equal(sent.code, 0, sent.err);
  const [message] = receiver.received;
  assert.ok(message !== undefined);
  assert.equal(Object(verified(t, out.trim(), message, Date.now())).type, 'test');
  receiver.answer(500, { 'x-told': 'nobody' });
  const failed = await place.sanad(['approver', 'test', 'cfo'], { clock: Date.now });
  assert.deepEqual([failed.code, failed.err], [1, 'sanad: The receiver answered 500.\n']);
  assert.match((await place.sanad(['approver', 'test', 'guest'])).err, /guest has no address/);
});

test('an address that was changed, copied or opened to others is refused, without its secret', async (t) => {
  const place = await makePlace(t, { env: HOSTS });
  const { out } = await place.sanad(['approver', 'notify', 'cfo', '--url', URL_OF_APP]);
  const keys = join(place.folder, 'keys');
  const file = join(keys, 'notices/cfo.json');
  const book = openAddressBook(keys);
  const text = await readFile(file, 'utf8');
  const fails = async (why: RegExp) => {
    await assert.rejects(book.address('cfo'), (error: Error) => {
      assert.match(error.message, why);
      assert.ok(!error.message.includes(out.trim()));
      return true;
    });
  };
  for (const changed of ['', '{', text.replace('"cfo"', '"guest"'), text.replace('whsec_', 'whsk_')]) {
    await writeFile(file, changed);
    await fails(/is not an approver’s address; enrol it again: sanad approver notify cfo/);
  }
  await writeFile(file, text);
  const found = await book.address('cfo');
  assert.equal(found !== null && 'url' in found ? found.url : null, URL_OF_APP);
  assert.equal(await book.address('../people/approver_cfo'), null);
  await chmod(file, 0o644);
  await fails(/is accessible to group or others/);
});
