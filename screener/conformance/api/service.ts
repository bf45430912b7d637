import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { type Service, spawnService } from '@common/kit/testing/service';
import { size } from '@common/kit/testing/size';
import { copySeeded } from '@screener/service/testing/open-seeded';

const SNAPSHOT = join(REPOSITORY, 'screener/data/snapshot');

/** Many times the time needed, however busy the machine is. */
const START_MS = 240_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Reads the body as JSON; throws if it is not JSON. */
  json(): unknown;
}

/** A screener in its own process, on a real port, with the embedded snapshot. */
export interface RunningService {
  /** The address it listens at, once the tests run. */
  url(): string;
  send(path: string, init: RequestInit): Promise<Answer>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Returns a new free key, for a new person unless an address is given. */
  signUp(email?: string): Promise<string>;
}

/**
 * The settings of the screener under test: limits that no test reaches, and pages and operators switched on.
 */
export const SETTINGS = {
  ADMIN_TOKEN: 'the-admin-token-of-the-operator',
  CONTACT: 'Example Ltd, hello@example.org',
  PAYMENT_LINK: 'https://buy.example/partner',
  PAYMENT_WEBHOOK_SECRET: 'whsec_for_tests_only',
  PUBLIC_URL: 'https://screen.example',
  RATE_LIMIT_DEMO: '0',
  RATE_LIMIT_FREE: '100000',
  RATE_LIMIT_PARTNER: '200000',
  SESSION_SECRET: 'the-session-secret-of-this-deployment',
  SIGN_UPS_PER_HOUR: '1000000',
  /** The tests choose the addresses that they call from. */
  TRUST_PROXY: '127.0.0.1',
} as const;

/** Starts the service before the tests of a file, and stops it after them. */
export function useService(more: Readonly<Record<string, string>> = {}): RunningService {
  let directory = '';
  let service: Service | undefined;
  let url = '';
  let people = 0;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sanad-api-'));
    const store = join(directory, 'store.sqlite');
    await copySeeded(store);
    service = await spawnService({
      entry: join(REPOSITORY, 'screener/site/src/main.ts'),
      env: {
        DATABASE_URL: `sqlite:${store}`,
        SCREENER_PORT: '0',
        LOG_LEVEL: 'warn',
        SECRETS_DIR: join(directory, 'secrets'),
        MARKET_PROVIDER: 'none',
        REFRESH_EVERY_MINUTES: '0',
        ...SETTINGS,
        ...more,
      },
      ready: /^screener ready at (\S+)/m,
      timeoutMs: START_MS,
    });
    url = service.readyMatch?.[1] ?? '';
  });
  after(async () => {
    const exit = await service?.stop();
    await removeDirectory(directory);
    assert.deepEqual(exit, { code: 0, signal: null }, service?.output() ?? '');
  });
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: () => JSON.parse(text),
    };
  };
  const post: RunningService['post'] = (path, body, headers = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    url: () => url,
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post,
    async signUp(email) {
      people += 1;
      const answer = await post('/api/keys', { email: email ?? `somebody-${people}@example.org` });
      assert.equal(answer.status, 200, answer.text);
      return JSON.parse(answer.text).data.api_key;
    },
  };
}

/** One in this many of the tickers with facts is requested. */
const ONE_IN = size({ quick: 5, full: 1 });

/** Returns the tickers of the embedded snapshot whose filers have facts in it. */
export function snapshotTickers(): { readonly withFacts: readonly string[]; readonly asOf: string } {
  const read = (name: string) => JSON.parse(readFileSync(join(SNAPSHOT, name), 'utf8'));
  const ciks = new Set(read('companies.json').map((company: { cik: string }) => company.cik));
  const tickers: readonly (readonly [string, string])[] = read('tickers.json');
  const withFacts = tickers.flatMap(([symbol, cik]) => (ciks.has(cik) ? [symbol] : []));
  return {
    withFacts: withFacts.filter((_, index) => index % ONE_IN === 0),
    asOf: read('manifest.json').as_of,
  };
}
