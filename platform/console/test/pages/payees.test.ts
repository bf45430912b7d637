import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage } from '@common/web/testing/check-page';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Signer } from '@platform/core/signed/signed';
import type { Page } from 'playwright-core';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { exactText, fieldsOf, submit } from './forms.ts';
import { greens } from './greens.ts';
import { holders } from './held-grant.ts';
import { countOf, focused, give, isHidden, keyFile, press, textAt, type } from './open-page.ts';
import { profileOf, signedBooks } from './signed-books.ts';
import {
  type DirectoryBook,
  directoryBook,
  fullBook,
  lina,
  longBook,
  PATH,
  profileWithDirectory,
  signedEntry,
} from './signed-directory.ts';
import { SECRET, signIn } from './signed-in.ts';
import { pageWithAuthenticator, virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };

describe('payees in a directory', () => {
  async function wordsAt(t: TestContext, book: Pick<DirectoryBook, 'authority'>, path: string, status = 200) {
    const app = await makeConsole(t, { authority: book.authority });
    const { statusCode, body } = await app.inject({ url: path, headers: HTML });
    assert.equal(statusCode, status);
    await assertValid(body, path);
    return body.replaceAll(/<template[\s\S]*?<\/template>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  }

  describe('the list', () => {
    test('at both widths, light and dark', async (t) => {
      const url = await serveConsole(t, { authority: fullBook().authority });
      await checkPage(browser(), { name: 'payees', url: `${url}${PATH}` });
    });

    test('tells states first, then by whom, without a script, too', async (t) => {
      const words = await wordsAt(t, fullBook(), PATH);
      for (const told of [
        '2 approved payees, 1 waiting',
        'Adding or changing a payee takes two people; ending one takes one.',
        'Initrode Logistics GmbH initrode acct_ initrode, USD Not in force: 1 of 2 signatures',
        'Asked for by lina, 31 May 2026 cfo can confirm it Review',
        'First payments need approval until one is approved, or for 7 days after the second signature Changed 31 May 2026 by lina and cfo, entry 4',
        'acme acct_ acme, USD In force not paid yet Added 10 May 2026',
        'Adding a payee ends no mandate.',
        'Ended 10 May 2026 payments since then are refused; its receipts stay Ended by lina entry 3',
        '4 globex : account acct_globex , now acct_globex_2',
        '3 umbra : ended',
        'npx sanad directory show treasury.v1 beneficiaries --tenant tn_local',
      ]) {
        assert.ok(words.includes(told), `${told} in ${words}`);
      }
    });

    test('of many is searched and turned without a script, and adding comes first', async (t) => {
      const labels = Array.from({ length: 60 }, (_, index) => `Supplier ${60 - index}`);
      const book = longBook(labels.with(7, 'Société Générale'));
      const first = await wordsAt(t, book, PATH);
      assert.match(first, /Add a payee .*Find a payee .*60 in force, by name\. .*Société Générale payee_ 8/);
      assert.match(first, / 1 to 50 of 60 Later names/);
      const last = await wordsAt(t, book, `${PATH}?page=2`);
      assert.match(last, /Supplier 60 payee_ 1 .* Earlier names 51 to 60 of 60 /);
      const found = await wordsAt(t, book, `${PATH}?q=GENERALE`);
      assert.match(found, /1 of 60 match\. Show all/);
      assert.doesNotMatch(found, /Supplier 1 /);
      assert.match(
        await wordsAt(t, book, `${PATH}?q=nobody%22`),
        /0 of 60 match\..*Nothing in force matches\./,
      );
    });

    test('says how often each was paid, and when', async (t) => {
      const uses = [
        { name: 'acme', times: 1_214, first_at: '2026-03-03T10:00:00Z', last_at: '2026-05-20T09:00:00Z' },
      ];
      const words = await wordsAt(t, fullBook({ entryUses: async () => ok(uses) }), PATH);
      assert.match(words, /acme .* In force paid 1,214 times since 3 March 2026, last on 20 May 2026/);
      const silent = fullBook({ entryUses: async () => fail('authority_refused', 'away', { status: 503 }) });
      assert.doesNotMatch(await wordsAt(t, silent, PATH), /In force (?:paid|not paid)/);
    });

    test('is replayed by the browser, which says what it checked, and draws nothing green', async (t) => {
      const url = await serveConsole(t, { authority: fullBook().authority });
      const { page } = await pageWithAuthenticator(t, browser());
      await page.goto(`${url}${PATH}`);
      await textAt(page, '#checked', '5 entries, numbered without a gap');
      await textAt(page, '#checked', 'Entry 4 says what is in force');
      assert.deepEqual(await greens(page), []);
    });

    test('that was cut, reordered or signed by a stranger is not shown', async (t) => {
      const { entries } = fullBook();
      const forged = entries.with(
        1,
        signedEntry({ entries: entries.slice(0, 1), drafts: [] }, { change: 'added', name: 'mallory' }, [
          holders.authority.signer,
        ]),
      );
      for (const given of [entries.slice(1), entries.toSpliced(2, 1), forged]) {
        const { authority } = directoryBook({ directory: async () => ok({ entries: given, drafts: [] }) });
        assert.match(await wordsAt(t, { authority }, PATH, 502), /This list does not hold/);
      }
    });

    test('all of them are listed where there are several, and none is told as such', async (t) => {
      const profile = profileOf('treasury', {
        ...profileWithDirectory().profile,
        directories: { beneficiaries: { needed: 1 }, accounts: { needed: 1 } },
      });
      const words = await wordsAt(t, fullBook({}, { profile }), '/payees');
      assert.match(words, /tn_local payees of treasury\.v1 2 in force, by 5 entries/);
      assert.match(words, /accounts of treasury\.v1 no entry yet/);
      const none = await wordsAt(t, { authority: signedBooks() }, '/payees');
      assert.match(none, /have their lists in themselves/);
      await wordsAt(t, fullBook(), PATH.replace('beneficiaries', 'accounts'), 404);
    });
  });

  describe('what waits for a second person', () => {
    const profile = profileOf('treasury', {
      ...profileWithDirectory().profile,
      directories: { ...profileWithDirectory().profile.directories, accounts: { needed: 1 } },
    });

    async function seen(t: TestContext, signer: Signer | null, path: string): Promise<string> {
      const { authority } = fullBook({}, { profile });
      const app = await makeConsole(t, { authority, ...(signer !== null && { sessionSecret: SECRET }) });
      const cookie = signer === null ? '' : (await signIn(app, signer)).cookie;
      const { statusCode, body } = await app.inject({ url: path, headers: { ...HTML, cookie } });
      assert.equal(statusCode, 200);
      await assertValid(body, path);
      return body;
    }

    test('stands on the first page and in the list of directories, for those who may sign it', async (t) => {
      for (const path of ['/', '/payees']) {
        const theirs = await seen(t, holders.cfo.signer, path);
        assert.match(theirs, /Payees that need your signature/, path);
        assert.match(theirs, new RegExp(`href="${PATH}/confirm/5"[\\s\\S]*?initrode`));
        assert.match(theirs, /Signed by <bdi>lina<\/bdi>/);
        assert.match(theirs, /href="\/payees"[^>]*>Payees <strong>1<\/strong>/, 'counted in the navigation');
        assert.match(
          await seen(t, null, path),
          /Payees that need a signature[\s\S]*cfo can confirm it/,
          'nobody said who reads',
        );
      }
      const hers = await seen(t, lina.signer, '/payees');
      assert.doesNotMatch(hers, /your signature|Payees <strong>/, 'who signed it');
    });

    test('a principal whom the policy does not name is told who can add one, and finds no button', async (t) => {
      const told = (body: string) => body.replaceAll(/<[^>]*>/g, '');
      for (const path of [PATH, '/companies/tn_local']) {
        const body = await seen(t, holders.principal.signer, path);
        if (path === PATH)
          assert.match(told(body), /Only (?:cfo or lina|lina or cfo) can add a payee; you cannot\./);
        assert.doesNotMatch(body, new RegExp(`href="${PATH}/add"`), path);
      }
      assert.match(await seen(t, lina.signer, PATH), new RegExp(`href="${PATH}/add"`));
      const form = await seen(t, holders.principal.signer, `${PATH}/add`);
      assert.match(
        told(form),
        /You cannot sign this\. Only (?:cfo or lina|lina or cfo) can add a payee; you cannot\./,
      );
    });

    test('is not told once nothing follows on what is in force', async (t) => {
      const book = fullBook({}, { profile });
      book.entries.push(
        signedEntry({ ...book, drafts: [] }, { change: 'ended', name: 'acme', signed_at: NOW }, [
          lina.signer,
        ]),
      );
      assert.doesNotMatch(await wordsAt(t, book, '/'), /need a signature/);
    });
  });

  describe('signing an entry', () => {
    test('the form, an end and a confirmation: at both widths, light and dark', async (t) => {
      const { authority } = fullBook();
      const url = await serveConsole(t, { authority });
      await checkPage(browser(), { name: 'payees-add', url: `${url}${PATH}/add` });
      for (const [path, told] of [
        [
          '/end/acme',
          /One person is enough[\s\S]*nothing begins by it[\s\S]*One entry waits for a second person/,
        ],
        [
          '/confirm/5',
          /Is Initrode Logistics GmbH \(initrode\) a new payee\?[\s\S]*Contract of 20 May, page 2[\s\S]*You are the second person/,
        ],
        [
          '/change/globex',
          /What is in force as globex now counts no longer[\s\S]*first payments need approval/,
        ],
      ] as const) {
        assert.match(await wordsAt(t, { authority }, `${PATH}${path}`), told);
      }
      for (const path of ['/end/umbra', '/confirm/4', '/change/nobody']) {
        await wordsAt(t, { authority }, `${PATH}${path}`, 404);
      }
    });

    async function opened(t: TestContext, path: string, book = fullBook()): Promise<Page> {
      const url = await serveConsole(t, { authority: book.authority });
      const { page } = await pageWithAuthenticator(t, browser());
      await page.goto(`${url}${PATH}${path}`);
      await textAt(page, '#entry-ways', /./);
      return page;
    }

    async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
      for (const [field, value] of Object.entries(values)) await type(page, `#f-${field}`, value);
    }

    const INITECH = { beneficiary_id: 'initech', to_account: 'acct_initech', currency: 'USD' };

    test('what looks like another payee, and an end that differs, are said beside their fields', async (t) => {
      const page = await opened(t, '/add');
      await fill(page, { ...INITECH, beneficiary_id: 'g1obex', to_account: 'acct_acme' });
      await textAt(page, '#f-beneficiary_id-note', 'It looks like the payee of globex');
      await textAt(page, '#f-to_account-note', 'acme has this account already, with another payee.');
      await type(page, '#typed', 'acem');
      await textAt(page, '#typed-note', 'You typed acem; the account ends in acme. Which is right?');
      await press(page, '#entry-choose');
      assert.equal(await focused(page), 'typed', 'nothing can be signed until the end agrees');
      await type(page, '#typed', 'acme');
      await textAt(page, '#typed-note', 'The same as the end of the account.');
      assert.equal(await isHidden(page, '#shut'), true);
      await type(page, '#f-to_account', '');
      await press(page, '#entry-choose');
      assert.equal(await focused(page), 'f-to_account');
    });

    test('a change says beside each field what is in force now, and is signed as one', async (t) => {
      const book = fullBook();
      book.drafts.length = 0;
      const page = await opened(t, '/change/globex', book);
      await textAt(page, '#f-to_account-note', 'As in force now.');
      await type(page, '#f-to_account', 'acct_globex_3');
      await textAt(page, '#f-to_account-note', 'In force now: acct_globex_2.');
      await type(page, '#typed', 'ex_3');
      await give(page, '#entry-file', keyFile(lina.pem));
      await textAt(page, '#entry-state', 'This is clerk_lina');
      await press(page, '#entry-sign');
      await textAt(page, '#done', 'It waits for a second person');
      const [{ entry }] = book.drafts as [(typeof book.drafts)[number]];
      assert.deepEqual(
        [entry.change, entry.name, entry.values?.to_account, entry.label],
        ['changed', 'globex', 'acct_globex_3', 'Globex Corporation'],
      );
    });

    test('an entry in between makes the page look again; an end is signed by one person', async (t) => {
      const book = fullBook();
      const page = await opened(t, '/end/acme', book);
      book.drafts.length = 0;
      book.entries.push(signedEntry(book, { change: 'added', name: 'initech', signed_at: NOW }));
      await give(page, '#entry-file', keyFile(lina.pem));
      await textAt(page, '#entry-state', 'This is clerk_lina');
      await press(page, '#entry-sign');
      await textAt(
        page,
        '#entry-problem',
        'Nothing was signed. The directory has changed meanwhile, and this is entry 6 now',
      );
      await give(page, '#entry-file', keyFile(lina.pem));
      await textAt(page, '#entry-state', 'This is clerk_lina');
      await press(page, '#entry-sign');
      await textAt(page, '#done', 'Signed by clerk_lina as entry 6. Nothing begins by it now.');
      const { entry, signatures } = book.entries.at(-1) ?? assert.fail();
      assert.deepEqual(
        [entry.name, entry.change, entry.values, signatures.length],
        ['acme', 'ended', undefined, 1],
      );
    });

    test('a directory that does not hold in the browser leaves nothing to sign', async (t) => {
      const book = fullBook();
      let asked = 0;
      const directory: DirectoryBook['authority']['directory'] = async () => {
        asked += 1;
        // The page is made of all entries, and its script is given too few.
        return ok({ entries: asked === 1 ? book.entries : book.entries.slice(1), drafts: [] });
      };
      const url = await serveConsole(t, { authority: { ...book.authority, directory } });
      const { page } = await pageWithAuthenticator(t, browser());
      await page.goto(`${url}${PATH}/add`);
      await textAt(page, 'h1', 'Do not sign this');
      await textAt(page, '#compared', 'does not hold: entry 1 does not follow');
      assert.equal(await countOf(page, '#signing button'), 0);
    });

    test('a clerk adds a supplier with a passkey, a second person confirms it, and it is in force', async (t) => {
      const people: Record<string, KeyEntry> = {};
      const book = directoryBook({}, { keys: people });
      const keys = async () => ok({ ...book.keys, ...people });
      const url = await serveConsole(t, { authority: { ...book.authority, keys } });
      const { page, authenticator } = await pageWithAuthenticator(t, browser());
      const hold = async (kid: string, person: string, role: KeyEntry['role'], tenants: string[] | null) => {
        const passkey = virtualPasskey({ kid, person, role, origin: url });
        Object.assign(book.keys, { [kid]: { ...passkey.entry, tenants } });
        await authenticator.hold(passkey);
      };
      await hold('clerk_lina.phone', 'lina', 'clerk', ['tn_local']);
      await hold('approver_cfo.phone', 'cfo', 'approver', null);
      await page.goto(`${url}/payees`);
      await textAt(page, 'h1', 'No approved payees');
      await page.goto(`${url}${PATH}/add`);
      await textAt(page, '#entry-ways', 'with the passkey clerk_lina.phone');
      await fill(page, { ...INITECH, label: 'Initech Ltd', source: 'Letter of 2 May' });
      await type(page, '#typed', 'tech');
      await press(page, '#entry-passkey-1');
      await textAt(page, '#done', /It waits for a second person; until then nothing changes\.$/);
      const first = book.drafts[0]?.signatures[0]?.kid ?? '';
      await page.goto(`${url}${PATH}/confirm/0`);
      const other = first === 'clerk_lina.phone' ? 'approver_cfo.phone' : 'clerk_lina.phone';
      await textAt(page, '#entry-ways', `with the passkey ${other}`);
      await textAt(page, '#entry-facts', 'Name initech (Initech Ltd)');
      await type(page, '#typed', 'tech');
      await press(page, '#entry-passkey-1');
      await textAt(page, '#done', `Signed by ${other} as entry 0. No mandate ended.`);
      await page.goto(`${url}${PATH}`);
      await textAt(page, 'h1', '1 approved payee');
      await textAt(page, '.payees', 'Initech Ltd initech acct_initech, USD First payments need approval');
      await textAt(page, '#checked', 'One entry, numbered without a gap');
    });
  });

  describe('elsewhere', () => {
    test('policy and mandates say which lists stand in directories, and a draft keeps their terms', async (t) => {
      const book = fullBook();
      const policy = await wordsAt(t, book, '/policy');
      assert.match(
        policy,
        /payees In a directory of each tenant, which no new version ends\. ?Signed by lina or cfo\./,
      );
      const mandate = await wordsAt(t, book, '/mandates/ic_first');
      assert.match(
        mandate,
        /It reaches the payees that are in force when it is used\. Adding or ending one does not end it\./,
      );
      const app = await makeConsole(t, { authority: book.authority });
      const path = '/policy/treasury.v1/draft';
      const form = await app.inject({ url: path, headers: HTML });
      assert.doesNotMatch(form.body, /name="rule_beneficiaries"/);
      const { status, body } = await submit(app, path, { ...fieldsOf(form.body), reason: 'Higher limits' });
      assert.equal(status, 200);
      assert.deepEqual(JSON.parse(exactText(body)).directories, profileWithDirectory().profile.directories);
    });
  });
});
