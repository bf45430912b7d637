import { join } from 'node:path';
import { readKeyFile } from '@common/kit/private-file';
import { readSecret } from '@common/kit/secret-file';

/** The name of the secret that only the enforcement point and this counterparty have. */
export function brokerSecretName(kid: string): string {
  return `broker.${kid}.secret`;
}

/**
 * The secrets of the counterparties that have their own, by kid. INVARIANT: a token for one counterparty
 * opens nothing at another.
 */
export async function readBrokerSecrets(
  dir: string,
  kids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map<string, string>();
  for (const kid of kids) {
    const name = brokerSecretName(kid);
    if ((await readKeyFile(join(dir, name), 'private')) === undefined) continue;
    secrets.set(kid, await readSecret({ dir, name, fromEnv: undefined }));
  }
  return secrets;
}
