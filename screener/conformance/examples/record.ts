import { setTimeout } from 'node:timers/promises';
import { noteFromDatabase } from '@common/kit/failures';
import type { RecordedExample } from '@common/kit/http/openapi-examples';
import { createApp } from '@screener/site/app';
import { createAppOver } from '@screener/site/docs/openapi-page';
import { clockFrom, withServiceHere } from '../service-here.ts';
import { ASKS, type Ask, SERVICES, TODAY } from './requests.ts';

const ADMIN_TOKEN = 'an-admin-token-for-examples';
const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';
/** Longer lists and texts are cut, because an example only shows the form. */
const ITEMS = 2;
const TEXT_LENGTH = 400;
/** Members that differ from run to run, and the values that replace them. */
const STEADY = {
  request_id: '5f1d0c2a9b7e4d36',
  api_key: 'snd_live_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R9s',
  job_id: 'blk_1f2e3d4c5b6a79880a1b2c3d',
  poll: '/v1/bulk/blk_1f2e3d4c5b6a79880a1b2c3d',
  started_at: '2026-08-21T20:00:00.000Z',
  finished_at: '2026-08-21T20:00:02.000Z',
  current_password: 'snd_live_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R9s',
  duration_ms: 2_000,
  // It has the moment at which the list was made.
  next_cursor: 'MjAyNi0wNC0yMyAxNzg3MzQyNDAxNzcxIGRmZmUxYzIxNzgyOTY5MGE4OTZhNWUwNDAwODA5YjU1',
  retry_after_s: 60,
  reset_s: 60,
  // A key of its own, and what it signed at that moment.
  public_key: '7d4e3eb1b33f1f8c3b4f53b1a3c0d7d2a9e8b6c5f4a3928171605f4e3d2c1b0a',
  fingerprint: 'sha256:1d2c3b4a59687786a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f00f1e',
  statement_hash: '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
  list_hash: '9a8b7c6d5e4f30211203f4e5d6c7b8a99a8b7c6d5e4f30211203f4e5d6c7b8a9',
  head_hash: 'c0ffee1d2c3b4a5968778695a4b3c2d1e0f1e2d3c4b5a69788796a5b4c3d2e1f',
  sig: '5a'.repeat(64),
} as const satisfies Readonly<Record<string, unknown>>;
const MAY_BE_CALLED_BY_PAGES = /^\/(?:v1|api\/keys)\b/;
const KEY_LABEL = /\bsnd_live_\w{8}\.{3}/g;
const URN = /\burn:uuid:[0-9a-f-]{36}/g;
const INSTANT = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;

interface RecordingRun {
  readonly url: string;
  readonly key: string;
  /** The session of the key's account. */
  readonly cookie: string;
  readonly jobs: string[];
}

/**
 * Returns the content of screener/service/src/http/recorded-examples.json: answers of running services to the
 * requests of requests.ts.
 */
export async function recordedExamples(): Promise<string> {
  const examples: RecordedExample[] = [];
  for (const name of Object.keys(SERVICES) as (keyof typeof SERVICES)[]) {
    const asks = ASKS.filter(({ service = 'generous' }) => service === name);
    examples.push(...(await withService(name, (running) => recordAll(asks, running))));
  }
  examples.push(await recordDatabaseAway());
  return `${JSON.stringify(examples, null, 1)}\n`;
}

/**
 * Records what every operation answers while the database cannot be reached, from an application whose store
 * always fails.
 */
async function recordDatabaseAway(): Promise<RecordedExample> {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  noteFromDatabase(error);
  const store = new Proxy({}, { get: () => () => Promise.reject(error) });
  const app = await createAppOver(store as Parameters<typeof createAppOver>[0]);
  try {
    const [path, status] = ['/health', 503];
    const ask = async (accept: string) => {
      const answer = await app.inject({ url: path, headers: { accept } });
      if (answer.statusCode !== status) throw new Error(`${path}: ${answer.statusCode}: ${answer.body}`);
      return answer;
    };
    const answer = await ask(JSON_TYPE);
    return {
      method: 'get',
      path,
      status,
      parameters: {},
      answers: {
        [JSON_TYPE]: steady(answer.json()),
        [PROBLEM_TYPE]: steady((await ask(PROBLEM_TYPE)).json()),
      },
      headers: Object.keys(answer.headers).sort(),
    };
  } finally {
    await app.close();
  }
}

/** Runs one of the services, with its callers signed up. */
function withService<T>(name: keyof typeof SERVICES, use: (running: RecordingRun) => Promise<T>): Promise<T> {
  const env = { ADMIN_TOKEN, ...SERVICES[name] };
  return withServiceHere({ env, clock: clockFrom(TODAY), createApp }, async ({ url }) => {
    const key = await signUp(url);
    const cookie = await signIn(url, key);
    if (name === 'generous') await renewKey(url, cookie);
    return use({ url, key, cookie, jobs: [] });
  });
}

async function signUp(url: string): Promise<string> {
  const issued = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { 'content-type': JSON_TYPE },
    body: JSON.stringify({ email: 'examples@example.org' }),
  });
  if (!issued.ok) throw new Error(`sign-up: ${issued.status}`);
  const { data } = (await issued.json()) as { readonly data: { readonly api_key: string } };
  return data.api_key;
}

