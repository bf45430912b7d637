import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { ok, unwrap } from '@common/base/result';
import { createHttpClient } from '@common/kit/http/client';
import { listen } from '@common/kit/http/listen';
import { createLog } from '@common/kit/telemetry/log';
import { freePort } from '@common/kit/testing';
import type { GatewayReport } from '@platform/core/objects/event';
import type { ExecuteRequest, GrantRecord, ProposalRequest } from '@platform/core/objects/grant';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { createTokenIssuer } from '@platform/keys/service-token';
import type { Witness } from '@platform/keys/witness';
import { decodeJwt, SignJWT } from 'jose';
import { createHttpAuthority } from '../src/adapters/http-authority.ts';
import { createHttpModel } from '../src/adapters/http-model.ts';
import { createHttpPep } from '../src/adapters/http-pep.ts';
import { createApp } from '../src/app.ts';
import { makeCatalogue } from '../src/use-cases/catalogue.ts';
import {
  executed,
  FX_QUOTE,
  type GrantChanges,
  grantRecord,
  MANDATE_ID,
  mandate,
  NOW,
  OWN_SECRET,
  PRINCIPAL,
  PROFILE,
  RECORDS,
  SECRET,
  sha256,
  TREASURY,
} from './parts.ts';

export type Reply = { readonly status: number; readonly body: unknown } | 'silence' | 'hang up' | 'garble';

