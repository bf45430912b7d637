import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { SignedRevocation } from '@platform/core/objects/mandate';
import { verifySigned } from '@platform/core/signed/signed';
import type { Page } from 'playwright-core';
import type { Authority } from '../../src/use-cases/authority.ts';
import { consequencesOf } from '../../src/use-cases/key-consequences.ts';
import { chooseByKeyboard } from './choose-file.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { enrolledBy, enrolledKeys, type KeyBook, keyBook } from './enrolled.ts';
import { greens } from './greens.ts';
import { approved, heldGrant, holders, keys, mandateWith } from './held-grant.ts';
import { countOf, focused, give, keyFile, press, textAt, type } from './open-page.ts';
import { mandateOf, signedBooks } from './signed-books.ts';
import { trust } from './trusted.ts';
import { pageWithAuthenticator, virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();

describe('revoking a mandate', () => {
  const record = mandateOf();
  const held = heldGrant();
  const under = { ...held, grant: { ...held.grant, contract_id: 'ic_first' } };
  const done = { ...under, status: 'redeemed' as const, receipt_id: 'rcpt_1' };
  const away = { ...under, status: 'redeemed' as const };
  const other = mandateOf({ contract_id: 'ic_second' });
  const PATH = '/mandates/ic_first';
  const KID = 'principal_local.phone';

  const books = (given: Partial<Authority> = {}) =>
    signedBooks({
      grantsOf: async () => ok([under, done, away]),
      mandates: async () => ok([record, other]),
      ...given,
    });

  function revoking(sent: SignedRevocation[]): Partial<Authority> {
    return {
      revoke: async (_, signed) => {
        sent.push(signed);
        const grants = { never_left: [], perhaps_arrived: ['gr_late'], acknowledged: [] };
        return ok({ ...record, status: 'revoked', revocation: signed, grants });
      },
    };
  }

  async function open(t: TestContext, given: Partial<Authority> = {}): Promise<Page> {
    const enrolled: Record<string, KeyEntry> = { ...keys };
    const authority = books({ keys: async () => ok(enrolled), ...given });
    const url = await serveConsole(t, { authority });
    const passkey = virtualPasskey({ kid: KID, person: 'local', origin: url, role: 'principal' });
    enrolled[KID] = { ...passkey.entry, tenants: ['*'] };
    const { page, authenticator } = await pageWithAuthenticator(t, browser());
    await authenticator.hold(passkey);
    await page.goto(`${url}${PATH}`);
    return page;
  }

  describe('/mandates/{contract_id}: ending it', () => {
    test('at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: books() });
      // Led to what is within it, a browser opens it.
      await checkPage(browser(), { name: 'mandate-revoke', url: `${url}${PATH}#signing` });
    });

    test('tells what ends before anything is signed, without a script, too', async (t) => {
      const app = await makeConsole(t, { authority: books() });
      const { body } = await app.inject({ url: PATH, headers: { accept: 'text/html' } });
      const words = body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
      assert.match(words, /One open request ends, and agent_local can do nothing more under it/);
      assert.match(words, /Waiting: pay 2,500 \w+ to/);
      assert.match(words, /What is done stays done: one action/);
      assert.match(words, /One action is on the way or in doubt now: gr_/);
      assert.match(words, /After the authority’s answer, nothing more leaves for a counterparty/);
      assert.doesNotMatch(words, /has begun is not stopped/);
      assert.match(words, /other mandates: ic_second/);
      assert.match(words, /npx sanad mandate revoke ic_first/);
      assert.match(words, /5,000 USD in all so far/);
    });

    test('in two clicks with a passkey; the reason may stay empty', async (t) => {
      const sent: SignedRevocation[] = [];
      const page = await open(t, revoking(sent));
      await textAt(page, '#signature', 'local signed exactly this');
      await press(page, '#revoke > summary');
      await press(page, '#revoke-passkey-1');
      await textAt(page, '#done', `Revoked by ${KID}.`);
      assert.equal(await textAt(page, '.stopped'), 'May have arrived gr_late');
      assert.equal(await textAt(page, 'h1'), 'A revoked mandate');
      assert.doesNotMatch(await textAt(page, 'main'), /in force|left today|npx sanad|What this ends/);
      const [{ revocation: object, revocation_hash: hash, signature }] = sent as [SignedRevocation];
      assert.deepEqual([object.contract_hash, object.reason], [record.contract_hash, '']);
      assert.equal(signature.kid, KID);
      assert.equal(hash.length, 64);
      assert.deepEqual(await greens(page), []);
    });

    test('with a key file, by keyboard, for a reason that is signed as it is shown', async (t) => {
      const sent: SignedRevocation[] = [];
      const page = await open(t, revoking(sent));
      await page.locator('#revoke > summary').focus();
      await page.keyboard.press('Enter');
      await page.locator('#reason').focus();
      await page.keyboard.type('The agent is retired');
      await give(page, '#revoke-file', keyFile(holders.principal.pem));
      await textAt(page, '#revoke-sign', /./);
      assert.equal(await focused(page), 'revoke-sign');
      const shown = await page.locator('#revocation').textContent();
      await page.keyboard.press('Enter');
      await textAt(page, '#done', /./);
      const [{ revocation: object, revocation_hash: hash, signature }] = sent as [SignedRevocation];
      assert.deepEqual(object, JSON.parse(shown ?? ''));
      assert.equal(object.reason, 'The agent is retired');
      assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys, at: NOW }).ok);
    });

    test('a reason with a character unseen is refused beside it; another’s key, too', async (t) => {
      const sent: SignedRevocation[] = [];
      const page = await open(t, revoking(sent));
      await press(page, '#revoke > summary');
      await type(page, '#reason', 'retired\u202e');
      await textAt(page, '#reason-problem', /retired\\u\{202e\}/);
      await press(page, '#revoke-passkey-1');
      await type(page, '#reason', 'retired');
      await give(page, '#revoke-file', keyFile(holders.cfo.pem));
      await textAt(page, '#revoke-problem', 'Only local can end it');
      assert.equal(sent.length, 0);
    });

    test('a refusal is told by its name, and a mandate that hashes to something else is not named', async (t) => {
      const detail = { status: 403, error: 'key_expired' };
      const refused = async () => fail('authority_refused', 'It (key_expired) ended.', detail);
      let shown = record;
      const page = await open(t, { revoke: refused, mandate: async () => ok(shown) });
      await press(page, '#revoke > summary');
      await press(page, '#revoke-passkey-1');
      await textAt(page, '#revoke-problem', 'Not revoked. It (key_expired) ended.');
      shown = { ...record, contract: { ...record.contract, agent: 'agent_other' } };
      await page.reload();
      await textAt(page, '#signature.fails', /./);
      await press(page, '#revoke > summary');
      await press(page, '#revoke-passkey-1');
      await textAt(page, '#revoke-problem', 'Nothing was signed. The mandate hashes to');
    });

    test('one that is over already cannot be ended', async (t) => {
      const over = async () => ok({ ...record, status: 'expired' as const });
      const app = await makeConsole(t, { authority: books({ mandate: over }) });
      const { body } = await app.inject({ url: PATH, headers: { accept: 'text/html' } });
      assert.doesNotMatch(body, /Revoke this mandate/);
      assert.match(body, /<strong>Nothing\.<\/strong> Its rules, \S+, are no longer in force\./);
      assert.doesNotMatch(body, /left today/);
      const page = await open(t, { mandate: over });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.reload();
      await textAt(page, '#signature', 'signed exactly this');
      assert.deepEqual(errors, []);
    });
  });
});

