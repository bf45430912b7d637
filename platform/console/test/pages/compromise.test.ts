import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ok } from '@common/base/result';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { nodeCrypto } from '@platform/proof/node';
import { verifySigned } from '@platform/proof/signed';
import type { KeyEntry, KeySet } from '@platform/protocol/key-entry';
import type { Page } from 'playwright-core';
import { consequencesOf } from '../../src/use-cases/key-consequences.ts';
import { chooseByKeyboard } from './choose-file.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { enrolledBy, enrolledKeys, type KeyBook, keyBook } from './enrolled.ts';
import { greens } from './greens.ts';
import { approved, heldGrant, holders, mandateWith } from './held-grant.ts';
import { keyFile, textAt } from './open-page.ts';

const browser = useBrowser();
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
    const text = JSON.stringify(JSON.stringify(trusted));
    await page.evaluate(`localStorage.setItem('sanad.trusted-keys', ${text})`);
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
    assert.equal(await page.evaluate('document.activeElement.id'), 'since');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('2026-06-01T11:00:00Z');
    await page.keyboard.press('Tab');
    await page.keyboard.type('left in a taxi');
    await page.keyboard.press('Tab');
    await chooseByKeyboard(page, ['Enter'], keyFile(holders.principal.pem));
    await page.locator('#mark-sign').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('#marked').waitFor();
    assert.match(
      await textAt(page, '#marked'),
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
    await page.getByRole('link', { name: 'All keys' }).click();
    assert.match(await textAt(page, 'main'), /approver_cfo.*Not counted Compromised since 1 June 2026/);
    assert.deepEqual(await greens(page), []);
  });

  test('without a reason, for a time to come, or by another’s key, nothing is signed', async (t) => {
    const given = book();
    const page = await open(t, given);
    await page.locator('#open-mark').click();
    await page.locator('#mark-choose').click({ force: true });
    assert.match(await textAt(page, '#reason-problem'), /Say why/);
    await page.locator('#reason').fill('lost');
    await page.locator('#since').fill('2099-01-01T00:00:00Z');
    await page.locator('#mark-choose').click({ force: true });
    assert.match(await textAt(page, '#since-problem'), /An instant that has passed/);
    await page.locator('#since').fill(NOW);
    await page.locator('#mark-file').setInputFiles(keyFile(holders.guest.pem));
    await page.locator('#mark-problem', { hasText: /\./ }).waitFor();
    assert.match(await textAt(page, '#mark-problem'), /approver_guest may not/);
    assert.deepEqual(given.marked, []);
  });
});

describe('a reader who trusts keys of their own', () => {
  const cfo = enrolledKeys.approver_cfo as KeyEntry;
  const elsewhere = (key: KeyEntry): KeyEntry => ({ ...key, deployment: 'dep_cccccccccccccccc' });

  test('marks the key that they trust, for the deployment that they trust', async (t) => {
    const given = book();
    const page = await open(t, given, enrolledKeys);
    await page.locator('#open-mark').click();
    assert.match(
      await textAt(page, '#deployment'),
      new RegExp(`${cfo.deployment}, as the keys say that you trust`),
    );
    await page.locator('#reason').fill('lost');
    await page.locator('#mark-file').setInputFiles(keyFile(holders.principal.pem));
    await page.locator('#mark-sign').click();
    await page.locator('#marked').waitFor();
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
      assert.equal(await page.locator('#open-mark, #mark-file, #mark-sign').count(), 0);
    });
  }
});

describe('what a mark stops', () => {
  const standing = { keys: enrolledKeys, mandates: [mandate], grants: [held], profiles: [] };
  const cfo = enrolledKeys.approver_cfo as KeyEntry;

  test('of an approver: routes that only they can answer, what waits, and what they approved', () => {
    const found = consequencesOf(cfo, standing, NOW);
    assert.deepEqual(found.mandatesWithout, [mandate.contract.contract_id]);
    assert.deepEqual([found.waiting, found.approvals, found.mandatesSigned], [[held.grant.grant_id], [], []]);
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
