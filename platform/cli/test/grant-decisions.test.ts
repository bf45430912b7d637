import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import {
  type Doubt,
  SignedCancellation,
  type SignedDoubt,
  SignedSettlement,
} from '@platform/core/objects/settlement';
import { verifySigned } from '@platform/core/signed/signed';
import { Value } from 'typebox/value';
import { heldGrant, makePlace, type Place } from './place.ts';

const AT = '2026-11-20T12:00:00.000Z';
const SIGNATURE = { kid: 'pep', alg: 'ed25519' as const, sig: 'ab'.repeat(64) };

/** The grant after its call may have left and nobody answered. */
async function doubtful(place: Place): Promise<GrantRecord> {
  const record = await heldGrant(place, { grant: { outcome: 'allow', reason: 'ok' } });
  const doubt: Doubt = {
    type: 'sanad/doubt/1',
    deployment: record.action.deployment,
    grant_id: 'gr_held',
    action_hash: record.action_hash,
    reason: 'no_answer',
    detail: 'The bank did not answer.',
    sent_at: AT,
    declared_at: AT,
  };
  const in_doubt: SignedDoubt = { doubt, doubt_hash: hashOf(nodeCrypto, doubt), signature: SIGNATURE };
  const spent = { status: 'redeemed', redemption_id: 'red_1', redeemed_at: AT } as const;
  return { ...record, ...spent, in_doubt };
}

async function placeWith(t: Parameters<typeof makePlace>[0], of: typeof doubtful) {
  const made = await makePlace(t);
  const record = await of(made);
  made.authority.answers.set('GET /grants/gr_held', { status: 200, body: record });
  return { ...made, record };
}

describe('sanad grant settle', () => {
  const SETTLE = ['grant', 'settle', 'gr_held', '--reason', 'it is in the bank’s list', '--yes'];

  test('signs the choice over the action that it shows and hashed itself', async (t) => {
    const { sanad, authority, record } = await placeWith(t, doubtful);
    // The answer repeats what was sent, as the authority's does.
    const lie = { status: 200, body: record };
    authority.answers.set('POST /grants/gr_held/settle', lie);
    const unseen = await sanad([...SETTLE, '--count-as-done']);
    assert.deepEqual([unseen.code, unseen.out], [1, ''], 'an answer without it is not believed');
    assert.match(unseen.err, /shows no such decision on gr_held by principal_local/);
    for (const words of ['pay 2,500 USD to acme', 'Count as done:', 'Nobody knows', record.action_hash])
      assert.ok(unseen.err.includes(words), words);
    const sent = authority.sent.at(-1)?.body;
    assert.ok(Value.Check(SignedSettlement, sent));
    const { settlement: object, settlement_hash: hash, signature } = sent;
    assert.deepEqual(
      [object.choice, object.grant_id, object.action_hash, object.reason],
      ['count_as_done', 'gr_held', record.action_hash, 'it is in the bank’s list'],
    );
    assert.equal(signature.kid, 'principal_local');
    assert.ok(hash.length === 64 && object.settled_at === AT);
    assert.deepEqual([object.doubt_hash, object.replaces_hash], [record.in_doubt?.doubt_hash, null]);

    // The same key, text and instant give the same signature.
    authority.answers.set('POST /grants/gr_held/settle', {
      status: 200,
      body: { ...record, settlement: sent },
    });
    const done = await sanad([...SETTLE, '--count-as-done']);
    assert.deepEqual(
      [done.code, done.out],
      [0, 'Count as done: signed by principal_local; gr_held follows within a minute\n'],
    );
    const other = await sanad([...SETTLE, '--ask-again']);
    assert.equal(other.code, 1, 'another choice is not this one');

    authority.answers.set('GET /grants/gr_held', { status: 200, body: { ...record, settlement: sent } });
    await sanad([...SETTLE, '--ask-again']);
    const replacing = authority.sent.at(-1)?.body;
    assert.ok(Value.Check(SignedSettlement, replacing));
    assert.equal(replacing.settlement.replaces_hash, hash, 'it names the one that it replaces');
    const { in_doubt: doubt } = record;
    const changed = doubt && { ...doubt, doubt: { ...doubt.doubt, detail: 'another' } };
    authority.answers.set('GET /grants/gr_held', { status: 200, body: { ...record, in_doubt: changed } });
    const refused = await sanad([...SETTLE, '--ask-again']);
    assert.deepEqual([refused.code, refused.out], [1, '']);
    assert.match(refused.err, /is about something else, or was changed/);
  });

  test('takes exactly one choice, and only about a grant in doubt', async (t) => {
    const { sanad, authority } = await placeWith(t, doubtful);
    for (const choices of [[], ['--ask-again', '--count-as-done']]) {
      const { code, err } = await sanad([...SETTLE, ...choices]);
      assert.equal(code, 2);
      assert.match(err, /Give one of --ask-again, --count-as-done and --count-as-not-done/);
    }
    const long = await sanad([
      'grant',
      'settle',
      'gr_held',
      '--ask-again',
      '--yes',
      '--reason',
      'x'.repeat(281),
    ]);
    assert.match(long.err, /a reason of 1 to 280 characters/);
    const { in_doubt: _, ...asked } = await doubtful(await makePlace(t));
    authority.answers.set('GET /grants/gr_held', { status: 200, body: asked });
    const early = await sanad([...SETTLE, '--ask-again']);
    assert.equal(early.code, 2);
    assert.match(early.err, /is not in doubt/);
    assert.equal(authority.sent.length, 0);
  });
});

