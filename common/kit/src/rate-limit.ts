import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { CompiledQuery } from 'kysely';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';
import type { Database } from './sql/database.ts';

/** How many requests one caller may make within a window that begins with the first of them. */
export interface RatePolicy {
  /** The name of the policy in the headers and of the counters in a shared store: `free`, `sign-up`. */
  readonly name: string;
  readonly requests: number;
  readonly windowS: number;
}

/** The outcome for one request. */
export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetS: number;
}

export interface RateLimiter {
  readonly policy: RatePolicy;
  /** Counts one request of a caller. Rejects only if the store is unreachable. */
  take(caller: string): Promise<Allowance>;
  /** Returns the outcome of one more request if it would be refused, without counting it; otherwise null. */
  spent(caller: string): Promise<Allowance | null>;
}

/**
 * The table of shared counters, made by a migration: `key` text primary key, `points` and `expire` bigint.
 */
export const RATE_TABLE = 'rate_limit';

/** Counters in this process: exact while one process serves. */
export function createMemoryRateLimiter(policy: RatePolicy): RateLimiter {
  return limiterOf(policy, new RateLimiterMemory({ points: policy.requests, duration: policy.windowS }));
}

/**
 * Counters in PostgreSQL, exact across all processes: each request is one `insert ... on conflict`. This
 * process remembers a caller over the limit until the window ends, so that a flood costs the database
 * nothing.
 */
export function createSharedRateLimiter<Schema>({ db }: Database<Schema>, policy: RatePolicy): RateLimiter {
  const client = {
    async query({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
      // Without the count, the library treats an empty result as a row.
      return { rows, rowCount: rows.length };
    },
  };
  return limiterOf(
    policy,
    new RateLimiterPostgres({
      storeClient: client,
      storeType: 'client',
      tableName: RATE_TABLE,
      tableCreated: true,
      keyPrefix: policy.name,
      points: policy.requests,
      duration: policy.windowS,
      inMemoryBlockOnConsumed: policy.requests + 1,
    }),
  );
}

/** The part of `rate-limiter-flexible` that a limiter needs. */
type Library = Pick<RateLimiterStoreAbstract, 'consume' | 'get'>;

export function limiterOf(policy: RatePolicy, library: Library): RateLimiter {
  return {
    policy,
    take: (caller) =>
      library.consume(caller).then(
        (taken) => allowanceOf(taken, true),
        (refused: unknown) => {
          // At the limit, the library rejects with its own result; if it fails, with an error.
          if (refused instanceof RateLimiterRes) return allowanceOf(refused, false);
          throw refused;
        },
      ),
    async spent(caller) {
      const counted = await library.get(caller);
      return counted === null || counted.consumedPoints < policy.requests
        ? null
        : allowanceOf(counted, false);
    },
  };
}

function allowanceOf({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): Allowance {
  return { allowed, remaining: remainingPoints, resetS: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
}

/**
 * Returns `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers, and `Retry-After` if
 * the request is refused.
 */
export function rateHeaders(policy: RatePolicy, allowance: Allowance): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy.name}";q=${policy.requests};w=${policy.windowS}`,
    ratelimit: `"${policy.name}";r=${allowance.remaining};t=${allowance.resetS}`,
    ...(allowance.allowed ? {} : { 'retry-after': String(allowance.resetS) }),
  };
}

/**
 * Returns one name for all addresses of one customer of a network: an IPv4 address as it is, an IPv6 address
 * by its first 64 bits. An IPv4 address written in IPv6 counts as that IPv4 address; a port, which some
 * proxies append, is ignored. INVARIANT: everything that is not an address has the same name, so that nobody
 * gets a new name by inventing an address.
 */
export function clientNetwork(written: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(written) ?? [];
  const address = bracketed ?? plain ?? written;
  const version = isIP(address);
  if (version === 0) return 'unknown';
  // An IPv4 address has one spelling: `isIP` refuses leading zeros and everything but four decimal numbers.
  if (version === 4) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
