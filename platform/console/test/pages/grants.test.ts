import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage } from '@common/web/testing/check-page';
import type { GrantRecord } from '@platform/core/objects/grant';
import type {
  Doubt,
  SettlementChoice,
  SignedCancellation,
  SignedSettlement,
} from '@platform/core/objects/settlement';
import { signObject, verifySigned } from '@platform/core/signed/signed';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { vector } from './fake-authority.ts';
import { greens } from './greens.ts';
import { approved, ed, heldGrant, holder, holders, holding, keys, mandateWith } from './held-grant.ts';
import { give, keyFile, press, textAt, type } from './open-page.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const pep = holder('pep', 'pep', null, ed());

const allowed = approved(heldGrant(), 'approver_cfo');
const id = allowed.grant.grant_id;
const PATH = `/grants/${id}`;
const OTHER = 'gr_000000000000000000000007';
const sent: GrantRecord = {
  ...allowed,
  status: 'redeemed',
  redemption_id: 'red_1',
  redeemed_at: '2026-06-01T12:02:00.000Z',
};

const doubtful: GrantRecord = { ...sent, in_doubt: signedDoubt(sent) };

function signedDoubt({ action, action_hash }: GrantRecord) {
  const doubt: Doubt = {
    type: 'sanad/doubt/1',
    deployment: action.deployment,
    grant_id: id,
    action_hash,
    reason: 'no_answer',
    detail: 'the connection was cut',
    sent_at: '2026-06-01T12:02:01.000Z',
    declared_at: '2026-06-01T13:02:01.000Z',
  };
  const { hash, signature } = signObject(nodeCrypto, pep.signer, doubt);
  return { doubt, doubt_hash: hash, signature };
}

const everyone = { ...keys, pep: pep.entry };

function book(record: GrantRecord, given: Partial<Authority> = {}): Authority {
  const inDoubt = async () => ok(record.in_doubt === undefined ? [] : [record]);
  return holding(record, { keys: async () => ok(everyone), inDoubt, waiting: async () => ok([]), ...given });
}

