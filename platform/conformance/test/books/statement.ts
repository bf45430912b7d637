import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { settle } from '../../audit.ts';
import { send, transferInputs } from '../../client.ts';
import { verifier } from '../support/commands.ts';
import { used } from './deployment.ts';

describe('a month of an account, compared with the bank’s own list and verified offline', () => {
  const month = new Date().toISOString().slice(0, 7);
  let file = '';
  let keys = '';
  before(async () => {
    const { d, client } = used();
    await client.pay(transferInputs({ amount: '12.5' }));
    await settle(d);
    [file, keys] = [join(d.folder, 'statement.jsonl'), join(d.folder, 'statement-keys.json')];
    await writeFile(keys, (await send(`${d.urls.authority}/.well-known/keys.json`)).text);
    const said = await d.sanad('statement', 'tn_local', 'acct_operating', month, '-o', file);
    assert.match(said, /is not over: the file is a statement so far.*sanad-verify/s);
  });

  test('every payment of the month so far is in both lists, and the file shows it without us', async () => {
    const { code, text } = await verifier(file, '--keys', keys);
    assert.equal(code, 4, text);
    assert.match(text, /^Statement of acct_operating of tn_local, \w+ \d{4}, so far, as of /);
    assert.match(text, /HOLDS AS A SIMULATION, SO FAR/);
    assert.match(text, /opening: 1,000,000\.00 USD/);
    assert.match(text, /No receipt of tn_local is left out between number 0 of its chain \(the first one/);
    assert.doesNotMatch(text, /Differences|without a receipt/);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    const { summary } = JSON.parse(lines.at(-1) ?? '').end;
    assert.ok(summary.payments > 0);
    const alone = await verifier(file);
    assert.equal(alone.code, 3, 'without keys it only agrees with itself');
  });

  test('a changed digit is found', async () => {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"amount":"12.5"', '"amount":"12.6"'));
    const { code, text: out } = await verifier(file, '--keys', keys);
    assert.equal(code, 1, out);
    assert.match(out, /FAILED/);
  });
});
