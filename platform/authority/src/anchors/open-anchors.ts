import { readFile } from 'node:fs/promises';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createHttpClient } from '@common/kit/http/client';
import type { JobWatch } from '@common/kit/jobs';
import type { Log } from '@common/kit/telemetry/log';
import { isValidWithin, type PublicLog, readTrustedRoot } from '@platform/core/log/anchor/trusted-root';
import { openAnchorKey } from '@platform/keys/key-files/anchor-key-file';
import type { AuthoritySettings } from '../config.ts';
import type { AnchorDeps } from './anchor-heads.ts';
import { type AnchorJob, createAnchorJob } from './anchors.job.ts';
import { createRekorClient } from './rekor.adapter.ts';

const POLL_MS = 1_000;
const MINUTE_MS = 60_000;

const OFF: AnchorJob = { start() {}, newest: () => null, stop: async () => {} };

interface WatchOptions {
  readonly jobs: JobWatch;
  readonly log: Log;
  /** How often to look whether a head is due. */
  readonly pollMs?: number;
}

/** With SERVICE_REKOR off, this posts nothing and creates no key. */
export async function openAnchors(
  config: AuthoritySettings['config'],
  deps: Pick<AnchorDeps, 'store' | 'crypto' | 'logSigner' | 'clock' | 'anchors'>,
  { jobs, log, pollMs = POLL_MS }: WatchOptions,
): Promise<AnchorJob> {
  if (!config.SERVICE_REKOR) return OFF;
  const { REKOR_URL: url } = config;
  if (url === undefined) {
    log.warn('SERVICE_REKOR is on, but REKOR_URL is not set: no head of the log is posted');
    return OFF;
  }
  const key = await openAnchorKey(config.SERVICE_KEYS_DIR, 'anchor');
  if (key.created) log.info({ file: 'anchor.pem' }, 'key created');
  const http = createHttpClient();
  const job = createAnchorJob({
    deps: {
      ...deps,
      key,
      ...createRekorClient(http, url),
      publicLog: () => readPublicLogOf(config.REKOR_TRUSTED_ROOT, url, deps.clock()),
      intervalMs: MINUTE_MS / config.REKOR_HEADS_PER_MINUTE,
    },
    pollMs,
    jobs,
    log,
  });
  return {
    ...job,
    async stop() {
      await job.stop();
      http.close();
    },
  };
}

/** Reads the file each time, because an operator may have put a newer root there. */
async function readPublicLogOf(
  file: string | undefined,
  url: string,
  nowMs: number,
): Promise<Result<PublicLog, 'public_log_unknown'>> {
  if (file === undefined)
    return fail('public_log_unknown', 'REKOR_TRUSTED_ROOT is not set: name a trusted_root.json of sigstore.');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return fail('public_log_unknown', `REKOR_TRUSTED_ROOT: ${file} cannot be read.`);
  const root = readTrustedRoot(nodeCrypto, text);
  if (!root.ok) return fail('public_log_unknown', `REKOR_TRUSTED_ROOT: ${file}: ${root.error.message}.`);
  const named = root.value.filter(({ baseUrl }) => withoutSlash(baseUrl) === withoutSlash(url));
  const log = named.find(({ valid }) => isValidWithin(valid, nowMs, nowMs));
  if (log !== undefined) return ok(log);
  if (named.length > 0)
    return fail(
      'public_log_unknown',
      `REKOR_URL: by ${file}, the key of ${url} is not valid now: put a newer trusted root there, or name the log that follows.`,
    );
  const known = root.value.map(({ baseUrl }) => baseUrl).join(', ');
  return fail('public_log_unknown', `REKOR_URL: ${url} is not in ${file}, which has ${known}.`);
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