async function wordsOf(t: TestContext, url: string, authority: Authority): Promise<string> {
  const app = await makeConsole(t, { authority });
  const { body, statusCode } = await app.inject({ url, headers: HTML });
  assert.equal(statusCode, 200, body);
  await assertValid(body, url);
  return body
    .replaceAll(/<template.*?<\/template>/gs, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');
}

function settled(choice: SettlementChoice): GrantRecord {
  const settlement = {
    type: 'sanad/settlement/1' as const,
    deployment: allowed.action.deployment,
    grant_id: id,
    action_hash: allowed.action_hash,
    doubt_hash: doubtful.in_doubt?.doubt_hash ?? '',
    replaces_hash: null,
    choice,
    reason: 'seen in the bank’s list',
    settled_at: NOW,
  };
  const { hash, signature } = signObject(nodeCrypto, holders.principal.signer, settlement);
  return { ...doubtful, settlement: { settlement, settlement_hash: hash, signature } };
}

describe('what is in doubt', () => {
  test('one page says what is known, what is not, how it went, and what each choice leaves', async (t) => {
    const words = await wordsOf(t, PATH, book(doubtful));
    for (const part of [
      'It is not known whether this was done: pay 2,500',
      'From 12:02:01 UTC on, it may have left for the counterparty.',
      'The enforcement point says: “the connection was cut”',
      'Whether the counterparty has done it.',
      'Ask again',
      'The receipt says that you declared it done, and that nobody else did. 1 of 4.',
      'Nothing has to be decided now.',
      `npx sanad grant settle ${id} --ask-again`,
    ])
      assert.ok(words.includes(part), part);
    assert.match(words, /13:02:01 Left to a person to decide.*12:02:01 It may have left.*agent-7 asked/);
    assert.doesNotMatch(words, /Cancel this action/);
  });

  test('it is counted in the navigation and on Home, and listed', async (t) => {
    const home = await wordsOf(t, '/', book(doubtful));
    assert.match(home, /HomeIn doubt \(1\)Approvals/);
    assert.match(home, /In doubt Oldest first\..*pay 2,500 EUR/);
    const list = await wordsOf(t, '/in-doubt', book(doubtful));
    assert.match(list, /One outcome is not known.*gave no answer.*Since 1 June 2026 at 13:02 UTC/);
    const none = await wordsOf(t, '/in-doubt', book(sent));
    assert.match(none, /Every outcome is known/);
    assert.doesNotMatch(none, /In doubt \(/);
  });

  test('a decision that is being carried out is shown instead of the choices', async (t) => {
    const words = await wordsOf(t, PATH, book(settled('count_as_done')));
    assert.match(words, /principal_local counts it as done; nobody knows/);
    assert.doesNotMatch(words, /npx sanad grant settle/);
    const again = await wordsOf(t, PATH, book(settled('ask_again')));
    assert.match(again, /npx sanad grant settle/, 'asked again in vain, it is decided again');
  });

  test('at both widths, light and dark', async (t) => {
    const url = await serveConsole(t, { authority: book(doubtful) });
    await checkPage(browser(), { name: 'in-doubt', url: `${url}${PATH}` });
    await checkPage(browser(), { name: 'in-doubt-list', url: `${url}/in-doubt` });
  });

  test('a principal counts it by key file and for a reason; another’s key and an unseen decision do not', async (t) => {
    const given: SignedSettlement[] = [];
    let answer: 'lie' | 'shown' = 'lie';
    const settle: Authority['settle'] = async (_, signed) => {
      given.push(signed);
      return ok(answer === 'lie' ? doubtful : { ...doubtful, settlement: signed });
    };
    const url = await serveConsole(t, { authority: book(doubtful, { settle }) });
    const page = await openPage(t, browser(), { url: `${url}${PATH}` });
    await textAt(page, '#signature', 'pep signed that its outcome is not known');
    await press(page, '#count_as_done');
    await press(page, '#decide-choose');
    await textAt(page, '#reason-problem', 'Say why');
    await type(page, '#reason', 'seen in the list');
    await give(page, '#decide-file', keyFile(holders.cfo.pem));
    await textAt(page, '#decide-problem', 'Only local can decide this');
    await give(page, '#decide-file', keyFile(holders.principal.pem));
    await textAt(page, '#decide-sign', /./);
    await press(page, '#decide-sign');
    await textAt(page, '#decide-problem', 'does not show this decision');
    answer = 'shown';
    await give(page, '#decide-file', keyFile(holders.principal.pem));
    await textAt(page, '#decide-sign', /./);
    await press(page, '#decide-sign');
    await textAt(page, '#done', 'Count as done: signed by principal_local.');
    const [, last] = given as [SignedSettlement, SignedSettlement];
    const { settlement: object, settlement_hash: hash, signature } = last;
    assert.deepEqual(
      [object.choice, object.action_hash, object.doubt_hash, object.reason],
      ['count_as_done', allowed.action_hash, doubtful.in_doubt?.doubt_hash, 'seen in the list'],
    );
    assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys, at: NOW }).ok);
    assert.doesNotMatch(await textAt(page, 'main'), /Ask again|npx sanad/);
    assert.deepEqual(await greens(page), []);
  });
});

describe('what has ended', () => {
  test('is told in one sentence, by whom, when and why', async (t) => {
    const { settlement } = settled('count_as_not_done');
    const ending = { outcome: 'denied', reason: 'settled_by_principal', detail: 'x' } as const;
    const over = { ...sent, status: 'denied', receipt_id: 'rcpt_1', ending } as const;
    const counted = await wordsOf(t, PATH, book({ ...over, ...(settlement && { settlement }) }));
    const said = /Counted as not paid by principal_local on .*; nobody knows whether it was paid: “seen in/;
    assert.match(counted, said);
    assert.doesNotMatch(counted, /nothing was done/);
    const refused = { ...ending, reason: 'counterparty_refused', detail: 'no such account' } as const;
    const words = await wordsOf(t, PATH, book({ ...over, ending: refused }));
    assert.match(words, /Approved by approver_cfo\. It was refused, and nothing was done: no such account\./);
    const done: GrantRecord = { ...sent, receipt_id: 'rcpt_1' };
    const receipt = vector('executed');
    const at = '2026-06-01T12:02:03.000Z';
    const paid = async () => ok({ ...receipt, when: { ...receipt.when, executed_at: at } });
    assert.match(
      await wordsOf(t, PATH, book(done, { receipt: paid })),
      /Approved by approver_cfo, and paid on 1 June 2026 at 12:02 UTC\./,
    );
    assert.match(await wordsOf(t, PATH, book(done)), /Approved by approver_cfo, and paid\./);
  });
});

