import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { makeConsole } from './console-app.ts';

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
  'plugin-manifest': readdirSync(join(REPOSITORY, 'platform/plugins')).map((name) =>
    read(`platform/plugins/${name}/manifest.json`),
  ),
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