async function signIn(url: string, key: string): Promise<string> {
  const begun = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': JSON_TYPE },
    body: JSON.stringify({ api_key: key }),
  });
  return begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Makes another key of the same account, as its owner does on the account page. */
async function renewKey(url: string, cookie: string): Promise<void> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const body = new URLSearchParams();
  const made = await fetch(`${url}/portal/keys/new`, { method: 'POST', headers, body });
  if (!made.ok) throw new Error(`a new key: ${made.status}`);
}

async function recordAll(asks: readonly Ask[], running: RecordingRun): Promise<readonly RecordedExample[]> {
  const examples: RecordedExample[] = [];
  for (const ask of asks) examples.push(await record(ask, running));
  return examples;
}

async function record(ask: Ask, running: RecordingRun): Promise<RecordedExample> {
  const { method, path, status, query = {}, headers = {} } = ask;
  const body = bodyOf(ask, running);
  const params = ask.params?.(running.jobs) ?? {};
  let answer = await send(ask, running, params, JSON_TYPE);
  // A service that has just started builds its first rankings, and a rebuild has to wait for them.
  for (let tries = 0; answer.status === 409 && status === 200 && tries < 40; tries += 1) {
    await setTimeout(500);
    answer = await send(ask, running, params, JSON_TYPE);
  }
  const text = await answer.text();
  if (answer.status !== status) {
    throw new Error(`${method} ${path}: ${answer.status} instead of ${status}: ${text.slice(0, 300)}`);
  }
  const isJson = answer.headers.get('content-type')?.startsWith(JSON_TYPE) ?? false;
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  const job = (json as { data?: { job_id?: string } } | undefined)?.data?.job_id;
  if (job !== undefined) running.jobs.push(job);
  return {
    method,
    path,
    status,
    parameters: steady({ ...params, ...query, ...headers }) as Record<string, string>,
    ...(body !== undefined && status < 400 ? { request: steady(JSON.parse(body)) } : {}),
    answers: {
      ...(json === undefined ? {} : { [JSON_TYPE]: steady(json) }),
      ...(status < 400 || path === '/mcp' ? {} : await problem(ask, running, params)),
    },
    headers: [...answer.headers.keys()].sort(),
  };
}

/** Records the second form of a refusal. */
async function problem(ask: Ask, running: RecordingRun, params: Readonly<Record<string, string>>) {
  const answer = await send(ask, running, params, PROBLEM_TYPE);
  return { [PROBLEM_TYPE]: steady(await answer.json()) };
}

async function send(
  ask: Ask,
  running: RecordingRun,
  params: Readonly<Record<string, string>>,
  accept: string,
): Promise<Response> {
  const { url, key, cookie } = running;
  const { method, path, as, times = 1, suffix = '' } = ask;
  const body = bodyOf(ask, running);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const target = `${url}${filled}${suffix}?${new URLSearchParams(ask.query)}`.replace(/\?$/, '');
  const headers: Record<string, string> = {
    accept,
    // Sent as from a page of another origin, because what such a page may read is part of the answer.
    ...(MAY_BE_CALLED_BY_PAGES.test(path) ? { origin: 'https://app.example' } : {}),
    ...(body === undefined ? {} : { 'content-type': JSON_TYPE }),
    ...(as === 'key' ? { 'x-api-key': key } : {}),
    ...(as === 'wrong key' ? { 'x-api-key': `${key.slice(0, -1)}!` } : {}),
    ...(as === 'reader' ? { cookie } : {}),
    ...(as === 'admin' ? { authorization: `Bearer ${ADMIN_TOKEN}` } : {}),
    ...(as === 'wrong admin' ? { authorization: 'Bearer another' } : {}),
    ...ask.headers,
  };
  const sent = body === undefined ? {} : { body };
  const init = { method: method.toUpperCase(), headers, redirect: 'manual', ...sent } as const;
  const once = () => fetch(target, init);
  for (let left = times; left > 1; left -= 1) await (await once()).arrayBuffer();
  if (ask.together !== true) return once();
  const both = await Promise.all([once(), once()]);
  return both.find((answer) => answer.status === ask.status) ?? both[0];
}

function bodyOf({ body }: Ask, { key }: RecordingRun): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  return JSON.stringify(typeof body === 'function' ? body(key) : body);
}

/** Makes an answer short, and the same in every run. */
function steady(node: unknown): unknown {
  if (typeof node === 'string') {
    const text = node
      .replaceAll(INSTANT, STEADY.started_at)
      .replaceAll(/\b\d+ s(econds)?\b/g, '60 s$1')
      .replaceAll(URN, 'urn:uuid:0f0e0d0c-0b0a-4908-8706-050403020100')
      .replaceAll(KEY_LABEL, `${STEADY.api_key.slice(0, 17)}...`);
    return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text;
  }
  if (Array.isArray(node)) return node.slice(0, ITEMS).map(steady);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      value !== null && Object.hasOwn(STEADY, name) ? STEADY[name as keyof typeof STEADY] : steady(value),
    ]),
  );
}
