import assert from 'node:assert/strict';
import { createAccessStore } from '../../src/accounts/access.sql.ts';
import { createAccountStore } from '../../src/accounts/accounts.sql.ts';
import { createChoiceStore } from '../../src/accounts/choice.sql.ts';
import { createLinkStore } from '../../src/accounts/links.sql.ts';
import type { StoreTests } from '../store/open-store.ts';

const AT = 1_790_000_000_000;
const EMAIL = 'anna@example.org';

function key(letter: string, createdAt = AT) {
  const hash = letter.repeat(64);
  return {
    hash,
    label: `snd_live_${letter}...`,
    email: EMAIL,
    account: 'acc_a',
    tier: 'free',
    createdAt,
  } as const;
}

/** Accounts, their passwords and their sessions. */
export const ACCOUNT_TESTS: StoreTests = {
  'an account has its newest living key, a password, and an instant from which sessions count': async ({
    database,
  }) => {
    const [access, accounts] = [createAccessStore(database), createAccountStore(database)];
    await access.issueKey(key('a'));
    const signUp = { email: EMAIL, useCase: '', attribution: null, at: AT + 1 };
    await access.signUp(signUp, key('b', AT + 1), { earlierEndsAt: AT + 99, endNow: null });
    assert.equal((await accounts.newestKeyOf('acc_a', AT + 2))?.key.label, 'snd_live_b...');
    await access.endKey('snd_live_b...', AT + 3);
    assert.equal((await accounts.newestKeyOf('acc_a', AT + 4))?.key.label, 'snd_live_a...');
    assert.equal((await accounts.keyByPrefix('a'.repeat(16)))?.account.id, 'acc_a');
    assert.equal(await accounts.keyByPrefix('c'.repeat(16)), null);
    assert.deepEqual([await accounts.passwordOf('acc_a'), await accounts.passwordsOf(EMAIL, 5)], [null, []]);
    assert.equal(await accounts.setPassword('acc_a', '$argon2id$made-up', AT + 5, 1), true);
    assert.deepEqual(await accounts.passwordsOf(EMAIL, 5), [
      { account: 'acc_a', password: '$argon2id$made-up' },
    ]);
    const { account } = (await accounts.newestKeyOf('acc_a', AT)) ?? {};
    assert.deepEqual([account?.hasPassword, account?.sessionsValidFrom], [true, AT + 5]);
  },

  'an account has a language beside its choice, and neither changes the other': async ({ database }) => {
    const choices = createChoiceStore(database);
    const links = createLinkStore(database);
    assert.equal(await choices.languageOf('acc_a'), null);
    await choices.saveLanguage('acc_a', 'ar');
    assert.deepEqual(await choices.choiceOf('acc_a'), { methodologies: null, rules: 'current' });
    await choices.saveChoice('acc_a', { methodologies: ['msci'], rules: 'classic' });
    assert.equal(await choices.languageOf('acc_a'), 'ar');
    await choices.saveLanguage('acc_a', 'en');
    assert.deepEqual(await choices.choiceOf('acc_a'), { methodologies: ['msci'], rules: 'classic' });

    await createAccessStore(database).issueKey(key('a'));
    assert.equal(await choices.languageOfAddress(EMAIL), null, 'nobody proved the address yet');
    await links.ask('t', { email: EMAIL, next: '', watch: '' }, AT, AT - 1);
    const fresh = {
      record: { email: EMAIL, useCase: '', attribution: null, at: AT },
      key: { ...key('b'), account: 'acc_b' },
    };
    await links.enter('t', AT, { own: 'acc_a', fresh, now: AT, othersEndAt: AT });
    assert.equal(await choices.languageOfAddress(EMAIL), 'en');
  },

  'a link is used once, by however many at the same time, and makes one account': async (place) => {
    const one = createLinkStore(place.database);
    const other = place.url === null ? one : createLinkStore((await place.reopen()).database);
    await one.ask('t1', { email: EMAIL, next: '/', watch: 'AAPL' }, AT, AT - 1);
    await one.ask('t2', { email: EMAIL, next: '', watch: '' }, AT, AT - 1);
    const enter = (store: typeof one, token: string, letter: string) => {
      const record = { email: EMAIL, useCase: '', attribution: null, at: AT };
      const fresh = { record, key: { ...key(letter), account: `acc_${letter}` } };
      return store.enter(token, AT, { own: null, fresh, now: AT, othersEndAt: AT });
    };
    const entered = await Promise.all(
      [...'cdefgh'].map((letter, index) => enter(index % 2 ? one : other, index < 4 ? 't1' : 't2', letter)),
    );
    const opened = entered.flatMap((each) => each?.account ?? []);
    assert.deepEqual([opened.length, new Set(opened).size], [2, 1]);
    const accounts = createAccountStore(place.database);
    assert.deepEqual(
      (await accounts.named(EMAIL, 9)).map(({ id, isProven }) => [id, isProven]),
      [[opened[0], true]],
    );
    assert.equal((await accounts.newestKeyOf(opened[0] ?? '', AT))?.key.endedAt, AT - 1);
    await one.ask('t3', { email: EMAIL, next: '', watch: '' }, AT, AT - 1);
    assert.equal(await one.linkOf('t3', AT + 1), null, 'its time is over');
    assert.equal(await enter(one, 't3', 'i').then((each) => each?.account), opened[0]);
  },

  'a session is ended once for all processes, until it would have expired': async (place) => {
    const accounts = createAccountStore(place.database);
    const other = place.url === null ? accounts : createAccountStore((await place.reopen()).database);
    await Promise.all([accounts.endSession('s1', AT + 10, AT), other.endSession('s1', AT + 10, AT)]);
    assert.deepEqual([await other.isEnded('s1'), await other.isEnded('s2')], [true, false]);
    await accounts.endSession('s2', AT + 99, AT + 11);
    assert.deepEqual([await other.isEnded('s1'), await other.isEnded('s2')], [false, true]);
  },
};
