import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { CalendarDate } from '@common/base/calendar';
import { formatInstant } from '@common/base/instant';

/** A row as Nasdaq's screener gives it: all strings. */
interface FakeRow {
  readonly symbol: string;
  readonly lastsale: string;
  readonly netchange: string;
  readonly marketCap: string;
  readonly [field: string]: unknown;
}

/** One version of the listing. */
export interface FakeVersion {
  /** An instant: `2026-11-20T00:31:00Z`. */
  readonly madeAt: string;
  readonly nasdaq: readonly unknown[];
  readonly nyse?: readonly unknown[];
  readonly amex?: readonly unknown[];
}

type ListingBehaviour =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'body'; readonly body: string; readonly type?: string }
  /** Half of the bytes, then the end of the connection. */
  | { readonly kind: 'truncated' }
  /** Accepts the request and never answers. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'slow'; readonly ms: number };

/**
 * A server on loopback that behaves like the list of commits of `api.github.com` and the files of
 * `raw.githubusercontent.com` for the versions given to it, and misbehaves on demand.
 */
export interface FakeListing extends AsyncDisposable {
  readonly filesUrl: string;
  readonly commitsUrl: string;
  /** Paths with their queries, oldest first. */
  readonly requests: readonly string[];
  add(version: FakeVersion): void;
  /** All further requests whose path contains this get the behaviour; null ends it. */
  always(part: string, behaviour: ListingBehaviour | null): void;
  close(): Promise<void>;
}

export async function startFakeListing(versions: readonly FakeVersion[] = []): Promise<FakeListing> {
  const held: FakeVersion[] = [...versions];
  const requests: string[] = [];
  const standing = new Map<string, ListingBehaviour>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const behaviour = [...standing].find(([part]) => path.includes(part))?.[1];
    void answer(response, documentAt(path, held), behaviour);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return {
    filesUrl: `${base}/files`,
    commitsUrl: `${base}/commits`,
    requests,
    add: (version) => void held.push(version),
    always(part, behaviour) {
      if (behaviour === null) standing.delete(part);
      else standing.set(part, behaviour);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Rows of one session from the closes of two: `close` is the last sale, `previous` the close before it. */
export function fakeRows(
  closes: Readonly<Record<string, number>>,
  previous: Readonly<Record<string, number>>,
  caps: Readonly<Record<string, number>> = {},
): readonly FakeRow[] {
  return Object.entries(closes).map(([symbol, close]) => {
    const change = close - (previous[symbol] ?? close);
    const cap = caps[symbol];
    return {
      symbol,
      name: `${symbol} Common Stock`,
      lastsale: `$${close.toFixed(2)}`,
      netchange: change.toFixed(2),
      pctchange: change === 0 ? '' : `${((100 * change) / (close - change)).toFixed(3)}%`,
      volume: '1000000',
      marketCap: cap === undefined ? '' : cap.toFixed(2),
      country: 'United States',
      ipoyear: '',
      industry: '',
      sector: '',
      url: `/market-activity/stocks/${symbol.toLowerCase()}`,
    };
  });
}

/** A close for each name and date that differs from session to session, the same on every machine. */
export function fakeCloses(names: readonly string[], date: CalendarDate): Readonly<Record<string, number>> {
  const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  return Object.fromEntries(
    names.map((name, index) => [name, 100 + index * 10 + ((day * (7 + index)) % 997) / 100]),
  );
}

function documentAt(path: string, versions: readonly FakeVersion[]): string | null {
  const url = new URL(path, 'http://listing');
  if (url.pathname === '/commits') return JSON.stringify(commitsOf(url, versions));
  const [, sha, exchange] =
    /^\/files\/([0-9a-f]{40})\/(nasdaq|nyse|amex)\/\2_full_tickers\.json$/.exec(url.pathname) ?? [];
  const version = versions.find((one) => shaOf(one) === sha);
  if (version === undefined) return null;
  const rows = { nasdaq: version.nasdaq, nyse: version.nyse ?? [OTHER], amex: version.amex ?? [OTHER] };
  return JSON.stringify(rows[exchange as keyof typeof rows]);
}

/** Listings of an exchange that do not matter to a test. */
const OTHER = fakeRows({ ZZFAKE: 1 }, {})[0];

/** Newest first, as GitHub answers. */
function commitsOf(url: URL, versions: readonly FakeVersion[]): readonly object[] {
  const since = Date.parse(url.searchParams.get('since') ?? '1970-01-01T00:00:00Z');
  const size = Number(url.searchParams.get('per_page') ?? '30');
  const page = Number(url.searchParams.get('page') ?? '1');
  return versions
    .filter(({ madeAt }) => Date.parse(madeAt) >= since)
    .sort((a, b) => Date.parse(b.madeAt) - Date.parse(a.madeAt))
    .slice((page - 1) * size, page * size)
    .map((version) => ({
      sha: shaOf(version),
      commit: { message: 'Auto-update', committer: { date: formatInstant(Date.parse(version.madeAt)) } },
    }));
}

/** Forty hexadecimal digits that stand for a version. */
function shaOf({ madeAt }: FakeVersion): string {
  return Date.parse(madeAt).toString(16).padStart(40, '0');
}

async function answer(
  response: ServerResponse,
  document: string | null,
  behaviour: ListingBehaviour | undefined,
): Promise<void> {
  if (behaviour?.kind === 'silence') return;
  if (behaviour?.kind === 'slow') await wait(behaviour.ms, undefined, { ref: false });
  if (behaviour?.kind === 'status') {
    response.writeHead(behaviour.status, behaviour.headers).end();
    return;
  }
  if (behaviour?.kind === 'body') {
    response
      .writeHead(200, { 'content-type': behaviour.type ?? 'text/plain; charset=utf-8' })
      .end(behaviour.body);
    return;
  }
  if (document === null) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404: Not Found');
    return;
  }
  const bytes = Buffer.from(document);
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': bytes.byteLength,
  });
  if (behaviour?.kind !== 'truncated') {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, bytes.byteLength >> 1), () => response.req.socket.end());
}
