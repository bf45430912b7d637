import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { outcome } from '../../client.ts';
import { until } from '../../wait.ts';
import { used } from './deployment.ts';

const SERVICES = ['authority', 'pep', 'gateway'] as const;
/** What an operator might gain from: money goes where the memo says, or no rule but that of accounts is applied. */
const EDITS: Readonly<Record<string, (text: string) => string>> = {
  'treasury/connector.json': (text) => text.replace('"to_account": "to_account"', '"to_account": "memo"'),
  'treasury/manifest.json': (text) =>
    JSON.stringify({
      ...JSON.parse(text),
      facades: JSON.parse(text).facades.map(
        (facade: { readonly rules: readonly { readonly name: string }[] }) => ({
          ...facade,
          rules: facade.rules.filter(({ name }) => name === 'accounts'),
        }),
      ),
    }),
};

test('an operator who edits a plugin’s folder moves no money, in running services and after a restart', async () => {
  const { d, client } = used();
  const isPaid = async () => (await client.pay()).body.status === 'executed';
  const refused = async () => {
    const before = await client.balance('acct_acme');
    assert.deepEqual(outcome(await client.pay()), [503, 'plugin_hash_mismatch']);
    assert.equal(await client.balance('acct_acme'), before);
  };
  const signed = new Map<string, string>();
  const restore = async (name: string) => writeFile(join(d.folders.plugins, name), signed.get(name) ?? '');
  const edit = async (name: string) => {
    const text = await readFile(join(d.folders.plugins, name), 'utf8');
    const edited = EDITS[name]?.(text) ?? text;
    assert.notEqual(edited, text);
    signed.set(name, text);
    await writeFile(join(d.folders.plugins, name), edited);
  };
  assert.ok(await isPaid());
  for (const name of Object.keys(EDITS)) {
    await edit(name);
    await until(`${name} is refused`, async () => ((await isPaid()) ? null : true));
    await refused();
    await restore(name);
    await until(`${name} is used again`, async () => (await isPaid()) || null);
  }
  for (const name of Object.keys(EDITS)) await edit(name);
  await Promise.all(SERVICES.map((service) => d.restart(service)));
  await refused();
  for (const name of Object.keys(EDITS)) await restore(name);
  // It reads the folder once.
  await d.restart('gateway');
  await until('the folder is used again', async () => (await isPaid()) || null);
});
