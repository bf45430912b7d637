import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { DirectoryState } from '@platform/core/directory/state';
import type { SignedEntry } from '@platform/core/objects/directory';
import {
  addingWords,
  alikeWords,
  entryNoun,
  firstWords,
  neededWords,
  oneOf,
  usesWords,
} from '@platform/words/directories';
import { typedState } from '../src/payees/entry-form.ts';
import {
  entryFields,
  entryName,
  lookAlikes,
  replayDirectory,
  typedField,
  valuesFault,
} from '../src/use-cases/directories.ts';
import { holders } from './pages/held-grant.ts';
import { pluginFile } from './pages/plugins.ts';
import { fullBook, lina, profileWithDirectory, signedEntry } from './pages/signed-directory.ts';

const treasury = { manifest: pluginFile('treasury', 'manifest'), connector: {} };
const payees = entryFields(treasury, 'beneficiaries');
const accounts = entryFields({ ...treasury, connector: { accounts_directory: 'accounts' } }, 'accounts');
const recipients = entryFields({ ...treasury, manifest: pluginFile('records', 'manifest') }, 'recipients');

const names = (fields: typeof payees) => fields.map(({ name, label }) => `${name} ${label}`);
const id = {
  deployment: lina.entry.deployment,
  tenant: 'tn_local',
  profile: 'treasury.v1',
  directory: 'beneficiaries',
};

