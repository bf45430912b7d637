import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { runProgram } from '@screener/cli/program';
import type { Screening } from '@screener/engine/screening';
import type { HistoryAnswer } from '@screener/service/use-cases/read-history';
import { createApp } from '@screener/site/app';
import { type ServiceHere, withServiceHere } from '../service-here.ts';

/** What the API gives of a screening, as far as faces show it. */
export type Answer = Pick<
  Screening,
  | 'symbol'
  | 'as_of'
  | 'today'
  | 'compliance'
  | 'stale'
  | 'facts_through'
  | 'data_age_days'
  | 'anchor'
  | 'market_data'
  | 'missing'
  | 'amounts'
  | 'score'
> & { readonly etf_look_through?: { readonly report: { readonly period_end: string } | null } };

interface Called {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A person and their programs, at a service that runs. */
export interface Faces {
  /** The answer over HTTP; of a fund with its first holdings. */
  api(symbol: string, day: string | null): Promise<Answer>;
  /** The same, with every holding of a fund, for an auditor. */
  whole(symbol: string, day: string | null): Promise<unknown>;
  history(symbol: string): Promise<HistoryAnswer['snapshots']>;
  /** A tool of `/mcp`, by a client of the protocol. */
  mcp(tool: string, given: Readonly<Record<string, unknown>>): Promise<Called>;
  /** What a command line prints. It runs in this process: `processes` of main.ts compares some with a process. */
  command(line: readonly string[], clock?: () => number): Promise<string>;
  /** A page as a signed-in reader gets it. */
  page(path: string): Promise<string>;
  watch(symbols: readonly string[]): Promise<void>;
  readonly env: ServiceHere['env'];
}

/** Limits that no run reaches, and no source but the snapshot. */
const SETTINGS = {
  RATE_LIMIT_DEMO: '0',
  RATE_LIMIT_FREE: '0',
  MARKET_PROVIDER: 'none',
  REFRESH_EVERY_MINUTES: '0',
};
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Opens every face of one service on the embedded snapshot. */
export function withFaces<T>(clock: () => number, use: (faces: Faces) => Promise<T>): Promise<T> {
  return withServiceHere({ env: SETTINGS, clock, createApp }, async (running) => {
    const key = await signUp(running.url);
    const client = new Client({ name: 'sanad-conformance', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', running.url), {
        requestInit: { headers: { 'x-api-key': key } },
      }),
    );
    try {
      return await use(await facesOf(running, { key, client, clock }));
    } finally {
      await client.close();
    }
  });
}

interface Caller {
  readonly key: string;
  readonly client: Client;
  readonly clock: () => number;
}

async function facesOf({ url, env }: ServiceHere, { key, client, clock }: Caller): Promise<Faces> {
  const cookie = await signIn(url, key);
  const browser = { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' };
  const data = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { 'x-api-key': key } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { readonly data: never }).data;
  };
  const screened = (symbol: string, day: string | null, query: Record<string, string> = {}) =>
    data(`/v1/screen/${symbol}?${new URLSearchParams({ ...dayQuery(day), ...query })}`);
  return {
    env,
    api: screened,
    whole: (symbol, day) => wholeAnswer((cursor) => screened(symbol, day, cursor)),
    async history(symbol) {
      const { snapshots }: HistoryAnswer = await data(`/v1/history/${symbol}?limit=500`);
      return snapshots;
    },
    async mcp(tool, given) {
      const { content, structuredContent } = await client.callTool({ name: tool, arguments: { ...given } });
      const [part] = content;
      return { text: part?.type === 'text' ? part.text : '', data: Object(structuredContent) };
    },
    command: (line, at = clock) => printed(line, env, at),
    async page(path) {
      const answer = await fetch(`${url}${path}`, { headers: browser, redirect: 'manual' });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}: ${text.slice(0, 200)}`);
      return text;
    },
    async watch(symbols) {
      for (const ticker of symbols) {
        const { status } = await fetch(`${url}/portal/watchlist/add`, {
          method: 'POST',
          redirect: 'manual',
          headers: { ...browser, 'content-type': FORM_TYPE },
          body: new URLSearchParams({ ticker }).toString(),
        });
        if (status !== 303) throw new Error(`${ticker} is not watched: ${status}`);
      }
    },
  };
}

export function dayQuery(day: string | null): Readonly<Record<string, string>> {
  return day === null ? {} : { as_of: day };
}

interface PagedFund {
  etf_look_through?: {
    holdings_page: { next_cursor: string | null };
    holdings: unknown[];
    unresolved: unknown[];
    anomalies: unknown[];
  };
}

/** An answer with all holdings of a fund: its pages put together. */
async function wholeAnswer(
  ask: (query: Readonly<Record<string, string>>) => Promise<PagedFund>,
): Promise<unknown> {
  const whole = await ask({ holdings: 'all' });
  const fund = whole.etf_look_through;
  for (let cursor = fund?.holdings_page.next_cursor ?? null; fund !== undefined && cursor !== null; ) {
    const { etf_look_through: page } = await ask({ holdings: 'all', cursor });
    for (const list of ['holdings', 'unresolved', 'anomalies'] as const) {
      fund[list].push(...(page?.[list] ?? []));
    }
    cursor = page?.holdings_page.next_cursor ?? null;
  }
  return whole;
}

async function printed(
  line: readonly string[],
  env: ServiceHere['env'],
  clock: () => number,
): Promise<string> {
  let output = '';
  const stream = {
    write(text: string) {
      output += text;
    },
    isTty: false,
    columns: undefined,
    colour: false,
  };
  const interruptible = <Value>(work: (signal: AbortSignal) => Promise<Value>) =>
    work(new AbortController().signal);
  await runProgram([...line], { stdout: stream, stderr: stream, env, clock, interruptible });
  return output;
}

async function signUp(url: string): Promise<string> {
  const { data } = await post<{ readonly api_key: string }>(url, '/api/keys', { email: 'faces@example.org' });
  return data.api_key;
}

/** Returns the session's cookie, as a browser sends it. */
async function signIn(url: string, key: string): Promise<string> {
  const { headers } = await post(url, '/api/session', { api_key: key });
  const [cookie] = headers.getSetCookie();
  return cookie?.split(';')[0] ?? '';
}

async function post<T>(url: string, path: string, body: object) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { readonly data: T };
  return { data, headers: answer.headers };
}
