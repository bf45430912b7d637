import { join } from 'node:path';
import { readKeyFile } from '@common/kit/private-file';
import type { ReadinessAnswer } from '@common/kit/telemetry/readiness';
import type { Watch } from '@common/kit/telemetry/watching';
import { readPrivateKey } from './key-files/key-pair.ts';
import { readServiceEntry } from './key-files/keys.ts';
import type { Witness } from './witness.ts';

/** Adds the check `keys`: whether others still accept signatures by the service's own keys. */
export function watchKeys(watch: Watch, dir: string, kids: readonly string[], clock: () => number): void {
  watch.readiness.add('keys', async () => {
    for (const kid of kids) {
      const fault = await keyFault(dir, kid, clock());
      if (fault !== null) return { state: 'fail', message: fault };
    }
    return { state: 'ok' };
  });
}

async function keyFault(dir: string, kid: string, nowMs: number): Promise<string | null> {
  const wayOut = `restore its files from the backup of the keys folder, or see npx sanad doctor`;
  try {
    const file = join(dir, `${kid}.pem`);
    const pem = await readKeyFile(file, 'private');
    if (pem === undefined) return `The private key of ${kid} is gone: ${wayOut}.`;
    const entry = await readServiceEntry(dir, kid);
    if (readPrivateKey(pem, file).public_key !== entry.public_key) {
      return `The private key of ${kid} is not the published one: ${wayOut}.`;
    }
    const ends = [entry.not_after, entry.compromised_at].filter((at) => at !== null);
    return ends.some((at) => Date.parse(at) <= nowMs)
      ? `The key of ${kid} has ended or was marked as compromised: sanad keys rotate ${kid}.`
      : null;
  } catch {
    // Omit the cause, which names files.
    return `The key of ${kid} cannot be read: ${wayOut}.`;
  }
}

/** Adds the check `log`: whether the authority's log continued when it was last looked at. It asks nobody. */
export function watchLog(watch: Watch, { last }: Pick<Witness, 'last'>): void {
  watch.readiness.add('log', (): ReadinessAnswer => {
    const refusal = last();
    if (refusal === null) return { state: 'ok' };
    return refusal === 'log_rolled_back'
      ? {
          state: 'fail',
          message: 'The authority’s log does not continue the one that was seen: nothing is executed.',
        }
      : { state: 'warn', message: 'The authority did not show its log when it was last asked.' };
  });
}
