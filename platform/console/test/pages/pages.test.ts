import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ok, unwrap } from '@common/base/result';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { createLog } from '@common/kit/telemetry/log';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PAGES_CONFIG } from '../../src/config.ts';
import { mandateRows } from '../../src/mandates/mandate-rows.ts';
import { mandatePieces } from '../../src/mandates/mandate-words.ts';
import { openConsole } from '../../src/open-console.ts';
import { profileRows } from '../../src/policy/profile-rows.ts';
import { makeConsole, serveConsole } from './console-app.ts';
import { PLUGINS, pluginFile } from './plugins.ts';
import { mandateOf, profileOf, signedBooks } from './signed-books.ts';

const HEADER = 'X-Forwarded-User';

describe('a console behind a proxy that asks who comes', () => {
  test('is closed to whom the proxy does not name, and to who did not come through it', async (t) => {
    const given = { userHeader: HEADER };
    const url = await serveConsole(t, { ...given, trustProxy: ['127.0.0.1'] });
    const ask = async (address: string, headers: Readonly<Record<string, string>>) => {
      const answer = await fetch(address, { headers: { accept: 'text/html', ...headers } });
      return { status: answer.status, body: await answer.text() };
    };
    const through = { 'x-forwarded-for': '192.0.2.1' };
    assert.equal((await ask(`${url}/receipts`, { ...through, [HEADER]: 'amina' })).status, 200);
    for (const headers of [{}, through, { [HEADER]: 'amina' }, { ...through, [HEADER]: ' ' }]) {
      const { status, body } = await ask(`${url}/receipts`, headers);
      assert.equal(status, 403, JSON.stringify(headers));
      assert.match(body, /<h1>This console is closed<\/h1>/);
    }
    assert.equal((await ask(`${url}/healthz`, {})).status, 200);
    const elsewhere = await serveConsole(t, { ...given, trustProxy: ['192.0.2.0/24'] });
    assert.equal((await ask(elsewhere, { ...through, [HEADER]: 'amina' })).status, 403, 'another proxy');
  });

  test('does not start without the name of that proxy', async () => {
    const settings = unwrap(readConfig(PAGES_CONFIG, { CONSOLE_USER_HEADER: HEADER }));
    const log = createLog({ level: 'silent' });
    const machine = { clock: Date.now, log, randomBytes, faults: { at: () => {} }, env: {} };
    const opened = await openConsole(settings, machine);
    assert.ok(!opened.ok);
    assert.equal(opened.error.code, 'unusable_settings');
    assert.match(opened.error.message, /CONSOLE_USER_HEADER: name the proxy .* in TRUST_PROXY/);
  });
});

const NAMES = ['receipt-0.3', 'mandate', 'profile', 'action-grant', 'plugin-manifest'] as const;

const read = (path: string) => JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8'));
const RECEIPTS = ['executed', 'denied', 'second', 'revoked-before'].map((name) =>
  read(`platform/conformance/vectors/receipts/${name}.json`),
);

/** What services made, by the schema that describes it. */
const MADE: Readonly<Record<(typeof NAMES)[number], readonly unknown[]>> = {
  'receipt-0.3': RECEIPTS,
  mandate: RECEIPTS.map(({ who }) => who.contract),
  profile: RECEIPTS.map(({ why }) => why.profile),
  'action-grant': RECEIPTS.map(({ how }) => how.grant),
  'plugin-manifest': PLUGINS.map((name) => pluginFile(name, 'manifest')),
};

describe('the published schemas', () => {
  for (const name of NAMES) {
    test(`${name}: valid by two validators of others, and so is what services made`, async (t) => {
      const app = await makeConsole(t);
      const answer = await app.inject(`/docs/schema/${name}.json`);
      assert.equal(answer.statusCode, 200);
      assert.match(answer.headers['content-type'] ?? '', /^application\/schema\+json/);
      const schema = answer.json();
      assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');

      const byAjv = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
      const byOther = new CfWorkerJsonSchemaValidator({ draft: '2020-12' }).getValidator(schema);
      assert.ok(MADE[name].length > 0);
      for (const object of MADE[name]) {
        assert.ok(byAjv(object), JSON.stringify(byAjv.errors));
        assert.equal(byOther(object).valid, true);
        const { type: _, name: __, ...incomplete } = object as Record<string, unknown>;
        for (const wrong of [{ ...incomplete }, { ...(object as object), x_unknown: 1 }]) {
          assert.equal(byAjv(wrong), false);
          assert.equal(byOther(wrong).valid, false);
        }
      }
    });
  }

  test('describe the signed objects too', async (t) => {
    const app = await makeConsole(t);
    const [{ who, signatures }] = RECEIPTS;
    const { $id, $defs } = (await app.inject('/docs/schema/mandate.json')).json();
    assert.equal($id, '/docs/schema/mandate.json');
    const signed = {
      contract: who.contract,
      contract_hash: who.contract_hash,
      signature: signatures.principal,
    };
    assert.ok(new Ajv2020().compile($defs.signed)(signed));
  });
});

function manifestOf(plugin: string): PluginManifest {
  return pluginFile(plugin, 'manifest');
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
  contract_id: 'ic_records',
  profile: 'records.v1',
  policy_version: 'records.v1@1.0.0',
  scope: ['records.lookup', 'records.release'],
  forbidden: ['records.delete'],
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
      [mandateOf({ agent_key: { alg: 'ed25519', public_key: '5a'.repeat(32) } }).contract, 'treasury'],
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
