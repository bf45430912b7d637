import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Receipt } from '@platform/core/objects/receipt';
import { transferInputs } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { until } from '../../wait.ts';
import { verifier } from '../support/commands.ts';
import { around, used } from './deployment.ts';

describe('a venue on a cloud’s machine, whose log is posted to a public log', () => {
  let first = '';
  before(async () => {
    const { d, client } = used();
    const mandate = await client.register({ limits: { runtime_max_s: 300, use_count_max: 1_000 } });
    await client.pay(transferInputs({ amount: '1', memo: 'one' }), { mandate });
    [first = ''] = await receipts(d, 1);
    await until('its head is in the public log', () => d.sanad('log', 'anchor', first).catch(() => null));
    await until('the next receipt names it', async () => {
      await client.pay(transferInputs({ amount: '1', memo: `next ${Date.now()}` }), { mandate });
      const last = (await receipts(d, 2)).at(-1) ?? '';
      return (await read(d, last)).status.log?.external === undefined ? null : last;
    });
  });

  test('the receipt verifies with its entry, and with the cloud’s token as a label', async () => {
    const { d } = used();
    const { cloud, trustedRoot } = around();
    const [receipt, anchor, certs, keys, policy] = ['receipt', 'anchor', 'certs', 'keys', 'policy'].map(
      (name) => join(d.folder, `${name}.json`),
    ) as [string, string, string, string, string];
    await writeFile(policy, `${await d.sanad('log', 'key')}\nquorum none\n`);
    await d.sanad('receipt', 'get', first, '--out', receipt);
    await d.sanad('log', 'anchor', first, '--out', anchor);
    await writeFile(certs, cloud.certs());
    await writeFile(keys, await (await fetch(`${d.urls.authority}/.well-known/keys.json`)).text());
    const given = [receipt, '--keys', keys, '--cloud-keys', certs, '--anchor', anchor];
    const { code, text: out } = await verifier(...given, '--trusted-root', trustedRoot, '--policy', policy);
    assert.equal(code, 0, out);
    assert.match(
      out,
      / HOLDS AS DECLARED: .* IN A PUBLIC LOG: Entry 30\d of 127\.0\.0\.1 is the head of log\.example\/1 with \d+ leaves/,
    );
    assert.match(out, / level L1-declared: where it ran is declared, nothing measured the software/);
    assert.match(
      out,
      / cloud declared by Google’s key \w+: a confidential VM, venue-1 \(\d+\) in europe-west4-a/,
    );
    assert.match(out, /1 #\.\.\. It ran at venue local, level L1-declared/);
  });

  test('an export brings the entries beside the receipts', async () => {
    const { d } = used();
    const exported = join(d.folder, 'export');
    assert.match(await d.sanad('receipt', 'export', exported), /entries in a public log: \d+/);
    assert.ok((await readdir(join(exported, 'anchors'))).includes(`${first}.json`));
    assert.equal((await verifier('--dir', exported, '--keys', join(exported, 'keys.json'))).code, 0);
  });

  test('the request was sent again exactly, and the log has one entry of it', () => {
    const { rekor } = around();
    assert.equal(rekor.posts[0], rekor.posts[1]);
    const { digest } = JSON.parse(rekor.posts[0] ?? '').hashedRekordRequestV002;
    assert.equal(rekor.log.bodies().filter((body) => body.includes(digest)).length, 1);
  });

  test('the key for the public log is a file of its own, and no party’s', async () => {
    const { d } = used();
    assert.match(await readFile(join(d.folders.keys, 'anchor.pem'), 'utf8'), /PRIVATE KEY/);
    assert.ok(!(await readdir(join(d.folders.keys, 'public'))).includes('anchor.json'));
  });
});

/** Ids, oldest first, once there are so many. */
function receipts(d: Deployment, count: number): Promise<readonly string[]> {
  return until(`${count} receipts`, async () => {
    const ids = (await d.sanad('receipt', 'list')).match(/^rcpt_\S+/gm) ?? [];
    return ids.length >= count ? ids.toReversed() : null;
  });
}

async function read(d: Deployment, id: string): Promise<Receipt> {
  const answer = await fetch(`${d.urls.authority}/receipts/${id}`);
  return (await answer.json()) as Receipt;
}
