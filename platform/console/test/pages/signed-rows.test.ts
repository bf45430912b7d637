import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ok } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import type { Mandate } from '@platform/protocol/mandate';
import type { PluginManifest } from '@platform/protocol/plugin';
import { mandateRows } from '../../src/mandates/mandate-rows.ts';
import { mandatePieces } from '../../src/mandates/mandate-words.ts';
import { profileRows } from '../../src/policy/profile-rows.ts';
import { makeConsole } from './console-app.ts';
import { mandateOf, profileOf, signedBooks } from './signed-books.ts';

const PLUGINS = ['treasury', 'records', 'trading'] as const;

function manifestOf(plugin: string): PluginManifest {
  return JSON.parse(readFileSync(join(REPOSITORY, `platform/plugins/${plugin}/manifest.json`), 'utf8'));
}

type Rows = ReturnType<typeof mandateRows>;

/** What the rows’ members say, put together again. */
function object(rows: Rows): object {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of rows.flatMap(({ members }) => members)) {
    const [outer = '', inner] = name.split('.');
    if (inner === undefined) whole[outer] = value;
    else whole[outer] = { ...(whole[outer] as object | undefined), [inner]: value };
  }
  return whole;
}

const records = mandateOf({
  ...{ contract_id: 'ic_records', profile: 'records.v1', policy_version: 'records.v1@1.0.0' },
  ...{ scope: ['records.lookup', 'records.release'], forbidden: ['records.delete'] },
  rules: { purposes: ['treatment', 'audit'], max_sensitivity: 'internal' },
}).contract;

describe('the rows of what is signed', () => {
  for (const plugin of PLUGINS) {
    test(`${plugin}: every member of its profile stands in one row, in words`, () => {
      const { profile } = profileOf(plugin, { replaces: 'ab'.repeat(32) });
      const rows = profileRows(profile, manifestOf(plugin));
      assert.deepEqual(object(rows), profile);
      assertInWords(rows, Object.keys(profile.rules));
    });
  }

  test('every member of a mandate stands in one row, in words', () => {
    for (const [mandate, plugin] of [
      [mandateOf().contract, 'treasury'],
      [records, 'records'],
    ] as const) {
      const rows = mandateRows(mandate, manifestOf(plugin));
      assert.deepEqual(object(rows), mandate);
      assertInWords(rows, Object.keys(mandate.rules));
    }
  });

  test('lists, bounds in other currencies and addresses read as sentences, with grouped figures', () => {
    const rows = profileRows(profileOf('treasury').profile, manifestOf('treasury'));
    const words = Object.fromEntries(rows.map((row) => [row.label, row.words]));
    assert.equal(words.Payees?.split('\n')[0], 'acme, to account acct_acme, currency USD');
    assert.equal(
      words['In other currencies'],
      'EUR: at most 9,000 each, at most 45,000 a day, above 900 a person must approve',
    );
    assert.equal(
      words['May be fetched'],
      'what lies under /market/ at the address that the operator sets as BANK_URL',
    );
  });
});

/** No name of a rule as programs write it, and no long figure without its groups. */
function assertInWords(rows: Rows, names: readonly string[]): void {
  for (const { label, words } of rows) {
    for (const name of names.filter((one) => one.includes('_'))) {
      assert.ok(!`${label}\n${words}`.includes(name), `${label}: ${words}`);
    }
    assert.doesNotMatch(`${label}\n${words}`, /(?<![\w@.-])\d{4,}(?![\w@.-])(?! at)/, label);
  }
}

describe('the sentence of a mandate', () => {
  const sentence = (mandate: Mandate, plugin: string) =>
    mandatePieces(mandate, manifestOf(plugin))
      .map(({ text }) => text)
      .join('');

  test('says whom it asks where only the profile says when', () => {
    assert.match(sentence(records, 'records'), /Where its rules want an approval, cfo is asked\.$/);
    assert.match(
      sentence({ ...records, approval: {} }, 'records'),
      /Where its rules want an approval, it is denied, because nobody may approve\.$/,
    );
  });

  test('says in which currency its amounts are, or whose currency it is', async (t) => {
    assert.match(sentence(mandateOf().contract, 'treasury'), /in the currency of treasury\.v1@1\.0\.0\.$/);
    const { contract } = mandateOf();
    const other = mandateOf({ contract_id: 'ic_eur', rules: { ...contract.rules, currency: 'EUR' } });
    const old = mandateOf({ contract_id: 'ic_old', policy_version: 'treasury.v1@0.9.0' });
    const books = signedBooks({ mandates: async () => ok([mandateOf(), other, old]) });
    const app = await makeConsole(t, { authority: books });
    const { body } = await app.inject({ url: '/mandates', headers: { accept: 'text/html' } });
    const words = body.replaceAll(/<[^>]*>/g, '');
    for (const said of [
      'up to 5,000 USD each',
      'up to 5,000 EUR each',
      'the currency of treasury.v1@0.9.0',
    ]) {
      assert.ok(words.includes(said), said);
    }
  });
});
