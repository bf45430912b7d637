import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeCrypto } from '@platform/proof/node';
import type { PluginManifest } from '@platform/protocol/plugin';
import { watchPlugins } from '@platform/trust/plugin-folders';
import { makeCatalogue, type Tool } from '../src/use-cases/catalogue.ts';
import { fillParams } from '../src/use-cases/check-inputs.ts';
import { RECORDS, TREASURY } from './parts.ts';

const PLUGINS = fileURLToPath(new URL('../../plugins', import.meta.url));

describe('plugins', () => {
  test('the repository’s have the four tools of the interface', async () => {
    const catalogue = makeCatalogue(
      [...watchPlugins(PLUGINS, nodeCrypto)().plugins.values()].map(({ manifest }) => manifest),
    );
    assert.ok(catalogue.ok);
    const tools = [...catalogue.value.tools.keys()];
    for (const name of ['fetch_fx', 'propose_transfer', 'read_balance', 'release_record']) {
      assert.ok(tools.includes(name), name);
    }
  });

  test('two tools with one name, or a facade that does not exist, are refused by name', () => {
    const twice = makeCatalogue([TREASURY, { ...RECORDS, tools: TREASURY.tools, facades: TREASURY.facades }]);
    assert.match(twice.ok ? '' : twice.error.message, /treasury and records both have a tool read_balance/);
    const nowhere = makeCatalogue([{ ...TREASURY, facades: [] }]);
    assert.match(nowhere.ok ? '' : nowhere.error.message, /names facade bank\.readBalance/);
  });
});

describe('templates of params', () => {
  const tool = (kind: 'url' | 'text', template: string): Tool => {
    const [facade] = TREASURY.facades;
    const [spec] = TREASURY.tools;
    assert.ok(facade !== undefined && spec !== undefined);
    const params: PluginManifest['facades'][number]['params'] = { to: { kind, description: 'x' } };
    return { plugin: 'x', spec: { ...spec, params: { to: template } }, facade: { ...facade, params } };
  };
  const fill = (made: Tool, inputs: Record<string, string>) =>
    fillParams(made, inputs, (name) => (name === 'BANK_URL' ? 'http://bank.test/' : undefined));

  test('an input cannot leave its place in an address', () => {
    const made = fill(tool('url', '$BANK_URL/fx?base={base}'), { base: '../x?y=1&z#@evil' });
    assert.deepEqual(made, {
      ok: true,
      value: { to: 'http://bank.test/fx?base=..%2Fx%3Fy%3D1%26z%23%40evil' },
    });
  });

  test('a text stays unchanged, and a base address that is not set is named', () => {
    assert.deepEqual(fill(tool('text', '{memo}'), { memo: 'INV-7 & {memo} $BANK_URL' }), {
      ok: true,
      value: { to: 'INV-7 & {memo} $BANK_URL' },
    });
    const missing = fill(tool('url', '$OTHER_URL/x'), {});
    assert.match(missing.ok ? '' : missing.error.message, /OTHER_URL/);
  });
});
