import { readdirSync, readFileSync } from 'node:fs';
import { createHttpClient, type HttpClient } from '@common/kit/http/client';
import { createClient, transferInputs } from '../../platform/conformance/client.ts';
import { type Deployment, openDeployment } from '../../platform/conformance/deployment.ts';
import type { ServiceName } from '../../platform/conformance/layout.ts';
import { ALLOCATOR, AUTHORITY_HEAP, HEAP_OPTIONS } from '../../tools/start/services.ts';
import type { MeasuredServer } from './postgres.ts';
import type { Subject } from './subject.ts';

/** A mandate allows this many uses within the profile's bound; then the agent gets the next one. */
const USES_OF_A_MANDATE = 900;
const TIMEOUT_MS = 60_000;
/** As `npm start` and the units start them; `NODE_OPTIONS` because these processes are started without arguments. */
const AS_INSTALLED = { ...ALLOCATOR, NODE_OPTIONS: HEAP_OPTIONS.join(' ') };
/** The enforcement point's defaults: crash tests shorten them, and it would renew leases on a busy machine. */
const PEP_AS_INSTALLED = { ...AS_INSTALLED, PEP_LEASE_MS: '5000', PEP_RECONCILE_MS: '2000' };
const MAX_ANSWER_BYTES = 1_048_576;

/** How many transfers run at a time where it does not matter how many. */
export const AT_ONCE = 8;

interface Platform extends Subject, AsyncDisposable {
  readonly deployment: Deployment;
}

/**
 * The whole platform as processes, and an agent that pays. `env`: extra variables for every service. On PostgreSQL,
 * `server` is the database server whose work counts.
 */
export async function openPlatform(
  env: Readonly<Record<string, string>> = {},
  server?: MeasuredServer,
): Promise<Platform> {
  const names = ['authority', 'pep', 'bank', 'gateway'] as const;
  const own = {
    authority: { ...AS_INSTALLED, NODE_OPTIONS: AUTHORITY_HEAP.join(' ') },
    pep: PEP_AS_INSTALLED,
    bank: AS_INSTALLED,
    gateway: AS_INSTALLED,
  };
  const deployment = await openDeployment({
    engine: server === undefined ? 'sqlite' : 'postgres',
    env: Object.fromEntries(names.map((name) => [name, withEnv(own[name], env)])),
  });
  const http = createHttpClient();
  return {
    pids: Object.fromEntries(names.map((name) => [name, pidOf(name)])),
    transfer: createAgent(deployment, http),
    deployment,
    ...(server === undefined ? {} : { server: server.work }),
    async [Symbol.asyncDispose]() {
      http.close();
      await deployment.close();
    },
  };
}

/** Options for Node of both. */
function withEnv(own: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>) {
  const options = [own.NODE_OPTIONS, env.NODE_OPTIONS].filter((one) => one !== undefined);
  return { ...own, ...env, NODE_OPTIONS: options.join(' ') };
}

function createAgent(deployment: Deployment, http: HttpClient): () => Promise<void> {
  const client = createClient(deployment);
  let uses = 0;
  let mandate = client.register();
  return async () => {
    uses += 1;
    if (uses % USES_OF_A_MANDATE === 0) mandate = client.register();
    const answer = await http.send({
      method: 'POST',
      origin: deployment.urls.gateway,
      path: '/v1/tools/propose_transfer',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${deployment.agentToken}`,
        'x-service-contract': await mandate,
      },
      body: JSON.stringify(transferInputs({ amount: '1' })),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    const text = answer.kind === 'answered' ? Buffer.from(answer.bytes).toString() : answer.message;
    if (!text.startsWith('{') || JSON.parse(text).status !== 'executed')
      throw new Error(`a transfer ended with ${text}`);
  };
}

/** Process ids of all services, which are the only children of this process that run a `main.ts`, by folder and id. */
export function pidsOfServices(): Readonly<Record<string, number>> {
  const found = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const [, folder] = /\/platform\/(\w+)\/src\/main\.ts/.exec(command) ?? [];
      return Number(fields[1]) === process.pid && folder !== undefined
        ? [[`${folder} ${pid}`, Number(pid)]]
        : [];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(found);
}

function pidOf(name: ServiceName): number {
  const folder = name === 'bank' ? 'counterparties' : name;
  const found = Object.entries(pidsOfServices()).filter(([key]) => key.startsWith(`${folder} `));
  const [[, pid] = []] = found;
  if (pid === undefined || found.length > 1)
    throw new Error(`found ${found.length} processes for ${name}, not 1`);
  return pid;
}