interface Seen {
  readonly path: string;
  readonly body: string;
  readonly token: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The world around the gateway, to be set by a test: what the authority and the enforcement point answer. */
interface World {
  readonly mandates: Map<string, MandateRecord>;
  readonly grants: Map<string, GrantRecord>;
  readonly seen: Seen[];
  readonly reports: GatewayReport[];
  /** How often the gateway asked which grants no longer wait. */
  looks: number;
  /** What the policy decides on the next proposals. */
  decision: GrantChanges;
  /** Instead of the usual answer. */
  authorityReply: Reply | null;
  eventReply: Reply | null;
  pepReply: Reply | null;
  /** Whether agents’ tokens are good. */
  tokensReply: Reply | null;
  /** What the gateway remembers of the authority. */
  readonly witness: {
    fault: Awaited<ReturnType<Witness['look']>> | null;
    revocation: Awaited<ReturnType<Witness['revocationOf']>>;
  };
}

export interface GatewayUnderTest {
  readonly url: string;
  readonly world: World;
  token(claims?: Readonly<Record<string, unknown>>, secret?: string): Promise<string>;
  /** A call by the agent of the world's mandate, unless headers say otherwise. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
}

/** Where the language model is; without it, only the script answers. */
interface ModelOptions {
  readonly baseUrl: string;
  readonly chatMs?: number;
}

interface GatewayOptions {
  readonly pepDown?: true;
  readonly agents?: { readonly requireAgent?: boolean; readonly mcpUrl?: string };
  readonly model?: ModelOptions;
  readonly monotonicMs?: () => number;
  /** How long authority and enforcement point may take: short only where they are silent, since a busy machine is slow. */
  readonly timeoutMs?: number;
  readonly plugins?: readonly PluginManifest[];
}

export const MODEL = 'test/model-1';
export const MODEL_KEY = 'sk-of-the-tests-alone';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many forms
  readonly json: any;
}

const TIMEOUT_MS = 30_000;

export async function startGateway(
  t: TestContext,
  { plugins = [TREASURY, RECORDS], timeoutMs = TIMEOUT_MS, ...options }: GatewayOptions = {},
): Promise<GatewayUnderTest> {
  const world = worldWithOneMandate();
  const authorityUrl = await serve(t, world, (request, body) => authorityAnswer(world, request, body));
  const pepUrl = options.pepDown
    ? `http://127.0.0.1:${await freePort()}`
    : await serve(t, world, (request, body) => pepAnswer(world, request, body));
  const issueToken = createTokenIssuer(OWN_SECRET, () => NOW);
  const http = createHttpClient();
  t.after(() => http.close());
  const app = await createApp({
    catalogue: unwrap(makeCatalogue(plugins)),
    software: '5'.repeat(64),
    pluginHashes: new Map(plugins.map(({ name }) => [name, sha256(name)])),
    authority: createHttpAuthority({ http, baseUrl: authorityUrl, timeoutMs, issueToken }),
    witness: {
      look: async () => world.witness.fault ?? ok(undefined),
      settle: async () => undefined,
      last: () => null,
      revocationOf: async () => world.witness.revocation,
      witnessed: async () => ({ head: null, revocations: [] }),
    },
    pep: createHttpPep({ http, baseUrl: pepUrl, timeoutMs, issueToken }),
    baseUrl: (name) => (name === 'BANK_URL' ? 'http://bank.test:8003' : undefined),
    ownAccount: 'acct_own',
    jwtSecret: SECRET,
    model:
      options.model === undefined
        ? null
        : createHttpModel({ http, name: MODEL, apiKey: MODEL_KEY, chatMs: TIMEOUT_MS, ...options.model }),
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    requireAgent: false,
    tokenMaxAgeS: 86_400,
    ...options.agents,
    clock: () => NOW,
    randomBytes,
    consoleOrigin: 'http://localhost:8080',
    handlerMs: 30_000,
    log: createLog({ level: 'silent' }),
  });
  const { url, close } = await listen(app, { host: '127.0.0.1', port: 0 });
  t.after(() => {
    // Else the closing waits for what kept connections may still bring.
    app.server.closeAllConnections();
    return close();
  });
  const token: GatewayUnderTest['token'] = (claims = {}, secret = SECRET) =>
    new SignJWT({ sub: PRINCIPAL, iat: Math.floor(NOW / 1_000), ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
  return {
    url,
    world,
    token,
    get: async (path, headers = {}) => answerOf(await fetch(url + path, { headers })),
    post: async (path, body, headers = {}) =>
      answerOf(
        await fetch(url + path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${await token()}`,
            'x-service-contract': MANDATE_ID,
            ...headers,
          },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
  };
}

function worldWithOneMandate(): World {
  return {
    mandates: new Map([[MANDATE_ID, mandate()]]),
    grants: new Map(),
    seen: [],
    reports: [],
    looks: 0,
    decision: {},
    authorityReply: null,
    eventReply: null,
    pepReply: null,
    tokensReply: null,
    witness: { fault: null, revocation: null },
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

function authorityAnswer(world: World, { method, url = '' }: IncomingMessage, body: string): Reply {
  if (url === '/events') {
    if (world.eventReply !== null) return world.eventReply;
    world.reports.push(JSON.parse(body));
    const sequence = world.reports.length - 1;
    return {
      status: 201,
      body: { event_id: `evt_${sequence}`, event_hash: sha256(body), sequence, receipt_id: null },
    };
  }
  if (world.authorityReply !== null) return world.authorityReply;
  if (url.startsWith('/tokens/good?')) {
    if (world.tokensReply !== null) return world.tokensReply;
    return { status: 200, body: new URL(url, 'http://authority').searchParams.get('token_ids')?.split(',') };
  }
  const [, kind = '', id = ''] = url.split('/');
  if (kind === 'profiles') return { status: 200, body: PROFILE };
  if (method === 'POST' && url === '/grants') {
    const { facade, params }: ProposalRequest = JSON.parse(body);
    const record = grantRecord(
      `gr_${world.grants.size}`,
      facade,
      params as Record<string, string>,
      world.decision,
    );
    world.grants.set(record.grant.grant_id, record);
    return { status: 201, body: record };
  }
  if (url.startsWith('/grants/settled?')) {
    const ids = new URL(url, 'http://authority').searchParams.get('grant_ids')?.split(',') ?? [];
    world.looks += 1;
    return { status: 200, body: ids.filter((one) => world.grants.get(one)?.status !== 'pending') };
  }
  const found = kind === 'contracts' ? world.mandates.get(id) : world.grants.get(id);
  return found === undefined
    ? { status: 404, body: { detail: { error: 'not_found', message: 'nothing here' } } }
    : { status: 200, body: found };
}

function pepAnswer(world: World, { url }: IncomingMessage, body: string): Reply {
  if (world.pepReply !== null) return world.pepReply;
  const request: ExecuteRequest = JSON.parse(body);
  const record = world.grants.get(request.grant.grant_id);
  assert.ok(record);
  return url === '/fetch'
    ? { status: 200, body: { status: 'fetched', reason: 'ok', detail: 'Fetched.', data: FX_QUOTE } }
    : { status: 200, body: executed(record) };
}

async function serve(
  t: TestContext,
  world: World,
  answer: (request: IncomingMessage, body: string) => Reply,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      world.seen.push({ path: request.url ?? '', body, token: tokenOf(request), claims: claimsOf(request) });
      send(response, answer(request, body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'silence') return;
  if (reply === 'hang up') return void response.destroy();
  if (reply === 'garble') return void response.writeHead(200).end('<html>');
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
}

function claimsOf(request: IncomingMessage): Readonly<Record<string, unknown>> {
  const token = tokenOf(request);
  return token === '' ? {} : decodeJwt(token);
}

function tokenOf(request: IncomingMessage): string {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
}