describe('marking a key as compromised', () => {
  const HTML = { accept: 'text/html' };
  const PATH = '/keys/approver_cfo/compromise';
  const mandate = mandateWith();
  const held = heldGrant({}, mandate);

  /** With a mandate that asks cfo, and a request that waits under it. */
  function book(shown: KeySet = enrolledKeys): KeyBook {
    const rest = { mandates: async () => ok([mandate]), openGrants: async () => ok([held]) };
    return keyBook(rest, shown);
  }

  async function open(t: TestContext, given: KeyBook, trusted: KeySet | null = null): Promise<Page> {
    const url = await serveConsole(t, { authority: given.authority });
    const page = await openPage(t, browser(), { url: `${url}${trusted === null ? PATH : '/verify'}` });
    if (trusted !== null) {
      await trust(page, trusted);
      await page.goto(`${url}${PATH}`);
    }
    return page;
  }

  describe('/keys/{kid}/compromise', () => {
    test('at both widths, light and dark, and so the keys', async (t) => {
      const given = book();
      const lost = enrolledBy(holders.guest.entry);
      given.keys.approver_guest = { ...lost, compromised_at: '2026-05-30T10:00:00.000Z' };
      const url = await serveConsole(t, { authority: given.authority });
      await checkPage(browser(), { name: 'compromise', url: `${url}${PATH}` });
      await checkPage(browser(), { name: 'keys', url: `${url}/keys` });
    });

    test('without a script it tells what that stops, and the command', async (t) => {
      const app = await makeConsole(t, { authority: book().authority });
      const { body } = await app.inject({ url: PATH, headers: HTML });
      assert.match(body, /no other key that will do/);
      assert.ok(body.includes(`href="/mandates/${mandate.contract.contract_id}"`));
      assert.ok(body.includes(`href="/approvals/${held.grant.grant_id}"`));
      assert.match(body, /npx sanad keys compromise approver_cfo --at 2026-06-01T12:00:00\.000Z --reason/);
      const service = await app.inject({ url: '/keys/authority/compromise', headers: HTML });
      assert.equal(service.statusCode, 404);
      assert.match(service.body, /marked by its operator/);
    });

    test('by keyboard: what is told is signed, by a principal’s key, and then shown', async (t) => {
      const given = book();
      const page = await open(t, given);
      await page.locator('#open-mark').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      assert.equal(await focused(page), 'since');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('2026-06-01T11:00:00Z');
      await page.keyboard.press('Tab');
      await page.keyboard.type('left in a taxi');
      await page.keyboard.press('Tab');
      await chooseByKeyboard(page, ['Enter'], keyFile(holders.principal.pem));
      await page.locator('#mark-sign').waitFor();
      await page.keyboard.press('Enter');
      assert.match(
        await textAt(page, '#marked', /./),
        /nothing that it signs from 1 June 2026 at 11:00 UTC on counts/,
      );
      const [signed] = given.marked;
      assert.ok(signed !== undefined);
      const { compromise: object, compromise_hash: hash, signature } = signed;
      assert.deepEqual([object.kid, object.reason], ['approver_cfo', 'left in a taxi']);
      assert.equal(object.fingerprint, enrolledKeys.approver_cfo?.fingerprint);
      assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys: enrolledKeys, at: NOW }).ok);
      assert.equal(await textAt(page, 'h1'), 'approver_cfo is marked as compromised');
      assert.doesNotMatch(await textAt(page, 'main'), /npx sanad|What that stops/);
      await page.goto(new URL('/keys', page.url()).href);
      assert.match(await textAt(page, 'main'), /approver_cfo.*Not counted Compromised since 1 June 2026/);
      assert.deepEqual(await greens(page), []);
    });

    test('without a reason, for a time to come, or by another’s key, nothing is signed', async (t) => {
      const given = book();
      const page = await open(t, given);
      await press(page, '#open-mark');
      await press(page, '#mark-choose');
      await textAt(page, '#reason-problem', /Say why/);
      await type(page, '#reason', 'lost');
      await type(page, '#since', '2099-01-01T00:00:00Z');
      await press(page, '#mark-choose');
      await textAt(page, '#since-problem', /An instant that has passed/);
      await type(page, '#since', NOW);
      await give(page, '#mark-file', keyFile(holders.guest.pem));
      await textAt(page, '#mark-problem', /approver_guest may not/);
      assert.deepEqual(given.marked, []);
    });
  });

  describe('a reader who trusts keys of their own', () => {
    const cfo = enrolledKeys.approver_cfo as KeyEntry;
    const elsewhere = (key: KeyEntry): KeyEntry => ({ ...key, deployment: 'dep_cccccccccccccccc' });

    test('marks the key that they trust, for the deployment that they trust', async (t) => {
      const given = book();
      const page = await open(t, given, enrolledKeys);
      await press(page, '#open-mark');
      await textAt(page, '#deployment', `${cfo.deployment}, as the keys say that you trust`);
      await type(page, '#reason', 'lost');
      await give(page, '#mark-file', keyFile(holders.principal.pem));
      await textAt(page, '#mark-sign', /./);
      await press(page, '#mark-sign');
      await textAt(page, '#marked', /./);
      assert.deepEqual(
        given.marked.map(({ compromise: { deployment, fingerprint } }) => [deployment, fingerprint]),
        [[cfo.deployment, cfo.fingerprint]],
      );
    });

    const second = enrolledBy({ ...holders.second.entry, kid: 'approver_cfo', person: 'cfo' });
    const shown: readonly (readonly [string, KeySet, RegExp])[] = [
      ['another key as this kid', { ...enrolledKeys, approver_cfo: second }, /another key as approver_cfo/],
      [
        'a key of another deployment',
        { ...enrolledKeys, approver_cfo: elsewhere(cfo) },
        /dep_cccccccccccccccc/,
      ],
    ];
    for (const [name, keys, words] of shown) {
      test(`signs nothing if the authority shows ${name}`, async (t) => {
        const page = await open(t, book(keys), enrolledKeys);
        assert.match(await textAt(page, '#not-here'), words);
        assert.match(await textAt(page, '#not-here'), /Do not sign/);
        assert.equal(await countOf(page, '#open-mark, #mark-file, #mark-sign'), 0);
      });
    }
  });

  describe('what a mark stops', () => {
    const standing = { keys: enrolledKeys, mandates: [mandate], grants: [held], profiles: [] };
    const cfo = enrolledKeys.approver_cfo as KeyEntry;

    test('of an approver: routes that only they can answer, what waits, and what they approved', () => {
      const found = consequencesOf(cfo, standing, NOW);
      assert.deepEqual(found.mandatesWithout, [mandate.contract.contract_id]);
      assert.deepEqual(
        [found.waiting, found.approvals, found.mandatesSigned],
        [[held.grant.grant_id], [], []],
      );
      const second = enrolledBy(holders.second.entry);
      const keys = { ...enrolledKeys, 'approver_cfo.laptop': second };
      const two = consequencesOf(cfo, { ...standing, keys }, NOW);
      assert.deepEqual([two.mandatesWithout, two.mandatesWith], [[], [mandate.contract.contract_id]]);
      const strict = mandateWith({ assurance: 'hardware' });
      const hardware = consequencesOf(cfo, { ...standing, keys, mandates: [strict] }, NOW);
      assert.deepEqual(hardware.mandatesWithout, [strict.contract.contract_id], 'a file is no hardware');
      const active = approved(held, 'approver_cfo');
      const after = consequencesOf(cfo, { ...standing, grants: [active] }, NOW);
      assert.deepEqual(after.approvals, [held.grant.grant_id]);
    });

    test('of a root: every key that it enrolled, and every mandate that it signed', () => {
      const found = consequencesOf(enrolledKeys.principal_local as KeyEntry, standing, NOW);
      assert.deepEqual(found.enrolled, ['approver_cfo', 'approver_guest']);
      assert.deepEqual(found.mandatesSigned, [mandate.contract.contract_id]);
    });
  });
});
