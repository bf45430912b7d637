import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashOf } from '@platform/proof/hash';
import { nodeCrypto } from '@platform/proof/node';
import { ApprovalRequest, type GrantRecord, SignedRejection } from '@platform/protocol/grant';
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
      'pay 2500 USD to acme, account acct_acme',
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
      [hashOf(nodeCrypto, record.action), 'approver_cfo', 'es256'],
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
    const stranger = await makePlace(t);
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

  test('list filters by status, show checks the hashes', async (t) => {
    const place = await makePlace(t);
    const record = await heldGrant(place);
    await present(place, record);
    place.authority.answers.set('GET /grants?status=pending&limit=100', { status: 200, body: [record] });
    assert.match(
      (await place.sanad(['grant', 'list', '--status', 'pending'])).out,
      /^grant +status +reason +proposed +.*\ngr_held {2}pending {2}approval_required {2}2026-/,
    );
    assert.equal((await place.sanad(['grant', 'list', '--status', 'open'])).code, 2);
    const { out } = await place.sanad(['grant', 'show', 'gr_held']);
    assert.match(out, /hold: approval_required/);
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
    assert.match(err, /pay 2500 USD to acme/);
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
