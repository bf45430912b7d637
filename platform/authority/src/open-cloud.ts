import { createHttpClient } from '@common/kit/http/client';
import type { JobWatch } from '@common/kit/jobs';
import type { Log } from '@common/kit/telemetry/log';
import { type CloudIdentity, openCloudIdentity } from '@platform/keys/cloud-identity';
import { readServiceEntry } from '@platform/keys/key-files/keys';
import type { AuthoritySettings } from './config.ts';

/** Opens the cloud identity for the key that signs denials and other ends without an enforcement point. */
export function openOwnCloud(
  config: AuthoritySettings['config'],
  deployment: string,
  { clock, jobs, log }: { readonly clock: () => number; readonly jobs: JobWatch; readonly log: Log },
): CloudIdentity {
  const http = createHttpClient();
  const dir = config.SERVICE_KEYS_DIR;
  const cloud = openCloudIdentity({
    config,
    dir,
    deployment,
    venue: config.SERVICE_VENUE,
    http,
    clock,
    jobs,
    fingerprint: async () => (await readServiceEntry(dir, 'authority')).fingerprint,
    warn: (fields, message) => log.warn(fields, message),
  });
  return {
    ...cloud,
    async stop() {
      await cloud.stop();
      http.close();
    },
  };
}
