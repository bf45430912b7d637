import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { removeDirectory } from '@common/kit/testing';
import { startFakeCloud } from '@common/kit/testing/fake-cloud';
import { type NoteKey, parseNoteKey } from '@platform/core/log/note/note-key';
import type { GrantRecord } from '@platform/core/objects/grant';
import { startFakeRekor } from '@platform/keys/testing/fake-rekor';
import { send, transferInputs } from '../../client.ts';
import { until } from '../../wait.ts';
import { useDeployment } from '../support/use-deployment.ts';

interface Around {
  readonly cloud: Awaited<ReturnType<typeof startFakeCloud>>;
  readonly rekor: Awaited<ReturnType<typeof startFakeRekor>>;
  readonly trustedRoot: string;
}

let found: Around | undefined;

export const used = useDeployment(async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-log-'));
  t.after(() => removeDirectory(folder));
  const cloud = await startFakeCloud(t as Pick<TestContext, 'after'>);
  const rekor = await startFakeRekor(t, 'conformance');
  rekor.log.addOthers(300);
  // The first answer is lost after the log has taken the head.
  rekor.plans.push('lose');
  const trustedRoot = join(folder, 'trusted_root.json');
  await writeFile(trustedRoot, rekor.trustedRoot());
  found = { cloud, rekor, trustedRoot };
  const onCloud = {
    SERVICE_GCE_IDENTITY: '1',
    GCE_METADATA_URL: cloud.metadataUrl,
    GCE_CERTS_URL: cloud.certsUrl,
  };
  const toRekor = {
    SERVICE_REKOR: '1',
    REKOR_URL: rekor.url,
    REKOR_TRUSTED_ROOT: trustedRoot,
    REKOR_HEADS_PER_MINUTE: '60',
  };
  return { witnesses: true, alone: [], env: { pep: onCloud, authority: { ...onCloud, ...toRekor } } };
});

/** What stands around the deployment: the cloud and the public log. */
export function around(): Around {
  if (found === undefined) throw new Error('only inside a test');
  return found;
}

/** The deployment's log, which is asked for above. */
export function witnessed() {
  const { log } = used().d;
  if (log === null) throw new Error('the deployment has no witnesses');
  return log;
}

export function keyOf(vkey: string): NoteKey {
  const key = parseNoteKey(nodeCrypto, vkey);
  if (!key.ok) throw new Error(key.error.message);
  return key.value;
}

/** A denial has a receipt like anything else; its id. */
export async function makeReceipt(): Promise<string> {
  const { d, client } = used();
  const { body } = await client.proposeAsGateway(
    'bank.executeTransfer',
    transferInputs({ amount: '900000' }),
  );
  return until('the receipt', async () => {
    const { body: grant } = await send<GrantRecord>(`${d.urls.authority}/grants/${body.grant.grant_id}`);
    return grant.receipt_id;
  });
}