describe('a directory’s entries, of any list', () => {
  test('have the fields of the plugin’s rule, and the account if they are accounts', () => {
    assert.deepEqual(names(payees), ['beneficiary_id payee', 'to_account account', 'currency currency']);
    assert.deepEqual(names(accounts), ['currency currency', 'account account']);
    assert.deepEqual(names(recipients), ['recipient_id recipient']);
    assert.deepEqual(
      payees.map(({ description, isId }) => isId && description),
      ['Short id, which agents use in requests, such as acme_trading.', false, false],
    );
    assert.deepEqual(entryFields(treasury, 'nothing'), []);
  });

  test('are called as people call them', () => {
    assert.deepEqual(['beneficiaries', 'accounts', 'currencies', 'addresses'].map(entryNoun), [
      'payee',
      'account',
      'currency',
      'address',
    ]);
    assert.deepEqual([oneOf('beneficiaries'), oneOf('accounts')], ['a payee', 'an account']);
    assert.equal(usesWords(treasury.manifest, 'beneficiaries'), 'payments');
    assert.equal(usesWords(pluginFile('records', 'manifest'), 'recipients'), 'actions');
    assert.equal(
      neededWords('accounts', { needed: 1 }),
      'Adding, changing or ending an account takes one signature.',
    );
    assert.equal(firstWords({ first: { hold_days: 1 } }), 'until 1 day has passed');
    assert.equal(firstWords({}), null);
  });

  test('are typed by the end of the account, else of what they are known by', () => {
    assert.deepEqual(
      [payees, accounts, recipients].map((fields) => typedField(fields)?.name),
      ['to_account', 'account', 'recipient_id'],
    );
    const values = { beneficiary_id: 'acme', to_account: 'acct_acme', currency: 'USD' };
    assert.equal(typedState(payees, values, ' acme ').isRight, true);
    assert.match(typedState(payees, values, 'ACME').words, /You typed ACME; the account ends in acme/);
    assert.equal(typedState(payees, {}, 'acme').words, 'Fill in the account first.');
  });

  test('get their first value as name, and more of them where it is taken', () => {
    const taken: DirectoryState['inForce'] = new Map([['acme', { signed: {} as SignedEntry, leaf: '' }]]);
    const values = { beneficiary_id: 'acme', to_account: 'acct 1', currency: 'EUR' };
    assert.equal(entryName(payees, values, new Map()), 'acme');
    assert.equal(entryName(payees, values, taken), 'acme.acct_1');
    assert.equal(entryName(accounts, { currency: 'EUR', account: 'a' }, taken), 'EUR');
  });

  test('that hide a character or lack a value are refused', () => {
    const values = { beneficiary_id: 'acme', to_account: 'acct_acme', currency: 'USD' };
    assert.equal(valuesFault(treasury, 'beneficiaries', values), null);
    assert.equal(valuesFault(treasury, 'beneficiaries', { ...values, currency: 'usd' })?.field, 'currency');
    assert.match(valuesFault(treasury, 'nothing', values)?.message ?? '', /has no list nothing/);
  });

  test('point out what looks like them, but no currency and not themselves', () => {
    const { entries, drafts } = fullBook();
    const judging = { crypto: nodeCrypto, keys: keysOf(), profile: profileWithDirectory().profile, now: NOW };
    const { state } = unwrap(replayDirectory(judging, id, { entries, drafts }));
    const found = (beneficiary_id: string, to_account: string, name = '') =>
      lookAlikes(payees, { name, values: { beneficiary_id, to_account, currency: 'USD' } }, state).map(
        ({ name: other, field, isSame }) => `${field} ${isSame ? 'of' : 'like'} ${other}`,
      );
    assert.deepEqual(found('initech', 'acct_initech'), []);
    assert.deepEqual(found('Acme', 'acct_globex_2'), ['beneficiary_id like acme', 'to_account of globex']);
    assert.deepEqual(found('acme', 'acct_acme', 'acme'), []);
    const warned = (to_account: string, currency = 'USD') =>
      lookAlikes(payees, { name: '', values: { beneficiary_id: 'acme', to_account, currency } }, state).map(
        alikeWords,
      );
    assert.deepEqual(warned('acct_umbrella'), [
      'acme has this payee already, with another account. In lists, only the account tells them apart.',
    ]);
    assert.deepEqual(warned('acct_acme'), ['acme has this payee already.', 'acme has this account already.']);
  });

  test('are added by those whom the policy names, and the others are told who that is', () => {
    const one = { directory: 'beneficiaries', tenant: 'tn_second', me: 'badr' };
    const told = (people: string[], needed: 1 | 2, me: string | null = 'badr') => {
      const terms = { needed, signers: [{ person: 'lina' }, { person: 'cfo' }] };
      const { isOpen, words } = addingWords({ ...one, me, terms, people });
      return `${isOpen}: ${words}`;
    };
    assert.deepEqual(
      [
        told([], 1),
        told(['lina'], 2),
        told(['lina'], 1),
        told(['lina', 'cfo'], 2, 'cfo'),
        told(['lina'], 1, null),
      ],
      [
        'false: The policy lets lina or cfo add a payee, and none of them has a key for tn_second.',
        'false: The policy lets lina or cfo add a payee. It takes two people, and only lina has a key for tn_second.',
        'false: Only lina can add a payee; you cannot.',
        'true: Only lina or cfo can add a payee. A second one of them confirms it.',
        'true: Only lina can add a payee.',
      ],
    );
  });

  test('are those at whose head the profile began to ask for two people', () => {
    const { entries, drafts } = fullBook();
    const [first] = entries;
    assert.ok(first);
    const codeOf = (entry_hash: string) => {
      const profile = profileWithDirectory({ earlier: { tn_local: { sequence: 0, entry_hash } } }).profile;
      const read = replayDirectory({ crypto: nodeCrypto, keys: keysOf(), profile, now: NOW }, id, {
        entries,
        drafts,
      });
      return read.ok ? 'ok' : read.error.code;
    };
    assert.deepEqual([codeOf(first.entry_hash), codeOf('a'.repeat(64))], ['ok', 'directory_disagrees']);
  });

  test('wait for a week, and for people who still may sign', () => {
    const book = fullBook();
    const judging = { crypto: nodeCrypto, keys: keysOf(), profile: profileWithDirectory().profile, now: NOW };
    const waiting = (change: Partial<typeof judging>, drafts = book.drafts) =>
      unwrap(replayDirectory({ ...judging, ...change }, id, { entries: book.entries, drafts })).waiting.map(
        ({ missing }) => missing,
      );
    assert.deepEqual(waiting({}), [1]);
    assert.deepEqual(waiting({ now: '2026-06-07T09:00:01.000Z' }), []);
    assert.deepEqual(
      waiting({ profile: profileWithDirectory({ signers: [{ person: 'cfo' }] }).profile }),
      [],
    );
    const signed_at = '2026-05-31T09:00:00.000Z';
    const stranger = signedEntry({ ...book, drafts: [] }, { change: 'added', name: 'mallory', signed_at }, [
      holders.guest.signer,
    ]);
    assert.deepEqual(waiting({}, [stranger]), []);
  });
});

const NOW = '2026-06-01T12:00:00.000Z';

function keysOf() {
  return Object.fromEntries([...Object.values(holders), lina].map(({ entry }) => [entry.kid, entry]));
}
