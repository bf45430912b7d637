import { isIP } from 'node:net';
import { fail, ok, type Result } from '@common/base/result';
import { type ConfigSchema, integer, oneOf, onOff, type Settings, text, url } from '../config.ts';
import type { PostgresOptions } from '../sql/postgres.ts';
import { logLevels } from '../telemetry/log.ts';

/** Settings that every service declares under its own names, so that they read the same everywhere. */

/** The address to listen at. `whose` distinguishes several listeners: "of both". */
export function hostSetting(whose = '') {
  return text({
    description: `Address to listen on${whose === '' ? '' : `, ${whose}`}.`,
    default: '127.0.0.1',
    minLength: 1,
  });
}

/** The port. `whose` distinguishes several ports: "Port of the bank". */
export function portSetting(port: number, whose = 'Port to listen on') {
  return integer({
    description: `${whose}; 0 picks a free one.`,
    default: port,
    minimum: 0,
    maximum: 65_535,
  });
}

/** How a process uses PostgreSQL. SQLite has one connection and no such limits. */
export const POSTGRES_SETTINGS = {
  DATABASE_CONNECTIONS: integer({
    description:
      'Most connections that this process has to each of its databases on PostgreSQL; further work waits for one. Together, all processes must stay below the server’s `max_connections`.',
    default: 10,
    minimum: 2,
    maximum: 1_000,
  }),
  DATABASE_STATEMENT_MS: integer({
    description:
      'How long one statement may take on PostgreSQL, waiting for locks included, and how long a transaction may stay idle, before the server ends it. Migrations have no such limit.',
    default: 30_000,
    minimum: 1_000,
    maximum: 3_600_000,
  }),
};

/** The settings above as options for opening a database. `pg_stat_activity` shows `name`. */
export function postgresOptions(
  config: { readonly DATABASE_CONNECTIONS: number; readonly DATABASE_STATEMENT_MS: number },
  name: string,
): PostgresOptions {
  return {
    maxConnections: config.DATABASE_CONNECTIONS,
    statementTimeoutMs: config.DATABASE_STATEMENT_MS,
    idleInTransactionTimeoutMs: config.DATABASE_STATEMENT_MS,
    applicationName: `sanad-${name}`,
  };
}

/** The proxies whose word counts for where a request comes from; `trustedProxiesOf` reads it. */
export const trustProxySetting = text({
  description:
    'Proxies whose `x-forwarded-for` is trusted: comma-separated addresses or networks (`127.0.0.1, 10.0.0.0/8`), or `off`. Name your load balancer here; otherwise all callers share its address and its limit.',
  default: 'off',
  pattern: '^(off|[0-9A-Fa-f:.]+(/\\d{1,3})?(\\s*,\\s*[0-9A-Fa-f:.]+(/\\d{1,3})?)*)$',
  expected: '`off`, or comma-separated addresses and networks',
});

/** The value lists addresses and networks. A mistake here would give every caller the proxy's address. */
export function trustedProxiesOf(setting: string): Result<string[] | false, 'unusable_settings'> {
  if (setting === 'off') return ok(false);
  const proxies = setting.split(',').map((part) => part.trim());
  const wrong = proxies.find((proxy) => {
    const [address = '', bits] = proxy.split('/');
    const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return most < 0 || (bits !== undefined && Number(bits) > most);
  });
  if (wrong === undefined) return ok(proxies);
  return fail(
    'unusable_settings',
    `TRUST_PROXY: ${wrong} is not an address or a network such as 10.0.0.0/8 or 2001:db8::/32`,
  );
}

export const logLevelSetting = oneOf(logLevels, { description: 'How much is logged.', default: 'info' });

/** Who, besides the owner, may read the files that a service makes. */
const READERS = ['owner', 'group', 'everyone'] as const;
export type Readers = (typeof READERS)[number];

/** What a process takes from the mode of each file and folder that it makes: nobody else may write any. */
export const UMASKS: Readonly<Record<Readers, number>> = { owner: 0o077, group: 0o027, everyone: 0o022 };

/**
 * The settings that the frame itself reads for every service. A service's own schema does not repeat them.
 */
export const FRAME_CONFIG = {
  METRICS: onOff({
    description:
      'Answer `GET /metrics` with figures for Prometheus. They contain no names, amounts or keys, but they show how busy the service is.',
    default: true,
  }),
  METRICS_TOKEN: text({
    description: 'Bearer token that `/metrics` requires. Default: anyone who reaches the port may read them.',
    optional: true,
    minLength: 16,
    secret: true,
  }),
  DISK_LOW_MB: integer({
    description:
      'Free space on the disk of a SQLite file, in MiB, below which `/readyz` and the metrics warn. Below 16 MiB, `/readyz` says 503.',
    default: 1_024,
    minimum: 16,
    maximum: 1_000_000_000,
  }),
  FILES_READABLE_BY: oneOf(READERS, {
    description:
      'Who may read the files that the service makes, such as receipts in `out/`: `owner` (files 0600, folders 0700), `group` (0640, 0750) or `everyone` (0644, 0755). Databases, keys and secrets stay the owner’s.',
    default: 'owner',
  }),
  DRAIN_MS: integer({
    description:
      'How long a stopping service still accepts requests, while `/readyz` says 503, so that a load balancer no longer sends it any. `npm start` ends its services after 15 seconds.',
    default: 0,
    minimum: 0,
    maximum: 60_000,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url({
    description:
      'Where traces are sent by OTLP over HTTP, without `/v1/traces`: `http://127.0.0.1:4318`. Default: there are none.',
    optional: true,
  }),
  OTEL_EXPORTER_OTLP_HEADERS: text({
    description: 'Sent along with traces: `name=value`, separated by commas; values as in a URL.',
    optional: true,
    pattern: '^[^=,\\s]+=[^,\\s]*(,[^=,\\s]+=[^,\\s]*)*$',
    expected: 'name=value pairs, separated by commas',
    secret: true,
  }),
  TRACES_PER_THOUSAND: integer({
    description:
      'How many of a thousand traces that begin at a service are kept. A caller’s `traceparent` decides for its own.',
    default: 1_000,
    minimum: 0,
    maximum: 1_000,
  }),
} satisfies ConfigSchema;

export type FrameSettings = Settings<typeof FRAME_CONFIG>;
