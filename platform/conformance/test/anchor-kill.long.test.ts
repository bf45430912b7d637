import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeDirectory } from '@common/kit/testing';
import type { Anchor } from '@platform/core/objects/anchor';
import { startFakeRekor } from '@platform/keys/testing/fake-rekor';
import { createClient, send } from '../client.ts';
import { openDeployment } from '../deployment.ts';
import { until } from '../wait.ts';

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`${engine}: an authority killed while it posts a head posts that one again, and the public log has it once`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sanad-anchor-kill-'));
    t.after(() => removeDirectory(folder));
    const rekor = await startFakeRekor(t, `killed-${engine}`);
    const trustedRoot = join(folder, 'trusted_root.json');
    await writeFile(trustedRoot, rekor.trustedRoot());
    const toRekor = {
      SERVICE_REKOR: '1',
      REKOR_URL: rekor.url,
      REKOR_TRUSTED_ROOT: trustedRoot,
      REKOR_HEADS_PER_MINUTE: '60',
    };
    await using d = await openDeployment({ engine, env: { authority: toRekor } });
    const client = createClient(d);
    const ids: string[] = [];
    for (const plan of ['wait', 'add, wait', 'wait'] as const) {
      const before = rekor.posts.length;
      rekor.plans.push(plan);
      const { body } = await client.pay();
      assert.equal(body.status, 'executed');
      ids.push(body.receipt_id ?? '');
      await until('its head is on its way', async () => rekor.posts[before] ?? null);
      await d.kill('authority');
      const there = rekor.log.bodies().length;
      await d.restart('authority');
      await until('the same again', async () => rekor.posts[before + 1] ?? null);
      assert.equal(rekor.posts[before + 1], rekor.posts[before]);
      const covered = await until('it is covered', () => entryOf(d.urls.authority, body.receipt_id ?? ''));
      assert.equal(rekor.log.bodies().length, plan === 'wait' ? there + 1 : there);
      assert.equal(covered, rekor.log.bodies().length - 1);
    }
    // No head without its entry, and no entry but of a head that was sent.
    assert.deepEqual(await Promise.all(ids.map((id) => entryOf(d.urls.authority, id))), [0, 1, 2]);
    assert.equal(new Set(rekor.posts).size, rekor.log.bodies().length);
  });
}

/** Index of the first entry that covers the receipt; null while there is none. */
async function entryOf(authority: string, receiptId: string): Promise<number | null> {
  const { status, body } = await send<Anchor>(`${authority}/receipts/${receiptId}/anchor`);
  return status === 200 ? Number(body.entry.logIndex) : null;
}
