import assert from 'node:assert/strict';
import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { GrantRecord } from '@platform/core/objects/grant';
import { send, transferInputs } from '../client.ts';
import { until } from '../wait.ts';
import { useDeployment } from './support/use-deployment.ts';

describe('two authorities of one log, each with a keys folder of its own, change the log’s key', () => {
  const used = useDeployment({ engine: 'postgres', authorities: 2 });
  let elsewhere = '';

  /** By whom the newest checkpoint is signed, as that authority shows it. */
  async function signers(at: 0 | 1): Promise<readonly string[]> {
    const { text } = await send(`${used().d.urls.authorities[at]}/checkpoint`);
    const lines = text.split('\n\n')[1]?.trim().split('\n') ?? [];
    return lines.map((line) =>
      Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .subarray(0, 4)
        .toString('hex'),
    );
  }

  async function linesOf(at: 0 | 1, count: number): Promise<readonly string[]> {
    return until(`a checkpoint with ${count} lines`, async () => {
      const found = await signers(at);
      return found.length === count ? found : null;
    });
  }

  /** A receipt that the second authority makes alone; the first one is down meanwhile. */
  async function receiptElsewhere(): Promise<void> {
    const { d, client } = used();
    const authority = d.urls.authorities[1] ?? '';
    const params = transferInputs({ amount: '900000' });
    const { body } = await client.proposeAsGateway('bank.executeTransfer', params, { authority });
    await until('the receipt', async () => {
      const { body: grant } = await send<GrantRecord>(`${authority}/grants/${body.grant.grant_id}`);
      return grant.receipt_id;
    });
  }

  test('one that has not seen the new key signs with the old one, until another signs the head again', async () => {
    const { d } = used();
    elsewhere = join(d.folder, 'keys-elsewhere');
    await cp(d.folders.keys, elsewhere, { recursive: true });
    await d.restart('authority2', { SERVICE_KEYS_DIR: elsewhere });
    await receiptElsewhere();
    const [old = ''] = await linesOf(0, 1);
    await d.sanad('keys', 'rotate', 'checkpoint');
    const [first, fresh] = await linesOf(0, 2);
    assert.equal(first, old);
    await d.stop('authority');
    await receiptElsewhere();
    assert.deepEqual(await signers(1), [old]);
    await d.restart('authority');
    assert.deepEqual(await signers(0), [old, fresh]);
    await copyFile(join(d.folders.keys, 'checkpoint.next.pem'), join(elsewhere, 'checkpoint.next.pem'));
    await d.stop('authority');
    await receiptElsewhere();
    assert.deepEqual(await linesOf(1, 2), [old, fresh]);
  });

  test('one that does not know that the old key is retired signs with both, until it is told', async () => {
    const { d } = used();
    const [, fresh] = await linesOf(1, 2);
    await d.sanad('keys', 'retire', 'checkpoint', '--yes');
    await d.restart('authority');
    // The second one looks at the newest head every second.
    assert.equal((await linesOf(1, 2)).at(-1), fresh);
    const list = 'checkpoint.retired.json';
    await copyFile(join(d.folders.keys, list), join(elsewhere, list));
    assert.deepEqual(await linesOf(1, 1), [fresh]);
    await receiptElsewhere();
    await d.restart('authority2', { SERVICE_KEYS_DIR: elsewhere });
    await receiptElsewhere();
    assert.deepEqual(await signers(0), [fresh]);
  });
});
