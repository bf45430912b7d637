import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { createClient, outcome } from '../client.ts';
import { openDeployment } from '../deployment.ts';
import { until } from '../wait.ts';

test('an operator who edits a plugin’s folder moves no money, in running services and after a restart', async (t) => {
  const plugins = await mkdtemp(join(tmpdir(), 'sanad-plugins-'));
  t.after(() => removeDirectory(plugins));
  await cp(join(REPOSITORY, 'platform/plugins'), plugins, { recursive: true });
  await using d = await openDeployment({ plugins });
  const client = createClient(d);
  assert.equal((await client.pay()).body.status, 'executed');
  const paid = await client.balance('acct_acme');

  const edits: Readonly<Record<string, (text: string) => string>> = {
    'treasury/connector.json': (text) => text.replace('"to_account": "to_account"', '"to_account": "memo"'),
    'treasury/manifest.json': (text) =>
      JSON.stringify({
        ...JSON.parse(text),
        facades: JSON.parse(text).facades.map((facade: object) => ({ ...facade, rules: [] })),
      }),
  };
  for (const [name, edit] of Object.entries(edits)) {
    const file = join(plugins, name);
    const signed = await readFile(file, 'utf8');
    assert.notEqual(edit(signed), signed);
    await writeFile(file, edit(signed));
    await until(`${name} is refused`, async () =>
      (await client.pay()).body.status === 'executed' ? null : true,
    );
    const before = await client.balance('acct_acme');
    assert.deepEqual(outcome(await client.pay()), [503, 'plugin_hash_mismatch']);
    for (const service of ['authority', 'pep', 'gateway'] as const) await d.restart(service);
    assert.deepEqual(outcome(await client.pay()), [503, 'plugin_hash_mismatch']);
    assert.equal(await client.balance('acct_acme'), before);
    await writeFile(file, signed);
    await d.restart('gateway');
    await until(`${name} is used again`, async () =>
      (await client.pay()).body.status === 'executed' ? true : null,
    );
  }
  assert.ok(Number(await client.balance('acct_acme')) > Number(paid));
});