describe('a grant has one page', () => {
  test('the request’s while it waits, and its own from then on; the other address leads there', async (t) => {
    const possible = { grant_id: OTHER, why: 'leading_zeros' } as const;
    const duplicate = { ...allowed, grant: { ...allowed.grant, possible_duplicate_of: possible } };
    for (const [record, from, to] of [
      [heldGrant(), PATH, `/approvals/${id}`],
      [allowed, `/approvals/${id}`, PATH],
      [doubtful, `/approvals/${id}`, PATH],
      [duplicate, `/approvals/${id}`, PATH],
    ] as const) {
      const app = await makeConsole(t, { authority: book(record) });
      const { statusCode, headers } = await app.inject({ url: from, headers: HTML });
      assert.deepEqual([statusCode, headers.location], [302, to]);
      assert.equal((await app.inject({ url: to, headers: HTML })).statusCode, 200);
    }
    const words = await wordsOf(t, PATH, book(duplicate));
    assert.match(words, /Beside the earlier one.*What was asked.*"amount":&quot;2500/, 'as the other page');
  });

  test('and stands on Home with its state before it has a receipt', async (t) => {
    for (const [record, state] of [
      [heldGrant(), 'waiting'],
      [allowed, 'allowed, not done yet'],
      [sent, 'unanswered'],
      [doubtful, 'in doubt'],
    ] as const) {
      const grants = async () => ok({ items: [record, { ...record, receipt_id: 'rcpt_1' }], isWhole: true });
      const home = await wordsOf(t, '/', book(record, { grants }));
      const today = / Today .*? Mandates /.exec(home)?.[0] ?? '';
      assert.match(
        today,
        new RegExp(
          `Pay 2,500 EUR to acme for INV8 agent-7, .*needs approval: above your 1,000 EUR limit ${state} Mandates $`,
        ),
      );
      assert.equal(today.match(/agent-7/g)?.length, 1, 'the other has a receipt');
    }
  });
});

describe('cancelling one action', () => {
  test('is offered while it waits, is allowed or is unanswered, and no longer', async (t) => {
    const offers = /Cancel this action.*npx sanad grant cancel/;
    for (const record of [allowed, sent]) assert.match(await wordsOf(t, PATH, book(record)), offers);
    assert.match(await wordsOf(t, `/approvals/${id}`, book(heldGrant())), offers);
    const over = { ...sent, receipt_id: 'rcpt_1' };
    assert.doesNotMatch(await wordsOf(t, PATH, book(over)), offers);
    assert.match(await wordsOf(t, PATH, book(sent)), /not answered yet: the counterparty is being asked/);
  });

  test('in two presses with a key file; the answer says whether it had left', async (t) => {
    const given: SignedCancellation[] = [];
    const cancel: Authority['cancel'] = async (_, signed) => {
      given.push(signed);
      if (given.length === 1)
        return fail('authority_refused', 'It is over (grant_is_over).', { status: 409 });
      return ok({ ...sent, cancellation: signed, stopped: 'perhaps_arrived' });
    };
    const url = await serveConsole(t, { authority: book(sent, { cancel }) });
    await checkPage(browser(), { name: 'cancel', url: `${url}${PATH}#signing` });
    const page = await openPage(t, browser(), { url: `${url}${PATH}` });
    await press(page, '#cancel summary.button');
    for (const words of ['Not cancelled. It is over', 'may have arrived: its receipt will say']) {
      await give(page, '#decide-file', keyFile(holders.principal.pem));
      await textAt(page, '#decide-sign', /./);
      await press(page, '#decide-sign');
      await textAt(page, given.length === 2 ? '#done' : '#decide-problem, #done', words);
    }
    assert.doesNotMatch(await textAt(page, 'main'), /is being asked/, 'the state before it');
    const { cancellation: object, cancellation_hash: hash, signature } = given[1] as SignedCancellation;
    assert.deepEqual([object.grant_id, object.reason], [id, 'No reason given']);
    assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys, at: NOW }).ok);
    assert.equal(mandateWith().contract.principal, signature.kid.replace('principal_', ''));
  });

  test('on the page of a request that waits, which then asks for nothing', async (t) => {
    const held = heldGrant();
    const cancel: Authority['cancel'] = async (_, signed) =>
      ok({ ...held, status: 'denied', cancellation: signed, stopped: 'never_left' });
    const url = await serveConsole(t, { authority: book(held, { cancel }) });
    const page = await openPage(t, browser(), { url: `${url}/approvals/${id}` });
    await press(page, '#cancel summary.button');
    await give(page, '#decide-file', keyFile(holders.principal.pem));
    await textAt(page, '#decide-sign', /./);
    await press(page, '#decide-sign');
    await textAt(page, '#done', 'Cancelled by principal_local. It');
    assert.equal(await textAt(page, 'h1'), 'A cancelled action');
    assert.doesNotMatch(await textAt(page, 'main'), /left, then|Approve|Reject/);
  });
});