describe('sanad grant cancel', () => {
  const CANCEL = ['grant', 'cancel', 'gr_held', '--reason', 'wrong supplier', '--yes'];

  test('signs the end of one grant, and says whether it had left', async (t) => {
    const { sanad, authority, record, json } = await placeWith(t, heldGrant);
    authority.answers.set('POST /grants/gr_held/cancel', {
      status: 200,
      body: { ...record, stopped: 'never_left' },
    });
    const unseen = await sanad(CANCEL);
    assert.match(unseen.err, /shows no cancellation of gr_held by principal_local/);
    const sent = authority.sent.at(-1)?.body;
    assert.ok(Value.Check(SignedCancellation, sent));
    const { cancellation: object, cancellation_hash: hash, signature } = sent;
    const keys = { principal_local: (await json('keys/public/principal_local.json')) as KeyEntry };
    assert.equal(verifySigned(nodeCrypto, { object, hash, signature, keys, at: AT }).ok, true);
    assert.deepEqual([object.action_hash, object.reason], [record.action_hash, 'wrong supplier']);
    const ending = {
      outcome: 'denied',
      reason: 'cancelled_by_principal',
      detail: 'Cancelled.',
      cancellation: sent,
    };
    authority.answers.set('POST /grants/gr_held/cancel', {
      status: 200,
      body: { ...record, status: 'denied', ending, stopped: 'never_left' },
    });
    const done = await sanad(CANCEL);
    assert.deepEqual(
      [done.code, done.out],
      [0, 'cancelled by principal_local: gr_held never left, and is not done\n'],
    );
    authority.answers.set('POST /grants/gr_held/cancel', {
      status: 200,
      body: { ...record, status: 'redeemed', cancellation: sent, stopped: 'perhaps_arrived' },
    });
    assert.match((await sanad(CANCEL)).out, /gr_held may have arrived: its receipt will say/);
  });

  test('refuses before anything is signed if the grant has ended', async (t) => {
    const ended = async (place: Place) => {
      const held = await heldGrant(place);
      return { ...held, status: 'redeemed', redeemed_at: AT, receipt_id: 'rcpt_1' } as const;
    };
    const { sanad, authority } = await placeWith(t, ended);
    const { code, err } = await sanad(CANCEL);
    assert.deepEqual([code, authority.sent.length], [2, 0]);
    assert.match(err, /gr_held has ended \(executed; nothing is left to cancel\)/);
  });
});

test('list and show say what is in doubt, and what was decided', async (t) => {
  const { sanad, authority, record } = await placeWith(t, doubtful);
  authority.answers.set('GET /grants?in_doubt=true&limit=100', { status: 200, body: [record] });
  assert.match((await sanad(['grant', 'list', '--in-doubt'])).out, /gr_held +in doubt +/);
  const settlement: SignedSettlement = {
    settlement: {
      type: 'sanad/settlement/1',
      doubt_hash: 'cd'.repeat(32),
      replaces_hash: null,
      deployment: record.action.deployment,
      grant_id: 'gr_held',
      action_hash: record.action_hash,
      choice: 'count_as_not_done',
      reason: 'the bank has nothing',
      settled_at: AT,
    },
    settlement_hash: 'ab'.repeat(32),
    signature: { ...SIGNATURE, kid: 'principal_local' },
  };
  authority.answers.set('GET /grants/gr_held', { status: 200, body: { ...record, settlement } });
  const { out } = await sanad(['grant', 'show', 'gr_held']);
  assert.match(out, /in doubt +The counterparty was asked .* gave no answer\.\n +The bank did not answer\./);
  assert.match(
    out,
    /settlement +principal_local counts it as not done; nobody knows \(20 November 2026 at .*\): “the bank has nothing”/,
  );
});
