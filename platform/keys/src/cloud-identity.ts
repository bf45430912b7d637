import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { HttpClient } from '@common/kit/http/client';
import { every, type JobWatch } from '@common/kit/jobs';
import { createKeyFile, readKeyFile, replaceKeyFile } from '@common/kit/private-file';
import { cloudKeysText, readCloudKeys } from '@platform/core/verify/cloud/cloud-keys';
import {
  type CloudMachine,
  readIdentityToken,
  venueAudience,
} from '@platform/core/verify/cloud/identity-token';
import type { CloudConfig } from './cloud-settings.ts';

/** The cloud's token for one of the deployment's keys, held ready so that no decision waits for it. */
export interface CloudIdentity {
  /** The token, valid now and for the key that signs now; null if there is none. */
  current(): string | null;
  /** Looks at once, then regularly. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface CloudIdentityOptions {
  readonly config: CloudConfig;
  /** The keys folder: the cloud's keys are kept in `cloud-keys.json` there. */
  readonly dir: string;
  readonly deployment: string;
  readonly venue: string;
  /** The fingerprint of the key that signs decisions now. */
  readonly fingerprint: () => Promise<string>;
  readonly http: Pick<HttpClient, 'send'>;
  readonly clock: () => number;
  readonly jobs: JobWatch;
  readonly warn: (fields: Readonly<Record<string, unknown>>, message: string) => void;
}

const KEYS_FILE = 'cloud-keys.json';
/** How often to look whether the token or the venue's key has changed. */
const LOOK_MS = 5_000;
/** The wait after a failed attempt. */
const PAUSE_MS = 30_000;
const NO_TOKEN = 'no identity token of the cloud; it will be asked for again';
const TIMEOUT_MS = 3_000;
const MAX_BYTES = 262_144;

const OFF: CloudIdentity = { current: () => null, start: async () => {}, stop: async () => {} };

interface HeldToken {
  readonly token: string;
  readonly machine: CloudMachine;
  readonly fingerprint: string;
}

/** With the setting off, there never is a token. */
export function openCloudIdentity(options: CloudIdentityOptions): CloudIdentity {
  if (!options.config.SERVICE_GCE_IDENTITY) return OFF;
  const { clock, warn } = options;
  let held: HeldToken | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  const look = async (failed: () => void): Promise<void> => {
    const fingerprint = await options.fingerprint();
    // The token belongs to another key and may no longer be used.
    if (held?.fingerprint !== fingerprint) held = null;
    if (held !== null && isFresh(held, clock())) return;
    // The job counts as failed until there is another token.
    if (clock() - failedAt < PAUSE_MS && clock() >= failedAt) return failed();
    failedAt = clock();
    const found = await renew(options, fingerprint);
    if (!found.ok) {
      failed();
      return warn({ code: found.error.code, why: found.error.message }, NO_TOKEN);
    }
    failedAt = Number.NEGATIVE_INFINITY;
    held = found.value;
  };
  const job = options.jobs.job('cloud_identity', (error) => warn({ err: error }, NO_TOKEN));
  const looks = every(LOOK_MS, job, look);
  return {
    current: () => (held !== null && clock() < held.machine.expiresMs ? held.token : null),
    async start() {
      looks.start();
      await looks.run();
    },
    stop: looks.stop,
  };
}

/**
 * The token is renewed at half its life, which leaves the other half for an outage of the metadata server to
 * end.
 */
function isFresh({ machine }: HeldToken, nowMs: number): boolean {
  return nowMs < (machine.issuedMs + machine.expiresMs) / 2;
}

/** The cloud's keys that signed the tokens in decisions, as a JWK set. */
export async function keptCloudKeys(dir: string): Promise<string> {
  return cloudKeysText((await keptKeys(join(dir, KEYS_FILE))).jwks);
}

type RenewalRefusal = 'metadata_unavailable' | 'token_refused';

/** INVARIANT: each token in a decision verifies with a kept key of the cloud. */
async function renew(
  options: CloudIdentityOptions,
  fingerprint: string,
): Promise<Result<HeldToken, RenewalRefusal>> {
  const audience = venueAudience({ ...options, fingerprint });
  const token = await readToken(options, audience);
  if (!token.ok) return token;
  const check = (keys: Parameters<typeof readIdentityToken>[2]['keys']) =>
    readIdentityToken(nodeCrypto, token.value, { keys, audience, atMs: options.clock() });
  const file = join(options.dir, KEYS_FILE);
  const kept = await keptKeys(file);
  const known = check(kept.keys);
  if (known.ok) return ok({ token: token.value, machine: known.value, fingerprint });
  if (known.error.code !== 'token_key_unknown') return fail('token_refused', known.error.message);
  const published = await get(options, options.config.GCE_CERTS_URL, {});
  const certs = published.ok ? readCloudKeys(published.value) : published;
  if (!certs.ok) return fail('token_refused', `its key cannot be kept: ${certs.error.message}`);
  const checked = check(certs.value.keys);
  if (!checked.ok) return fail('token_refused', checked.error.message);
  const jwk = certs.value.jwks.filter(({ kid }) => kid === checked.value.kid);
  const text = cloudKeysText([...kept.jwks, ...jwk]);
  if (!(await createKeyFile(file, text, 'public'))) await replaceKeyFile(file, text, 'public');
  return ok({ token: token.value, machine: checked.value, fingerprint });
}

/** The kept set, by kid. Nothing in it is ever replaced. */
async function keptKeys(file: string) {
  const text = await readKeyFile(file, 'public');
  const read = text === undefined ? null : readCloudKeys(text);
  if (read?.ok === false) throw new Error(`${file} is unusable (${read.error.message}): move it away`);
  return read?.value ?? { keys: new Map<string, never>(), jwks: [] };
}

async function readToken(
  options: CloudIdentityOptions,
  audience: string,
): Promise<Result<string, RenewalRefusal>> {
  const base = options.config.GCE_METADATA_URL.replace(/\/+$/, '');
  const url = new URL(`${base}/computeMetadata/v1/instance/service-accounts/default/identity`);
  url.searchParams.set('audience', audience);
  url.searchParams.set('format', 'full');
  const answer = await get(options, url.href, { 'metadata-flavor': 'Google' });
  return answer.ok ? ok(answer.value.trim()) : answer;
}

async function get(
  { http }: CloudIdentityOptions,
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<Result<string, RenewalRefusal>> {
  const { origin, host, pathname, search } = new URL(address);
  const answer = await http.send({
    method: 'GET',
    origin,
    path: `${pathname}${search}`,
    headers,
    body: null,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    apart: true,
  });
  if (answer.kind === 'unanswered') return fail('metadata_unavailable', `${host}: ${answer.message}`);
  if (answer.status !== 200) return fail('metadata_unavailable', `${host} answered ${answer.status}`);
  return ok(Buffer.from(answer.bytes).toString('utf8'));
}
