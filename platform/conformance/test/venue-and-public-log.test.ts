import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { startFakeCloud } from '@common/kit/testing/fake-cloud';
import type { Receipt } from '@platform/protocol/receipt';
import { startFakeRekor } from '@platform/trust/testing/fake-rekor';
import { createClient, transferInputs } from '../client.ts';
import { type Deployment, openDeployment } from '../deployment.ts';
import { until } from '../wait.ts';

interface Ended {
  readonly code: number;
  readonly out: string;
}

function sanadVerify(...args: readonly string[]): Promise<Ended> {
  const program = join(REPOSITORY, 'platform/verifier/src/main.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      const out = (stdout + stderr).replaceAll(/\s+/g, ' ');
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out });
    });
  });
}

type Cleanup = Pick<TestContext, 'after'>;

/** All services on a made-up cloud's machine, with heads of the log in a made-up public log. */
async function open(t: { after(work: () => void | Promise<void>): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-venue-'));
  t.after(() => removeDirectory(folder));
  const cloud = await startFakeCloud(t as Cleanup);
  const rekor = await startFakeRekor(t as Cleanup, 'conformance');
  rekor.log.addOthers(300);
  // The first answer is lost after the log has taken the head.
  rekor.plans.push('lose');
  const trustedRoot = join(folder, 'trusted_root.json');
  await writeFile(trustedRoot, rekor.trustedRoot());
  const onCloud = {
    ...{ SERVICE_GCE_IDENTITY: '1', GCE_METADATA_URL: cloud.metadataUrl, GCE_CERTS_URL: cloud.certsUrl },
  };
  const toRekor = {
    ...{
      SERVICE_REKOR: '1',
      REKOR_URL: rekor.url,
      REKOR_TRUSTED_ROOT: trustedRoot,
      REKOR_HEADS_PER_MINUTE: '60',
    },
  };
  const d = await openDeployment({ env: { pep: onCloud, authority: { ...onCloud, ...toRekor } } });
  t.after(() => d.close());
  return { d, cloud, rekor, folder, trustedRoot };
}

describe('a venue on a cloud’s machine, whose log is posted to a public log', () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let used: Awaited<ReturnType<typeof open>>;
  let first = '';
  before(async () => {
    used = await open({ after: (work) => cleanups.unshift(work) });
    const { d } = used;
    const client = createClient(d);
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
  after(async () => {
    for (const work of cleanups) await work();
  });

  test('the receipt verifies with its entry, and with the cloud’s token as a label', async () => {
    const { d, cloud, folder, trustedRoot } = used;
    const [receipt, anchor, certs, keys, policy] = ['receipt', 'anchor', 'certs', 'keys', 'policy'].map(
      (name) => join(folder, `${name}.json`),
    ) as [string, string, string, string, string];
    await writeFile(policy, `${await d.sanad('log', 'key')}\nquorum none\n`);
    await d.sanad('receipt', 'get', first, '--out', receipt);
    await d.sanad('log', 'anchor', first, '--out', anchor);
    await writeFile(certs, cloud.certs());
    await writeFile(keys, await (await fetch(`${d.urls.authority}/.well-known/keys.json`)).text());
    const given = [receipt, '--keys', keys, '--cloud-keys', certs, '--anchor', anchor];
    const { code, out } = await sanadVerify(...given, '--trusted-root', trustedRoot, '--policy', policy);
    assert.equal(code, 0, out);
    assert.match(
      out,
      / HOLDS AS DECLARED: .* IN A PUBLIC LOG: Entry 300 of 127\.0\.0\.1 is the head of sanad\.invalid\/log_\w+ with \d+ leaves/,
    );
    assert.match(out, / level L1-declared: where it ran is declared, nothing measured the software/);
    assert.match(
      out,
      / cloud declared by Google’s key \w+: a confidential VM, venue-1 \(\d+\) in europe-west4-a/,
    );
    assert.match(out, /1 #\.\.\. It ran at venue local, level L1-declared/);
  });

  test('an export brings the entries beside the receipts', async () => {
    const { d, folder } = used;
    const exported = join(folder, 'export');
    assert.match(await d.sanad('receipt', 'export', exported), /entries in a public log: \d+/);
    assert.ok((await readdir(join(exported, 'anchors'))).includes(`${first}.json`));
    assert.equal((await sanadVerify('--dir', exported, '--keys', join(exported, 'keys.json'))).code, 0);
  });

  test('the request was sent again exactly, and the log has one entry of it', () => {
    const { rekor } = used;
    assert.equal(rekor.posts[0], rekor.posts[1]);
    const { digest } = JSON.parse(rekor.posts[0] ?? '').hashedRekordRequestV002;
    assert.equal(rekor.log.bodies().filter((body) => body.includes(digest)).length, 1);
  });

  test('the key for the public log is a file of its own, and no party’s', async () => {
    const { d } = used;
    assert.match(await readFile(join(d.folders.keys, 'anchor.pem'), 'utf8'), /PRIVATE KEY/);
    assert.ok(!(await readdir(join(d.folders.keys, 'public'))).includes('anchor.json'));
  });
});

/** Ids, oldest first, once there are so many. */
function receipts(d: Deployment, count: number): Promise<readonly string[]> {
  return until(`${count} receipts`, async () => {
    const ids = (await d.sanad('receipt', 'list')).match(/^rcpt_\S+/gm) ?? [];
    return ids.length >= count ? ids : null;
  });
}

async function read(d: Deployment, id: string): Promise<Receipt> {
  const answer = await fetch(`${d.urls.authority}/receipts/${id}`);
  return (await answer.json()) as Receipt;
}
